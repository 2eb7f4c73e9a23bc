/** Creates a message again for the same recipient, with the same template and attributes, in the same language. */
import type { Pool } from '../../platform/db/pool.ts'
import type { CreateResult, Keyed, MessageCreator } from '../../core/messages/create.ts'
import { hasFailed } from '../../core/deliveries/status.ts'
import { refusal } from '../../core/messages/draft.ts'
import type { Sender } from '../../core/messages/draft.ts'
import type { Message } from '../../core/messages/message.ts'
import type { MessageInput } from '../../core/messages/schemas.ts'

export const AGAIN_CHANNELS = ['failed', 'all'] as const
export type AgainChannels = (typeof AGAIN_CHANNELS)[number]

/** The ids of the channels on which the message failed. */
function failedChannels({ deliveries }: Pick<Message, 'deliveries'>): Set<number> {
  return new Set(deliveries.filter(({ status }) => hasFailed(status)).map(({ channel }) => channel.id))
}

function inputOf({ recipientId, templateId, locale, critical, attributes }: Message): MessageInput {
  return {
    notification_user_id: recipientId,
    message_template_id: templateId,
    message_attributes_attributes: attributes.map(({ name, value }) => ({ name, value })),
    critical,
    // Null: the template's own texts, or a message from before the template had languages. The recipient decides again.
    ...(locale === null ? {} : { locale }),
  }
}

/** Creates the message again, by default only on the channels on which it failed. They must still be on the template. */
export async function sendAgain(
  pool: Pool,
  messages: MessageCreator,
  sender: Sender,
  message: Message,
  channels: AgainChannels,
  keyed: Keyed | null,
): Promise<CreateResult> {
  const input = inputOf(message)
  if (channels === 'all') return messages.create(pool, sender, input, keyed)
  const wanted = failedChannels(message)
  if (wanted.size === 0) return refusal({ channels: ['has no failed delivery'] })
  const found = await messages.drafter.references(sender, input, null)
  if (!found.ok) return found
  const kept = found.template.channels.filter(({ channelId }) => wanted.has(channelId))
  if (kept.length === 0) return refusal({ channels: ['are no longer active on the template'] })
  return messages.createFrom(sender, input, { ...found, template: { ...found.template, channels: kept } }, keyed)
}
