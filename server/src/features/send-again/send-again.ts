/** Creates a message again for the same recipient, with the same template and attributes, in the same language. */
import type { Connection } from '../../platform/db/sql.ts'
import type { Write } from '../../platform/db/transaction.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CreateResult, Keyed, MessageCreator } from '../../core/messages/create.ts'
import { lockAccount } from '../../core/accounts/quotas.ts'
import { labelsShown } from '../../core/deliveries/labels.ts'
import { recordSentAgain } from '../../core/deliveries/sent-again.ts'
import { refusal } from '../../core/messages/draft.ts'
import type { Draft, References, Refusal, Sender } from '../../core/messages/draft.ts'
import type { Message } from '../../core/messages/message.ts'
import type { MessageInput } from '../../core/messages/schemas.ts'
import { readArriving } from './resends.ts'

export const AGAIN_CHANNELS = ['failed', 'all'] as const
export type AgainChannels = (typeof AGAIN_CHANNELS)[number]

/** The input that creates the message again. */
function inputOf(message: Message): MessageInput {
  const { recipientId, templateId, locale, critical, attributes } = message
  return {
    notification_user_id: recipientId,
    message_template_id: templateId,
    message_attributes_attributes: attributes.map(({ name, value }) => ({ name, value })),
    critical,
    // Null: the template's own texts, or a message from before the template had languages. The recipient decides again.
    ...(locale === null ? {} : { locale }),
    ...labelsShown(message),
    priority: message.priority ?? 'normal',
  }
}

/**
 * The draft of the message again, from the current texts. `channelIds`: only on these channels, as far as they are still
 * active on the template. Null: on all.
 */
export async function draftAgain(
  drafter: MessageCreator['drafter'],
  sender: Sender,
  message: Message,
  channelIds: ReadonlySet<number> | null,
): Promise<Draft | Refusal> {
  // The files are removed after the last send, and a mail without them would be another one.
  if (message.attachments !== null)
    return refusal({ attachments: ['are not kept: create the message anew with its files'] })
  const input = inputOf(message)
  const found = await drafter.references(sender, input, null)
  if (!found.ok) return found
  const chosen = channelIds === null ? found : onlyOn(found, channelIds)
  if (channelIds !== null && chosen.template.channels.length === 0)
    return refusal({ channels: ['are no longer active on the template'] })
  const ids = await drafter.takeIds(input, chosen.template)
  return drafter.draft(sender, input, chosen, ids, null)
}

/** The references with only these channels of the template. */
function onlyOn(found: References, channelIds: ReadonlySet<number>): References {
  const channels = found.template.channels.filter(({ channelId }) => channelIds.has(channelId))
  return { ...found, template: { ...found.template, channels } }
}

/** The failed channels on which another send can arrive, or why there are none. */
async function helpedChannels(pool: Connection, sender: Sender, messageId: number): Promise<Set<number> | Refusal> {
  const { failed, arriving } = await readArriving(pool, sender, [messageId])
  if (failed.length === 0) return refusal({ channels: ['has no failed delivery'] })
  if (arriving.length === 0) return refusal({ channels: ['has no failed delivery that another send can help'] })
  return new Set(arriving.map(({ channelId }) => channelId))
}

/**
 * Creates the message again, by default only on the channels on which it failed and can arrive now. They must still be on
 * the template.
 */
export async function sendAgain(
  { pool, write, clock }: { pool: Connection; write: Write; clock: Clock },
  messages: MessageCreator,
  sender: Sender,
  message: Message,
  channels: AgainChannels,
  keyed: Keyed | null,
): Promise<CreateResult> {
  const { bucket, accountId } = sender
  const wanted = channels === 'failed' ? await helpedChannels(pool, sender, message.id) : null
  if (wanted !== null && 'ok' in wanted) return wanted
  const draft = await draftAgain(messages.drafter, sender, message, wanted)
  if (!draft.ok) return draft
  return messages.storeAlone(write, draft, keyed, {
    before: (tx) => lockAccount(tx, bucket, accountId),
    after: (tx, againId) =>
      recordSentAgain(tx, [{ bucket, accountId, messageId: message.id, againId, at: clock.now(), resendId: null }]),
  })
}
