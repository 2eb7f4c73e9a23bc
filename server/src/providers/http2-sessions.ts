/** HTTP/2 over connections that are kept, one for each set of credentials, as Apple asks for (RFC 9113). */
import { connect, constants } from 'node:http2'
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { errorCode } from '../db/database-error.ts'
import { cause } from './causes.ts'
import { abortCause, connectionCause } from './connection-cause.ts'
import type { HttpAnswer } from './http-call.ts'

export interface Http2Call {
  /** `https://host:port`: a constant, or of the operator's `PROVIDER_URLS`. */
  origin: string
  /** What the connection is for: calls of different keys never share one. */
  key: string
  path: string
  headers: Record<string, string>
  body: string
  /** Ends the call; its time limit is the caller's, in this signal. */
  signal: AbortSignal
  responseBytesMax: number
}

export interface Http2Sessions {
  /** A POST over the kept connection of the key; it never throws. */
  post(call: Http2Call): Promise<HttpAnswer>
  /** Closes the connections; calls under way may end. */
  close(): void
}

/** A connection without calls is closed after this, ms. */
const IDLE_TIMEOUT_MS = 600_000

/** `unsent`: the server has certainly not looked at it, so that it may be sent again. */
type Exchange = { answer: HttpAnswer; unsent: boolean }

/** `sessionsMax`: beyond, the connection not used for the longest time is closed. */
export function createHttp2Sessions(sessionsMax: number): Http2Sessions {
  const kept = new Map<string, ClientHttp2Session>()

  function sessionOf({ origin, key }: Http2Call): ClientHttp2Session {
    const found = kept.get(key)
    kept.delete(key)
    const session = found ?? open(origin, key)
    kept.set(key, session)
    const [oldestKey, oldest] = kept.entries().next().value!
    if (kept.size > sessionsMax) {
      kept.delete(oldestKey)
      oldest.close()
    }
    return session
  }

  function open(origin: string, key: string): ClientHttp2Session {
    const session = connect(origin)
    const leave = (): void => {
      if (kept.get(key) === session) kept.delete(key)
    }
    // What has failed or is about to close takes no further calls; those under way tell how they ended.
    session.on('error', leave).on('goaway', leave).on('close', leave)
    session.setTimeout(IDLE_TIMEOUT_MS, () => session.close())
    // A connection that is slow to close keeps no process alive.
    session.unref()
    return session
  }

  return {
    async post(call) {
      const session = sessionOf(call)
      const first = await exchange(session, call)
      // Nothing comes back over it: the next call begins with another, those under way may still end.
      if (first.answer.kind === 'failed' && call.signal.aborted && kept.get(call.key) === session) {
        kept.delete(call.key)
        session.close()
      }
      if (!first.unsent || call.signal.aborted) return first.answer
      if (kept.get(call.key) === session) kept.delete(call.key)
      return (await exchange(sessionOf(call), call)).answer
    },
    close() {
      for (const session of kept.values()) session.close()
      kept.clear()
    },
  }
}

async function exchange(session: ClientHttp2Session, call: Http2Call): Promise<Exchange> {
  const { path, headers, body, signal, responseBytesMax } = call
  let stream: ClientHttp2Stream
  try {
    stream = session.request({ ':method': 'POST', ':path': path, ...headers }, { signal })
  } catch (error) {
    // The connection was closed since it was last used.
    return { answer: failed(error as Error, signal), unsent: true }
  }
  const closed = new Promise<Error | null>((resolve) => {
    stream.on('error', resolve)
    stream.on('close', () => resolve(null))
  })
  const answered = new Promise<IncomingHttpHeaders>((resolve) => stream.on('response', resolve))
  stream.end(body)
  const outcome = await Promise.race([answered, closed])
  if (outcome === null || outcome instanceof Error) {
    const unsent = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM
    return { answer: failed(outcome, signal), unsent }
  }
  const { ':status': status = 0, ...rest } = outcome as IncomingHttpHeaders & { ':status'?: number }
  return {
    answer: {
      kind: 'answered',
      status,
      headers: rest as Record<string, string>,
      body: await readBody(stream, responseBytesMax),
    },
    unsent: false,
  }
}

function failed(error: Error | null, signal: AbortSignal): HttpAnswer {
  if (signal.aborted) return { kind: 'failed', cause: cause(abortCause(signal)) }
  // Streams are canceled with the error of their connection as the cause.
  const origin = error?.cause instanceof Error ? error.cause : error
  const code = origin === null ? '' : (errorCode(origin) ?? '')
  const word = connectionCause(code)
  if (word !== null) return { kind: 'failed', cause: cause(word) }
  const isClosed =
    code === '' || /^ERR_HTTP2_(STREAM_CANCEL|STREAM_ERROR|SESSION_ERROR|GOAWAY_SESSION|INVALID_SESSION)$/.test(code)
  return { kind: 'failed', cause: isClosed ? cause('connection_reset') : cause('provider_error', code) }
}

/** What came of the body: by the time of the headers the provider has decided, and what breaks then changes nothing. */
async function readBody(stream: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= bytesMax) break
    }
  } catch {
    // The status stands.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}
