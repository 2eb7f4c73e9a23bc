import { invalid } from '../../platform/errors.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { resolveTarget } from '../../platform/outbound/resolve.ts'
import type { HostResolver } from '../../platform/outbound/resolve.ts'
import { checkUrl, NOT_PUBLIC, URL_LENGTH_MAX } from '../../platform/outbound/url-policy.ts'
import type { ReceiverPolicy, ReceiverUrl } from '../../platform/outbound/url-policy.ts'
import { TEST_RECEIVER_HOST, TEST_RECEIVER_URLS, testReceiverStatus } from './endpoints/test-receiver-urls.ts'

/** The time limit for resolving a host when a URL is saved, ms. */
const RESOLVE_TIMEOUT_MS = 5000

/** Also refused if it is empty, because it can only be a mistake. */
const FRAGMENT = 'is not valid: a fragment (#...) is never sent. Write # as %23 if it belongs to the path or the query'

function refused(code: ErrorCode, sentence: string) {
  return invalid({ url: [sentence] }, code)
}

/** The URL as it is sent: its parser has removed `..` and encoded quotes. An absent path stays absent. */
function sentText(text: string, { href, path }: ReceiverUrl): string {
  const { origin } = new URL(href)
  return path === '/' && !text.slice('https://'.length).includes('/') ? origin : `${origin}${path}`
}

/**
 * Checks the text of a URL to save, without surrounding blanks. Returns the text to save, which is the URL as it is
 * sent, and the parsed URL. Throws 422 on `url`, also if it is missing.
 */
export function readUrl(raw: unknown, policy: ReceiverPolicy): { text: string; url: ReceiverUrl } {
  const text = typeof raw === 'string' ? raw.trim() : raw
  const checked = checkUrl(text, policy)
  if (!checked.ok) throw refused(checked.code, checked.sentence)
  if (checked.url.href.includes('#')) throw refused('url_invalid', FRAGMENT)
  const sent = sentText(text as string, checked.url)
  if (sent.length > URL_LENGTH_MAX)
    throw refused(
      'url_too_long',
      `is too long in its sent form (${sent.length} characters, maximum is ${URL_LENGTH_MAX})`,
    )
  return { text: sent, url: checked.url }
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
