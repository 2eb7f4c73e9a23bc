/**
 * HTTP responses read by our own reader and by undici, which is the reference. If both accept a response, they must
 * read it alike. Every allowed difference has its reason here.
 */
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'undici'
import { ResponseReader } from '../src/platform/outbound/response-reader.ts'
import type { ReadProgress } from '../src/platform/outbound/response-reader.ts'

/** How a reader understood a response and the end of its connection. */
interface Reading {
  /** Null: the head was refused. */
  status: number | null
  /** Null: the body did not reach its end. */
  body: string | null
  /** True if the connection may be reused. */
  kept: boolean
  /** The headers used by the service, if they were not repeated. */
  headers: Record<string, string>
}

const HEADERS = ['retry-after', 'content-type', 'location', 'x-message-id']
const LIMITS = { readBytesMax: 1 << 20, keptBytesMax: 1 << 20 }

/** Reads like `HttpConnection`: the bytes in pieces, none after the end, and finally the connection closes. */
function readByOurs(text: string, pieceBytes: number): Reading {
  const bytes = Buffer.from(text, 'latin1')
  const reader = new ResponseReader(LIMITS)
  let progress: ReadProgress = 'head'
  let at = 0
  for (; at < bytes.length && (progress === 'head' || progress === 'body'); at += pieceBytes)
    progress = reader.push(bytes.subarray(at, at + pieceBytes))
  const { status, headers } = reader
  const lastCoding = (headers.get('transfer-encoding') ?? '').split(',').at(-1)!.trim().toLowerCase()
  const isUntilClose = progress === 'body' && !headers.has('content-length') && lastCoding !== 'chunked'
  return {
    status,
    body:
      status !== null && (progress === 'complete' || isUntilClose) ? reader.response().body.toString('latin1') : null,
    // Bytes of a later piece end an idle connection.
    kept: reader.reusable && at >= bytes.length,
    headers: ofInterest(Object.fromEntries(headers)),
  }
}

/** A connection in memory to a server that responds with `text`. */
class SayingSocket extends Duplex {
  private readonly text: string
  private said = false

  constructor(text: string) {
    super()
    this.text = text
  }

  override _read(): void {}

  override _write(_chunk: Buffer, _encoding: string, written: () => void): void {
    written()
    if (this.said) return
    this.said = true
    if (this.text !== '') this.push(Buffer.from(this.text, 'latin1'))
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  setTimeout(): this {
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }
}

/** Turns of the event loop in which undici reads its input. */
const TURNS = 6

async function readByUndici(text: string): Promise<Reading> {
  const socket = new SayingSocket(text)
  const client = new Client('http://127.0.0.1:1', {
    connect: (_options, callback) => void setImmediate(() => callback(null, socket as unknown as Socket)),
  })
  const reading: Reading = { status: null, body: null, kept: false, headers: {} }
  let isOver = false
  const asking = client
    .request({ method: 'POST', path: '/', body: 'x' })
    .then(async ({ statusCode, headers, body }) => {
      reading.status = statusCode
      reading.headers = ofInterest(headers)
      reading.body = Buffer.from(await body.arrayBuffer()).toString('latin1')
    })
    .catch(() => {})
    .finally(() => (isOver = true))
  for (let turn = 0; turn < TURNS; turn++) await nextTurn()
  reading.kept = isOver && reading.body !== null && !socket.destroyed
  socket.push(null)
  await asking
  await client.destroy()
  return reading
}

/** How much of a response a reader accepted. */
const verdictOf = ({ status, body }: Reading) => (status === null ? 'refuses' : body === null ? 'breaks off' : 'takes')

/** All allowed differences from undici: our result, undici's result, the affected responses, and the reason. */
export const DIFFERENCES: readonly (readonly [ours: RegExp, undici: RegExp, responses: RegExp, reason: string])[] = [
  [/takes|breaks off/, /refuses/, /\r\n[ \t]/, 'folded lines must be understood (RFC 9112, section 5.2)'],
  [
    /takes|breaks off/,
    /refuses/,
    /\r\ncontent-length:(?:[^]*\r\ncontent-length:|[ \t]*(\d+)(?:[ \t]*,[ \t]*\1)+[ \t]*\r\n)/i,
    'a length may come twice if it is the same (RFC 9112, section 6.3)',
  ],
  [
    /takes, closes|breaks off/,
    /refuses/,
    /^(?=[^]*\r\ncontent-length:)(?=[^]*\r\ntransfer-encoding:)/i,
    'Transfer-Encoding overrides a length, and the connection is closed (RFC 9112, section 6.3)',
  ],
  [
    /takes|breaks off/,
    /breaks off/,
    /\r\n[0-9a-f]+[ \t]+(?:;.*)?\r\n/i,
    'some servers pad the sizes of chunks with blanks',
  ],
  [
    /takes, keeps/,
    /takes, closes/,
    /HTTP\/1\.1 304[^]*\r\ncontent-length:/i,
    'a 304 tells the length of what it does not send',
  ],
  [/takes, closes/, /takes, keeps/, /[\r\n]$/, 'no byte may follow a response, not even an empty line'],
  [/takes|breaks off/, /refuses/, /HTTP\/1\.1 100 /, 'some servers send 100 Continue unasked (RFC 9110, section 15.2)'],
  [
    /takes|breaks off/,
    /refuses/,
    /^HTTP\/1\.[01] 1\d\d[^]*\r\n(?:connection|content-length|transfer-encoding):/i,
    'what an interim response says of lengths and the connection counts for nothing',
  ],
  [
    /takes, closes/,
    /takes, keeps/,
    /^HTTP\/1\.0[^]*\r\nconnection: close/i,
    'close wins over keep-alive (RFC 9112, section 9.3)',
  ],
  [
    /takes|breaks off/,
    /closes|breaks off|refuses/,
    /:[^\r\n]*[ \t]\r\n/,
    'blanks around a value are no part of it (RFC 9110, section 5.5)',
  ],
  [/takes|breaks off/, /breaks off/, /\r\n[0-9a-f]+;[^\r\n]*\r\n/i, 'extensions of chunks are passed over unread'],
  [/refuses/, /takes|breaks off/, /\r\ncontent-length: *\d{16}/i, 'a length of more than 15 digits is no exact number'],
  [
    /takes, keeps/,
    /takes, closes/,
    /\r\nkeep-alive: *timeout=\d\r/i,
    'Keep-Alive is not read: a kept connection is looked at before use',
  ],
  [/refuses/, /takes|breaks off/, /HTTP\/0\.9/, 'HTTP/0.9 has no status line'],
  [
    /refuses/,
    /takes|breaks off/,
    // oxlint-disable-next-line no-control-regex -- that is what it looks for
    /HTTP\/1\.[01] \d{3}[^\n]*(?:[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n))/,
    'a reason phrase has no control characters (RFC 9112, section 4)',
  ],
  [
    /takes, closes|breaks off/,
    /refuses|breaks off/,
    /^HTTP[^]*(?<!\r)\n/,
    'a line of a head may end in a bare LF (RFC 9112, section 2.2), and the connection is closed',
  ],
  [/refuses/, /takes|breaks off/, /(?:^|\r\n\r\n)[\r\n]+HTTP/, 'nothing stands before a status line'],
]

/** The two results for a response if they differ without an allowed reason, otherwise null. */
export async function differenceAt(text: string, pieceBytes: number): Promise<string | null> {
  const ours = readByOurs(text, pieceBytes)
  const theirs = await readByUndici(text)
  const [said, theySaid] = [ours, theirs].map((reading) => {
    const verdict = verdictOf(reading)
    return verdict === 'takes' ? `takes, ${reading.kept ? 'keeps' : 'closes'}` : verdict
  }) as [string, string]
  const told = `ours ${said}: ${JSON.stringify(ours)}; undici ${theySaid}: ${JSON.stringify(theirs)}; ${JSON.stringify(text)}`
  const areBothTaken = said.startsWith('takes') && theySaid.startsWith('takes')
  if (areBothTaken) {
    const isAlike = ours.status === theirs.status && ours.body === theirs.body
    const differ = Object.keys(theirs.headers).filter((name) => ours.headers[name] !== theirs.headers[name]!.trim())
    if (!isAlike || differ.length > 0) return told
  }
  if (said === theySaid) return null
  const isKnown = DIFFERENCES.some(
    ([one, other, responses]) => one.test(said) && other.test(theySaid) && responses.test(text),
  )
  return isKnown ? null : told
}

function ofInterest(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const found = HEADERS.map((name) => [name, headers[name]] as const)
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'string')) as Record<string, string>
}
