import { invalid } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { resolveTarget } from '../outbound/resolve.ts'
import type { HostResolver } from '../outbound/resolve.ts'
import { checkUrl } from '../outbound/url-policy.ts'
import type { ReceiverPolicy, ReceiverUrl } from '../outbound/url-policy.ts'

/** Decisions, webhook endpoints: how long resolving may take when a URL is saved, ms. */
const RESOLVE_TIMEOUT_MS = 5000

function refused(code: ErrorCode, sentence: string) {
  return invalid({ url: [sentence] }, code)
}

/**
 * Judges the text of a URL that is to be saved, without the blanks around it that pasting brings: the text to save, and
 * what it says. Throws 422 on `url`; a missing one is not valid either.
 */
export function readUrl(raw: unknown, policy: ReceiverPolicy): { text: string; url: ReceiverUrl } {
  const text = typeof raw === 'string' ? raw.trim() : raw
  const checked = checkUrl(text, policy)
  if (!checked.ok) throw refused(checked.code, checked.sentence)
  return { text: text as string, url: checked.url }
}

/** Judges the addresses of the URL's host as they are now; every POST judges them again. Throws 422 on `url`. */
export async function checkHost(url: ReceiverUrl, resolver: HostResolver, policy: ReceiverPolicy): Promise<void> {
  const resolved = await resolveTarget(url, resolver, policy, RESOLVE_TIMEOUT_MS)
  if (resolved.ok) return
  switch (resolved.error) {
    case 'dns_error':
      throw refused('url_unresolvable', 'must have a host with an address in DNS')
    case 'address_not_public':
      throw refused('url_not_public', 'must be a public HTTPS address')
  }
}
