/** The tool that explains why a message did not arrive. */
import type { Client, Delivery } from '@tidings/sdk/client'
import { explain, explainSkipped } from './explanation.ts'
import type { DeliveryFacts, WebhookFact } from './explanation.ts'
import { Id, tool, ToolFailure } from './tool.ts'
import type { Tool } from './tool.ts'

type Timeline = Awaited<ReturnType<Client['deliveries']['timeline']>>['timeline']

/** Deliveries of one message. */
const DELIVERIES_MAX = 50

/** The account has no endpoint, so it expects no events. */
const NO_ENDPOINT = 'no_endpoint'

function webhookFacts(timeline: Timeline): WebhookFact[] {
  return timeline.flatMap(({ kind, event_type: type, state, state_reason: reason = null, attempts = [] }) => {
    if (kind !== 'event' || type === undefined || state === undefined) return []
    if (state === 'delivered' || reason === NO_ENDPOINT) return []
    const last = attempts.at(-1)
    const lastError = last?.error_message ?? (last?.response_code ? `status ${last.response_code}` : null)
    return state === 'pending' && attempts.length === 0
      ? []
      : [{ type, state, reason, attempts: attempts.length, lastError }]
  })
}

/** A message and its recipient. Null: the recipient is deleted. */
async function readMessage(client: Client, id: number) {
  const message = await client.messages.get(id)
  const recipient = await client.notificationUsers.get(message.notification_user_id).catch(() => null)
  return { message, recipient }
}

type MessageRead = Awaited<ReturnType<typeof readMessage>>

async function suppressionOf(
  client: Client,
  { notification_channel: { channel_type: type } }: Delivery,
  { recipient }: MessageRead,
) {
  if (type !== 'email' && type !== 'sms') return null
  const address = type === 'email' ? recipient?.email : recipient?.phone
  if (address == null) return null
  const query = { address, channel_type: type, limit: 1 }
  const { suppressions } = await client.send('GET /api/v1/suppressions', { query })
  const [found] = suppressions
  return found === undefined ? null : { reason: found.reason, since: found.created_at }
}

async function explainDelivery(client: Client, delivery: Delivery, read: MessageRead) {
  const { timeline } = await client.deliveries.timeline(delivery.id)
  const suppression = await suppressionOf(client, delivery, read)
  const sends = timeline
    .filter(({ kind }) => kind === 'send')
    .map(({ number = 0, at, result = null, cause = null }) => ({ number, at, result, cause }))
  const facts: DeliveryFacts = {
    status: delivery.status,
    channel: delivery.notification_channel.name,
    error: delivery.friendly_error_message ?? delivery.error_message,
    sendAt: read.message.send_at,
    sentAt: delivery.sent_at,
    deliveredAt: delivery.delivered_at,
    openedAt: delivery.opened_at,
    failedAt: delivery.failed_at,
    sends,
    suppression,
    webhooks: webhookFacts(timeline),
  }
  return { delivery_id: delivery.id, message_id: delivery.message_id, explanation: explain(facts), facts }
}

export const WHY_TOOL: Tool = tool({
  name: 'why_did_it_not_arrive',
  title: 'Why did it not arrive?',
  description:
    'Explains in a sentence why a message or one of its deliveries arrived or did not: its state, its sends with the errors of the provider, suppressed addresses, preferences of the recipient, and webhooks that failed. Give a message or a delivery.',
  input: { message_id: Id.optional(), delivery_id: Id.optional() },
  isReadOnly: true,
  roles: ['read', 'send', 'full'],
  async run({ message_id: messageId, delivery_id: deliveryId }, { client }) {
    if ((messageId === undefined) === (deliveryId === undefined))
      throw new ToolFailure('Give either message_id or delivery_id')
    if (deliveryId !== undefined) {
      const delivery = await client.deliveries.get(deliveryId)
      const read = await readMessage(client, delivery.message_id)
      return { deliveries: [await explainDelivery(client, delivery, read)] }
    }
    const read = await readMessage(client, messageId!)
    const { deliveries, skipped_channels: skipped } = read.message
    if (deliveries.length === 0 && skipped.length === 0)
      return { deliveries: [], explanation: 'The template had no active channel, so the message has no delivery.' }
    const explained = []
    for (const { id } of deliveries.slice(0, DELIVERIES_MAX))
      explained.push(await explainDelivery(client, await client.deliveries.get(id), read))
    const skippedSentences = skipped.map(({ notification_channel: channel, reason }) =>
      explainSkipped(channel.name, reason),
    )
    return { deliveries: explained, skipped_channels: skippedSentences }
  },
})
