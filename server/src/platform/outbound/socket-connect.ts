import { connect as connectTcp, isIP } from 'node:net'
import type { OnReadOpts, Socket, TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates } from 'node:tls'
import type { ConnectionOptions, SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'

/** Why a connection or its request failed: the fixed words of an attempt's `error_message`. */
export type ConnectionError =
  | 'dns_error'
  | 'address_not_public'
  | 'connect_timeout'
  | 'connection_refused'
  | 'connection_reset'
  | 'tls_error'
  | 'response_timeout'
  | 'protocol_error'

export type ConnectError = Extract<
  ConnectionError,
  'connect_timeout' | 'connection_refused' | 'connection_reset' | 'tls_error'
>

export type ConnectResult =
  | { ok: true; socket: Socket }
  /**
   * `aborted`: ended by us. `exhausted`: no socket was available. After other errors another address of the host may
   * work. `detail`: the code of a `tls_error`.
   */
  | { ok: false; error: ConnectError | 'aborted' | 'exhausted'; detail?: string }

export interface Connecting {
  done: Promise<ConnectResult>
  /** Gives up. `done` then resolves with `aborted`. */
  abort(): void
}

/** Errors without a time-out: refused, or no route to the address. */
const REFUSED_CODES = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
  ...['EACCES', 'EPERM', 'EINVAL', 'EAFNOSUPPORT'],
])

/** This process or machine has no file descriptors or memory left. */
const EXHAUSTED_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

const RESET_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE'])

/** The fixed word for a socket's error before the end of the handshake. */
export function connectError(error: Error): ConnectError | 'exhausted' {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (EXHAUSTED_CODES.has(code)) return 'exhausted'
  if (REFUSED_CODES.has(code)) return 'connection_refused'
  if (RESET_CODES.has(code)) return 'connection_reset'
  return code === 'ETIMEDOUT' ? 'connect_timeout' : 'tls_error'
}

/** A code of Node or of OpenSSL. Their lists are fixed, so no text of the other side can get in. */
const ERROR_CODE = /^[A-Z][A-Z0-9_]{0,99}$/

/** The code of an error of TLS, for example `CERT_HAS_EXPIRED`, as the `detail` of a failure. */
export function tlsErrorCode(error: Error): { detail?: string } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return ERROR_CODE.test(code) ? { detail: code } : {}
}

/**
 * Node's root certificates with the operator's own added (PEM, one or several). Create it once, because it takes
 * milliseconds.
 */
export function createTrust(extraCaPem: string | null): SecureContext {
  // Without `ca`, Node shares its parsed root certificates.
  if (extraCaPem === null) return createSecureContext()
  return createSecureContext({ ca: [...getCACertificates('default'), extraCaPem] })
}

/**
 * Opens TCP and TLS to a checked address. The hostname is used only for the certificate and never resolved here. Uses
 * our own timer, because a socket's timer restarts with every byte.
 */
export function connectSocket(options: {
  address: string
  port: number
  hostname: string
  /** Null: TCP without TLS. */
  trust: SecureContext | null
  /** Takes the received bytes. */
  onread: OnReadOpts
  timeoutMs: number
}): Connecting {
  const { address: host, port, hostname, trust, onread } = options
  const tcp: TcpNetConnectOpts & { onread: OnReadOpts } = { host, port, onread }
  const socket = trust === null ? connectTcp(tcp) : connectTls({ ...tcp, ...tlsOptions(hostname, trust) })
  let settle: (result: ConnectResult) => void = () => {}
  const done = new Promise<ConnectResult>((resolve) => (settle = resolve))
  const fail = (error: ConnectError | 'aborted' | 'exhausted', detail: { detail?: string } = {}): void => {
    clearTimeout(timer)
    settle({ ok: false, error, ...detail })
    socket.destroy()
  }
  const timer = setTimeout(fail, options.timeoutMs, 'connect_timeout')
  const onError = (error: Error): void => {
    const word = connectError(error)
    fail(word, word === 'tls_error' ? tlsErrorCode(error) : {})
  }
  // A close without an error means that the peer closed during the handshake.
  const onClose = (): void => fail('connection_reset')
  socket.on('error', onError).on('close', onClose)
  socket.once(trust === null ? 'connect' : 'secureConnect', () => {
    clearTimeout(timer)
    socket.off('error', onError).off('close', onClose)
    socket.setNoDelay(true)
    settle({ ok: true, socket })
  })
  return { done, abort: () => fail('aborted') }
}

function tlsOptions(hostname: string, trust: SecureContext): ConnectionOptions {
  return {
    secureContext: trust,
    ALPNProtocols: ['http/1.1'],
    // Set here so that no environment variable can turn it off.
    rejectUnauthorized: true,
    // An address is not a server name (RFC 6066). Node then checks the certificate for the address.
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
  }
}

type Result = { ok: true } | { ok: false; error: string }

/** An address gets this part of the remaining time, so that a silent one leaves time for others. The last gets all. */
const PARTS = 3

/** Errors that other addresses of the host would not change. */
const ENDS_TRYING = new Set(['aborted', 'exhausted'])

/**
 * Connects to the addresses of a host in turn until one works or the time is over. Null: there was no time. A TLS error
 * does not end the trying: one server of a host may have an old certificate. If all fail, the first TLS error counts,
 * because it names a fault that can be repaired. Without one, the error of the first address counts.
 */
export async function tryAddresses<Opened extends Result>(
  addresses: readonly string[],
  { clock, timeoutMs }: { clock: Pick<Clock, 'monotonic'>; timeoutMs: number },
  connect: (address: string, timeoutMs: number) => Promise<Opened>,
): Promise<Opened | null> {
  const endMs = clock.monotonic() + timeoutMs
  const failures: Opened[] = []
  for (const [index, address] of addresses.entries()) {
    const leftMs = endMs - clock.monotonic()
    if (leftMs <= 0) break
    const result = await connect(address, leftMs / Math.min(PARTS, addresses.length - index))
    if (result.ok || ENDS_TRYING.has(result.error)) return result
    failures.push(result)
  }
  return failures.find((failure) => !failure.ok && failure.error === 'tls_error') ?? failures[0] ?? null
}
