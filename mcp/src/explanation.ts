/** Explains in one sentence why a delivery did or did not arrive. Pure. */

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
  sendAt: string | null
  sentAt: string | null
  deliveredAt: string | null
  openedAt: string | null
  failedAt: string | null
  sends: readonly SendFact[]
  /** Why the address is suppressed now, and since when. */
  suppression: { reason: string; since: string } | null
  /** Events that did not reach the endpoint. */
  webhooks: readonly WebhookFact[]
}

function lastSend({ sends }: DeliveryFacts): string {
  const last = sends.at(-1)
  if (last === undefined) return 'The provider was not called.'
  const cause = last.cause === null ? '' : ` (${last.cause})`
  return `The last send, number ${last.number}, was at ${last.at}: ${last.result ?? 'no result yet'}${cause}.`
}

function stateSentence(facts: DeliveryFacts): string {
  const { status, channel, error } = facts
  const reason = error === null ? '' : `: ${error}`
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
      return `It did not arrive on ${channel}: it was canceled${reason}.`
    default:
      return `Its status on ${channel} is ${status}${reason}.`
  }
}

const SKIPPED = {
  topic_disabled: 'the recipient does not want messages of this topic on this type of channel',
  recipient_paused: 'the recipient has paused messages',
} as const

/** The sentence for a channel without a delivery, because of the recipient's preferences. */
export function explainSkipped(channel: string, reason: keyof typeof SKIPPED): string {
  return `It was not sent on ${channel}: ${SKIPPED[reason]}.`
}

/** One or two sentences with the facts of a delivery. */
export function explain(facts: DeliveryFacts): string {
  const { suppression, webhooks } = facts
  const sentences = [stateSentence(facts)]
  if (suppression !== null)
    sentences.push(
      `The address is suppressed since ${suppression.since} (${suppression.reason}), so nothing is sent to it.`,
    )
  for (const { type, state, reason, attempts, lastError } of webhooks) {
    const why = lastError ?? reason
    sentences.push(
      `Your endpoint does not have the event ${type}: it is ${state} after ${attempts} attempts${why === null ? '' : ` (${why})`}.`,
    )
  }
  return sentences.join(' ')
}
