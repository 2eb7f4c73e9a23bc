/**
 * Event notifications of Amazon SES (docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html).
 */
import { bounceOf, factOnly, isAutomaticReply, objectionOf, refusalReport } from './bounce.ts'
import type { BounceLabel, ReportedFact } from './bounce.ts'
import type { CallbackReport } from './callback.ts'
import type { CauseWord } from './causes.ts'
import { textAt } from './http-call.ts'
import { parseMessageId } from './message-id.ts'
import type { DeliveryReference } from './message-id.ts'

/** The tag with our reference to the delivery. */
export const SES_REFERENCE = 'tidings_delivery'

/** Tag values allow only letters, digits, underscores and dashes. */
export function sesTagValue(messageId: string): string {
  return messageId.replaceAll('.', '-')
}

function deliveryOf(event: unknown): DeliveryReference | null {
  return parseMessageId((textAt(event, 'mail', 'tags', SES_REFERENCE, 0) ?? '').replaceAll('-', '.'))
}

const LABELS: ReadonlyMap<string | null, BounceLabel> = new Map([
  ['Permanent', 'permanent'],
  ['Transient', 'transient'],
])

/** Bounces caused by the message, not by the mailbox. */
const CONTENT_CAUSES: ReadonlyMap<string, CauseWord> = new Map([
  ['MessageTooLarge', 'message_too_large'],
  ['ContentRejected', 'message_refused'],
  ['AttachmentRejected', 'message_refused'],
])

function bounceFact(event: unknown): ReportedFact | null {
  const recipient = ['bounce', 'bouncedRecipients', 0] as const
  const subtype = textAt(event, 'bounce', 'bounceSubType') ?? ''
  const parts = [textAt(event, ...recipient, 'diagnosticCode') ?? textAt(event, ...recipient, 'status'), subtype]
  const said = parts.filter((part) => part !== null && part !== '').join(' ')
  const type = textAt(event, 'bounce', 'bounceType')
  if (isAutomaticReply(type, subtype, said)) return null
  const word = CONTENT_CAUSES.get(subtype)
  if (word !== undefined) return refusalReport(said, word)
  return bounceOf(LABELS.get(type) ?? 'unclear', textAt(event, ...recipient, 'emailAddress'), said)
}

function complaintFact(event: unknown): ReportedFact | null {
  // The recipient took the message out of the spam folder.
  if (textAt(event, 'complaint', 'complaintFeedbackType') === 'not-spam') return null
  return objectionOf(textAt(event, 'complaint', 'complainedRecipients', 0, 'emailAddress'), 'complaint')
}

/** The field with the event's details and its time, by event type. */
const DETAILS: Record<string, string> = {
  Delivery: 'delivery',
  Open: 'open',
  Bounce: 'bounce',
  Complaint: 'complaint',
}

/** Amazon SES reports on each recipient by itself. An open names none. */
function recipientOf(event: unknown): string | null {
  return (
    textAt(event, 'delivery', 'recipients', 0) ??
    textAt(event, 'bounce', 'bouncedRecipients', 0, 'emailAddress') ??
    textAt(event, 'complaint', 'complainedRecipients', 0, 'emailAddress')
  )
}

function reportedFact(type: string, event: unknown): ReportedFact | null {
  switch (type) {
    case 'Delivery':
      return factOnly('delivered')
    case 'Open':
      return factOnly('opened')
    case 'Bounce':
      return bounceFact(event)
    case 'Complaint':
      return complaintFact(event)
    case 'Reject':
      return refusalReport(textAt(event, 'reject', 'reason') ?? 'rejected')
    default:
      return null
  }
}

/** The report of an event, or null if a delivery records nothing for it. `id`: of the SNS message around it. */
export function sesReport(event: unknown, id: string): CallbackReport | null {
  // Notifications set on an identity instead of a configuration set use `notificationType`.
  const type = textAt(event, 'eventType') ?? textAt(event, 'notificationType') ?? ''
  const reported = reportedFact(type, event)
  if (reported === null) return null
  const at = Date.parse(textAt(event, DETAILS[type] ?? 'mail', 'timestamp') ?? '')
  return {
    ...reported,
    recipient: recipientOf(event),
    providerEventId: id,
    delivery: deliveryOf(event),
    providerMessageId: textAt(event, 'mail', 'messageId'),
    at: Number.isNaN(at) ? null : at,
  }
}
