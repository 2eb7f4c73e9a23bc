/** Whether a mail passes DMARC for the domain of its sender, as far as the names of the domains tell. Pure. */
import { parseSender } from '../../platform/http/email-address.ts'
import type { CheckResult } from './provider.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** A domain of a registry below a country, like `co.uk`, is shared by strangers. */
const isShared = ([second = '', top = '']: readonly string[]) => top.length === 2 && second.length <= 3

/** Whether both names belong to one organization, as far as the names tell: they share a domain that one can register. */
function isAligned(one: string, other: string): boolean {
  const [left, right] = [one, other].map((name) => name.toLowerCase().split('.').toReversed()) as [string[], string[]]
  const shared = left.findIndex((label, index) => label !== right[index])
  const common = left.slice(0, shared === -1 ? left.length : shared).toReversed()
  if (common.length === Math.min(left.length, right.length) && common.length >= 2) return true
  return common.length > 2 || (common.length === 2 && !isShared(common))
}

/** A good result, with a hint if neither SPF nor DKIM aligns with the sender (RFC 7489 section 3.1). */
export function alignmentOf({ from, dkim_domain: signed }: SmtpSettings, domain: string | null): CheckResult {
  const sender = parseSender(from)?.address ?? ''
  const ofSender = sender.slice(sender.lastIndexOf('@') + 1)
  const isSigned = signed !== undefined && isAligned(ofSender, signed)
  if (domain === null || isSigned || isAligned(ofSender, domain)) return { ok: true }
  const sentence = `Mails return to ${domain}, and the sender is at ${ofSender}. SPF does not align for DMARC, so the mails need a DKIM signature of ${ofSender}`
  return { ok: true, field: 'dkim_domain', sentence }
}
