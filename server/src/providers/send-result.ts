/**
 * The outcome of one send. `cause` begins with one of the words of `causes.ts`, has at most `CAUSE_CHARACTERS_MAX`
 * characters, and never contains a secret of the channel.
 *
 * - accepted: the provider has it.
 * - rate_limited: not now; the send is not spent. The other sends of the channel wait too, unless `scope` says that the
 *   limit is the recipient's alone.
 * - transient: a later send may succeed.
 * - permanent: no retry can help.
 */
export type SendResult = (
  | { result: 'accepted'; providerMessageId: string | null }
  | { result: 'rate_limited'; retryAfterMs: number | null; cause: string; scope?: 'recipient' }
  | { result: 'transient'; retryAfterMs: number | null; cause: string }
  | { result: 'permanent'; cause: string }
) & {
  /** Ids of devices of which the provider says that nothing reaches them any more: they are removed. */
  deadDevices?: readonly number[]
  /** The recipient wants no more, or the address is wrong for good: nothing more is sent there. */
  suppress?: { channelType: 'email' | 'sms'; address: string; reason: 'bounce' | 'unsubscribe' }
}
