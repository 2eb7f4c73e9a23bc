import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import { ExpandedTemplate, expandTemplates, TEMPLATE_BYTES } from '../deliveries/message-details.ts'
import { ExpandedRecipient, expandRecipients, RECIPIENT_BYTES } from '../recipients/expanded.ts'
import { failedOfMessage, noMessage } from '../deliveries/find-delivery.ts'
import { waitOfMessage } from '../deliveries/waits.ts'
import { ReferenceFilter } from '../deliveries/labels.ts'
import { DeliveryOutput, deliveryView } from '../deliveries/routes.ts'
import { FACTS } from '../deliveries/status.ts'
import { NOT_SENT_AGAIN, SentAgain, findSentAgain } from '../deliveries/sent-again.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import { invalid } from '../../platform/errors.ts'
import { pageQuery, encodeCursor, linkNext, readPage, scannedPageOf } from '../../platform/http/pages.ts'
import type { Page } from '../../platform/http/pages.ts'
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
import { channelsOfPage } from './preview.ts'
import { allNewMessages, NEW_MESSAGES_MAX } from './all-new.ts'
import { listMessages, listNewMessages } from './list.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'
import { ChannelText, MessageOutput, NotificationChannelOutput } from './schemas.ts'
import { findMessage } from './queries.ts'
import { textOfChannel } from '../providers/plain-text.ts'
import { loadRecipients } from '../recipients/load.ts'
import { RECIPIENT_ATTRIBUTES_BYTES_MAX, RecipientOutput, recipientView } from '../recipients/recipient.ts'
import { recipientIdOf, recipientNamesOf, recipientQuery } from '../recipients/recipient-id.ts'
import { contentObject, RenderedContentOutput } from '../rendering/render-content.ts'
import type { RenderedText } from '../rendering/render.ts'

const IdInput = IntegerInput(1, Number.MAX_SAFE_INTEGER)

const EXPANDED = ['notification_user', 'notification_user_fields', 'message_template'] as const
const EXPANDED_DESCRIPTION =
  '`notification_user` adds to each message the recipient, and the links between messages that were sent again, ' +
  '`notification_user_fields` all fields of the recipient, `message_template` the id and the name of the template'

/** Of one message. */
const EXPANDED_ALONE = [...EXPANDED, 'failed_deliveries', 'waits_until'] as const

const expandQuery = { expand: Type.Optional(Choices(EXPANDED, { description: EXPANDED_DESCRIPTION })) }
const isExpanded = (expand: string | undefined, part: (typeof EXPANDED_ALONE)[number]): boolean =>
  expand?.split(',').includes(part) === true

const OneQuery = Type.Object({
  expand: Type.Optional(
    Choices(EXPANDED_ALONE, {
      description:
        `${EXPANDED_DESCRIPTION}, \`failed_deliveries\` its failed, bounced and retrying deliveries, with their causes, ` +
        "`waits_until` the end of the recipient's quiet hours for which one of its deliveries waits",
    }),
  ),
})

const ListQuery = Type.Object({
  ...pageQuery,
  ...recipientQuery,
  reference: Type.Optional(ReferenceFilter),
  message_template_id: Type.Optional(IdInput),
  message_template_name: Type.Optional(RequiredText(255)),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
  seen: Type.Optional(Type.Boolean()),
  status: Type.Optional(
    Choices(FACTS, { description: 'At least one delivery of the message has one of these statuses' }),
  ),
  ...expandQuery,
})

const ListedMessage = Type.Object({
  ...MessageOutput.properties,
  sent_again_as: Type.Optional(SentAgain.sent_again_as),
  again_of: Type.Optional(SentAgain.again_of),
  notification_user: Type.Optional({ ...ExpandedRecipient, description: 'Only with `expand=notification_user`' }),
  notification_user_fields: Type.Optional(
    Nullable({
      ...RecipientOutput,
      description: 'Only with `expand=notification_user_fields`. null: the recipient is deleted',
    }),
  ),
  message_template: Type.Optional({ ...ExpandedTemplate, description: 'Only with `expand=message_template`' }),
})
const OneMessage = Type.Object({
  ...ListedMessage.properties,
  failed_deliveries: Type.Optional(Type.Array(DeliveryOutput, { description: 'Only with `expand=failed_deliveries`' })),
  waits_until: Type.Optional(
    Nullable({
      ...Time,
      description:
        "Only with `expand=waits_until`: when the recipient's quiet hours end. The message can be canceled until then. " +
        'null: no delivery of the message waits for this',
    }),
  ),
})
const MessagePage = Type.Object({ messages: Type.Array(MessageOutput), next_cursor: Nullable(Type.String()) })
const ListedPage = Type.Object({ messages: Type.Array(ListedMessage), next_cursor: Nullable(Type.String()) })

const RenderedMessage = Type.Object({
  message_id: Id,
  subject: Type.String(),
  body: Type.String(),
  body_format: Choice(['html', 'text']),
  channels: Type.Array(
    Type.Object({
      notification_channel: NotificationChannelOutput,
      subject: Type.String(),
      body: Type.String(),
      text: ChannelText,
      url: Nullable(Type.String({ description: 'The link in the inbox. null: none' })),
      ...RenderedContentOutput,
    }),
  ),
  next_cursor: Nullable(
    Type.String({
      description: 'The cursor for the texts of the next channels: a response has at most 1 MiB of texts',
    }),
  ),
})

const LIST_DESCRIPTION = `Newest first. With the filters \`message_template_id\`, \`message_template_name\`, \`seen\` or \`status\`, a search
reads a bounded number of messages. A page may then have fewer rows than \`limit\`, or none. More may follow until
\`next_cursor\` is null.`

const tags = ['Messages']
const keyOf = (message: Message) => ({ createdAt: message.createdAt, id: message.id })
/** The messages with the objects that the request asked for. */
async function expanded(
  pool: AccountPool,
  account: { bucket: number; accountId: number },
  messages: readonly Message[],
  expand: string | undefined,
): Promise<Static<typeof ListedMessage>[]> {
  const readPeople = async () => ({
    recipients: await expandRecipients(
      pool,
      account,
      messages.map(({ recipientId }) => recipientId),
    ),
    links: await findSentAgain(
      pool,
      account,
      messages.map(({ id }) => id),
    ),
  })
  const people = isExpanded(expand, 'notification_user') ? await readPeople() : null
  const templates = isExpanded(expand, 'message_template') ? await expandTemplates(pool, account, messages) : null
  const { bucket, accountId } = account
  const keys = messages.map(({ recipientId: id }) => ({ bucket, accountId, id, externalUserId: null }))
  const fields = isExpanded(expand, 'notification_user_fields') ? await loadRecipients(pool, keys) : null
  return messages.map((message, place) => ({
    ...messageObject(message),
    ...(fields === null ? {} : { notification_user_fields: fields[place] && recipientView(fields[place]) }),
    ...(people === null
      ? {}
      : {
          ...(people.links.get(message.id) ?? NOT_SENT_AGAIN),
          notification_user: people.recipients.get(message.recipientId)!,
        }),
    ...(templates === null ? {} : { message_template: templates.get(message.templateId)! }),
  }))
}

function listRoute(app: App): void {
  app.get(
    '/api/v1/messages',
    {
      schema: {
        tags,
        summary: 'List messages, newest first',
        description: LIST_DESCRIPTION,
        querystring: ListQuery,
        response: { 200: ListedPage },
      },
    },
    async (request, reply) => {
      const { pool, query } = request
      const page = readPage(query)
      const { messages, scan } = await listMessages(pool, request.caller, page, {
        recipientId: await recipientIdOf(pool, request.caller, recipientNamesOf(query)),
        reference: query.reference ?? null,
        templateId: query.message_template_id ?? null,
        templateName: query.message_template_name ?? null,
        seen: query.seen ?? null,
        statuses: query.status?.split(',') ?? null,
        createdAfter: isoTime(parseOptionalTime(query.created_after)),
        createdBefore: isoTime(parseOptionalTime(query.created_before)),
        expandedBytes:
          (isExpanded(query.expand, 'notification_user') ? RECIPIENT_BYTES : 0) +
          (isExpanded(query.expand, 'notification_user_fields')
            ? RECIPIENT_BYTES + RECIPIENT_ATTRIBUTES_BYTES_MAX
            : 0) +
          (isExpanded(query.expand, 'message_template') ? TEMPLATE_BYTES : 0),
      })
      const { rows, nextCursor } = scannedPageOf(request, reply, page, messages, keyOf, scan)
      return { messages: await expanded(pool, request.caller, rows, query.expand), next_cursor: nextCursor }
    },
  )
}

/** Routes that list and show messages. */
export function messageReadRoutes(app: App, { clock }: Pick<RouteContext, 'clock'>): void {
  listRoute(app)

  app.get(
    '/api/v1/messages/new_messages_for',
    {
      schema: {
        tags,
        summary: 'List all sent messages a recipient has not seen, newest first',
        description:
          'Give `notification_user_id` or `external_user_id`; if you give both, they must name the same recipient. ' +
          `Without \`limit\` you get all of them, or the newest ${NEW_MESSAGES_MAX}. With \`limit\` the search reads a bounded ` +
          'number of messages, so a page may have fewer rows than `limit`, or none. More may follow until `next_cursor` is null.',
        querystring: Type.Object({ ...pageQuery, ...recipientQuery }),
        response: { 200: MessagePage },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { query } = request
      const recipientId = await recipientIdOf(pool, request.caller, recipientNamesOf(query))
      if (recipientId === null)
        throw invalid({ notification_user_id: ["can't be blank: give notification_user_id or external_user_id"] })
      const now = clock.now()
      const read = (page: Page) => listNewMessages(pool, request.caller, page, recipientId, now)
      const page = readPage(query)
      if (query.limit === undefined) return allNewMessages(request, reply, page, read)
      const { messages, scan } = await read(page)
      const { rows, nextCursor } = scannedPageOf(request, reply, page, messages, keyOf, scan)
      return { messages: rows.map(messageObject), next_cursor: nextCursor }
    },
  )

  oneMessageRoutes(app, clock)
}

function oneMessageRoutes(app: App, clock: Clock): void {
  app.get(
    '/api/v1/messages/:id',
    {
      schema: {
        tags,
        summary: 'Show a message',
        params: IdParams,
        querystring: OneQuery,
        response: { 200: Type.Object({ message: OneMessage }) },
      },
    },
    async ({ pool, caller, params, query }) => {
      const message = await findMessage(pool, caller.bucket, caller.accountId, params.id)
      if (message === null) throw await noMessage(pool, caller, params.id)
      const [shown] = await expanded(pool, caller, [message], query.expand)
      const failed = isExpanded(query.expand, 'failed_deliveries')
        ? { failed_deliveries: (await failedOfMessage(pool, caller, params.id)).map(deliveryView) }
        : {}
      const waits = isExpanded(query.expand, 'waits_until')
        ? { waits_until: isoTime(await waitOfMessage(pool, caller, params.id, clock.now())) }
        : {}
      return { message: { ...shown!, ...failed, ...waits } }
    },
  )

  app.get(
    '/api/v1/messages/:id/render_message',
    {
      schema: {
        tags,
        summary: 'Show the rendered subject and body of a message and of each of its channels',
        params: IdParams,
        querystring: Type.Object({ cursor: pageQuery.cursor }),
        response: { 200: RenderedMessage },
      },
    },
    async (request, reply) => {
      const { pool, caller, params } = request
      const { after } = readPage(request.query)
      const message = await findMessage(pool, caller.bucket, caller.accountId, params.id)
      if (message === null) throw await noMessage(pool, caller, params.id)
      const { renderedSubject: subject, renderedBody: body } = message
      const { channels, end } = channelTexts(message, after?.id ?? 0)
      const next = end === null ? null : encodeCursor({ createdAt: message.createdAt, id: end })
      if (next !== null) linkNext(request, reply, next)
      return { message_id: message.id, subject, body, body_format: message.bodyFormat, channels, next_cursor: next }
    },
  )
}

/** The texts of channels after `afterId`, as many as fit into a page. `end`: the last delivery's id if more follow. */
function channelTexts(of: Message, afterId: number) {
  const { renderedSubject, renderedBody, bodyFormat, channelTexts: own, deliveries } = of
  const message: RenderedText = { subject: renderedSubject, body: renderedBody }
  const textOf = ({ channel }: Message['deliveries'][number]) => own?.[channel.id] ?? message
  const left = deliveries.filter(({ id }) => id > afterId)
  const onPage = channelsOfPage([message.subject, message.body], left, (delivery) => {
    const { subject, body, url, ...content } = textOf(delivery)
    // The response has the body also as plain text, which is not longer.
    return [subject, body, body, url ?? '', JSON.stringify(contentObject(content))]
  })
  const channels = onPage.map((delivery) => {
    const { id, name, channelType } = delivery.channel
    const { subject, body, url = null, ...content } = textOf(delivery)
    const text = textOfChannel(channelType, { subject, body, bodyFormat })
    return {
      notification_channel: { id, name, channel_type: channelType },
      subject,
      body,
      text,
      url,
      ...contentObject(content),
    }
  })
  return { channels, end: onPage.length < left.length ? onPage.at(-1)!.id : null }
}
