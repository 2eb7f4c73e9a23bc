import Type from 'typebox'
import { between, boundsOf, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import { findFailedDeliveries } from '../events/count-queries.ts'
import { FAILED_DELIVERIES_MAX } from '../events/counts.ts'
import { listDeliveryEvents } from '../events/of-delivery.ts'
import { pageQuery, bytesOf, readPage, scannedPageOf, withinBytes } from '../../platform/http/pages.ts'
import type { App } from '../../platform/http/route.ts'
import {
  Choice,
  Choices,
  Id,
  IdParams,
  IntegerInput,
  Nullable,
  RequiredText,
  Time,
  TimeInput,
  parseOptionalTime,
} from '../../platform/http/schemas.ts'
import { isoTime } from '../../platform/clock.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import { recipientIdOf, recipientNamesOf, recipientQuery } from '../recipients/recipient-id.ts'
import { FAILURE_CAUSE_WORDS } from './cause.ts'
import { DELIVERY_COLUMNS, DELIVERY_TEXTS, deliveryObject, deliveryOfRow } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { ExpandedMessage, expandRows, SHOWN_BYTES, shownMessage, shownMessages } from './message-details.ts'
import { findDelivery } from './find-delivery.ts'
import { labelFields, ReferenceFilter } from './labels.ts'
import { listDeliveries } from './list.ts'
import { FACTS } from './status.ts'
import { listReports } from './callback-queries.ts'
import { TimelineOutput, listSends, timelineOf } from './timeline.ts'

/** The delivery object (specification 2.2). Events have the same keys in the same order. */
export const DeliveryOutput = Type.Object({
  id: Id,
  status: Choice(FACTS),
  error_message: Nullable(Type.String()),
  sent_at: Nullable(Time),
  failed_at: Nullable(Time),
  delivered_at: Nullable(Time),
  opened_at: Nullable(Time),
  created_at: Time,
  updated_at: Time,
  message_id: Id,
  friendly_error_message: Nullable(Type.String()),
  limit_feature_key: Nullable(Type.String()),
  notification_channel: Type.Object({ id: Id, name: Type.String(), channel_type: Choice(CHANNEL_TYPES) }),
  ...labelFields,
})

const ListedDelivery = Type.Object({
  ...DeliveryOutput.properties,
  bounced_at: Type.Optional(Nullable({ ...Time, description: 'Only with `expand=message`' })),
  message: Type.Optional({ ...ExpandedMessage, description: 'Only with `expand=message`' }),
})

const ListQuery = Type.Object({
  ...pageQuery,
  status: Type.Optional(Choices(FACTS)),
  message_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  ...recipientQuery,
  reference: Type.Optional(ReferenceFilter),
  notification_channel_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  channel_type: Type.Optional(Choice(CHANNEL_TYPES)),
  message_template_id: Type.Optional(IntegerInput(1, Number.MAX_SAFE_INTEGER)),
  message_template_name: Type.Optional(RequiredText(255)),
  cause: Type.Optional(
    Choice(FAILURE_CAUSE_WORDS, { description: 'The cause of failed, bounced and retrying deliveries' }),
  ),
  expand: Type.Optional(Choice(['message'], { description: 'Adds the message and the recipient to each delivery' })),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
  updated_after: Type.Optional(TimeInput),
  updated_before: Type.Optional(TimeInput),
})

const LIST_DESCRIPTION = `Newest first. With the filters \`status\`, \`notification_channel_id\`, \`channel_type\`,
\`message_template_id\`, \`message_template_name\`, \`cause\`, \`updated_after\` or \`updated_before\`, a search reads a bounded number
of deliveries. A page may then have fewer rows than \`limit\`, or none. More may follow until \`next_cursor\` is null.`

export const deliveryView = (delivery: Delivery) => deliveryObject(delivery) as Type.Static<typeof DeliveryOutput>
const listed = (delivery: Delivery, messages: Map<number, ExpandedMessage> | null) => {
  const message = messages?.get(delivery.messageId)
  return {
    ...deliveryView(delivery),
    ...(message === undefined ? {} : { bounced_at: isoTime(delivery.factTimes.bounced), message }),
  }
}
const tags = ['Deliveries']

/** Routes for reading deliveries. The webhook pushes the same data. */
export function deliveryRoutes(app: App): void {
  app.get(
    '/api/v1/deliveries/:id',
    {
      schema: {
        tags,
        summary: 'Show a delivery, as in the body of its events',
        description: 'The delivery has no root key: it is identical to `data.delivery` of an event.',
        params: IdParams,
        response: { 200: DeliveryOutput },
      },
    },
    async ({ pool, caller, params }) => deliveryView(await findDelivery(pool, caller, params.id)),
  )

  app.get(
    '/api/v1/deliveries/:id/timeline',
    {
      schema: {
        tags,
        summary: 'Show the timeline of a delivery: states, sends, and events with their attempts, in order',
        params: IdParams,
        response: { 200: TimelineOutput },
      },
    },
    ({ pool, caller, params }) =>
      snapshot(pool, async (connection) => {
        const delivery = await findDelivery(connection, caller, params.id)
        const { bucket, accountId, id: deliveryId, createdAt } = delivery
        const sends = await listSends(connection, delivery)
        const reports = await listReports(connection, delivery)
        const events = await listDeliveryEvents(connection, { bucket, accountId, deliveryId }, createdAt)
        return { timeline: timelineOf(delivery, { sends, reports, events }) }
      }),
  )

  listRoute(app)
  recentFailuresRoute(app)
}

/** Deliveries with the final status failed or bounced. Deliveries that succeeded later are not listed. */
const findRecentFailures = sql(
  'deliveries.find_recent_failures',
  `with listed as materialized (
     select ${DELIVERY_COLUMNS}, m.*, ${SHOWN_BYTES} as message_bytes
     from ${keysOf('$3::bigint[]', 'k')}
     cross join ${rowOf(['deliveries', 'd'], 'k', ['id'], `and ${between('one.id', ...boundsOf('$3::bigint[]'))}`)}
     cross join ${rowOf(['channels', 'c'], 'd', ['id', 'channel_id'])} ${shownMessage('true')}
     where d.status in ('failed', 'bounced')
   )
   ${withinBytes('listed', 'updated_at desc, id desc', `${bytesOf(...DELIVERY_TEXTS)} + message_bytes`)}
   order by updated_at desc, id desc`,
)

function recentFailuresRoute(app: App): void {
  app.get(
    '/api/v1/recent_failures',
    {
      schema: {
        tags,
        summary: 'List the latest failed or bounced deliveries, with their messages',
        description: `Returns at most the ${FAILED_DELIVERIES_MAX} newest. A new failure appears within seconds.`,
        response: { 200: Type.Object({ recent_failures: Type.Array(ListedDelivery) }) },
      },
    },
    async ({ pool, caller }) => {
      const { bucket, accountId } = caller
      const ids = (await findFailedDeliveries(pool, bucket, accountId)).map(({ id }) => id)
      const rows = await findRecentFailures(pool, bucket, accountId, ids)
      const deliveries = rows.map(deliveryOfRow)
      const messages = await expandRows(pool, caller, shownMessages(rows))
      return { recent_failures: deliveries.map((row) => listed(row, messages)) }
    },
  )
}

function listRoute(app: App): void {
  app.get(
    '/api/v1/deliveries',
    {
      schema: {
        tags,
        summary: 'List deliveries, newest first',
        description: LIST_DESCRIPTION,
        querystring: ListQuery,
        response: {
          200: Type.Object({ deliveries: Type.Array(ListedDelivery), next_cursor: Nullable(Type.String()) }),
        },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { caller, query } = request
      const page = readPage(query)
      const filters = {
        statuses: query.status?.split(',') ?? null,
        messageId: query.message_id ?? null,
        recipientId: await recipientIdOf(pool, caller, recipientNamesOf(query)),
        reference: query.reference ?? null,
        channelId: query.notification_channel_id ?? null,
        channelType: query.channel_type ?? null,
        templateId: query.message_template_id ?? null,
        templateName: query.message_template_name ?? null,
        cause: query.cause ?? null,
        createdAfter: isoTime(parseOptionalTime(query.created_after)),
        createdBefore: isoTime(parseOptionalTime(query.created_before)),
        updatedAfter: isoTime(parseOptionalTime(query.updated_after)),
        updatedBefore: isoTime(parseOptionalTime(query.updated_before)),
        withMessages: query.expand !== undefined,
      }
      const { deliveries, messages: read, scan } = await listDeliveries(pool, caller, page, filters)
      const { rows, nextCursor } = scannedPageOf(request, reply, page, deliveries, (row) => row, scan)
      const messages = query.expand === undefined ? null : await expandRows(pool, caller, read)
      return { deliveries: rows.map((row) => listed(row, messages)), next_cursor: nextCursor }
    },
  )
}
