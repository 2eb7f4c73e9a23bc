import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import { listDeliveryEvents } from '../../core/events/of-delivery.ts'
import type { DeliveryEvent } from '../../core/events/of-delivery.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import type { Delivery } from '../../core/deliveries/delivery.ts'
import { ACTIONS, explain } from './explanation.ts'
import type { Action, DeliveryFacts, WebhookFact } from './explanation.ts'
import { findDelivery } from '../../core/deliveries/find-delivery.ts'
import { comparableAddress } from '../../core/deliveries/suppressions.ts'
import { listSends } from '../../core/deliveries/timeline.ts'

/** The account has no endpoint, so it expects no events. */
const NO_ENDPOINT = 'no_endpoint'

interface About {
  send_at: number | null
  template_id: number
  email: string | null
  phone: string | null
  /** When its send is due, if no send has begun. */
  due_at: number | null
}

/** The message, the recipient's addresses and the waiting send. */
const findAbout = sql<About, [bucket: number, accountId: number, messageId: number, deliveryId: number]>(
  'deliveries.find_about',
  `select m.send_at, m.template_id, r.email, r.phone, (
     select q.due_at from send_queue q
     where q.bucket = $1 and q.account_id = $2 and q.delivery_id = $4 and q.started_at is null and q.sends_made = 0
   ) as due_at
   from messages m cross join ${rowOf(['recipients', 'r'], 'm', ['id', 'recipient_id'])}
   where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
)

const findSuppression = sql<
  { id: number; reason: string; created_at: number },
  [bucket: number, accountId: number, channelType: string, address: string]
>(
  'suppressions.find_of_address',
  `select id, reason, created_at from suppressions
   where bucket = $1 and account_id = $2 and channel_type = $3 and address = $4`,
)

/** The suppression of the recipient's present address, or null. */
async function suppressionOf(connection: Connection, { bucket, accountId, channel }: Delivery, about: About) {
  const { channelType: type } = channel
  if (type !== 'email' && type !== 'sms') return null
  const written = type === 'email' ? about.email : about.phone
  const address = written === null ? null : comparableAddress(type, written)
  if (address === null) return null
  const [found] = await findSuppression(connection, bucket, accountId, type, address)
  return found === undefined ? null : { id: found.id, reason: found.reason, since: isoTime(found.created_at) }
}

/** When the recipient's quiet hours end, if the delivery waits for it. Other sends that have not begun are due in their time. */
function waitsUntil({ status, createdAt }: Delivery, { send_at: sendAt, due_at: dueAt }: About, now: number) {
  const hasNotBegun = status === 'scheduled' || status === 'queued'
  return hasNotBegun && dueAt !== null && dueAt > Math.max(now, sendAt ?? createdAt) ? dueAt : null
}

/** The events that did not reach the endpoint. */
function webhookFacts(events: readonly DeliveryEvent[]): WebhookFact[] {
  return events.flatMap(({ type, state, stateReason: reason, attempts }) => {
    const isFine = state === 'delivered' || reason === NO_ENDPOINT || (state === 'pending' && attempts.length === 0)
    if (isFine) return []
    const last = attempts.at(-1)
    const lastError = last?.error_message ?? (last?.response_code ? `status ${last.response_code}` : null)
    return [{ type, state, reason, attempts: attempts.length, lastError }]
  })
}

async function factsOf(connection: Connection, delivery: Delivery, about: About, now: number): Promise<DeliveryFacts> {
  const { bucket, accountId, id: deliveryId, factTimes, errorMessage, friendlyErrorMessage } = delivery
  const sends = await listSends(connection, delivery)
  const events = await listDeliveryEvents(connection, { bucket, accountId, deliveryId }, delivery.createdAt)
  return {
    status: delivery.status,
    channel: delivery.channel.name,
    error: friendlyErrorMessage ?? errorMessage,
    errorMessage,
    isLimit: delivery.limitFeatureKey !== null,
    sendAt: isoTime(about.send_at),
    waitsUntil: isoTime(waitsUntil(delivery, about, now)),
    sentAt: isoTime(factTimes.sent),
    deliveredAt: isoTime(factTimes.delivered),
    openedAt: isoTime(factTimes.opened),
    failedAt: isoTime(factTimes.failed),
    bouncedAt: isoTime(factTimes.bounced),
    sends: sends.toReversed().map(({ number, started_at: at, result, cause }) => {
      return { number, at: isoTime(at), result, cause }
    }),
    suppression: await suppressionOf(connection, delivery, about),
    webhooks: webhookFacts(events),
  }
}

/** The object that an action is about. Null: it needs none. */
function idOf(action: Action, delivery: Delivery, about: About, { suppression }: DeliveryFacts): number | null {
  switch (action) {
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
      return about.template_id
    case 'change_limits':
    case 'replay_events':
      return null
  }
}

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
  actions: Type.Array(
    Type.Object({
      action: Choice(ACTIONS),
      id: Nullable(
        Type.Integer({
          ...Id,
          description: 'The id of the message, recipient, suppression, channel or template. null if it needs none',
        }),
      ),
    }),
    { description: 'Actions that help, the most helpful first' },
  ),
})

/** The route that explains a delivery. */
export function explanationRoute(app: App, clock: Clock): void {
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
      const { delivery, about, facts } = await snapshot(pool, async (connection) => {
        const delivery = await findDelivery(connection, caller, params.id)
        const [about] = await findAbout(
          connection,
          delivery.bucket,
          delivery.accountId,
          delivery.messageId,
          delivery.id,
        )
        return { delivery, about: about!, facts: await factsOf(connection, delivery, about!, clock.now()) }
      })
      const { actions, ...explanation } = explain(facts)
      const withIds = actions.map((action) => ({ action, id: idOf(action, delivery, about, facts) }))
      return { explanation: { ...explanation, waits_until: facts.waitsUntil, actions: withIds } }
    },
  )
}
