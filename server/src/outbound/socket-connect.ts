import { connect as connectTcp, isIP } from 'node:net'
import type { OnReadOpts, Socket, TcpNetConnectOpts } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates } from 'node:tls'
import type { ConnectionOptions, SecureContext } from 'node:tls'
import type { ConnectionError } from './connection-error.ts'

export type ConnectError = Extract<
  ConnectionError,
  'connect_timeout' | 'connection_refused' | 'connection_reset' | 'tls_error'
>

export type ConnectResult =
  | { ok: true; socket: Socket; bytes: IncomingBytes }
  /** `aborted`: by us; `exhausted`: there was no socket to be had. Otherwise another address of the host may do better, unless `tls_error` is the host's own. */
  | { ok: false; error: ConnectError | 'aborted' | 'exhausted' }

/** What a socket receives: Node's stream would make a buffer and four calls of every answer. */
export interface IncomingBytes {
  /** Something came before anybody listened. */
  early: boolean
  /** Called with what came: the buffer is every socket's, and holds it during the call only. */
  listener: ((bytes: Buffer) => void) | null
}

/** Longer answers come in pieces: as much as a record of TLS holds. */
const READ_BYTES_MAX = 16 * 1024
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES_MAX)

export interface Connecting {
  done: Promise<ConnectResult>
  /** Gives up: `done` then resolves with `aborted`. */
  abort(): void
}

/** No connection came about, at once and not by time: refused, or no way to the address from here. */
const REFUSED_CODES = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
  ...['EACCES', 'EPERM', 'EINVAL', 'EAFNOSUPPORT'],
])

/** This process, or this machine, has no descriptor or no memory left. */
const EXHAUSTED_CODES = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])

const RESET_CODES = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE'])

/** The fixed word for an error of the socket before the handshake is complete. */
export function connectError(error: Error): ConnectError | 'exhausted' {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (EXHAUSTED_CODES.has(code)) return 'exhausted'
  if (REFUSED_CODES.has(code)) return 'connection_refused'
  if (RESET_CODES.has(code)) return 'connection_reset'
  return code === 'ETIMEDOUT' ? 'connect_timeout' : 'tls_error'
}

/** The roots of this machine's Node with the operator's own (PEM, one or several) added; made once, it costs milliseconds. */
export function createTrust(extraCaPem: string | null): SecureContext {
  // Without `ca` Node shares its parsed roots.
  if (extraCaPem === null) return createSecureContext()
  return createSecureContext({ ca: [...getCACertificates('default'), extraCaPem] })
}

/**
 * TCP and TLS to one address that has been judged: the name serves for the certificate alone and is never resolved
 * here. The time is our own timer's, since a socket's would start anew with every byte that drips in.
 */
export function connectSocket(options: {
  address: string
  port: number
  hostname: string
  /** Null: TCP without TLS. */
  trust: SecureContext | null
  timeoutMs: number
}): Connecting {
  const bytes: IncomingBytes = { early: false, listener: null }
  const { address: host, port, hostname, trust } = options
  const tcp: TcpNetConnectOpts & { onread: OnReadOpts } = {
    host,
    port,
    onread: {
      buffer: readBuffer,
      callback(length) {
        if (bytes.listener === null) bytes.early = true
        else bytes.listener(readBuffer.subarray(0, length))
        return true
      },
    },
  }
  const socket = trust === null ? connectTcp(tcp) : connectTls({ ...tcp, ...tlsOptions(hostname, trust) })
  let settle: (result: ConnectResult) => void = () => {}
  const done = new Promise<ConnectResult>((resolve) => (settle = resolve))
  const fail = (error: ConnectError | 'aborted' | 'exhausted'): void => {
    clearTimeout(timer)
    settle({ ok: false, error })
    socket.destroy()
  }
  const timer = setTimeout(fail, options.timeoutMs, 'connect_timeout')
  const onError = (error: Error): void => fail(connectError(error))
  // Without an error the peer closed in the middle of the handshake.
  const onClose = (): void => fail('connection_reset')
  socket.on('error', onError).on('close', onClose)
  socket.once(trust === null ? 'connect' : 'secureConnect', () => {
    clearTimeout(timer)
    socket.off('error', onError).off('close', onClose)
    socket.setNoDelay(true)
    settle({ ok: true, socket, bytes })
  })
  return { done, abort: () => fail('aborted') }
}

function tlsOptions(hostname: string, trust: SecureContext): ConnectionOptions {
  return {
    secureContext: trust,
    ALPNProtocols: ['http/1.1'],
    // Said here so that no variable of the environment can turn it off.
    rejectUnauthorized: true,
    // An address is no server name (RFC 6066); its certificate is then checked for the address.
    ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
  }
}
