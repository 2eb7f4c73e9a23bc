/** The database servers of `DATABASES`: `name=postgres://...`, separated by commas or line ends. */
/** The URL of a database as libpq reads it: with one server or several (PostgreSQL documentation, 34.1.1.2 and 34.1.1.3). */

export interface PostgresUrl {
  /** One URL for each server, in the order in which they are tried. Each is one that the driver reads. */
  readonly servers: readonly string[]
  /** `options` of the URL: settings of each session, as `-c name=value`; the empty string without. */
  readonly options: string
}

const SERVERS_MAX = 16
const URL_FORM = /^(postgres(?:ql)?):\/\/(?:([^@/?]*)@)?([^/?]*)(\/[^?]*)?(?:\?(.*))?$/i

/** The service writes, so it can use no server that only reads. */
const SESSION_ATTRIBUTES = new Set(['read-write', 'primary', 'any'])

/**
 * The driver checks the certificate in all of these modes, with a warning of several lines if the mode is not
 * `verify-full`. With libpq some check less.
 */
const STRICT_TLS_MODES = new Set(['prefer', 'require', 'verify-ca', 'verify-full'])
const OTHER_TLS_MODES = new Set(['disable', 'no-verify'])

/** The parts of the URL, or what it must be ("must be a URL that ..."). No sentence repeats a part of the URL. */
export function parsePostgresUrl(text: string): PostgresUrl | { must: string } {
  const [, scheme, credentials, authority = '', path = '', query = ''] = URL_FORM.exec(text) ?? []
  if (scheme === undefined) return { must: 'must be a URL starting with postgres:// or postgresql://' }
  const parameters = new URLSearchParams(query)
  const attributes = parameters.get('target_session_attrs')
  if (attributes !== null && !SESSION_ATTRIBUTES.has(attributes))
    return { must: 'must have target_session_attrs=read-write or none: the service writes' }
  const tlsMode = parameters.get('sslmode')
  if (tlsMode !== null && STRICT_TLS_MODES.has(tlsMode)) parameters.set('sslmode', 'verify-full')
  else if (tlsMode !== null && !OTHER_TLS_MODES.has(tlsMode))
    return { must: 'must have sslmode=verify-full, no-verify or disable' }
  const options = parameters.get('options') ?? ''
  if (!isEncoded(authority)) return { must: 'must encode a server like %2Fvar%2Frun%2Fpostgresql' }
  const places = serversOf(authority, parameters)
  if (places === null)
    return { must: 'must name as many ports as servers, or one port for all: postgresql://user@a:5432,b:5432/database' }
  if (places.length > 1 && places.some(({ host }) => host === ''))
    return { must: 'must name a server before and after each comma: postgresql://user@a:5432,b:5432/database' }
  if (places.length > SERVERS_MAX) return { must: `must name at most ${SERVERS_MAX} servers` }
  for (const name of ['target_session_attrs', 'options', 'host', 'port', 'uselibpqcompat']) parameters.delete(name)
  const servers = places.map(({ host, port, isSocket }) => {
    const rest = new URLSearchParams(parameters)
    if (isSocket) rest.set('host', host)
    if (isSocket && port !== '') rest.set('port', port)
    const place = isSocket ? '' : `${host}${port === '' ? '' : `:${port}`}`
    const signIn = credentials === undefined ? '' : `${credentials}@`
    return `${scheme.toLowerCase()}://${signIn}${place || 'localhost'}${path}${rest.size > 0 ? `?${rest.toString()}` : ''}`
  })
  return servers.every((server) => URL.canParse(server))
    ? { servers, options }
    : { must: 'must be a URL like postgresql://user:password@host:5432/database' }
}

interface ServerAddress {
  host: string
  /** The empty string: the default. */
  port: string
  /** The host is the directory of a Unix socket. */
  isSocket: boolean
}

/** The servers of the authority, or those of `?host=a,b&port=1,2`; null if the ports do not fit them. */
function serversOf(authority: string, parameters: URLSearchParams): ServerAddress[] | null {
  const named = parameters.get('host')
  const hosts = (named ?? authority).split(',').map((item) => {
    if (named !== null) return { host: item.includes(':') ? `[${item}]` : item, port: '' }
    const [, host = item, port = ''] = /^(.*?|\[.*\])(?::(\d*))?$/.exec(item) ?? []
    return { host, port }
  })
  const ports = parameters.get('port')?.split(',') ?? []
  if (ports.length > 1 && ports.length !== hosts.length) return null
  return hosts.map(({ host, port }, index) => {
    const decoded = named === null && /^%2f/i.test(host) ? decodeURIComponent(host) : host
    const isSocket = decoded.startsWith('/')
    return { host: decoded, port: ports[index] ?? ports[0] ?? port, isSocket }
  })
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** A database server of `DATABASES`. */
export interface NamedDatabase {
  name: string
  url: string
}

const DATABASES_MAX = 64

/** A URL may contain commas too, so an item begins only where a name and a scheme follow. */
const BETWEEN_ITEMS = /(?<![\s,])[\s,]+(?=[^\s,=]{1,100}=postgres(?:ql)?:\/\/)/i
const ITEM = /^([^\s,=]{1,100})=(postgres(?:ql)?:\/\/.*)$/is
/** A second item with a wrong scheme would become a part of the first URL. */
const OTHER_SCHEME = /[\s,][^\s,=]{1,100}=[a-z]{1,20}:\/\//i
const NAME = /^[a-z][a-z0-9-]{0,30}$/

const FORM = 'must be a list of name=postgresql://user@host:5432/database'

/** The servers in their order, or the rule that the text breaks. The rule repeats names, and no part of a URL. */
export function parseDatabases(text: string): { value: readonly NamedDatabase[] } | { must: string } {
  const databases: NamedDatabase[] = []
  for (const [index, item] of text.trim().split(BETWEEN_ITEMS).entries()) {
    const [, name, url] = ITEM.exec(item.replace(/[\s,]+$/, '')) ?? []
    if (name === undefined || url === undefined || OTHER_SCHEME.test(url))
      return { must: `${FORM}: item ${index + 1} is not valid` }
    if (!NAME.test(name))
      return {
        must: `${FORM}: the name ${name} must begin with a lower-case letter, with lower-case letters, digits and hyphens, at most 31`,
      }
    if (databases.some((one) => one.name === name)) return { must: `${FORM}: the name ${name} occurs twice` }
    const parsed = parsePostgresUrl(url)
    if ('must' in parsed) return { must: `${FORM}: the URL of ${name} ${parsed.must}` }
    databases.push({ name, url })
  }
  return databases.length > DATABASES_MAX
    ? { must: `must name at most ${DATABASES_MAX} servers` }
    : { value: databases }
}
