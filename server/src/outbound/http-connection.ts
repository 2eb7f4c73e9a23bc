import type { Socket } from 'node:net'
import type { ConnectionError } from './connection-error.ts'
import { ResponseReader } from './response-reader.ts'
import type { BodyLimits } from './response-reader.ts'
import type { IncomingBytes } from './socket-connect.ts'

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path with the query. */
  path: string
  /** Of the Host header. */
  host: string
  /** Their names are the program's own; a value that is no header's throws. */
  headers: Readonly<Record<string, string>>
  /** Null: none, and no Content-Length. */
  body: string | Uint8Array | null
  /** How much of the answer's body is read. */
  answer: BodyLimits
}

export interface ExchangeLimits {
  /** To the end of the response headers, ms. */
  responseTimeoutMs: number
  /** To the end of the response body, or of what is read of it, ms. */
  totalTimeoutMs: number
}

export type ExchangeError = Extract<
  ConnectionError,
  'connection_reset' | 'tls_error' | 'response_timeout' | 'protocol_error'
>

export interface HttpAnswer {
  ok: true
  status: number
  /** By their names in lower case. */
  headers: ReadonlyMap<string, string>
  /** What was kept of it. */
  body: Buffer
}

export type ExchangeResult =
  | HttpAnswer
  /** `answered`: a byte of the response had arrived. */
  | { ok: false; error: ExchangeError | 'aborted'; answered: boolean }

export interface OpenSocket {
  socket: Socket
  bytes: IncomingBytes
}

interface Exchange {
  reader: ResponseReader
  timer: NodeJS.Timeout | undefined
  limits: ExchangeLimits
  /** The timer runs for the body: the limit of the headers has passed. */
  bodyTimed: boolean
  settle(result: ExchangeResult): void
}

const HEADER_VALUE = /^[\t\x20-\x7e]*$/

/** Whether a header may have the value: one with a line break would be two headers. */
export const isHeaderValue = (value: string): boolean => HEADER_VALUE.test(value)

function requestHead(request: HttpRequest, bodyBytes: number): string {
  let head = `${request.method} ${request.path} HTTP/1.1\r\nHost: ${request.host}\r\n`
  for (const name in request.headers) {
    const value = request.headers[name]!
    if (!isHeaderValue(value)) throw new Error(`The header ${name} cannot be sent`)
    head += `${name}: ${value}\r\n`
  }
  return request.body === null ? `${head}\r\n` : `${head}Content-Length: ${bodyBytes}\r\n\r\n`
}

/**
 * One connection, of TLS or plain, that speaks HTTP/1.1: one request at a time, no redirects, no decompression. Written for
 * this purpose because undici takes an unasked-for `100 Continue`, which some receivers send, for a broken connection. With
 * the judging of addresses and the keeping of connections a POST costs 25 us of CPU, as undici's dispatch does alone.
 */
export class HttpConnection {
  readonly socket: Socket
  /** The judged address that it is connected to. */
  readonly address: string
  /** No further request may be sent: it is closed, or something came that cannot be told apart from a response. */
  dead = false

  private exchange: Exchange | null = null
  private readonly onDead: () => void

  /** `onDead` is called once, whether a request is under way or not. */
  constructor({ socket, bytes }: OpenSocket, address: string, onDead: () => void) {
    this.socket = socket
    this.address = address
    this.onDead = onDead
    bytes.listener = this.read
    socket.on('end', () => this.lose('connection_reset'))
    socket.on('error', (error: NodeJS.ErrnoException) =>
      this.lose(error.code?.startsWith('ERR_SSL_') ? 'tls_error' : 'connection_reset'),
    )
    socket.on('close', () => this.lose('connection_reset'))
    if (bytes.early) queueMicrotask(() => this.lose('protocol_error'))
  }

  /** Sends a request and reads its response. The connection must neither be dead nor have a request under way. */
  send(request: HttpRequest, limits: ExchangeLimits): Promise<ExchangeResult> {
    if (this.exchange !== null || this.dead) throw new Error('The connection takes no request now')
    const body = request.body ?? ''
    const bodyBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const head = requestHead(request, bodyBytes)
    return new Promise((settle) => {
      const exchange: Exchange = {
        reader: new ResponseReader(request.answer),
        timer: undefined,
        limits,
        bodyTimed: false,
        settle,
      }
      exchange.timer = setTimeout(onTimeout, limits.responseTimeoutMs, this.expire, exchange)
      this.exchange = exchange
      if (typeof body === 'string') {
        // One write is one TLS record; where UTF-8 is ASCII, latin1 gives the same bytes faster.
        this.socket.write(head + body, bodyBytes === body.length ? 'latin1' : 'utf8')
      } else {
        this.socket.cork()
        this.socket.write(head, 'latin1')
        this.socket.write(body)
        this.socket.uncork()
      }
    })
  }

  /** Closes the connection; a request under way ends as aborted. */
  abort(): void {
    this.lose('aborted')
  }

  /** A time limit of this exchange has passed: that of the headers or, when they are there, that of the whole. */
  private readonly expire = (exchange: Exchange): void => {
    if (this.exchange !== exchange) return
    const leftMs = exchange.limits.totalTimeoutMs - exchange.limits.responseTimeoutMs
    if (exchange.reader.status === null || exchange.bodyTimed || leftMs <= 0) return this.lose('response_timeout')
    exchange.bodyTimed = true
    exchange.timer = setTimeout(onTimeout, leftMs, this.expire, exchange)
  }

  private readonly read = (chunk: Buffer): void => {
    const { exchange } = this
    // Bytes that nobody asked for would be taken for the next response.
    if (exchange === null) return this.lose('protocol_error')
    const progress = exchange.reader.push(chunk)
    if (progress === 'malformed') this.lose('protocol_error')
    else if (progress === 'complete') this.finish(exchange)
  }

  /** The response is complete, or enough of it was read. */
  private finish(exchange: Exchange): void {
    clearTimeout(exchange.timer)
    this.exchange = null
    if (!exchange.reader.reusable) this.lose('aborted')
    settleAnswered(exchange)
  }

  /** The connection is over, for the reason given; later reasons do not count. */
  private lose(error: ExchangeError | 'aborted'): void {
    if (!this.dead) {
      this.dead = true
      this.socket.destroy()
      this.onDead()
    }
    const { exchange } = this
    if (exchange === null) return
    this.exchange = null
    clearTimeout(exchange.timer)
    if (exchange.reader.status !== null) settleAnswered(exchange)
    else exchange.settle({ ok: false, error, answered: exchange.reader.started })
  }
}

function settleAnswered(exchange: Exchange): void {
  const { reader } = exchange
  exchange.settle({ ok: true, status: reader.status!, headers: reader.headers, body: reader.body() })
}

/** After a stall of this process what has arrived is read first. */
function onTimeout(expire: (exchange: Exchange) => void, exchange: Exchange): void {
  setImmediate(expire, exchange)
}
