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
import { hasNewWay, presentAddress } from '../../core/deliveries/another-send.ts'
import { AttachmentsOutput } from '../../core/messages/attachments.ts'
import type { AttachmentObject } from '../../core/messages/attachments.ts'
import { ACTIONS, AGAIN_REFUSALS, againRefusal, explain } from './explanation.ts'
import type { Action, DeliveryFacts, WebhookFact } from './explanation.ts'
import { findDelivery } from '../../core/deliveries/find-delivery.ts'
import { comparableAddress } from '../../core/deliveries/suppressions.ts'
import { listSends } from '../../core/deliveries/timeline.ts'

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
  `select id, reason, created_at from suppressions
   where bucket = $1 and account_id = $2 and channel_type = $3 and address = $4`,
)

/** The suppression of the recipient's present address, or null. */
async function suppressionOf(connection: Connection, { bucket, accountId, channel }: Delivery, about: About) {
  const { channelType: type } = channel
  if (type !== 'email' && type !== 'sms') return null
  const written = presentAddress({ channelType: type, ...about })
  const address = written === null ? null : comparableAddress(type, written)
  if (address === null) return null
  const [found] = await findSuppression(connection, bucket, accountId, type, address)
  return found === undefined ? null : { id: found.id, reason: found.reason, since: isoTime(found.createdAt) }
}

/** When the recipient's quiet hours end, if the delivery waits for it. Other sends that have not begun are due in their time. */
function waitsUntil({ status, createdAt }: Delivery, about: About, now: number) {
  const { sendAt, dueAt, sendsMade: made } = about
  const hasNotBegun = (status === 'scheduled' || status === 'queued') && made === 0
  return hasNotBegun && dueAt !== null && dueAt > Math.max(now, sendAt ?? createdAt) ? dueAt : null
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

async function factsOf(connection: Connection, delivery: Delivery, about: About, now: number): Promise<DeliveryFacts> {
  const { bucket, accountId, id: deliveryId, factTimes, errorMessage, friendlyErrorMessage } = delivery
  const sends = await listSends(connection, delivery)
  const suppression = await suppressionOf(connection, delivery, about)
  const events = await listDeliveryEvents(connection, { bucket, accountId, deliveryId }, delivery.createdAt)
  return {
    status: delivery.status,
    channel: delivery.channel.name,
    error: friendlyErrorMessage ?? errorMessage,
    errorMessage,
    isLimit: delivery.limitFeatureKey !== null,
    sendAt: isoTime(about.sendAt),
    waitsUntil: isoTime(waitsUntil(delivery, about, now)),
    sentAt: isoTime(factTimes.sent),
    deliveredAt: isoTime(factTimes.delivered),
    openedAt: isoTime(factTimes.opened),
    failedAt: isoTime(factTimes.failed),
    bouncedAt: isoTime(factTimes.bounced),
    sends: sends.toReversed().map(({ number, startedAt: at, result, cause }) => {
      return { number, at: isoTime(at), result, cause }
    }),
    suppression,
    hasNewWay: hasNewWay({
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
      { id: Id, reason: Type.String(), since: Time },
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
        response: { 200: Type.Object({ explanation: ExplanationOutput }) },
      },
    },
    async ({ pool, caller, params }) => {
      const { delivery, about, facts, message } = await snapshot(pool, async (connection) => {
        const delivery = await findDelivery(connection, caller, params.id)
        const [about] = await findAbout(
          connection,
          delivery.bucket,
          delivery.accountId,
          delivery.messageId,
          delivery.id,
          delivery.channel.id,
        )
        const facts = await factsOf(connection, delivery, about!, clock.now())
        const messages = await expandMessages(connection, delivery, [delivery])
        return { delivery, about: about!, facts, message: messages.get(delivery.messageId)! }
      })
      const { actions, ...explanation } = explain(facts)
      return {
        explanation: {
          ...explanation,
          message,
          ...(about.attachments === null ? {} : { attachments: JSON.parse(about.attachments) as AttachmentObject[] }),
          waits_until: facts.waitsUntil,
          last_send: facts.sends.at(-1) ?? null,
          next_send_at: delivery.status === 'retrying' ? isoTime(about.dueAt) : null,
          sends_left: delivery.status === 'retrying' ? sendsLeft(about, config.sendRetryScheduleMs.length) : null,
          suppression: facts.suppression,
          missing_events: facts.webhooks.length,
          actions: actions.map((action) => ({ action, id: idOf(action, delivery, about, facts) })),
        },
      }
    },
  )
}
