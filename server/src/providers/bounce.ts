/** What the reports of email providers mean, where they mean the same. */
import { isEmailAddress } from '../http/email-address.ts'
import type { CallbackReport, Suppression } from './callback.ts'
import { cause } from './causes.ts'
import type { CauseWord } from './causes.ts'
import { wordOfRefusal } from './smtp-outcome.ts'

type Outcome = Pick<CallbackReport, 'fact' | 'cause' | 'suppress'>

/** The address was refused for good: nothing more is sent there. */
const DEAD_ADDRESS: ReadonlySet<CauseWord> = new Set(['mailbox_unavailable', 'invalid_address'])

/** A suppression of an address, or null if the text is no address. */
export function suppressionOf(address: string | null, reason: Suppression['reason']): Suppression | null {
  return address !== null && isEmailAddress(address) ? { address, reason } : null
}

/**
 * A bounce for good. `diagnostic` is what the recipient's server said (`550 5.1.1 no such user`); without a reply code
 * in it the address is taken for dead. A full mailbox or a refused content says nothing of the address.
 */
export function bounceOf(address: string | null, diagnostic: string): Outcome {
  if (/^(4\d\d|4\.\d+\.\d+)\b/.test(diagnostic)) return softBounceOf(diagnostic)
  const code = Number(/\b5\d\d\b/.exec(diagnostic)?.[0] ?? 550)
  const word = wordOfRefusal(code, diagnostic)
  const suppress = DEAD_ADDRESS.has(word) ? suppressionOf(address, 'bounce') : null
  return { fact: 'bounced', cause: cause(word, diagnostic), suppress }
}

/** The provider gave up, for now and for this message; the address may be right. */
export function softBounceOf(diagnostic: string): Outcome {
  const isFull = /mailbox.?full|over.?quota|\b[45]\.2\.2\b/i.test(diagnostic)
  return { fact: 'bounced', cause: cause(isFull ? 'mailbox_full' : 'mailbox_unavailable', diagnostic), suppress: null }
}

/** The provider, or the recipient's server, took the message for a bad one. */
export function refusalReport(diagnostic: string): Outcome {
  return { fact: 'failed', cause: cause('message_refused', diagnostic), suppress: null }
}

/** The recipient asked for no more, by the word of the provider; the delivery stays as it is. */
export function objectionOf(address: string | null, reason: 'complaint' | 'unsubscribe'): Outcome {
  return { fact: null, cause: null, suppress: suppressionOf(address, reason) }
}

export function factOnly(fact: 'delivered' | 'opened'): Outcome {
  return { fact, cause: null, suppress: null }
}
