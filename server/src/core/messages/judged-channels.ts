import { skipReason } from '../recipients/preferences/preferences.ts'
import type { RecipientRow } from '../recipients/recipient.ts'
import type { LoadedChannel, LoadedTemplate } from '../rendering/find-templates.ts'
import type { SkippedChannel } from './message.ts'

/** A message's channels, and those without a delivery because of the recipient's preferences. */
export interface JudgedChannels {
  channels: LoadedChannel[]
  skipped: SkippedChannel[]
}

/**
 * Judges the channels of a message that is sent at once. A scheduled message is judged when it is dispatched
 * (`deliveries/sends/decision.ts`), because preferences may change until then.
 */
export function judgeChannels(
  { recipient, template: { channels, topic } }: { recipient: RecipientRow; template: LoadedTemplate },
  sendAt: number | null,
): JudgedChannels {
  const skipped: SkippedChannel[] = []
  const hasNone = recipient.preferences.length === 0 && !recipient.paused
  if (sendAt !== null || hasNone) return { channels, skipped }
  const going = channels.filter(({ channelId: id, name, channelType }) => {
    const reason = skipReason(recipient, topic, channelType)
    if (reason !== null) skipped.push({ id, name, channelType, reason })
    return reason === null
  })
  return { channels: going, skipped }
}
