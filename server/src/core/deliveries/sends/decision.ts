/** Decides about a due send, and about a provider's result. Pure functions. */
import { cause, friendlySentence } from '../../providers/causes.ts'
import { SKIP_SENTENCES } from '../../recipients/preferences/preferences.ts'
import type { SkipReason } from '../../recipients/preferences/preferences.ts'
import { RETRY_AFTER_MAX_MS, retryAt } from '../../../platform/retry.ts'
import type { CancelReason, DeliveryStatus } from '../status.ts'
import type { SuppressionReason } from '../suppressions.ts'

/** The reason of a counted send without a result. The process that finds it cannot know which of the two happened. */
export const CUT_OFF_WORDS = 'result not recorded, or cut off by a restart'
export const CUT_OFF = cause('aborted', CUT_OFF_WORDS)

/** The errors of a queued delivery if its recipient or its channel is deleted. */
export const RECIPIENT_DELETED = 'The recipient was deleted'
export const CHANNEL_DELETED = 'The channel was deleted'

/** The data of a send, read under its delivery's lock. */
export interface SendFacts {
  status: DeliveryStatus
  settled: boolean
  dueAt: number
  now: number
  recipientDeleted: boolean
  channelDeleted: boolean
  /** True if the channel is still attached to the message's template. */
  channelAttached: boolean
  channelActive: boolean
  /** True if the message has any live channel: existing, attached and active. */
  anyChannelLive: boolean
  channelType: string
  /** True if the recipient has an address, or a device that the channel's provider can reach. */
  hasAddress: boolean
  /** The reason why the recipient's preferences stop the send, or null. */
  skipped: SkipReason | null
  /** When the recipient's quiet hours end, ms since the epoch. Null: they do not delay the send. */
  quietUntil: number | null
  /** The reason for suppressing the address, or null. */
  suppressed: SuppressionReason | null
}

export type SendDecision =
  | { action: 'send' }
  /** Already settled or under way: change nothing. */
  | { action: 'leave' }
  /** Not due: the send was moved, or the clock was set back a moment. */
  | { action: 'wait' }
  /** In quiet hours: due at their end. */
  | { action: 'delay'; dueAt: number }
  /** Another channel sends it now. */
  | { action: 'move'; channelId: number }
  | { action: 'cancel'; reason: CancelReason; friendlyErrorMessage?: string }
  /** `limitFeatureKey`: the exceeded account limit. `friendlyErrorMessage`: if absent, the same as `errorMessage`. */
  | { action: 'fail'; errorMessage: string; friendlyErrorMessage?: string; limitFeatureKey?: string }

/** The error for a recipient without an address for the channel. */
export const NO_ADDRESS: Record<string, string> = {
  email: 'The recipient has no email address',
  push: 'The recipient has no device',
  sms: 'The recipient has no phone number',
}

/**
 * Decides about a send (docs/delivery-states.md). A scheduled delivery is canceled for one of four reasons. A queued
 * one can no longer be canceled, so it fails if it cannot be sent.
 */
export function decideSend(facts: SendFacts): SendDecision {
  if (facts.settled) return { action: 'leave' }
  if (facts.dueAt > facts.now) return { action: 'wait' }
  const gone = facts.channelDeleted || !facts.channelAttached
  if (facts.status === 'scheduled') {
    if (facts.recipientDeleted) return { action: 'cancel', reason: 'recipient_deleted' }
    if (!facts.anyChannelLive) return { action: 'cancel', reason: 'no_live_channels' }
    if (gone || !facts.channelActive) return { action: 'cancel', reason: 'channel_deleted_or_detached' }
    // The recipient asked for it (decision record 65).
    if (facts.skipped !== null)
      return { action: 'cancel', reason: 'requested', friendlyErrorMessage: SKIP_SENTENCES[facts.skipped] }
  }
  if (facts.recipientDeleted) return { action: 'fail', errorMessage: RECIPIENT_DELETED }
  if (facts.channelDeleted) return { action: 'fail', errorMessage: CHANNEL_DELETED }
  if (facts.skipped !== null) {
    const friendlyErrorMessage = SKIP_SENTENCES[facts.skipped]
    return { action: 'fail', errorMessage: cause('unsubscribed', facts.skipped), friendlyErrorMessage }
  }
  if (!facts.hasAddress)
    return { action: 'fail', errorMessage: NO_ADDRESS[facts.channelType] ?? 'The recipient has no address' }
  if (facts.suppressed !== null) {
    const errorMessage = cause('suppressed', facts.suppressed)
    return { action: 'fail', errorMessage, friendlyErrorMessage: friendlySentence(errorMessage) }
  }
  return facts.quietUntil === null ? { action: 'send' } : { action: 'delay', dueAt: facts.quietUntil }
}

/** The parts of a provider's result that the retry decision needs. */
export interface ProviderResponse {
  result: 'accepted' | 'rate_limited' | 'transient' | 'permanent'
  /** The wait requested by the provider, ms, or null. */
  retryAfterMs: number | null
}

export type SendSettlement = { next: 'sent' } | { next: 'failed' } | { next: 'retry'; dueAt: number; spent: boolean }

/** The longest time that rate limits alone may delay a delivery. */
const RATE_LIMITED_MAX_MS = 24 * 3_600_000
/** The wait after a rate limit without a wait, and the shortest accepted wait. */
const RATE_LIMITED_WAIT_MS = 30_000
const RATE_LIMITED_WAIT_MS_MIN = 1_000

/** The wait of a channel's other sends after a rate limit, ms. `retryAfterMs`: the provider's wait, or null. */
export function rateLimitWaitMs(retryAfterMs: number | null): number {
  return Math.min(Math.max(retryAfterMs ?? RATE_LIMITED_WAIT_MS, RATE_LIMITED_WAIT_MS_MIN), RETRY_AFTER_MAX_MS)
}

/**
 * Decides what follows a provider's result. `sendsSpent` includes this send, unless it is rate limited. `schedule`: the
 * waits before sends 2 to 6, ms. `random`: uniform in [0, 1).
 */
export function decideSettlement(input: {
  response: ProviderResponse
  sendsSpent: number
  schedule: readonly number[]
  queuedAt: number
  now: number
  random: number
}): SendSettlement {
  const { response, sendsSpent, schedule, queuedAt, now, random } = input
  const at = (waitMs: number) => retryAt({ nowMs: now, waitMs, askedMs: response.retryAfterMs ?? 0, random })
  switch (response.result) {
    case 'accepted':
      return { next: 'sent' }
    case 'permanent':
      return { next: 'failed' }
    case 'rate_limited': {
      if (now - queuedAt >= RATE_LIMITED_MAX_MS) return { next: 'failed' }
      const waitMs = response.retryAfterMs === null ? RATE_LIMITED_WAIT_MS : RATE_LIMITED_WAIT_MS_MIN
      return { next: 'retry', dueAt: at(waitMs), spent: false }
    }
    case 'transient': {
      const waitMs = schedule[sendsSpent - 1]
      return waitMs === undefined ? { next: 'failed' } : { next: 'retry', dueAt: at(waitMs), spent: true }
    }
  }
}
