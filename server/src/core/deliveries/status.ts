/**
 * The delivery state machine, as pure functions. A delivery records facts, each once. Its status is the highest rank
 * among them, so it never goes backwards, in whatever order facts arrive (specification 3.1).
 */

/** All facts and their ranks. The names are also the status values. */
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

/** The reason for canceling a delivery (specification 2.2). */
export type CancelReason = 'requested' | 'recipient_deleted' | 'no_live_channels' | 'channel_deleted_or_detached'

/** Optional details of a fact. */
export interface FactDetails {
  /** *canceled* only: the caller has locked the delivery, and its first send has not begun, because it waits. */
  waits?: boolean
  /** When it happened, ms since the epoch, if it becomes known later. Absent: now. */
  happenedAt?: number
  errorMessage?: string
  friendlyErrorMessage?: string
  limitFeatureKey?: string
  providerMessageId?: string
}

/** The part of a delivery changed by facts. Times are ms since the epoch. Null: not recorded. */
export interface DeliveryState {
  status: DeliveryStatus
  factTimes: Record<Fact, number | null>
  errorMessage: string | null
  friendlyErrorMessage: string | null
  limitFeatureKey: string | null
  providerMessageId: string | null
  updatedAt: number
}

const FAILURES: ReadonlySet<string> = new Set<DeliveryStatus>(['failed', 'bounced'])

/** Whether the delivery did not reach its recipient. */
export const hasFailed = (status: string): boolean => FAILURES.has(status)

/** Facts after which no send starts. */
const SETTLING: ReadonlySet<Fact> = new Set(['sent', 'failed', 'delivered', 'bounced', 'opened', 'canceled'])

/** The first fact of a delivery. `sendAt` null: sent at once. */
export function firstFact(sendAt: number | null): Fact {
  return sendAt === null ? 'queued' : 'scheduled'
}

/** The status: the highest rank among the recorded facts. */
export function statusOf(factTimes: Record<Fact, number | null>): DeliveryStatus {
  let highest: Fact = 'scheduled'
  for (const fact of FACTS) if (factTimes[fact] !== null && FACT_RANKS[fact] >= FACT_RANKS[highest]) highest = fact
  return highest
}

/** True if no further send starts. */
export function isSettled(state: DeliveryState): boolean {
  return FACTS.some((fact) => SETTLING.has(fact) && state.factTimes[fact] !== null)
}

/** True if the fact is new to the delivery and allowed after the recorded ones. Otherwise it changes nothing. */
export function mayRecord(state: DeliveryState, fact: Fact, { waits = false }: FactDetails = {}): boolean {
  const { canceled, queued, retrying, failed, delivered, bounced, opened } = state.factTimes
  if (canceled !== null) return false
  switch (fact) {
    case 'scheduled':
      return false
    case 'queued':
      return queued === null
    case 'canceled':
      return queued === null || (waits && retrying === null && !isSettled(state))
    case 'retrying':
      // It may repeat, to update the error. A settled delivery has no retries.
      return queued !== null && !isSettled(state)
    case 'failed':
      return queued !== null && [failed, delivered, bounced, opened].every((timeMs) => timeMs === null)
    case 'sent':
    case 'delivered':
    case 'bounced':
    case 'opened':
      return queued !== null && state.factTimes[fact] === null
  }
}

/** Facts with an error text. */
const ERROR_FACTS: ReadonlySet<Fact> = new Set(['retrying', 'failed', 'bounced', 'canceled'])
/** Successful statuses. They replace earlier errors. */
const GOOD_STATUSES: ReadonlySet<DeliveryStatus> = new Set(['sent', 'delivered', 'opened'])

/**
 * The state after a fact allowed by `mayRecord`. The error texts belong to the fact of the status, and a successful
 * status has none. So they do not depend on the order of arrival.
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

/** The event type of a fact. Null for *retrying*, which has no event (specification 6). */
export function eventTypeOf(fact: Fact): string | null {
  return fact === 'retrying' ? null : `delivery.${fact}`
}
