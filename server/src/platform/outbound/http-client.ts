/**
 * HTTP calls to servers named by providers, channels, devices and reports, one request each, over kept connections. The
 * number of parallel calls is limited. Further calls wait until their signal ends.
 */
import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import { HEADER_VALUE } from './http-connection.ts'
import type { HttpRequest } from './http-connection.ts'
import { createConnections } from './judged-connections.ts'
import type { AcquireResult, ConnectionTarget } from './judged-connections.ts'
import type { HostResolver } from './resolve.ts'
import type { HttpResponse } from './response-reader.ts'
import type { ConnectionError } from './socket-connect.ts'
import { FairGate } from '../admission/fair-gate.ts'
import { checkUrl, EVERY_ADDRESS } from './url-policy.ts'
import type { ReceiverPolicy } from './url-policy.ts'

export interface HttpCall {
  method: HttpRequest['method']
  url: string
  /** A `host` header, needed by some signatures, must equal the URL's host. It is sent once. */
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Ends the call. The caller sets the time limit through this signal. */
  signal: AbortSignal
  /** Bytes kept of the response's body. The rest is not read. */
  responseBytesMax: number
}

/**
 * `aborted`: ended by the signal or by `close`. `exhausted`: this machine has no socket or memory for a connection.
 * `unsendable`: the URL or a header is not valid. `detail`: the problem of the URL.
 */
export interface CallFailure {
  ok: false
  error: ConnectionError | 'aborted' | 'exhausted' | 'unsendable'
  detail?: string
}

export interface HttpClient {
  /** Sends one request. Does not follow redirects, decompress or retry. Never throws. */
  call(call: HttpCall): Promise<HttpResponse | CallFailure>
  /** Ends calls under way and closes the connections. */
  close(): void
}

export interface HttpClientOptions {
  /** `EVERY_ADDRESS` only for URLs from the operator or the source code. These may also use HTTP without TLS. */
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted root certificates. */
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  connectionsMax: number
  connectionsPerOriginMax: number
}

const CONNECT_TIMEOUT_MS = 10_000
/** The signal also limits the whole call. */
const RESPONSE_TIMEOUT_MS = 60_000
const CALL_TIMEOUT_MS = 120_000
/**
 * Idle connections are kept for this time, ms. It is shorter than servers keep them, so that a server does not close
 * one during a call.
 */
const IDLE_TIMEOUT_MS = 4_000
/** Bytes allowed for the framing of a chunked body, in addition to twice the body's limit. */
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
  const places = new FairGate({ placesMax: connectionsMax, ofKeyMax: connectionsPerOriginMax })

  async function callTarget(target: Target, call: HttpCall): Promise<HttpResponse | CallFailure> {
    const { signal } = call
    const giveBack = await places.enterUnless(target.host, signal)
    if (giveBack === null) return ABORTED
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
      // If the call ends during connecting, connecting continues until its own time limit and keeps its place.
      if (acquired !== null) giveBack()
      else
        void acquiring
          .then((late) => late.ok && late.connection.release())
          .catch(() => {})
          .then(() => giveBack())
    }
  }

  return {
    async call(call) {
      if (!Object.values(call.headers).every((value) => HEADER_VALUE.test(value)))
        return { ok: false, error: 'unsendable' }
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

function requestOf({ path }: Target, call: HttpCall): HttpRequest {
  const { method, body = '', responseBytesMax } = call
  const { host: _host, ...headers } = call.headers
  const response = { readBytesMax: 2 * responseBytesMax + FRAMING_BYTES_MAX, keptBytesMax: responseBytesMax }
  return { method, path, headers, body: method === 'GET' ? null : body, response }
}

/** The target of an operator's URL, or null if it is not an HTTP URL. */
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

/** The result of acquiring, or null if the signal ends first. */
function untilAborted(acquiring: Promise<AcquireResult>, signal: AbortSignal): Promise<AcquireResult | null> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve(null)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    acquiring.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
