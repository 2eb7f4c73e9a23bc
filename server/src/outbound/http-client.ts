/**
 * Calls over HTTP to servers that providers, channels, devices and reports name: one request each, over kept connections, as
 * many at a time as the bounds allow. A call beyond them waits, within the time of its signal.
 */
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import type { ConnectionError } from './connection-error.ts'
import { isHeaderValue } from './http-connection.ts'
import type { HttpAnswer, HttpRequest } from './http-connection.ts'
import { createConnections } from './judged-connections.ts'
import type { AcquireResult, ConnectionTarget } from './judged-connections.ts'
import type { HostResolver } from './resolve.ts'
import { Slots } from './slots.ts'
import { checkUrl, EVERY_ADDRESS } from './url-policy.ts'
import type { ReceiverPolicy } from './url-policy.ts'

export interface HttpCall {
  method: HttpRequest['method']
  url: string
  /** A `host` among them, as signatures need it, is the URL's and sent once. */
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Ends the call; its time limit is the caller's, in this signal. */
  signal: AbortSignal
  /** Bytes of the body; what is beyond is not read. */
  responseBytesMax: number
}

/**
 * `aborted`: by the signal or by `close`; `exhausted`: this machine had nothing to connect with; `unsendable`: the URL or a
 * header is none. `detail`: what was wrong with the URL.
 */
export interface CallFailure {
  ok: false
  error: ConnectionError | 'aborted' | 'exhausted' | 'unsendable'
  detail?: string
}

export interface HttpClient {
  /** One request. Redirects are not followed, nothing is decompressed, nothing is sent twice; it never throws. */
  call(call: HttpCall): Promise<HttpAnswer | CallFailure>
  /** Ends calls under way and closes the connections. */
  close(): void
}

export interface HttpClientOptions {
  /** `EVERY_ADDRESS`: the URLs are the operator's own or stand in the source, and may be without TLS. */
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted roots. */
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  connectionsMax: number
  connectionsPerOriginMax: number
}

const CONNECT_TIMEOUT_MS = 10_000
/** The whole call is bounded by its signal besides. */
const RESPONSE_TIMEOUT_MS = 60_000
const CALL_TIMEOUT_MS = 120_000
/** An unused connection is kept for so long, ms: shorter than servers keep it, who would else close it under a call. */
const IDLE_TIMEOUT_MS = 4_000
/** What the framing of a body by chunks may take beside it, bytes; and as much again as the body. */
const FRAMING_BYTES_MAX = 16 * 1024

const ABORTED: CallFailure = { ok: false, error: 'aborted' }

type Target = ConnectionTarget & { path: string }

export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { policy, connectionsMax, connectionsPerOriginMax } = options
  const connections = createConnections({
    ...options,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    responseTimeoutMs: RESPONSE_TIMEOUT_MS,
    attemptTimeoutMs: CALL_TIMEOUT_MS,
    idleTimeoutMs: IDLE_TIMEOUT_MS,
    resendWithinMs: 0,
  })
  const slots = new Slots(connectionsMax, connectionsPerOriginMax)

  async function callTarget(target: Target, call: HttpCall): Promise<HttpAnswer | CallFailure> {
    const { signal } = call
    if (!(await slots.take(target.host, signal))) return ABORTED
    const acquiring = connections.acquire(target)
    let acquired: AcquireResult | null = null
    const abort = (): void => {
      if (acquired?.ok) acquired.connection.abort()
    }
    try {
      acquired = await untilAborted(acquiring, signal)
      if (acquired === null) return ABORTED
      if (!acquired.ok) return acquired
      signal.addEventListener('abort', abort, { once: true })
      return await acquired.connection.send(requestOf(target, call))
    } finally {
      signal.removeEventListener('abort', abort)
      const giveBack = (): void => slots.give(target.host)
      // An attempt at connecting that is waited for no longer ends by its own time limit, and keeps its slot until then.
      if (acquired !== null) giveBack()
      else void acquiring.then((late) => late.ok && late.connection.release()).then(giveBack, giveBack)
    }
  }

  return {
    async call(call) {
      if (!Object.values(call.headers).every(isHeaderValue)) return { ok: false, error: 'unsendable' }
      if (policy !== EVERY_ADDRESS) {
        const checked = checkUrl(call.url, policy)
        if (!checked.ok) return { ok: false, error: 'address_not_public', detail: checked.code }
        return callTarget(checked.url, call)
      }
      const target = targetOf(call.url)
      return target === null ? { ok: false, error: 'unsendable', detail: 'url_invalid' } : callTarget(target, call)
    },
    close: () => connections.abortAll(),
  }
}

function requestOf({ path }: Target, call: HttpCall): Omit<HttpRequest, 'host'> {
  const { method, body = '', responseBytesMax } = call
  const { host: _host, ...headers } = call.headers
  const answer = { readBytesMax: 2 * responseBytesMax + FRAMING_BYTES_MAX, keptBytesMax: responseBytesMax }
  return { method, path, headers, body: method === 'GET' ? null : body, answer }
}

/** What a URL of the operator's own says, or null if it is none of HTTP. */
function targetOf(url: string): Target | null {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null
  const isPlain = parsed.protocol === 'http:'
  const hostname = parsed.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
  return {
    hostname,
    host: parsed.host,
    port: parsed.port === '' ? (isPlain ? 80 : 443) : Number(parsed.port),
    path: parsed.pathname + parsed.search,
    isAbsolute: parsed.hostname.endsWith('.'),
    isAddress: isIP(hostname) !== 0,
    isPlain,
  }
}

/** What comes of acquiring, or null if the signal ends first. */
function untilAborted(acquiring: Promise<AcquireResult>, signal: AbortSignal): Promise<AcquireResult | null> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(null)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    acquiring.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
