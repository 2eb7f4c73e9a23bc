/**
 * The delivery state machine, pure. A delivery collects facts, each recorded once; its status is the highest rank
 * among them, so it cannot go backwards whatever order facts arrive in (specification 3.1).
 */

/** Every fact and its rank. The nine words are the status strings too. */
export const FACT_RANKS = {
  scheduled: 10,
  queued: 20,
  retrying: 30,
  sent: 40,
  failed: 50,
  delivered: 60,
  bounced: 70,
  opened: 80,
  canceled: 90,
} as const

export type Fact = keyof typeof FACT_RANKS
export type DeliveryStatus = Fact
export const FACTS = Object.keys(FACT_RANKS) as Fact[]

/** Why a scheduled delivery was canceled (specification 2.2). */
export type CancelReason = 'requested' | 'recipient_deleted' | 'no_live_channels' | 'channel_deleted_or_detached'

/** What a fact may bring along besides itself. */
export interface FactDetails {
  /** When it happened, ms since the epoch, where it becomes known only later; absent: now. */
  happenedAt?: number
  errorMessage?: string
  friendlyErrorMessage?: string
  limitFeatureKey?: string
  providerMessageId?: string
}

/** The part of a delivery that facts change. Times are milliseconds since the epoch; null: not recorded. */
export interface DeliveryState {
  status: DeliveryStatus
  factTimes: Record<Fact, number | null>
  errorMessage: string | null
  friendlyErrorMessage: string | null
  limitFeatureKey: string | null
  providerMessageId: string | null
  updatedAt: number
}

/** Facts after which no further send starts. */
const SETTLING: ReadonlySet<Fact> = new Set(['sent', 'failed', 'delivered', 'bounced', 'opened', 'canceled'])

/** The fact with which a delivery begins: of one with a time to be sent, or of one that is sent at once (null). */
export function firstFact(sendAt: number | null): Fact {
  return sendAt === null ? 'queued' : 'scheduled'
}

/** The status: the highest rank among the recorded facts. */
export function statusOf(factTimes: Record<Fact, number | null>): DeliveryStatus {
  let highest: Fact = 'scheduled'
  for (const fact of FACTS) if (factTimes[fact] !== null && FACT_RANKS[fact] >= FACT_RANKS[highest]) highest = fact
  return highest
}

/** Whether the send is settled: no further send starts. */
export function isSettled(state: DeliveryState): boolean {
  return FACTS.some((fact) => SETTLING.has(fact) && state.factTimes[fact] !== null)
}

/** Whether the fact is new to this delivery and may follow what is recorded. A fact that may not changes nothing. */
export function mayRecord(state: DeliveryState, fact: Fact): boolean {
  const recorded = (other: Fact) => state.factTimes[other] !== null
  if (recorded('canceled')) return false
  switch (fact) {
    case 'scheduled':
      return false
    case 'queued':
      return !recorded('queued')
    case 'canceled':
      return !recorded('queued')
    case 'retrying':
      // It may repeat, to bring the newest error; once the send is settled there is nothing left to retry.
      return recorded('queued') && !isSettled(state)
    case 'failed':
      return (
        recorded('queued') &&
        !recorded('failed') &&
        !recorded('delivered') &&
        !recorded('bounced') &&
        !recorded('opened')
      )
    case 'sent':
    case 'delivered':
    case 'bounced':
    case 'opened':
      return recorded('queued') && !recorded(fact)
  }
}

/** Facts that bring an error along. */
const ERROR_FACTS: ReadonlySet<Fact> = new Set(['retrying', 'failed', 'bounced', 'canceled'])
/** Statuses of a delivery that goes well: what went wrong before is overtaken. */
const GOOD_STATUSES: ReadonlySet<DeliveryStatus> = new Set(['sent', 'delivered', 'opened'])

/**
 * The state after a fact that `mayRecord` allows. The error texts are those of the fact that the status names, and none
 * where it names a good one: they do not depend on the order of arrival either.
 */
export function recordFact(state: DeliveryState, fact: Fact, timeMs: number, details: FactDetails): DeliveryState {
  const factTimes = { ...state.factTimes, [fact]: state.factTimes[fact] ?? details.happenedAt ?? timeMs }
  const next: DeliveryState = { ...state, factTimes, status: statusOf(factTimes), updatedAt: timeMs }
  if (details.providerMessageId !== undefined) next.providerMessageId = details.providerMessageId
  if (details.limitFeatureKey !== undefined) next.limitFeatureKey = details.limitFeatureKey
  if (GOOD_STATUSES.has(next.status)) {
    next.errorMessage = null
    next.friendlyErrorMessage = null
  } else if (ERROR_FACTS.has(fact)) {
    next.errorMessage = details.errorMessage ?? null
    next.friendlyErrorMessage = details.friendlyErrorMessage ?? null
  }
  return next
}

/** The event that a fact emits, or null: there is no event for a retry (specification 6). */
export function eventTypeOf(fact: Fact): string | null {
  return fact === 'retrying' ? null : `delivery.${fact}`
}
