/** Outcomes that the reports of several email providers share. */
import { isEmailAddress } from '../http/email-address.ts'
import type { CallbackReport, Suppression } from './callback.ts'
import { cause } from './causes.ts'
import type { CauseWord } from './causes.ts'
import { wordOfRefusal } from './smtp-outcome.ts'

type Outcome = Pick<CallbackReport, 'fact' | 'cause' | 'suppress'>

/** Refusals that mean the address is permanently wrong, so it is suppressed. */
const DEAD_ADDRESS: ReadonlySet<CauseWord> = new Set(['mailbox_unavailable', 'invalid_address'])

/** A suppression of the address, or null if the text is not an email address. */
export function suppressionOf(address: string | null, reason: Suppression['reason']): Suppression | null {
  return address !== null && isEmailAddress(address) ? { address, reason } : null
}

/**
 * A permanent bounce. `diagnostic` is the reply of the recipient's server (`550 5.1.1 no such user`). If it has no
 * reply code, the address is treated as dead. A full mailbox or refused content does not suppress the address.
 */
export function bounceOf(address: string | null, diagnostic: string): Outcome {
  if (/^(4\d\d|4\.\d+\.\d+)\b/.test(diagnostic)) return softBounceOf(diagnostic)
  const code = Number(/\b5\d\d\b/.exec(diagnostic)?.[0] ?? 550)
  const word = wordOfRefusal(code, diagnostic)
  const suppress = DEAD_ADDRESS.has(word) ? suppressionOf(address, 'bounce') : null
  return { fact: 'bounced', cause: cause(word, diagnostic), suppress }
}

/** The provider gave up on this message. The address may be valid. */
export function softBounceOf(diagnostic: string): Outcome {
  const isFull = /mailbox.?full|over.?quota|\b[45]\.2\.2\b/i.test(diagnostic)
  return { fact: 'bounced', cause: cause(isFull ? 'mailbox_full' : 'mailbox_unavailable', diagnostic), suppress: null }
}

/** The provider or the recipient's server refused the content of the message. */
export function refusalReport(diagnostic: string): Outcome {
  return { fact: 'failed', cause: cause('message_refused', diagnostic), suppress: null }
}

/** The provider reports a complaint or an unsubscribe: suppress the address. The delivery's state does not change. */
export function objectionOf(address: string | null, reason: 'complaint' | 'unsubscribe'): Outcome {
  return { fact: null, cause: null, suppress: suppressionOf(address, reason) }
}

export function factOnly(fact: 'delivered' | 'opened'): Outcome {
  return { fact, cause: null, suppress: null }
}
