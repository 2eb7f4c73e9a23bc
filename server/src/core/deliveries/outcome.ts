/**
 * The outcome of a delivery: its status, and the cause if it failed or bounced. A delivery has one outcome at a time, so
 * counts of outcomes add up to the number of deliveries. Pure.
 */
import { failureCause } from './cause.ts'
import type { DeliveryState } from './status.ts'

/** The counted statuses, from the first to the last. A retrying delivery counts as queued, because a retry has no event. */
export const OUTCOMES = ['scheduled', 'queued', 'sent', 'failed', 'delivered', 'bounced', 'opened', 'canceled'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A number for each outcome. */
export type OutcomeCounts = Record<Outcome, number>

export const noCounts = (): OutcomeCounts => ({
  scheduled: 0,
  queued: 0,
  sent: 0,
  failed: 0,
  delivered: 0,
  bounced: 0,
  opened: 0,
  canceled: 0,
})

/** The outcome as an event stores it: the status, for failures with the cause, for example `failed:timeout`. */
export function outcomeOf({
  status,
  errorMessage,
  limitFeatureKey,
}: Pick<DeliveryState, 'status' | 'errorMessage' | 'limitFeatureKey'>): string {
  if (status === 'retrying') return 'queued'
  if (status !== 'failed' && status !== 'bounced') return status
  return `${status}:${failureCause(errorMessage, limitFeatureKey !== null)}`
}

/** The reverse of `outcomeOf`. The cause is null if the delivery neither failed nor bounced. */
export function readOutcome(stored: string): { outcome: Outcome; cause: string | null } {
  const [outcome, cause = null] = stored.split(':')
  return { outcome: outcome as Outcome, cause }
}
