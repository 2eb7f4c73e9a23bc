/** The tool that explains why a message did not arrive. */
import type { Client } from '@tidings/sdk/client'
import { Id, tool, ToolFailure } from './tool.ts'
import type { Tool } from './tool.ts'

/** Deliveries of one message. */
const DELIVERIES_MAX = 50

const SKIPPED = {
  topic_disabled: 'the recipient does not want messages of this topic on this type of channel',
  recipient_paused: 'the recipient has paused messages',
} as const

/** The sentence for a channel without a delivery, because of the recipient's preferences. */
function explainSkipped(channel: string, reason: keyof typeof SKIPPED): string {
  return `It was not sent on ${channel}: ${SKIPPED[reason]}.`
}

async function explainDelivery(client: Client, id: number, messageId: number) {
  const { explanation } = await client.request('GET /api/v1/deliveries/{id}/explanation', { path: { id } })
  const { sentence, cause, actions } = explanation
  return { delivery_id: id, message_id: messageId, explanation: sentence, cause, actions }
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
      return { deliveries: [await explainDelivery(client, deliveryId, delivery.message_id)] }
    }
    const { deliveries, skipped_channels: skipped } = await client.messages.get(messageId!)
    if (deliveries.length === 0 && skipped.length === 0)
      return { deliveries: [], explanation: 'The template had no active channel, so the message has no delivery.' }
    const explained = []
    for (const { id } of deliveries.slice(0, DELIVERIES_MAX))
      explained.push(await explainDelivery(client, id, messageId!))
    const skippedSentences = skipped.map(({ notification_channel: channel, reason }) =>
      explainSkipped(channel.name, reason),
    )
    return { deliveries: explained, skipped_channels: skippedSentences }
  },
})
