/** Calls to providers that speak HTTP, and what their statuses mean. */
import { createSystemClock } from '../clock.ts'
import { createHttpClient } from '../outbound/http-client.ts'
import type { CallFailure, HttpCall, HttpClient } from '../outbound/http-client.ts'
import type { HttpAnswer as ClientAnswer } from '../outbound/http-connection.ts'
import { createResolver } from '../outbound/resolve.ts'
import { createTrust } from '../outbound/socket-connect.ts'
import { EVERY_ADDRESS } from '../outbound/url-policy.ts'
import { retryAfterMs } from '../retry.ts'
import { cause } from './causes.ts'
import { abortCause, failureCause } from './connection-cause.ts'
import type { SendResult } from './send-result.ts'

export type HttpAnswer =
  /** `headers`: by their names in lower case; of those that came twice the first. */
  | { kind: 'answered'; status: number; headers: Record<string, string>; body: Buffer }
  /** Without an answer; `cause` as in a `SendResult`. */
  | { kind: 'failed'; cause: string }

/** Connections to one provider at the most; a call beyond waits, within the time of its signal. */
const CONNECTIONS_PER_ORIGIN_MAX = 256
const CONNECTIONS_MAX = 4096

let client: HttpClient | null = null

/** Made when it is first needed: its roots cost milliseconds. */
function createProviderClient(): HttpClient {
  const clock = createSystemClock()
  return createHttpClient({
    policy: EVERY_ADDRESS,
    resolver: createResolver({ servers: [], clock }),
    trust: createTrust(null),
    clock,
    connectionsMax: CONNECTIONS_MAX,
    connectionsPerOriginMax: CONNECTIONS_PER_ORIGIN_MAX,
  })
}

/**
 * One call to a provider over a kept connection; it never throws. Its URL is a constant, or of the operator's
 * `PROVIDER_URLS`, and never of a channel's settings: no address is judged.
 */
export async function callHttp(call: HttpCall): Promise<HttpAnswer> {
  client ??= createProviderClient()
  return answerOf(await client.call(call), call.signal)
}

/** What came of a call, with the cause of a failure. */
export function answerOf(result: ClientAnswer | CallFailure, signal: AbortSignal): HttpAnswer {
  if (result.ok) {
    const { status, headers, body } = result
    return { kind: 'answered', status, headers: Object.fromEntries(headers), body }
  }
  const { error, detail } = result
  return { kind: 'failed', cause: signal.aborted ? cause(abortCause(signal)) : failureCause(error, detail) }
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
