/** What to do with a send whose time has come, and with what its provider answered. Pure. */
import { cause, friendlySentence } from '../../providers/causes.ts'
import { RETRY_AFTER_MAX_MS, retryAt } from '../../retry.ts'
import type { CancelReason, DeliveryStatus } from '../status.ts'
import type { SuppressionReason } from '../suppressions.ts'

/** Why a send that was counted has no result: which of the two it was nobody knows who finds it. */
export const CUT_OFF_WORDS = 'result not recorded, or cut off by a restart'
export const CUT_OFF = cause('aborted', CUT_OFF_WORDS)

/** What is known of a send under the lock of its delivery. */
export interface SendFacts {
  status: DeliveryStatus
  settled: boolean
  dueAt: number
  now: number
  recipientDeleted: boolean
  channelDeleted: boolean
  /** Whether the channel is still attached to the message's template. */
  channelAttached: boolean
  channelActive: boolean
  /** Whether any channel of the message is live: exists, is attached and active. */
  anyChannelLive: boolean
  channelType: string
  /** Where the channel's provider would send: an address, or any device. */
  hasAddress: boolean
  /** Why nothing more is sent to the address, or null. */
  suppressed: SuppressionReason | null
}

export type SendDecision =
  | { action: 'send' }
  /** Settled already, or under way: nothing to do. */
  | { action: 'leave' }
  /** Not due: put off meanwhile, or the clock was set back a moment. */
  | { action: 'wait' }
  | { action: 'cancel'; reason: CancelReason }
  /** `limitFeatureKey`: the account limit that it is over. `friendlyErrorMessage`: absent, the same. */
  | { action: 'fail'; errorMessage: string; friendlyErrorMessage?: string; limitFeatureKey?: string }

/** The sentence for a recipient who has no address for the channel. */
const NO_ADDRESS: Record<string, string> = {
  email: 'The recipient has no email address',
  push: 'The recipient has no device',
  sms: 'The recipient has no phone number',
}

/**
 * Judges a send (decisions: deliveries). A scheduled delivery is canceled for one of the four reasons; one that is
 * queued cannot be canceled any more, and fails where it can not be sent.
 */
export function decideSend(facts: SendFacts): SendDecision {
  if (facts.settled) return { action: 'leave' }
  if (facts.dueAt > facts.now) return { action: 'wait' }
  const gone = facts.channelDeleted || !facts.channelAttached
  if (facts.status === 'scheduled') {
    if (facts.recipientDeleted) return { action: 'cancel', reason: 'recipient_deleted' }
    if (!facts.anyChannelLive) return { action: 'cancel', reason: 'no_live_channels' }
    if (gone || !facts.channelActive) return { action: 'cancel', reason: 'channel_deleted_or_detached' }
  }
  if (facts.recipientDeleted) return { action: 'fail', errorMessage: 'The recipient was deleted' }
  if (facts.channelDeleted) return { action: 'fail', errorMessage: 'The channel was deleted' }
  if (!facts.hasAddress)
    return { action: 'fail', errorMessage: NO_ADDRESS[facts.channelType] ?? 'The recipient has no address' }
  if (facts.suppressed !== null) {
    const errorMessage = cause('suppressed', facts.suppressed)
    return { action: 'fail', errorMessage, friendlyErrorMessage: friendlySentence(errorMessage) }
  }
  return { action: 'send' }
}

/** A provider's answer as the schedule sees it. */
export interface SendAnswer {
  result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
  /** How long the provider asks to wait, ms, or null. */
  retryAfterMs: number | null
}

export type SendSettlement = { next: 'sent' } | { next: 'failed' } | { next: 'retry'; dueAt: number; spent: boolean }

/** How long a provider may keep a delivery waiting by rate limits alone. */
const RATE_LIMITED_MAX_MS = 24 * 3_600_000
/** The wait after a rate limit that names none, and the shortest that it may name. */
const RATE_LIMITED_WAIT_MS = 30_000
const RATE_LIMITED_WAIT_MS_MIN = 1_000

/** How long the other sends of a channel wait after a rate limit that asked for so long, ms; null: it named none. */
export function rateLimitWaitMs(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? RATE_LIMITED_WAIT_MS, RATE_LIMITED_WAIT_MS_MIN), RETRY_AFTER_MAX_MS)
}

/**
 * What follows a provider's answer. `sendsSpent` counts this send too, where it is not rate limited; `schedule` has
 * the waits before the sends 2 to 6, ms; `random` is uniform in [0, 1).
 */
export function decideSettlement(input: {
  answer: SendAnswer
  sendsSpent: number
  schedule: readonly number[]
  queuedAt: number
  now: number
  random: number
}): SendSettlement {
  const { answer, sendsSpent, schedule, queuedAt, now, random } = input
  const at = (waitMs: number) => retryAt({ nowMs: now, waitMs, askedMs: answer.retryAfterMs ?? 0, random })
  switch (answer.result) {
    case 'accepted':
      return { next: 'sent' }
    case 'permanent':
      return { next: 'failed' }
    case 'rate_limited': {
      if (now - queuedAt >= RATE_LIMITED_MAX_MS) return { next: 'failed' }
      const waitMs = answer.retryAfterMs === null ? RATE_LIMITED_WAIT_MS : RATE_LIMITED_WAIT_MS_MIN
      return { next: 'retry', dueAt: at(waitMs), spent: false }
    }
    case 'transient': {
      const waitMs = schedule[sendsSpent - 1]
      return waitMs === undefined ? { next: 'failed' } : { next: 'retry', dueAt: at(waitMs), spent: true }
    }
  }
}
