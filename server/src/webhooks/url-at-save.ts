import { invalid } from '../errors.ts'
import type { ErrorCode } from '../errors.ts'
import { resolveTarget } from '../outbound/resolve.ts'
import type { HostResolver } from '../outbound/resolve.ts'
import { checkUrl, NOT_PUBLIC } from '../outbound/url-policy.ts'
import type { ReceiverPolicy, ReceiverUrl } from '../outbound/url-policy.ts'
import { TEST_RECEIVER_HOST, TEST_RECEIVER_URLS, testReceiverStatus } from './test-receiver/test-receiver.ts'

/** The time limit for resolving a host when a URL is saved, ms. */
const RESOLVE_TIMEOUT_MS = 5000

function refused(code: ErrorCode, sentence: string) {
  return invalid({ url: [sentence] }, code)
}

/**
 * Checks the text of a URL to save, without surrounding blanks. Returns the text to save and the parsed URL. Throws 422
 * on `url`, also if it is missing.
 */
export function readUrl(raw: unknown, policy: ReceiverPolicy): { text: string; url: ReceiverUrl } {
  const text = typeof raw === 'string' ? raw.trim() : raw
  const checked = checkUrl(text, policy)
  if (!checked.ok) throw refused(checked.code, checked.sentence)
  return { text: text as string, url: checked.url }
}

/**
 * Checks the current addresses of the URL's host. Every POST checks them again. The host of the test receiver has none, so
 * its URL must be one of the known texts. Throws 422 on `url`.
 */
export async function checkHost(url: ReceiverUrl, resolver: HostResolver, policy: ReceiverPolicy): Promise<void> {
  if (url.hostname === TEST_RECEIVER_HOST) {
    if (testReceiverStatus(url.href) !== null) return
    throw refused('url_invalid', `is not valid: the test receiver has ${TEST_RECEIVER_URLS.join(', ')}`)
  }
  const resolved = await resolveTarget(url, resolver, policy, RESOLVE_TIMEOUT_MS)
  if (resolved.ok) return
  switch (resolved.error) {
    case 'dns_error':
      throw refused('url_unresolvable', 'must have a host with an address in DNS')
    case 'address_not_public':
      throw refused('url_not_public', NOT_PUBLIC)
  }
}
