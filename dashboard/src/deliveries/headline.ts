/** What became of a delivery in at most eight words. */
import { sentenceOf } from './cause.ts'

export interface Outcome {
  /** From `shownStatusOf`. */
  status: string
  /** The word of its explanation. */
  cause: string
  waits_until: string | null
  last_send: { cause: string | null } | null
}

const CANCELED: Record<string, string> = {
  requested: 'Canceled on request',
  recipient_deleted: 'Canceled: the recipient was deleted',
  no_live_channels: 'Canceled: no active channel',
  channel_deleted_or_detached: 'Canceled: the template lost the channel',
}

const PLAIN: Record<string, string> = {
  in_inbox: 'In the inbox of the app',
  opened: 'Delivered and opened',
  delivered: 'Delivered',
  sent: 'Sent, no report of the delivery yet',
  scheduled: 'Scheduled',
  queued: 'Waits to be sent',
}

/** The status of a delivery, or `in_inbox`: a sent message in the inbox of an app has arrived, and no report comes. */
export function shownStatusOf({
  status,
  notification_channel: { channel_type: type },
}: {
  status: string
  notification_channel: { channel_type: string }
}): string {
  return status === 'sent' && type === 'in_app' ? 'in_inbox' : status
}

/** The sentence of a cause behind a colon. Null: the cause is a status. */
function causeAfter(words: string, cause: string | null | undefined): string | null {
  const sentence = sentenceOf(cause ?? null)
  return sentence === null ? null : `${words}: ${sentence.replace(/^The /, 'the ')}`
}

export function headlineOf({ status, cause, waits_until: until, last_send: last }: Outcome): string {
  if (status === 'opened' && cause === 'bounced') return 'Bounced, although a program loaded its pixel'
  if (until !== null) return 'Waits for the end of quiet hours'
  if (status === 'retrying') return causeAfter('Delayed', last?.cause) ?? 'Delayed: the service tries again'
  if (status === 'bounced') return causeAfter('Bounced', cause) ?? causeAfter('Bounced', 'unknown')!
  if (status === 'canceled') return CANCELED[cause] ?? causeAfter('Canceled', cause) ?? 'Canceled'
  return PLAIN[status] ?? causeAfter('Failed', cause) ?? causeAfter('Failed', 'unknown')!
}
