/**
 * Reads one HTTP/1.1 response as it arrives: a subset of RFC 9112 for GET, POST, PUT and DELETE.
 *
 * - Accepted: HTTP/1.0 and 1.1. Up to 8 interim responses (1xx), ignored. A head of up to 64 KiB, with folded lines
 *   (5.2) and lines that end in a bare LF (2.2). Bodies by length, in chunks with extensions and trailers, or until the connection ends (6.3). 204 and 304
 *   without a body. Of repeated headers the first counts. Connection and Transfer-Encoding are lists and are joined.
 * - Refused: a lone CR or another control character in the head, blanks before a colon,
 *   different or malformed lengths, 101, a chunk size other than 1 to 8 hexadecimal digits, a chunk without CRLF at its
 *   end, a malformed trailer.
 * - Not reused: a connection after `Connection: close`, a bare LF in the head, HTTP/1.0 without `keep-alive`, a length together with
 *   Transfer-Encoding, bytes after the end, or a body not read to its end. Accounts may share a server, so a response
 *   must never be taken for another one.
 */

const [CR, LF] = [0x0d, 0x0a]
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// Control characters except the tab are forbidden in a head. Readers could disagree about a lone CR.
// oxlint-disable-next-line no-control-regex -- that is what it looks for
const FORBIDDEN = /[\0-\x08\x0a-\x1f\x7f]/
/** Headers that are lists. Repeated ones are joined. */
const LISTS = new Set(['connection', 'transfer-encoding'])

/** The empty line at the end of a head: the head's length, and the place behind. The first bytes were searched before. */
function endOfHead(bytes: Buffer, searchedBytes: number): { end: number; next: number } | null {
  for (let at = bytes.indexOf(LF, Math.max(0, searchedBytes - 2)); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const next = at + (bytes[at + 1] === CR ? 2 : 1)
    if (bytes[next] === LF) return { end: bytes[at - 1] === CR ? at - 1 : at, next: next + 1 }
  }
  return null
}

/** True if an incomplete head may still become valid, so that garbage fails at once and not by time-out. */
function isHeadSoFar(bytes: Buffer, judgedBytes: number): boolean {
  const start = 'HTTP/1.'
  const length = Math.min(start.length, bytes.length)
  return judgedBytes >= start.length || bytes.toString('latin1', 0, length) === start.slice(0, length)
}

function headerList(value: string | undefined): string[] {
  return value === undefined
    ? []
    : value
        .toLowerCase()
        .split(',')
        .map((item) => item.trim())
}

/** The headers by lower-case name. Null if one is malformed, or if two lengths differ. */
function readHeaders(lines: string[]): Map<string, string> | null {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (!HEADER_NAME.test(name) || FORBIDDEN.test(line)) return null
    const value = line.slice(colon + 1).trim()
    const before = headers.get(name)
    if (before === undefined) headers.set(name, value)
    else if (LISTS.has(name)) headers.set(name, `${before}, ${value}`)
    else if (name === 'content-length' && before !== value) return null
  }
  return headers
}

/** The state after the bytes so far. `complete` also means that no more of the body will be read. */
export type ReadProgress = 'head' | 'body' | 'complete' | 'malformed'

/** The limit of one head (status line and headers), bytes. More is malformed. */
const HEAD_BYTES_MAX = 64 * 1024
/** The limit of ignored interim responses (1xx). More are malformed. */
const INTERIM_RESPONSES_MAX = 8
export interface BodyLimits {
  /** The limit of body bytes to read, including chunk framing. At the limit the response counts as complete. */
  readBytesMax: number
  /** The limit of body bytes to keep. */
  keptBytesMax: number
}

/** The limit of a line with a chunk's size (hexadecimal) and extensions. */
const CHUNK_LINE_BYTES_MAX = 256
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?$/
const BARE_LF = /(?<!\r)\n/
const EMPTY = Buffer.alloc(0)
const CRLF = Buffer.from('\r\n')
const NO_HEADERS: ReadonlyMap<string, string> = new Map()
type Framing = 'none' | 'length' | 'chunked' | 'until_close'

export interface HttpResponse {
  ok: true
  status: number
  /** Names in lower case. */
  headers: ReadonlyMap<string, string>
  /** The kept part of the body. */
  body: Buffer
}

export class ResponseReader {
  /** The status of the final response. Null until its head is complete. */
  status: number | null = null
  /** The headers of the final response, with names in lower case. */
  headers: ReadonlyMap<string, string> = NO_HEADERS
  /** True if the first byte of a response or interim response has arrived. */
  started = false
  /** True if the complete response ended as announced and the peer keeps the connection. */
  reusable = false

  private readonly limits: BodyLimits
  /** The first `headBytes` are the head so far. In a body: the part of a chunk's line so far. */
  private held: Buffer = EMPTY
  private headBytes = 0
  private hasBareLf = false
  private interimResponses = 0
  private framing: Framing = 'none'
  private keepAlive = false
  /** Remaining bytes of a body with a length, or of the current chunk with its CRLF. */
  private bytesLeft = 0
  private bodyBytesRead = 0
  private inTrailers = false
  private kept: Buffer[] = []
  private keptBytes = 0

  constructor(limits: BodyLimits) {
    this.limits = limits
  }

  /** Reads the next bytes. Kept bytes are copied. */
  push(chunk: Buffer): ReadProgress {
    this.started = true
    const progress = this.status === null ? this.pushHead(chunk) : this.pushBody(chunk)
    return progress === 'body' && this.bodyBytesRead >= this.limits.readBytesMax ? 'complete' : progress
  }

  /** The response so far. Its head must be complete. */
  response(): HttpResponse {
    const body = this.kept.length === 1 ? this.kept[0]! : Buffer.concat(this.kept)
    return { ok: true, status: this.status!, headers: this.headers, body }
  }

  private pushHead(chunk: Buffer): ReadProgress {
    const heldBytes = this.headBytes
    const bytes = heldBytes === 0 ? chunk : this.hold(chunk)
    const found = endOfHead(bytes, heldBytes)
    if (found === null) {
      if (heldBytes === 0) this.hold(chunk)
      return bytes.length < HEAD_BYTES_MAX && isHeadSoFar(bytes, heldBytes) ? 'head' : 'malformed'
    }
    if (found.end > HEAD_BYTES_MAX) return 'malformed'
    const text = bytes.toString('latin1', 0, found.next)
    this.hasBareLf ||= BARE_LF.test(text)
    if (!this.readHead(text.slice(0, found.end))) return 'malformed'
    this.held = EMPTY
    this.headBytes = 0
    const rest = bytes.subarray(found.next)
    if (this.status !== null) return this.pushBody(rest)
    this.interimResponses += 1
    if (this.interimResponses > INTERIM_RESPONSES_MAX) return 'malformed'
    return rest.length === 0 ? 'head' : this.pushHead(rest)
  }

  /** Adds to the head so far and returns it. Its room doubles, so a head of small pieces is not copied with each. */
  private hold(chunk: Buffer): Buffer {
    const length = this.headBytes + chunk.length
    if (length > this.held.length) {
      const room = Buffer.allocUnsafe(Math.max(length, 2 * this.held.length))
      this.held.copy(room, 0, 0, this.headBytes)
      this.held = room
    }
    chunk.copy(this.held, this.headBytes)
    this.headBytes = length
    return this.held.subarray(0, length)
  }

  /** Reads a complete head. Returns false if it is malformed. Ignores interim responses. */
  private readHead(text: string): boolean {
    // Folded lines are obsolete, but must be understood (RFC 9112 section 5.2).
    const [statusLine = '', ...lines] = text.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
    const matched = STATUS_LINE.exec(statusLine)
    if (matched === null || FORBIDDEN.test(statusLine)) return false
    const headers = readHeaders(lines)
    if (headers === null) return false
    const status = Number(matched[2])
    if (status === 101) return false
    if (status < 200) return true
    const framed = this.frame(status, headers)
    if (!framed) return false
    const options = headerList(headers.get('connection'))
    const asksKeep = matched[1] === '1' || options.includes('keep-alive')
    this.keepAlive = this.keepAlive && asksKeep && !options.includes('close') && !this.hasBareLf
    this.status = status
    this.headers = headers
    return true
  }

  /** Finds the end of the body (RFC 9112 section 6.3). Returns false if the headers contradict each other. */
  private frame(status: number, headers: Map<string, string>): boolean {
    const encoding = headers.get('transfer-encoding')
    // `identity` stands for no coding (RFC 2616 section 3.6).
    const codings = headerList(encoding).filter((coding) => coding !== 'identity')
    // A list of equal lengths counts as this length (RFC 9112 section 6.3).
    const [length, ...others] = headerList(headers.get('content-length'))
    if (length !== undefined && !(/^\d{1,15}$/.test(length) && others.every((other) => other === length))) return false
    this.keepAlive = true
    if (status === 204 || status === 304) {
      // No body may follow. If the headers announce one, the peer may still send it.
      this.keepAlive = encoding === undefined && (status === 304 || length === undefined || length === '0')
    } else if (codings.length > 0) {
      this.framing = codings.at(-1) === 'chunked' ? 'chunked' : 'until_close'
      // With both headers, requests can be smuggled. The body is read, but the connection is not reused.
      this.keepAlive = length === undefined
    } else if (length !== undefined) {
      this.framing = 'length'
      this.bytesLeft = Number(length)
      this.keepAlive = encoding === undefined
    } else {
      this.framing = 'until_close'
    }
    return true
  }

  private pushBody(chunk: Buffer): ReadProgress {
    this.bodyBytesRead += chunk.length
    if (this.framing === 'none') return this.finish(chunk.length === 0)
    if (this.framing === 'chunked') return this.readChunks(chunk)
    if (this.framing === 'until_close') {
      this.keep(chunk)
      return 'body'
    }
    const taken = Math.min(this.bytesLeft, chunk.length)
    this.keep(chunk.subarray(0, taken))
    this.bytesLeft -= taken
    return this.bytesLeft === 0 ? this.finish(taken === chunk.length) : 'body'
  }

  /** `exact`: no bytes followed the end. Extra bytes would be read as the next response. */
  private finish(exact: boolean): ReadProgress {
    this.reusable = exact && this.keepAlive
    return 'complete'
  }

  private readChunks(chunk: Buffer): ReadProgress {
    let bytes = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk])
    this.held = EMPTY
    while (bytes.length > 0) {
      if (this.bytesLeft > CRLF.length) {
        const data = bytes.subarray(0, this.bytesLeft - CRLF.length)
        this.keep(data)
        this.bytesLeft -= data.length
        bytes = bytes.subarray(data.length)
        continue
      }
      if (this.bytesLeft > 0) {
        if (bytes[0] !== CRLF[CRLF.length - this.bytesLeft--]) return 'malformed'
        bytes = bytes.subarray(1)
        continue
      }
      const end = bytes.indexOf('\r\n')
      if (end < 0) {
        this.held = Buffer.from(bytes)
        return bytes.length > CHUNK_LINE_BYTES_MAX && !this.inTrailers ? 'malformed' : 'body'
      }
      const line = bytes.toString('latin1', 0, end)
      bytes = bytes.subarray(end + 2)
      if (this.inTrailers) {
        if (line === '') return this.finish(bytes.length === 0)
        if (readHeaders([line]) === null) return 'malformed'
        continue
      }
      const size = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line)?.[1]
      if (size === undefined) return 'malformed'
      const dataBytes = Number.parseInt(size, 16)
      if (dataBytes === 0) this.inTrailers = true
      else this.bytesLeft = dataBytes + CRLF.length
    }
    return 'body'
  }

  private keep(bytes: Buffer): void {
    const leftBytes = this.limits.keptBytesMax - this.keptBytes
    if (leftBytes <= 0 || bytes.length === 0) return
    const taken = Buffer.from(bytes.subarray(0, leftBytes))
    this.kept.push(taken)
    this.keptBytes += taken.length
  }
}
