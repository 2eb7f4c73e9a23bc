/** Facts that the reports of several email providers share. */
import { isEmailAddress } from '../../platform/http/email-address.ts'
import type { CallbackReport, Suppression } from './callback.ts'
import { cause } from './causes.ts'
import type { CauseWord } from './causes.ts'
import { isOfAddress, readRefusal, REFUSAL_CAUSES } from './mail-refusal.ts'

export type ReportedFact = Pick<CallbackReport, 'fact' | 'cause' | 'suppress'>

/** How the provider names a bounce. `unclear`: it could not tell why the mail came back. */
export type BounceLabel = 'permanent' | 'transient' | 'unclear'

/** The meaning of a label if there is no reply of a mail server. */
const BY_LABEL = { permanent: 'no_such_address', transient: 'deferred', unclear: null } as const

/** A suppression of the address, or null if the text is not an email address. */
export function suppressionOf(address: string | null, reason: Suppression['reason']): Suppression | null {
  return address !== null && isEmailAddress(address) ? { address, reason } : null
}

export interface ReadBounce extends Pick<ReportedFact, 'fact' | 'cause'> {
  /** The address or its mailbox does not exist, so nothing more should be sent to it. */
  isDead: boolean
}

/**
 * A bounce. `diagnostic`: the reply of the recipient's server (`smtp; 550 5.1.1 no such user`), or the provider's words.
 * The reply counts before the label: a transient bounce with `550 5.1.1` suppresses the address, and a permanent one for
 * spam does not. A bounce that is unclear in both does not undo a delivery, so it is *failed*, which ranks lower.
 */
export function readBounce(label: BounceLabel, diagnostic: string): ReadBounce {
  const read = readRefusal(diagnostic)
  const found = read.refusal ?? BY_LABEL[label]
  if (found === null) return { ...refusalReport(diagnostic, 'provider_error'), isDead: false }
  // Words without a code do not make a passing failure a final one.
  const isFinal = read.hasCode || label === 'permanent'
  const refusal = isFinal || !isOfAddress(found) ? found : 'deferred'
  return { fact: 'bounced', cause: cause(REFUSAL_CAUSES[refusal], diagnostic), isDead: refusal === 'no_such_address' }
}

/** The same for a provider that names the address. */
export function bounceOf(label: BounceLabel, address: string | null, diagnostic: string): ReportedFact {
  const { isDead, ...reported } = readBounce(label, diagnostic)
  return { ...reported, suppress: isDead ? suppressionOf(address, 'bounce') : null }
}

/** The recipient's server blocked the message. A reply about the address makes it a bounce. */
export function blockOf(address: string | null, diagnostic: string): ReportedFact {
  const { refusal } = readRefusal(diagnostic)
  if (refusal === 'no_such_address') return bounceOf('transient', address, diagnostic)
  const isKnown = refusal !== null && refusal !== 'mailbox_unavailable'
  return refusalReport(diagnostic, REFUSAL_CAUSES[isKnown ? refusal : 'refused'])
}

/**
 * True for an automatic reply, like an out-of-office note: Amazon SES reports it as a transient bounce without a reply of
 * a server (docs.aws.amazon.com/ses/latest/dg/monitor-sending-activity-using-notifications.html). The mail has arrived.
 */
export function isAutomaticReply(type: string | null, subtype: string | null, diagnostic: string): boolean {
  return type === 'Transient' && subtype === 'General' && !readRefusal(diagnostic).hasCode
}

/** The provider or the recipient's server refused the content of the message. */
export function refusalReport(diagnostic: string, word: CauseWord = 'message_refused'): ReportedFact {
  return { fact: 'failed', cause: cause(word, diagnostic), suppress: null }
}

/** The provider reports a complaint or an unsubscribe: suppress the address. The delivery's state does not change. */
export function objectionOf(address: string | null, reason: 'complaint' | 'unsubscribe'): ReportedFact {
  return { fact: null, cause: null, suppress: suppressionOf(address, reason) }
}

export function factOnly(fact: 'delivered' | 'opened'): ReportedFact {
  return { fact, cause: null, suppress: null }
}
