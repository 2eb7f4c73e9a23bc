import { cause } from './causes.ts'

interface TransientResult {
  result: 'transient'
  retryAfterMs: number | null
  cause: string
  /** True: the provider has certainly not taken the message. Its whole response says so, or it got no byte of it. */
  notTaken?: true
}

/**
 * The result of one send. `cause` begins with a word from `causes.ts`, has at most `CAUSE_CHARACTERS_MAX` characters,
 * and never contains a secret of the channel.
 *
 * - accepted: the provider accepted the message.
 * - rate_limited: retry later; this send does not count against the retry schedule. Other sends of the channel wait
 *   too, unless `scope` is `recipient`.
 * - transient: a later send may succeed.
 * - permanent: retries cannot help.
 */
export type SendResult = (
  | { result: 'accepted'; providerMessageId: string | null }
  | { result: 'rate_limited'; retryAfterMs: number | null; cause: string; scope?: 'recipient' }
  | TransientResult
  | { result: 'permanent'; cause: string }
) & {
  /** Ids of devices that the provider reports as gone. They are deleted. */
  deadDevices?: readonly number[]
  /** Suppress the address: the recipient unsubscribed, or the address is permanently wrong. */
  suppress?: { channelType: 'email' | 'sms'; address: string; reason: 'bounce' | 'unsubscribe' }
}

/** The provider refuses the account. Temporary for every provider, because the owner can correct the credentials. */
export function accountRefused(detail?: string): TransientResult {
  return { result: 'transient', retryAfterMs: null, cause: cause('authentication_failed', detail) }
}
