/**
 * Explains why a delivery did or did not arrive: a sentence for people, a word for programs, and the actions that help.
 * Pure. The API, the dashboard and the tools for assistants all show this explanation.
 */
import { canArrive } from '../../core/deliveries/another-send.ts'
import type { Way } from '../../core/deliveries/another-send.ts'
import { failureCause } from '../../core/deliveries/cause.ts'
import type { FailureCause } from '../../core/deliveries/cause.ts'
import { hasFailed } from '../../core/deliveries/status.ts'
import type { CancelReason } from '../../core/deliveries/status.ts'

export interface SendFact {
  number: number
  at: string
  result: string | null
  cause: string | null
}

export interface WebhookFact {
  type: string
  state: string
  reason: string | null
  attempts: number
  lastError: string | null
}

export interface DeliveryFacts {
  status: string
  channel: string
  /** The sentence of the failure for people, or the cause. */
  error: string | null
  /** The cause as stored: our own sentence, or a word with the provider's text. */
  errorMessage: string | null
  isLimit: boolean
  sendAt: string | null
  /** When the quiet hours of the recipient end, if the delivery waits for it. */
  waitsUntil: string | null
  sentAt: string | null
  deliveredAt: string | null
  openedAt: string | null
  failedAt: string | null
  /** If the mail bounced, although its status may be higher. */
  bouncedAt: string | null
  sends: readonly SendFact[]
  /** Why the address is suppressed now, and since when. */
  suppression: { id: number; address: string; reason: string; deliveryId: number | null; since: string } | null
  /** The present way to the recipient. */
  way: Way
  /** Why the service refuses to send the message again on the channel. Null: it does not. */
  againRefusal: AgainRefusal | null
  /** Events that did not reach the endpoint. */
  webhooks: readonly WebhookFact[]
}

export const AGAIN_REFUSALS = [
  'attachments_removed',
  'recipient_deleted',
  'template_deleted',
  'channel_not_on_template',
] as const
export type AgainRefusal = (typeof AGAIN_REFUSALS)[number]

/** The parts that a message needs to be sent again. */
export interface AgainParts {
  hasAttachments: boolean
  recipientDeleted: boolean
  templateDeleted: boolean
  /** The channel is active, and still on the template. */
  channelIsLive: boolean
}

export function againRefusal(parts: AgainParts): AgainRefusal | null {
  if (parts.hasAttachments) return 'attachments_removed'
  if (parts.recipientDeleted) return 'recipient_deleted'
  if (parts.templateDeleted) return 'template_deleted'
  return parts.channelIsLive ? null : 'channel_not_on_template'
}

function lastSend({ sends }: DeliveryFacts): string {
  const last = sends.at(-1)
  if (last === undefined) return 'The provider was not called.'
  const cause = last.cause === null ? '' : ` (${last.cause})`
  return `The last send, number ${last.number}, was at ${last.at}: ${last.result ?? 'no result yet'}${cause}.`
}

/** The words of a sentence for `CancelReason`. */
const CANCELED: ReadonlyMap<string, string> = new Map<CancelReason, string>([
  ['requested', ' as requested'],
  ['recipient_deleted', ', because the recipient was deleted'],
  ['no_live_channels', ', because the template had no active channel'],
  ['channel_deleted_or_detached', ', because the channel was deleted, deactivated or removed from the template'],
])

function stateSentence(facts: DeliveryFacts): string {
  const { status, channel, error, waitsUntil } = facts
  const reason = error === null ? '' : `: ${error}`
  if (waitsUntil !== null)
    return `It has not arrived on ${channel}, because it waits for the end of the recipient's quiet hours at ${waitsUntil}.`
  switch (status) {
    case 'opened':
      return `It arrived on ${channel}, and was opened at ${facts.openedAt}.`
    case 'delivered':
      return `It arrived on ${channel} at ${facts.deliveredAt}.`
    case 'scheduled':
      return `It has not arrived on ${channel}, because it is scheduled for ${facts.sendAt}.`
    case 'queued':
      return `It has not arrived on ${channel}, because it waits to be sent. ${lastSend(facts)}`
    case 'retrying':
      return `It has not arrived on ${channel} yet${reason}. The service tries again. ${lastSend(facts)}`
    case 'sent':
      return `The provider of ${channel} accepted it at ${facts.sentAt}, and has not reported a delivery.`
    case 'bounced':
      return `It did not arrive on ${channel}: it bounced${reason}. ${lastSend(facts)}`
    case 'failed':
      return `It did not arrive on ${channel}: it failed at ${facts.failedAt}${reason}. ${lastSend(facts)}`
    case 'canceled':
      return `It did not arrive on ${channel}: it was canceled${CANCELED.get(error ?? '') ?? reason}.`
    default:
      return `Its status on ${channel} is ${status}${reason}.`
  }
}

/** One or more sentences with the facts of a delivery. */
function sentenceOf(facts: DeliveryFacts): string {
  const { suppression, webhooks } = facts
  const sentences = [stateSentence(facts)]
  if (suppression !== null)
    sentences.push(
      `${suppression.address} is suppressed since ${suppression.since} (${suppression.reason}), so nothing is sent to it.`,
    )
  for (const { type, state, reason, attempts, lastError } of webhooks) {
    const why = lastError ?? reason
    sentences.push(
      `Your endpoint does not have the event ${type}: it is ${state} after ${attempts} attempts${why === null ? '' : ` (${why})`}.`,
    )
  }
  return sentences.join(' ')
}

export const ACTIONS = [
  'retry',
  'send_again',
  'change_recipient',
  'add_device',
  'lift_suppression',
  'open_channel',
  'edit_template',
  'change_limits',
  'replay_events',
] as const
export type Action = (typeof ACTIONS)[number]

/** The actions for causes. The first helps most. All other causes are settings of the channel. */
const BY_CAUSE: Partial<Record<FailureCause, readonly Action[]>> = {
  channel_deleted: ['edit_template'],
  deferred: [],
  device_unregistered: ['add_device'],
  invalid_address: ['change_recipient'],
  limit_reached: ['change_limits'],
  mailbox_full: [],
  mailbox_unavailable: ['change_recipient'],
  message_too_large: ['edit_template'],
  message_refused: ['edit_template', 'open_channel'],
  no_address: ['change_recipient'],
  no_device: ['add_device'],
  no_text: ['edit_template'],
  overloaded: [],
  rate_limited: [],
  recipient_deleted: [],
  sandbox: [],
  suppressed: [],
  timeout: [],
  aborted: [],
  unreachable: [],
  unsubscribed: [],
}

/** The word for programs, and the actions about the cause itself. */
function causeOf({ status, errorMessage, isLimit }: DeliveryFacts): [cause: string, actions: readonly Action[]] {
  if (status === 'canceled' && !isLimit) return [errorMessage ?? status, []]
  const isRetrying = status === 'retrying'
  if (!isLimit && (!(isRetrying || hasFailed(status)) || errorMessage === null)) return [status, []]
  const word = failureCause(errorMessage, isLimit)
  return [isRetrying ? status : word, BY_CAUSE[word] ?? ['open_channel']]
}

export interface Explanation {
  sentence: string
  /** The status if nothing is wrong, otherwise the reason. */
  cause: string
  /** The most helpful first. */
  actions: Action[]
  /** Why sending again is not among the actions, although it could arrive. */
  send_again_refusal: AgainRefusal | null
}

/**
 * A scanner or a proxy may fetch the pixel of a mail that then bounces. The status stays opened, because it never falls, but
 * the mail did not arrive.
 */
function judged(facts: DeliveryFacts): DeliveryFacts {
  const { status, bouncedAt, openedAt } = facts
  const isBounced = status === 'opened' && bouncedAt !== null && openedAt !== null && bouncedAt >= openedAt
  return isBounced ? { ...facts, status: 'bounced', error: `${BOUNCED_OPENED} (${openedAt})` } : facts
}

const BOUNCED_OPENED = 'its pixel was fetched before, probably by a program'

export function explain(given: DeliveryFacts): Explanation {
  const facts = judged(given)
  const [cause, ofCause] = causeOf(facts)
  const isOver = hasFailed(facts.status) || facts.status === 'canceled'
  const couldArrive = isOver && canArrive(cause, facts.way)
  const actions: Action[] = [
    ...(facts.status === 'retrying' ? (['retry'] as const) : []),
    ...ofCause,
    // The address bounced before, so allowing it again would bounce again.
    ...(ofCause.length === 0 && facts.suppression?.reason === 'bounce' ? (['change_recipient'] as const) : []),
    // A suppression that is not the cause comes behind the actions that are.
    ...(facts.suppression === null ? [] : (['lift_suppression'] as const)),
    ...(couldArrive && facts.againRefusal === null ? (['send_again'] as const) : []),
    ...(facts.webhooks.length === 0 ? [] : (['replay_events'] as const)),
  ]
  return { sentence: sentenceOf(facts), cause, actions, send_again_refusal: couldArrive ? facts.againRefusal : null }
}
