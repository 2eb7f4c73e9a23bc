import { isIP, isIPv4 } from 'node:net'
import { createAddressPolicy } from './address-policy.ts'
import type { AddressVerdict } from './address-policy.ts'

/** Which receivers may be called: the rules of specification 4.4 and the operator's lists. */
export interface ReceiverPolicy {
  /** Checks an address. */
  address(ip: string): AddressVerdict
  /** True if the operator allows this host (lower case, no trailing dot). It may then resolve to any address. */
  allowsHost(hostname: string): boolean
}

/** Allows everything. Only for URLs from the operator or the source code. */
export const EVERY_ADDRESS: ReceiverPolicy = { address: () => 'allowed', allowsHost: () => true }

/** A URL with allowed text. A name must still be resolved and its addresses checked. */
export interface ReceiverUrl {
  href: string
  /** The Host header: the name or address (IPv6 in brackets), with the port unless it is 443. */
  host: string
  /** In lower case, without a trailing dot and without brackets. */
  hostname: string
  /** True if the name was written with a trailing dot. Search domains are then not used. */
  isAbsolute: boolean
  port: number
  /** The path with the query, as sent. */
  path: string
  isAddress: boolean
}

export type UrlErrorCode = 'url_not_https' | 'url_too_long' | 'url_invalid' | 'url_not_public'

interface Refusal {
  ok: false
  code: UrlErrorCode
  sentence: string
}

export type UrlCheck = { ok: true; url: ReceiverUrl } | Refusal

/** The parts of a host needed for a lookup. */
export type ReceiverHost = Pick<ReceiverUrl, 'hostname' | 'isAbsolute' | 'isAddress'>

/** A host with allowed text. A name must still be resolved and its addresses checked. */
export type HostCheck = { ok: true; host: ReceiverHost } | Refusal

/** Specification 4.4: the longest URL, in characters. */
export const URL_LENGTH_MAX = 2048

/** RFC 1035: the longest name and label, in characters. */
const HOSTNAME_LENGTH_MAX = 253
const LABEL_LENGTH_MAX = 63

/** Internal names, including all names below them: specification 4.4 and, from `localdomain` on, our own list. */
const INTERNAL_NAMES = [
  ...['localhost', 'local', 'internal', 'home.arpa'],
  ...['localdomain', 'lan', 'intranet', 'corp', 'home', 'private', 'onion', 'alt'],
]

/** The ports blocked by the WHATWG Fetch standard, and 0. Protocols behind them can be fooled by HTTP. */
const BAD_PORTS = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
])

const HTTPS_PORT = 443
const PRINTABLE_ASCII = /^[\x21-\x7e]+$/
const LABEL = /^(?!-)[a-z0-9_-]+(?<!-)$/
const NUMERIC = /^(\d+|0x[0-9a-f]*)$/

/** The sentence for a webhook's URL, whose operator may allow private receivers. Other callers show the code. */
export const NOT_PUBLIC =
  'must be a public HTTPS address: WEBHOOK_ALLOW_HOSTS or WEBHOOK_ALLOW_CIDRS of the service can allow others'

/** Sentences for `errors` in a response, without the field's name. */
const SENTENCES: Record<UrlErrorCode, string> = {
  url_not_https: 'must use https: use `tidings listen` for a receiver on your own machine',
  url_too_long: `is too long (maximum is ${URL_LENGTH_MAX} characters)`,
  url_invalid: 'is not valid',
  url_not_public: NOT_PUBLIC,
}

const ASCII_WANTED =
  'use printable ASCII without spaces and backslashes; write other letters in the host as punycode (xn--...) ' +
  'and in the path percent-encoded'

/** `allowHosts` has names, and patterns like `*.example.internal` for all names below `example.internal`. */
export function createReceiverPolicy(options: {
  allowCidrs: readonly string[]
  allowHosts: readonly string[]
}): ReceiverPolicy {
  const names = new Set<string>()
  const suffixes: string[] = []
  for (const entry of options.allowHosts) {
    const name = entry.toLowerCase().replace(/\.$/, '')
    if (name.startsWith('*.')) suffixes.push(name.slice(1))
    else names.add(name)
  }
  return {
    address: createAddressPolicy({ allowCidrs: options.allowCidrs }),
    allowsHost: (hostname) =>
      isIP(hostname) === 0 && (names.has(hostname) || suffixes.some((suffix) => hostname.endsWith(suffix))),
  }
}

function refused(code: UrlErrorCode, detail?: string): Refusal {
  return { ok: false, code, sentence: detail === undefined ? SENTENCES[code] : `${SENTENCES[code]}: ${detail}` }
}

/** True if the name is internal or below an internal name. */
function isInternalName(hostname: string): boolean {
  return INTERNAL_NAMES.some((name) => hostname === name || hostname.endsWith(`.${name}`))
}

function hasNameSyntax(hostname: string): boolean {
  const labels = hostname.split('.')
  return (
    hostname.length <= HOSTNAME_LENGTH_MAX &&
    labels.every((label) => label.length <= LABEL_LENGTH_MAX && LABEL.test(label)) &&
    !NUMERIC.test(labels.at(-1)!)
  )
}

/**
 * Checks the text of a receiver's URL. It checks the raw text before `URL` parses it, because `URL` repairs hostile
 * text: it drops tabs, changes backslashes and full-width dots, and decodes decimal and octal addresses.
 */
export function checkUrl(raw: unknown, policy: ReceiverPolicy): UrlCheck {
  if (raw === undefined || raw === null || raw === '') return refused('url_invalid', 'it is missing')
  if (typeof raw !== 'string') return refused('url_invalid', 'it must be a string')
  if (raw.length > URL_LENGTH_MAX) return refused('url_too_long')
  if (!PRINTABLE_ASCII.test(raw) || raw.includes('\\')) return refused('url_invalid', ASCII_WANTED)
  if (!/^https:\/\//i.test(raw)) return refused('url_not_https')
  const authority = /^https:\/\/([^/?#]*)/i.exec(raw)![1]!
  if (/[@%]/.test(authority)) return refused('url_invalid', '@ and % are not allowed before the path')
  // With an empty authority `URL` would skip slashes and use the path's first part as host.
  const parsed = authority === '' ? null : URL.parse(raw)
  if (parsed === null) return refused('url_invalid')
  const port = parsed.port === '' ? HTTPS_PORT : Number(parsed.port)
  if (BAD_PORTS.has(port)) return refused('url_invalid', 'its port is blocked')
  return checkHost(authority.replace(/:\d*$/, '').toLowerCase(), parsed, port, policy)
}

/** `rawHost`: the host as written, in lower case. `parsed`: the result of `URL`. */
function checkHost(rawHost: string, parsed: URL, port: number, policy: ReceiverPolicy): UrlCheck {
  const judged = judgeHost(rawHost, parsed, policy)
  if (!judged.ok) return judged
  const { hostname } = judged.host
  const written = isIP(hostname) === 6 ? `[${hostname}]` : hostname
  return {
    ok: true,
    url: {
      ...judged.host,
      href: parsed.href,
      host: port === HTTPS_PORT ? written : `${written}:${port}`,
      port,
      path: parsed.pathname + parsed.search,
    },
  }
}

function judgeHost(rawHost: string, parsed: URL, policy: ReceiverPolicy): HostCheck {
  const literal = parsed.hostname.replace(/^\[(.*)\]$/, '$1')
  const isAddress = isIP(literal) !== 0
  const hostname = isAddress ? literal : rawHost.replace(/\.$/, '')
  if (isAddress) {
    if (policy.address(literal) === 'refused') return refused('url_not_public')
    // Refuses decimal, octal and short forms of IPv4, because honest clients never write them. IPv6 has many honest
    // forms.
    if (isIPv4(literal) && rawHost !== literal) return refused('url_invalid', 'write the IP address in its usual form')
  } else {
    const asParsed = parsed.hostname.replace(/\.$/, '')
    if (!hasNameSyntax(hostname) || hostname !== asParsed) return refused('url_invalid', 'its host is not a valid name')
    const refusal = refuseName(hostname, policy)
    if (refusal !== null) return refusal
  }
  return { ok: true, host: { hostname, isAbsolute: rawHost.endsWith('.'), isAddress } }
}

/** Why a name (lower case, no trailing dot) may not be looked up. Null if it may. */
export function refuseName(hostname: string, policy: ReceiverPolicy): Refusal | null {
  if (policy.allowsHost(hostname)) return null
  if (isInternalName(hostname)) return refused('url_not_public')
  return hostname.includes('.')
    ? null
    : refused(
        'url_invalid',
        'its host must have at least two parts, like example.com, unless the operator of the service allows the name',
      )
}

/** Checks a host without a URL, for example of a mail server, by the same rules. IPv6 has no brackets. */
export function checkHostText(raw: string, policy: ReceiverPolicy): HostCheck {
  const host = isIP(raw) === 6 ? `[${raw}]` : raw.toLowerCase()
  const parsed = /[^a-z0-9._:[\]-]/.test(host) ? null : URL.parse(`https://${host}/`)
  return parsed === null || parsed.port !== '' ? refused('url_invalid') : judgeHost(host, parsed, policy)
}
