/** Creates a message again for the same recipient, with the same template and attributes, in the same language. */
import type { Pool } from '../../platform/db/pool.ts'
import type { CreateResult, Keyed, MessageCreator } from '../../core/messages/create.ts'
import { refusal } from '../../core/messages/draft.ts'
import type { BodyBudget, RequestBudget, Sender } from '../../core/messages/draft.ts'
import type { Message } from '../../core/messages/message.ts'
import type { MessageInput } from '../../core/messages/schemas.ts'

export const AGAIN_CHANNELS = ['failed', 'all'] as const
export type AgainChannels = (typeof AGAIN_CHANNELS)[number]

const HAS_FAILED: ReadonlySet<string> = new Set(['failed', 'bounced'])

/** The ids of the channels on which the message failed. */
function failedChannels({ deliveries }: Pick<Message, 'deliveries'>): Set<number> {
  return new Set(deliveries.filter(({ status }) => HAS_FAILED.has(status)).map(({ channel }) => channel.id))
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

/** One message alone has no limits of a batch. */
const UNLIMITED: BodyBudget = { isFull: () => false, take: () => true, copy: () => UNLIMITED }
const alone = (): Omit<RequestBudget, 'templates'> => ({ usedMs: 0, maxMs: Infinity, bodyBudget: UNLIMITED })

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
  const found = await messages.drafter.template(sender, input, null)
  if (!found.ok) return found
  const kept = found.template.channels.filter(({ channelId }) => wanted.has(channelId))
  if (kept.length === 0) return refusal({ channels: ['are no longer active on the template'] })
  const narrowed = Promise.resolve({ ...found.template, channels: kept })
  const templates = new Map([[JSON.stringify([message.templateId, null]), narrowed]])
  return messages.create(pool, sender, input, keyed, { ...alone(), templates })
}
