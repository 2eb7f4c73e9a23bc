/** Calls to providers that speak HTTP, and what their statuses mean. */
import { Agent, request } from 'undici'
import { errorCode } from '../db/database-error.ts'
import { retryAfterMs } from '../retry.ts'
import { cause } from './causes.ts'
import { abortCause, connectionCause } from './connection-cause.ts'
import type { SendResult } from './send-result.ts'

export interface HttpCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Of the provider: a constant, or of the operator's `PROVIDER_URLS`. Never of a channel's settings. */
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** Ends the call; its time limit is the caller's, in this signal. */
  signal: AbortSignal
  /** What is beyond is not read. */
  responseBytesMax: number
}

export type HttpAnswer =
  /** `headers`: by their names in lower case; of those that came twice the first. */
  | { kind: 'answered'; status: number; headers: Record<string, string>; body: Buffer }
  /** Without an answer; `cause` as in a `SendResult`. */
  | { kind: 'failed'; cause: string }

/** Connections to one provider at the most; a call beyond waits, within the time of its signal. */
const CONNECTIONS_PER_ORIGIN_MAX = 256
/** An unused connection is kept for so long, ms: shorter than any server keeps it, who would else close it under a call. */
const KEEP_ALIVE_MS = 4_000
const CONNECT_TIMEOUT_MS = 10_000
/** Between two bytes of an answer, ms; the whole call is bounded by its signal besides. */
const SILENCE_MAX_MS = 60_000

/** It keeps no process alive: unused sockets of it are unreferenced. */
const agent = new Agent({
  connections: CONNECTIONS_PER_ORIGIN_MAX,
  keepAliveTimeout: KEEP_ALIVE_MS,
  connect: { timeout: CONNECT_TIMEOUT_MS },
  headersTimeout: SILENCE_MAX_MS,
  bodyTimeout: SILENCE_MAX_MS,
})

/** One call over a kept connection. Redirects are not followed, nothing is decompressed, nothing is repeated; it never throws. */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  const { url, method, headers, signal, body = null } = call
  try {
    const answer = await request(url, { dispatcher: agent, method, headers, signal, body })
    return {
      kind: 'answered',
      status: answer.statusCode,
      headers: firstOfEach(answer.headers),
      body: await readBody(answer.body, call.responseBytesMax),
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'failed', cause: cause(abortCause(signal)) }
    const code = errorCode(error) ?? ''
    const word = connectionCause(code)
    return { kind: 'failed', cause: word === null ? cause('provider_error', code || 'no HTTP') : cause(word) }
  }
}

/** Headers by name; of those that came twice the first. */
export function firstOfEach(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>
}

/** What came of the body: by the time of the headers the provider has decided, and what breaks then changes nothing. */
export async function readBody(stream: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
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

/** The answer's body as JSON, or null if it is none. Whoever reads it checks what it finds. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** The text at a path of a parsed JSON value (`textAt(value, 'errors', 0, 'message')`), or null. */
export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

/** What is at a path of a parsed JSON value, or undefined. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let found = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}

/** The result of a call that the provider did not accept, by its status; `detail` is what the provider said of it. */
export function refusalOf(
  status: number,
  headers: Record<string, string>,
  detail: string,
  nowMs: number,
): Exclude<SendResult, { result: 'accepted' }> {
  const said = detail === '' ? String(status) : `${status} ${detail}`
  // What is said of credentials may repeat them.
  if (status === 401 || status === 403)
    return { result: 'permanent', cause: cause('authentication_failed', String(status)) }
  if (status === 429)
    return {
      result: 'rate_limited',
      retryAfterMs: retryAfterMs(headers['retry-after'], nowMs),
      cause: cause('rate_limited', said),
    }
  if (status === 408 || status >= 500)
    return {
      result: 'transient',
      retryAfterMs: retryAfterMs(headers['retry-after'], nowMs),
      cause: cause('provider_error', said),
    }
  if (status === 413) return { result: 'permanent', cause: cause('message_too_large', said) }
  if (status >= 400) return { result: 'permanent', cause: cause('message_refused', said) }
  // Neither taken nor refused: a redirect, mostly of a base URL that is not right.
  return { result: 'transient', retryAfterMs: null, cause: cause('provider_error', said) }
}

/**
 * The shared table from an answer to a send's result; vendors refine it. `accepted` reads the message's id of a 2xx,
 * `detail` what the provider says of a refusal, for people: neither may throw.
 */
export function sendResultOf(
  answer: HttpAnswer,
  read: {
    accepted(answer: Extract<HttpAnswer, { kind: 'answered' }>): string | null
    detail(body: unknown): string | null
  },
  nowMs: number,
): SendResult {
  if (answer.kind === 'failed') return { result: 'transient', retryAfterMs: null, cause: answer.cause }
  const { status, headers, body } = answer
  if (status >= 200 && status < 300) return { result: 'accepted', providerMessageId: read.accepted(answer) }
  return refusalOf(status, headers, read.detail(jsonOf(body)) ?? '', nowMs)
}
