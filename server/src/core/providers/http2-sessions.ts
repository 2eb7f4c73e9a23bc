/** HTTP/2 (RFC 9113) over kept connections, one per set of credentials, as Apple requires. */
import { connect, constants } from 'node:http2'
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders } from 'node:http2'
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import { errorCode } from '../../platform/db/database-error.ts'
import { cause } from './causes.ts'
import { abortCause, connectionCause } from './connection-cause.ts'
import type { CallResult } from './http-call.ts'

export interface Http2Call {
  /** `https://host:port`: a constant, or from the operator's `PROVIDER_URLS`. */
  origin: string
  /** The owner of the connection. Calls with different keys never share a connection. */
  key: string
  path: string
  headers: Record<string, string>
  body: string
  /** Ends the call. The caller sets the time limit through this signal. */
  signal: AbortSignal
  responseBytesMax: number
}

export interface Http2Sessions {
  /** POSTs over the key's kept connection. Never throws. */
  post(call: Http2Call): Promise<CallResult>
  /** Closes the connections. Calls under way may finish. */
  close(): void
}

/** Idle connections are closed after this time, ms. */
const IDLE_TIMEOUT_MS = 600_000

/** `unsent`: the server has certainly not processed the request, so it is safe to send it again. */
type Exchange = { response: CallResult; unsent: boolean }

/** At most `sessionsMax` connections are kept. If there are more, the least recently used one is closed. */
export function createHttp2Sessions(sessionsMax: number): Http2Sessions {
  const kept = new BoundedMap<string, ClientHttp2Session>(sessionsMax)

  function sessionOf({ origin, key }: Http2Call): ClientHttp2Session {
    const session = kept.get(key) ?? open(origin, key)
    for (const pushedOut of kept.set(key, session)) pushedOut.close()
    return session
  }

  function open(origin: string, key: string): ClientHttp2Session {
    const session = connect(origin)
    const leave = (): void => {
      if (kept.get(key) === session) kept.delete(key)
    }
    // A failed or closing connection takes no new calls. Calls under way report their own end.
    session.on('error', leave).on('goaway', leave).on('close', leave)
    session.setTimeout(IDLE_TIMEOUT_MS, () => session.close())
    // A connection that is slow to close must not keep the process alive.
    session.unref()
    return session
  }

  return {
    async post(call) {
      const session = sessionOf(call)
      const first = await exchange(session, call)
      // The server no longer responds on this connection. The next call opens a new one; calls under way may finish.
      if (first.response.kind === 'failed' && call.signal.aborted && kept.get(call.key) === session) {
        kept.delete(call.key)
        session.close()
      }
      if (!first.unsent || call.signal.aborted) return first.response
      if (kept.get(call.key) === session) kept.delete(call.key)
      return (await exchange(sessionOf(call), call)).response
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
    // The connection was closed after its last use.
    return { response: failed(error as Error, signal), unsent: true }
  }
  const closed = new Promise<Error | null>((resolve) => {
    stream.on('error', resolve)
    stream.on('close', () => resolve(null))
  })
  const responded = new Promise<IncomingHttpHeaders>((resolve) => stream.on('response', resolve))
  stream.end(body)
  const first = await Promise.race([responded, closed])
  if (first === null || first instanceof Error) {
    const unsent = stream.rstCode === constants.NGHTTP2_REFUSED_STREAM
    return { response: failed(first, signal), unsent }
  }
  const { ':status': status = 0, ...rest } = first as IncomingHttpHeaders & { ':status'?: number }
  return {
    response: {
      kind: 'responded',
      status,
      headers: rest as Record<string, string>,
      body: await readBody(stream, responseBytesMax),
    },
    unsent: false,
  }
}

function failed(error: Error | null, signal: AbortSignal): CallResult {
  if (signal.aborted) return { kind: 'failed', cause: cause(abortCause(signal)) }
  // The error of a canceled stream has the connection's error as its `cause`.
  const origin = error?.cause instanceof Error ? error.cause : error
  const code = origin === null ? '' : (errorCode(origin) ?? '')
  const word = connectionCause(code)
  if (word !== null) return { kind: 'failed', cause: cause(word) }
  const isClosed =
    code === '' || /^ERR_HTTP2_(STREAM_CANCEL|STREAM_ERROR|SESSION_ERROR|GOAWAY_SESSION|INVALID_SESSION)$/.test(code)
  return { kind: 'failed', cause: isClosed ? cause('connection_reset') : cause('provider_error', code) }
}

/** Reads the body up to `bytesMax`. If the body breaks, the part until then is returned. */
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
    // The status has already decided the result.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax)
}
