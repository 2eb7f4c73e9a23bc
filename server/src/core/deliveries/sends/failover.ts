/**
 * Failover: which channel sends a delivery next, if a provider is down or refuses the account. The rule is that two
 * providers never take one delivery, unless the account has asked for it (`resend_after_timeout`). Pure functions.
 */
import { causeWord } from '../../providers/causes.ts'
import type { CauseWord } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import { rateLimitWaitMs } from './decision.ts'
import type { SendSettlement } from './decision.ts'

/** The channels of a delivery, and its state among them. */
export interface Route {
  /** The delivery's own channel. */
  ownId: number
  /** The channel of this send. */
  channelId: number
  /** The own channel's existing and active fallbacks, in order. Null: none. */
  fallbackIds: readonly number[] | null
  /** True: the outcome of an earlier send by `channelId` is unknown, so no other channel may send. */
  isPinned: boolean
  /** True: another channel may send after an unknown outcome too. */
  resendsAfterTimeout: boolean
}

/**
 * - next: the provider has not taken the message, and not because of the recipient. Another provider may take it.
 * - same: it is about the recipient, the message or a short wait. Another provider would say the same.
 * - unknown: the provider may have taken it.
 */
export type Verdict = 'next' | 'same' | 'unknown'

/** The verdict on a failed send, by the word of its cause. */
const VERDICTS: Record<CauseWord, Verdict> = {
  address_not_public: 'next',
  aborted: 'unknown',
  authentication_failed: 'next',
  connection_refused: 'next',
  connection_reset: 'unknown',
  deferred: 'same',
  device_unregistered: 'same',
  dns_error: 'next',
  invalid_address: 'same',
  mailbox_full: 'same',
  mailbox_unavailable: 'same',
  message_refused: 'same',
  message_too_large: 'same',
  no_text: 'same',
  overloaded: 'next',
  port_not_allowed: 'next',
  provider_error: 'unknown',
  rate_limited: 'same',
  sandbox: 'same',
  suppressed: 'same',
  timeout: 'unknown',
  tls_error: 'next',
  unreachable: 'same',
  unsubscribed: 'same',
}

/** A rate limit up to this time delays the channel. After a longer one, another channel sends. */
const SHORT_WAIT_MS = 60_000

export function verdictOf(result: Exclude<SendResult, { result: 'accepted' }>): Verdict {
  if (result.result === 'permanent') return 'same'
  if (result.result === 'rate_limited') {
    const isShort = rateLimitWaitMs(result.retryAfterMs) <= SHORT_WAIT_MS
    return isShort || result.scope === 'recipient' ? 'same' : 'next'
  }
  return result.notTaken === true ? 'next' : VERDICTS[causeWord(result.cause)]
}

/** The channels in the order in which they are tried. */
const chainOf = ({ ownId, fallbackIds }: Route) => [ownId, ...(fallbackIds ?? [])]

/** The next channel in turn that is not passed over. The same one if all others are, or if it is no fallback any more. */
function nextInTurn(route: Route, isPassedOver: (channelId: number) => boolean): number {
  const chain = chainOf(route)
  const at = chain.indexOf(route.channelId)
  const others = at < 0 ? [] : [...chain.slice(at + 1), ...chain.slice(0, at)]
  return others.find((id) => !isPassedOver(id)) ?? route.channelId
}

/**
 * The channel that sends now. Another one than `channelId` if it is passed over, or no longer a fallback. A pinned send stays.
 */
export function channelFor(route: Route, isPassedOver: (channelId: number) => boolean): number {
  if (route.isPinned) return route.channelId
  if (!chainOf(route).includes(route.channelId)) return route.ownId
  return isPassedOver(route.channelId) ? nextInTurn(route, isPassedOver) : route.channelId
}

export interface NextSend {
  channelId: number
  isPinned: boolean
  /** True: it is due now. */
  atOnce: boolean
}

/**
 * The next send of a delivery that is sent again. A later channel in the order sends at once. After the last one it is the
 * turn of the first, at the time of the schedule. The last send of all waits too, so that a delivery is given up no sooner.
 */
export function decideNext(
  route: Route,
  verdict: Verdict,
  settlement: Extract<SendSettlement, { next: 'retry' }>,
  { sendsLeft, isPassedOver }: { sendsLeft: number; isPassedOver: (channelId: number) => boolean },
): NextSend {
  const isPinned = route.isPinned || (verdict === 'unknown' && !route.resendsAfterTimeout)
  const stays = { channelId: route.channelId, isPinned, atOnce: false }
  if (isPinned || verdict === 'same') return stays
  const channelId = nextInTurn(route, isPassedOver)
  const chain = chainOf(route)
  const isLater = chain.indexOf(channelId) > chain.indexOf(route.channelId)
  return { ...stays, channelId, atOnce: isLater && (!settlement.spent || sendsLeft > 1) }
}
