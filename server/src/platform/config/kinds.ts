import { isIP } from 'node:net'
import { parseDatabases, parsePostgresUrl } from './postgres-url.ts'
import type { NamedDatabase } from './postgres-url.ts'
import { nearest } from '@tidings/cli/nearest'
import { parseKeyRing } from '../secrets.ts'

/** How a variable's text is parsed. The reference page shows `type` and `unit`. */
export interface Kind<Value> {
  type: string
  unit: string | null
  /** Errors never repeat the value. */
  secret: boolean
  /** Returns the value, or the rule that the text breaks ("must be a whole number from 1 to 9"). */
  parse(text: string): { value: Value } | { must: string }
}

function kind<Value>(type: string, parse: Kind<Value>['parse'], unit: string | null = null): Kind<Value> {
  return { type, unit, secret: false, parse }
}

/** Makes the kind secret: errors never repeat its value. */
export function secret<Value>(of: Kind<Value>): Kind<Value> {
  return { ...of, secret: true }
}

export const text: Kind<string> = kind('text', (value) => ({ value }))

export const path: Kind<string> = kind('path', (value) =>
  value.includes('\0') ? { must: 'must be a path' } : { value },
)

export function integer(minimum: number, maximum: number, unit: string | null = null): Kind<number> {
  const must = `must be a whole number from ${minimum} to ${maximum}`
  return kind(
    `whole number, ${minimum} to ${maximum}`,
    (value) => {
      const number = Number(value)
      return /^\d{1,15}$/.test(value) && number >= minimum && number <= maximum ? { value: number } : { must }
    },
    unit,
  )
}

const MS_PER_UNIT = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** `250ms`, `10s`, `5m`, `4h`, `1d` in ms, or null. */
function durationMs(value: string): number | null {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(value)
  if (match === null) return null
  return Number(match[1]) * MS_PER_UNIT[match[2] as keyof typeof MS_PER_UNIT]
}

/** Node's timers have 31 bits. No wait of this service is near that. */
const DURATION_MAX_MS = 7 * MS_PER_UNIT.d

export function duration(minimumMs = 1): Kind<number> {
  const must = `must be a duration like 250ms, 10s, 5m, 4h or 1d, from ${minimumMs}ms to 7d`
  return kind('duration', (value) => {
    const ms = durationMs(value)
    return ms !== null && ms >= minimumMs && ms <= DURATION_MAX_MS ? { value: ms } : { must }
  })
}

function items(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Waits between retries in order, exactly `count` of them. */
export function schedule(count: number): Kind<readonly number[]> {
  const must = `must be ${count} durations separated by commas, each like 250ms, 10s, 5m or 4h and at most 7d`
  return kind(`${count} durations`, (value) => {
    const waits = items(value).map(durationMs)
    const fits = waits.length === count && waits.every((ms) => ms !== null && ms <= DURATION_MAX_MS)
    return fits ? { value: waits as number[] } : { must }
  })
}

/** A list of items that satisfy `accepts`. */
function list(type: string, what: string, accepts: (item: string) => boolean): Kind<readonly string[]> {
  return kind(type, (value) => {
    const wrong = items(value).find((item) => !accepts(item))
    return wrong === undefined ? { value: items(value) } : { must: `must be a list of ${what}: ${wrong} is not valid` }
  })
}

function isCidr(item: string): boolean {
  const match = /^([^/]+)\/(\d{1,3})$/.exec(item)
  if (match === null) return false
  const family = isIP(match[1]!)
  if (family === 0 || Number(match[2]) > (family === 4 ? 32 : 128)) return false
  // isIP accepts `fe80::1%eth0`, but a block is not bound to an interface.
  return !item.includes('%')
}

export const cidrs = list('list of CIDR blocks', 'CIDR blocks like 10.0.0.0/8 or fd00::/8', isCidr)

export const addressesOrCidrs = list(
  'list of addresses or CIDR blocks',
  'IP addresses or CIDR blocks',
  (item) => isIP(item) !== 0 || isCidr(item),
)

const HOST_PATTERN = /^(\*\.)?([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$/

export const hostPatterns = list(
  'list of host names',
  'lower-case host names like hooks.example.internal or *.example.internal',
  (item) => item.length <= 253 && HOST_PATTERN.test(item) && isIP(item) === 0,
)

/** `192.0.2.53`, `192.0.2.53:5353` or `[2001:db8::53]:53`, the formats of `dns.setServers`. */
export const nameServers = list('list of addresses', 'IP addresses of DNS servers, with an optional :port', (item) => {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::(\d{1,5}))?$/.exec(item)
  if (match === null) return isIP(item) !== 0
  const port = Number(match[3] ?? 53)
  return isIP(match[1] ?? match[2]!) === (match[1] === undefined ? 4 : 6) && port >= 1 && port <= 65_535
})

/** An absolute URL with one of the schemes, unchanged. */
export function url(schemes: readonly string[]): Kind<string> {
  const must = `must be a URL starting with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`
  return kind(`URL (${schemes.join(', ')})`, (value) => {
    const fits = URL.canParse(value) && schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}://`))
    return fits ? { value } : { must }
  })
}

/** The URL of a PostgreSQL database, of one server or several, kept as given. */
export const postgresUrl: Kind<string> = kind('URL (postgres, postgresql)', (value) => {
  const parts = parsePostgresUrl(value)
  return 'must' in parts ? { must: parts.must } : { value }
})

/** Several database servers, each with a name. */
export const databases: Kind<readonly NamedDatabase[]> = kind('list of name=URL (postgres, postgresql)', parseDatabases)

/** An http or https URL for appending paths: without trailing slash, query and fragment. */
export const baseUrl: Kind<string> = kind('URL (http, https)', (value) =>
  /[?#]/.test(value)
    ? { must: 'must be a URL without a query or a fragment' }
    : url(['http', 'https']).parse(value.replace(/\/+$/, '')),
)

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Base URLs by name: `name=https://...`. `http://` is only allowed for this machine. */
export const namedUrls: Kind<ReadonlyMap<string, string>> = kind('list of name=URL', (value) => {
  const urls = new Map<string, string>()
  for (const item of items(value)) {
    const [, name, given] = /^([a-z][a-z0-9_]*)=(.*)$/.exec(item) ?? []
    const parsed = given === undefined ? { must: '' } : baseUrl.parse(given)
    const isSafe = 'value' in parsed && isEncryptedOrLocal(parsed.value)
    if (!isSafe || name === undefined || urls.has(name))
      return {
        must: `must be a list of name=https://... with each name once (http:// only for this machine): ${item} is not valid`,
      }
    urls.set(name, parsed.value)
  }
  return { value: urls }
})

function isEncryptedOrLocal(base: string): boolean {
  const { protocol, hostname, username, password } = new URL(base)
  return username + password === '' && (protocol === 'https:' || LOOPBACK_HOST.test(hostname))
}

/** A share, from 0 to 1. */
export const ratio: Kind<number> = kind('number, 0 to 1', (value) => {
  const number = Number(value)
  return /^\d*\.?\d+$/.test(value) && number <= 1 ? { value: number } : { must: 'must be a number from 0 to 1' }
})

export const boolean: Kind<boolean> = kind('true, false', (value) => {
  const word = value.toLowerCase()
  return word === 'true' || word === 'false' ? { value: word === 'true' } : { must: 'must be true or false' }
})

/** Headers by name: `name=value,name=value`, with percent-encoded values as in OpenTelemetry. */
export const headers: Kind<Readonly<Record<string, string>>> = kind('list of name=value', (value) => {
  const parsed = parseHeaders(items(value))
  return parsed === null ? { must: 'must be a list of name=value, with percent-encoded values' } : { value: parsed }
})

/** A port, or the word `off`. */
export const portOrOff: Kind<number | 'off'> = kind<number | 'off'>('whole number, 0 to 65535, or off', (value) => {
  const must = 'must be a whole number from 0 to 65535, or off'
  if (value === 'off') return { value }
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? { value: Number(value) } : { must }
})

function matching(type: string, pattern: RegExp, must: string): Kind<string> {
  return kind(type, (value) => (pattern.test(value) ? { value } : { must }))
}

/** An address or a host name, and a port. An IPv6 address is in brackets. */
export const hostAndPort: Kind<{ host: string; port: number }> = kind('host:port', (value) => {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(value) ?? []
  const host = bracketed ?? plain
  const isValid = host !== undefined && Number(port) <= 65_535 && (bracketed === undefined || isIP(bracketed) === 6)
  return isValid
    ? { value: { host, port: Number(port) } }
    : { must: 'must be like 0.0.0.0:25, [::]:25 or mail.example.com:2525' }
})

const DOMAIN_NAME = /^(?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

export const domainName: Kind<string> = kind('domain name', (value) =>
  DOMAIN_NAME.test(value.toLowerCase())
    ? { value: value.toLowerCase() }
    : { must: 'must be a domain name like bounces.example.com' },
)

export const email = matching('email address', /^[^\s@,;<>]+@[^\s@,;<>]+$/, 'must be one email address')

export const sender = matching(
  'email address, with or without a name',
  /^([^<>\r\n]* )?<[^\s@,;<>]+@[^\s@,;<>]+>$|^[^\s@,;<>]+@[^\s@,;<>]+$/,
  'must be one email address, like notify@example.com or Tidings <notify@example.com>',
)

export const apiKey = matching('API key', /^sk_[0-9A-Za-z]{43}$/, 'must be sk_ and 43 letters and digits')

export const metricsToken = matching(
  'text',
  /^[\x21-\x7e]{16,200}$/,
  'must be 16 to 200 ASCII characters without spaces',
)

/** The caller's key for this or a later version of the service. Only characters that no header allows are refused. */
export const keyRing: Kind<string> = kind('list of id:base64key', (value) => {
  const ring = parseKeyRing(value)
  return ring.ok ? { value } : { must: ring.sentence.replace(/^SECRETS_KEYS /, '') }
})

function suggestion(word: string, words: readonly string[]): string {
  const near = nearest(word, words, 2)
  return near === null ? '' : `: did you mean ${near}?`
}

/** One of the words. */
export function oneOf<const Word extends string>(words: readonly Word[]): Kind<Word> {
  return kind(words.join(', '), (value) =>
    words.includes(value as Word)
      ? { value: value as Word }
      : { must: `must be ${words.length > 1 ? 'one of ' : ''}${words.join(', ')}${suggestion(value, words)}` },
  )
}

/** One or more of the words. Repetitions count once. */
export function someOf<const Word extends string>(words: readonly Word[]): Kind<readonly Word[]> {
  const must = `must be a list of one or more of ${words.join(', ')}`
  return kind(`list of ${words.join(', ')}`, (value) => {
    const given = items(value)
    const wrong = given.find((item) => !words.includes(item as Word))
    if (wrong !== undefined) return { must: `${must}: ${wrong} is not valid${suggestion(wrong, words)}` }
    return given.length === 0 ? { must } : { value: words.filter((word) => given.includes(word)) }
  })
}

/** One environment variable. */
export interface Setting<Value> {
  variable: string
  kind: Kind<Exclude<Value, null>>
  /** As written in the environment. Null: unset. */
  default: string | null
  description: string
}

/** A variable with a default. `preset`: the default as written in the environment. */
export function setting<Value>(
  variable: string,
  kind: Kind<Value>,
  preset: string,
  description: string,
): Setting<Value> {
  return { variable, kind: kind as Setting<Value>['kind'], default: preset, description }
}

/** A variable that may be unset. Its value is then null. */
export function optional<Value>(variable: string, kind: Kind<Value>, description: string): Setting<Value | null> {
  return { variable, kind: kind as Setting<Value | null>['kind'], default: null, description }
}

/** A token of HTTP (RFC 9110), and at least one visible character behind the equals sign. */
const ITEM = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*(.+)$/

/** Printable ASCII: a line break would start another header. */
const VALUE = /^[\x20-\x7e]+$/

/** Headers from items `name=value` with percent-encoded values. Null if an item is wrong. */
function parseHeaders(items: readonly string[]): Record<string, string> | null {
  const headers: Record<string, string> = {}
  for (const item of items) {
    const [, name, encoded] = ITEM.exec(item) ?? []
    const value = encoded === undefined ? null : decoded(encoded)
    if (name === undefined || value === null || !VALUE.test(value)) return null
    headers[name] = value
  }
  return headers
}

function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}
