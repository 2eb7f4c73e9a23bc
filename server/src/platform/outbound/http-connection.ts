import type { OnReadOpts, Socket } from 'node:net'
import { ResponseReader } from './response-reader.ts'
import type { BodyLimits, HttpResponse } from './response-reader.ts'
import { tlsErrorCode } from './socket-connect.ts'
import type { ConnectionError } from './socket-connect.ts'

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with the query. */
  path: string
  /** The names come from the code. An invalid value throws. */
  headers: Readonly<Record<string, string>>
  /** Null: no body and no Content-Length. */
  body: string | Uint8Array | null
  /** Limits for reading the response's body. */
  response: BodyLimits
}

export interface ExchangeLimits {
  /** From the request to the end of the response headers, ms. */
  responseTimeoutMs: number
  /** From the request to the end of the response body, or of the part to be read, ms. */
  totalTimeoutMs: number
}

export type ExchangeError = Extract<
  ConnectionError,
  'connection_reset' | 'tls_error' | 'response_timeout' | 'protocol_error'
>

export type ExchangeResult =
  | HttpResponse
  /** `responded`: true if the first byte of a response had arrived. `detail`: the code of a `tls_error`. */
  | { ok: false; error: ExchangeError | 'aborted'; responded: boolean; detail?: string }

/** The server of a connection. */
export interface Origin {
  /**
   * The Host header (`ReceiverUrl`). It differs for every hostname and port, because only port 443 is left out. So a
   * kept connection is used only for the name in its certificate.
   */
  host: string
  hostname: string
  port: number
  /** TCP without TLS. */
  isPlain?: boolean
}

/** The received bytes of a socket. Node's stream would allocate a buffer and make four calls per response. */
export interface IncomingBytes {
  /** True if bytes arrived before a listener was set. */
  early: boolean
  /** Called with received bytes. All sockets share the buffer, so it is valid only during the call. */
  listener: ((bytes: Buffer) => void) | null
  /** For the socket. */
  onread: OnReadOpts
}

/** As much as a TLS record holds. Longer responses arrive in pieces. */
const READ_BYTES_MAX = 16 * 1024
const readBuffer = Buffer.allocUnsafeSlow(READ_BYTES_MAX)

export function createIncomingBytes(): IncomingBytes {
  const callback = (length: number): true => {
    if (bytes.listener === null) bytes.early = true
    else bytes.listener(readBuffer.subarray(0, length))
    return true
  }
  const bytes: IncomingBytes = { early: false, listener: null, onread: { buffer: readBuffer, callback } }
  return bytes
}

interface Exchange {
  reader: ResponseReader
  timer: NodeJS.Timeout | undefined
  limits: ExchangeLimits
  /** True if the timer runs for the body, after the limit for the headers. */
  bodyTimed: boolean
  settle(result: ExchangeResult): void
}

/** The valid values of headers. A line break would start another header. */
export const HEADER_VALUE = /^[\t\x20-\x7e]*$/

function requestHead(host: string, request: HttpRequest, bodyBytes: number): string {
  let head = `${request.method} ${request.path} HTTP/1.1\r\nHost: ${host}\r\n`
  for (const name in request.headers) {
    const value = request.headers[name]!
    if (!HEADER_VALUE.test(value)) throw new Error(`The header ${name} cannot be sent`)
    head += `${name}: ${value}\r\n`
  }
  return request.body === null ? `${head}\r\n` : `${head}Content-Length: ${bodyBytes}\r\n\r\n`
}

/**
 * An HTTP/1.1 connection with or without TLS: one request at a time, no redirects, no decompression. It exists because
 * undici treats an unrequested `100 Continue`, sent by some receivers, as a broken connection. A POST costs 25 us of
 * CPU including the address checks, as much as undici's dispatch alone.
 */
export class HttpConnection {
  readonly socket: Socket
  readonly origin: Origin
  /** The checked address of the connection. */
  readonly address: string
  /** True if no further request may be sent: the connection closed, or received bytes outside of a response. */
  dead = false

  private exchange: Exchange | null = null
  private readonly onDead: () => void

  /** `onDead` is called once when the connection dies, with or without a request under way. */
  constructor(socket: Socket, bytes: IncomingBytes, origin: Origin, address: string, onDead: () => void) {
    this.socket = socket
    this.origin = origin
    this.address = address
    this.onDead = onDead
    bytes.listener = this.read
    socket.on('end', () => this.lose('connection_reset'))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code?.startsWith('ERR_SSL_')) this.lose('tls_error', tlsErrorCode(error))
      else this.lose('connection_reset')
    })
    socket.on('close', () => this.lose('connection_reset'))
    if (bytes.early) queueMicrotask(() => this.lose('protocol_error'))
  }

  /** Sends a request and reads its response. The connection must not be dead or busy. */
  send(request: HttpRequest, limits: ExchangeLimits): Promise<ExchangeResult> {
    if (this.exchange !== null || this.dead) throw new Error('The connection takes no request now')
    const body = request.body ?? ''
    const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const head = requestHead(this.origin.host, request, bodyBytes)
    return new Promise((settle) => {
      const exchange: Exchange = {
        reader: new ResponseReader(request.response),
        timer: undefined,
        limits,
        bodyTimed: false,
        settle,
      }
      exchange.timer = setTimeout(onTimeout, limits.responseTimeoutMs, this.expire, exchange)
      this.exchange = exchange
      if (typeof body === 'string') {
        // One write makes one TLS record. For ASCII, latin1 gives the same bytes as UTF-8 and is faster.
        this.socket.write(head + body, bodyBytes === body.length ? 'latin1' : 'utf8')
      } else {
        this.socket.cork()
        this.socket.write(head, 'latin1')
        this.socket.write(body)
        this.socket.uncork()
      }
    })
  }

  /** Closes the connection. A request under way ends as aborted. */
  abort(): void {
    this.lose('aborted')
  }

  /** A time limit has passed: first the limit for the headers, then the limit for the whole response. */
  private readonly expire = (exchange: Exchange): void => {
    if (this.exchange !== exchange) return
    const leftMs = exchange.limits.totalTimeoutMs - exchange.limits.responseTimeoutMs
    if (exchange.reader.status === null || exchange.bodyTimed || leftMs <= 0) return this.lose('response_timeout')
    exchange.bodyTimed = true
    exchange.timer = setTimeout(onTimeout, leftMs, this.expire, exchange)
  }

  private readonly read = (chunk: Buffer): void => {
    const { exchange } = this
    // Unrequested bytes would be read as the next response.
    if (exchange === null) return this.lose('protocol_error')
    const progress = exchange.reader.push(chunk)
    if (progress === 'malformed') return this.lose('protocol_error')
    if (progress !== 'complete') return
    // The response is complete, or its limit was reached.
    clearTimeout(exchange.timer)
    this.exchange = null
    if (!exchange.reader.reusable) this.lose('aborted')
    exchange.settle(exchange.reader.response())
  }

  /** Ends the connection for the first given reason. */
  private lose(error: ExchangeError | 'aborted', detail: { detail?: string } = {}): void {
    if (!this.dead) {
      this.dead = true
      this.socket.destroy()
      this.onDead()
    }
    const { exchange } = this
    if (exchange === null) return
    this.exchange = null
    clearTimeout(exchange.timer)
    if (exchange.reader.status !== null) exchange.settle(exchange.reader.response())
    else exchange.settle({ ok: false, error, responded: exchange.reader.started, ...detail })
  }
}

/** After a stall of this process, bytes already received are read before the time-out counts. */
function onTimeout(expire: (exchange: Exchange) => void, exchange: Exchange): void {
  setImmediate(expire, exchange)
}
