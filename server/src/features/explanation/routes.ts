import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import { listDeliveryEvents } from '../../core/events/of-delivery.ts'
import type { DeliveryEvent } from '../../core/events/of-delivery.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import type { Delivery } from '../../core/deliveries/delivery.ts'
import { ExpandedMessage, expandMessages } from '../../core/deliveries/message-details.ts'
import { presentAddress, wayOf } from '../../core/deliveries/another-send.ts'
import { AttachmentsOutput } from '../../core/messages/attachments.ts'
import type { AttachmentObject } from '../../core/messages/attachments.ts'
import { ACTIONS, AGAIN_REFUSALS, againRefusal, explain } from './explanation.ts'
import type { Action, DeliveryFacts, WebhookFact } from './explanation.ts'
import { deliveryWithId, findDelivery } from '../../core/deliveries/find-delivery.ts'
import { waitsUntil } from '../../core/deliveries/waits.ts'
import { listReports } from '../../core/deliveries/callback-queries.ts'
import { DeliveryOutput, deliveryView } from '../../core/deliveries/routes.ts'
import { comparableAddress, SUPPRESSION_REASONS } from '../../core/deliveries/suppressions.ts'
import type { SuppressionReason } from '../../core/deliveries/suppressions.ts'
import { listSends, timelineOf, TimelineOutput } from '../../core/deliveries/timeline.ts'
import type { SendRow } from '../../core/deliveries/timeline.ts'

/** The account has no endpoint, so it expects no events. */
const NO_ENDPOINT = 'no_endpoint'

/**
 * The message, the ways to the recipient and the waiting send. `dueAt`: when its next send is due, if none is under way.
 * `sendsMade`: sends that have begun. Null: no send waits. `attachments`: JSON of `Message.attachments`.
 */
const findAbout = sql(
  'deliveries.find_about',
  `select m.send_at, m.template_id, r.email, r.phone, q.due_at, q.sends_made, q.sends_unspent, exists (
     select from devices d where d.bucket = $1 and d.account_id = $2 and d.recipient_id = m.recipient_id
   ) as has_device, m.attachments, m.attachments is not null as has_attachments,
     r.deleted_at is not null as recipient_deleted, t.deleted_at is not null as template_deleted, exists (
       select from template_channels tc join channels c on c.bucket = $1 and c.account_id = $2 and c.id = tc.channel_id
       where tc.bucket = $1 and tc.account_id = $2 and tc.template_id = m.template_id and tc.channel_id = $5
         and c.active and c.deleted_at is null
     ) as channel_is_live
   from messages m cross join ${rowOf(['recipients', 'r'], 'm', ['id', 'recipient_id'])}
   cross join ${rowOf(['templates', 't'], 'm', ['id', 'template_id'])}
   left join send_queue q on q.bucket = $1 and q.account_id = $2 and q.delivery_id = $4 and q.started_at is null
   where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)

type About = Row<typeof findAbout>

const findSuppression = sql(
  'suppressions.find_of_address',
  `select id, address, reason, delivery_id, created_at from suppressions
   where bucket = $1 and account_id = $2 and channel_type = $3 and address = $4`,
)

/** The suppression of the recipient's present address, or null. Its delivery is null if it is no longer stored. */
async function suppressionOf(connection: Connection, delivery: Delivery, about: About) {
  const { bucket, accountId } = delivery
  const { channelType: type } = delivery.channel
  if (type !== 'email' && type !== 'sms') return null
  const written = presentAddress({ channelType: type, ...about })
  const address = written === null ? null : comparableAddress(type, written)
  if (address === null) return null
  const [found] = await findSuppression(connection, bucket, accountId, type, address)
  if (found === undefined) return null
  const { id, reason } = found
  const cause = found.deliveryId === null ? null : await deliveryWithId(connection, delivery, found.deliveryId)
  return { id, address: found.address, reason, deliveryId: cause?.id ?? null, since: isoTime(found.createdAt) }
}

/** The events that did not reach the endpoint. */
function webhookFacts(events: readonly DeliveryEvent[]): WebhookFact[] {
  return events.flatMap(({ type, state, stateReason: reason, attempts }) => {
    const isFine = state === 'delivered' || reason === NO_ENDPOINT || (state === 'pending' && attempts.length === 0)
    if (isFine) return []
    const last = attempts.at(-1)
    const lastError = last?.errorMessage ?? (last?.responseCode ? `status ${last.responseCode}` : null)
    return [{ type, state, reason, attempts: attempts.length, lastError }]
  })
}

/** What the statements read about a delivery. `sends`: newest first. */
interface Parts {
  about: About
  sends: SendRow[]
  events: DeliveryEvent[]
  suppression: DeliveryFacts['suppression']
}

async function readParts(connection: Connection, delivery: Delivery): Promise<Parts> {
  const { bucket, accountId, id: deliveryId, messageId, channel, createdAt } = delivery
  const [about] = await findAbout(connection, bucket, accountId, messageId, deliveryId, channel.id)
  return {
    about: about!,
    sends: await listSends(connection, delivery),
    events: await listDeliveryEvents(connection, { bucket, accountId, deliveryId }, createdAt),
    suppression: await suppressionOf(connection, delivery, about!),
  }
}

function factsOf(delivery: Delivery, { about, sends, events, suppression }: Parts, now: number): DeliveryFacts {
  const { factTimes, errorMessage, friendlyErrorMessage } = delivery
  return {
    status: delivery.status,
    channel: delivery.channel.name,
    error: friendlyErrorMessage ?? errorMessage,
    errorMessage,
    isLimit: delivery.limitFeatureKey !== null,
    sendAt: isoTime(about.sendAt),
    waitsUntil: isoTime(waitsUntil({ ...about, status: delivery.status, createdAt: delivery.createdAt }, now)),
    sentAt: isoTime(factTimes.sent),
    deliveredAt: isoTime(factTimes.delivered),
    openedAt: isoTime(factTimes.opened),
    failedAt: isoTime(factTimes.failed),
    bouncedAt: isoTime(factTimes.bounced),
    sends: sends.toReversed().map(({ number, startedAt: at, result, cause }) => {
      return { number, at: isoTime(at), result, cause }
    }),
    suppression,
    way: wayOf({
      channelType: delivery.channel.channelType,
      email: about.email,
      phone: about.phone,
      hasDevice: about.hasDevice,
      sentTo: sends[0]?.sentTo ?? null,
      isSuppressed: suppression !== null,
    }),
    againRefusal: againRefusal(about),
    webhooks: webhookFacts(events),
  }
}

/** The object that an action is about. Null: it needs none. */
function idOf(action: Action, delivery: Delivery, about: About, { suppression }: DeliveryFacts): number | null {
  switch (action) {
    case 'retry':
      return delivery.id
    case 'send_again':
      return delivery.messageId
    case 'change_recipient':
    case 'add_device':
      return delivery.recipientId
    case 'lift_suppression':
      return suppression!.id
    case 'open_channel':
      return delivery.channel.id
    case 'edit_template':
      return about.templateId
    case 'change_limits':
    case 'replay_events':
      return null
  }
}

const LastSend = Type.Object({
  number: Type.Integer({ description: 'Counted from 1' }),
  at: Time,
  result: Nullable(Type.String()),
  cause: Nullable(
    Type.String({ description: 'The word of the cause and the text of the provider', examples: ['mailbox_full: 552'] }),
  ),
})

const ExplanationOutput = Type.Object({
  sentence: Type.String({ examples: ['It arrived on Mail at 2026-06-08T10:20:00.000Z.'] }),
  cause: Type.String({
    description: 'A word for programs: the status if nothing is wrong, otherwise the reason',
    examples: ['no_device'],
  }),
  waits_until: Nullable({
    ...Time,
    description:
      'When the quiet hours of the recipient end, if the delivery waits for it. It can be canceled until then',
  }),
  last_send: Nullable(LastSend),
  next_send_at: Nullable({ ...Time, description: 'When a send that failed for now is repeated' }),
  sends_left: Nullable(
    Type.Integer({
      description:
        'How often the service still repeats the send, unless a limit of the provider delays it. A retry now is one of them',
    }),
  ),
  suppression: Nullable(
    Type.Object(
      {
        id: Id,
        address: Type.String(),
        reason: Choice(SUPPRESSION_REASONS),
        delivery_id: Nullable({
          ...Id,
          description: 'The delivery that was the reason. null: there is none, or it is no longer stored',
        }),
        since: Time,
      },
      { description: 'Of the present address of the recipient' },
    ),
  ),
  missing_events: Type.Integer({ description: 'Events of the delivery that your endpoint does not have' }),
  message: ExpandedMessage,
  attachments: Type.Optional(AttachmentsOutput),
  send_again_refusal: Nullable(
    Choice(AGAIN_REFUSALS, { description: 'Why another send would be refused. null: it is an action, or cannot help' }),
  ),
  actions: Type.Array(
    Type.Object({
      action: Choice(ACTIONS),
      id: Nullable(
        Type.Integer({
          ...Id,
          description:
            'The id of the delivery, message, recipient, suppression, channel or template. null if it needs none',
        }),
      ),
    }),
    { description: 'Actions that help, the most helpful first' },
  ),
})

/** The sends of the schedule that are left. A send that the provider refused because of its limit is not spent. */
function sendsLeft({ sendsMade: made, sendsUnspent: unspent }: About, retries: number): number | null {
  return made === null ? null : Math.max(1, 1 + retries - (made - (unspent ?? 0)))
}

function explanationView(
  delivery: Delivery,
  { about, suppression }: Parts,
  facts: DeliveryFacts,
  message: ExpandedMessage,
  { sendRetryScheduleMs: schedule }: Pick<Context['config'], 'sendRetryScheduleMs'>,
): Type.Static<typeof ExplanationOutput> {
  const { actions, ...explanation } = explain(facts)
  const isRetrying = delivery.status === 'retrying'
  return {
    ...explanation,
    message,
    ...(about.attachments === null ? {} : { attachments: JSON.parse(about.attachments) as AttachmentObject[] }),
    waits_until: facts.waitsUntil,
    last_send: facts.sends.at(-1) ?? null,
    next_send_at: isRetrying ? isoTime(about.dueAt) : null,
    sends_left: isRetrying ? sendsLeft(about, schedule.length) : null,
    suppression: suppression && {
      id: suppression.id,
      address: suppression.address,
      reason: suppression.reason as SuppressionReason,
      delivery_id: suppression.deliveryId,
      since: suppression.since,
    },
    missing_events: facts.webhooks.length,
    actions: actions.map((action) => ({ action, id: idOf(action, delivery, about, facts) })),
  }
}

/** The route that explains a delivery. */
export function explanationRoute(app: App, { clock, config }: Pick<Context, 'clock' | 'config'>): void {
  app.get(
    '/api/v1/deliveries/:id/explanation',
    {
      schema: {
        tags: ['Deliveries'],
        summary: 'Explain in one sentence why a delivery did or did not arrive, with the actions that help',
        description:
          'The sentence names the cause, the last send, a suppressed address, and events that your endpoint does not have.',
        params: IdParams,
        querystring: Type.Object({
          expand: Type.Optional(Choice(['delivery'], { description: 'Adds the delivery and its timeline' })),
        }),
        response: {
          200: Type.Object({
            explanation: ExplanationOutput,
            delivery: Type.Optional({ ...DeliveryOutput, description: 'Only with `expand=delivery`' }),
            timeline: Type.Optional({
              ...TimelineOutput.properties.timeline,
              description: 'Only with `expand=delivery`',
            }),
          }),
        },
      },
    },
    async ({ pool, caller, params, query }) => {
      const { delivery, parts, message, reports } = await snapshot(pool, async (connection) => {
        const delivery = await findDelivery(connection, caller, params.id)
        const parts = await readParts(connection, delivery)
        const messages = await expandMessages(connection, delivery, [delivery])
        const reports = query.expand === undefined ? null : await listReports(connection, delivery)
        return { delivery, parts, message: messages.get(delivery.messageId)!, reports }
      })
      const timeline = reports === null ? null : timelineOf(delivery, { ...parts, reports })
      return {
        explanation: explanationView(delivery, parts, factsOf(delivery, parts, clock.now()), message, config),
        ...(timeline === null ? {} : { delivery: deliveryView(delivery), timeline }),
      }
    },
  )
}
