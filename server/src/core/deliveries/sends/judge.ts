/** Judges a due send: reads the facts of its row, decides, and makes the provider's input. */
import { readSettings } from '../../channels/channel.ts'
import type { Logger } from '../../../platform/log.ts'
import { messageIdOf } from '../../providers/message-id.ts'
import type { ChannelType, Device, SendInput } from '../../providers/provider.ts'
import { reachesPlatform } from '../../providers/registry.ts'
import type { PreferenceLinks } from '../../recipients/preferences/links.ts'
import { delayedUntil, skipReason } from '../../recipients/preferences/preferences.ts'
import type { SecretsCipher } from '../../../platform/secrets.ts'
import type { RenderedText } from '../../rendering/render.ts'
import { deliveryOfRow } from '../delivery.ts'
import type { LockedSend } from '../queries.ts'
import { isSettled } from '../status.ts'
import type { SuppressionReason } from '../suppressions.ts'
import { decideSend } from './decision.ts'
import type { SendDecision } from './decision.ts'

export interface JudgeTools {
  cipher: SecretsCipher
  links: Pick<PreferenceLinks, 'oneClick'>
  log: Logger
}

/** The input of the provider's call, before the call has a signal. */
export type ProviderInput = Omit<SendInput, 'signal'>

export interface Judged {
  row: LockedSend
  decision: SendDecision
  /** Null if the decision is not to send. */
  input: ProviderInput | null
}

/** The recipient's address for mail or SMS. Null for push, which goes to devices, and for the inbox. */
export function addressOf({ channel_type: channelType, email, phone }: LockedSend): string | null {
  if (channelType === 'email') return email
  return channelType === 'sms' ? phone : null
}

/** The provider's input. The channel's own texts replace the message's. */
function inputOf(row: LockedSend, devices: Device[], { cipher, links }: Omit<JudgeTools, 'log'>): ProviderInput {
  const { bucket, account_id: accountId, recipient_id: recipientId, id, topic } = row
  const hasChoice = row.channel_type === 'email' && topic !== null && !topic.required
  const texts = JSON.parse(row.channel_texts ?? '{}') as Record<string, RenderedText | undefined>
  const text: RenderedText = texts[row.channel_id] ?? { subject: row.rendered_subject, body: row.rendered_body }
  return {
    delivery: { bucket, accountId, id, number: row.sends_made + 1, messageId: row.message_id },
    channel: { id: row.channel_id, name: row.channel_name, type: row.channel_type as ChannelType },
    settings: readSettings(cipher, accountId, row.channel_id, row),
    to: { email: row.email, phone: row.phone, devices },
    ...{ recipientId, topicId: topic?.id ?? null, url: text.url ?? null },
    subject: text.subject,
    body: text.body,
    bodyFormat: row.body_format,
    messageId: messageIdOf({ accountId, id, createdAt: row.created_at }),
    unsubscribeUrl: hasChoice ? links.oneClick({ accountId, recipientId, topicId: topic.id }) : null,
  }
}

/**
 * Decides one send. If its settings cannot be read, it stays unchanged and does not stop the other sends of its batch.
 */
export function judge(row: LockedSend, now: number, suppressed: SuppressionReason | null, tools: JudgeTools): Judged {
  const delivery = deliveryOfRow(row)
  // Only devices that the channel's provider can reach.
  const devices = (row.devices ?? []).filter((device) => reachesPlatform(row.provider, device.platform))
  const decision = decideSend({
    status: delivery.status,
    settled: isSettled(delivery) || row.started_at !== null,
    dueAt: row.due_at,
    now,
    recipientDeleted: row.recipient_deleted,
    channelDeleted: row.channel_deleted,
    channelAttached: row.channel_attached,
    channelActive: row.channel_active,
    anyChannelLive: row.any_channel_live,
    channelType: row.channel_type,
    hasAddress: row.channel_type === 'in_app' || addressOf(row) !== null || devices.length > 0,
    skipped: skipReason(row, row.topic, row.channel_type),
    quietUntil: delayedUntil(row, row.topic, row.critical, now),
    suppressed,
  })
  if (decision.action !== 'send') return { row, decision, input: null }
  try {
    return { row, decision, input: inputOf(row, devices, tools) }
  } catch (error) {
    const ids = { delivery_id: row.id, account_id: row.account_id, channel_id: row.channel_id }
    tools.log.error({ event: 'delivery.send_unreadable', ...ids, err: error })
    return { row, decision: { action: 'leave' }, input: null }
  }
}
