/** HTTP calls to providers, and the meaning of their status codes. */
import { LIMITS } from '../../platform/admission/limits.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { createHttpClient } from '../../platform/outbound/http-client.ts'
import type { CallFailure, HttpCall, HttpClient } from '../../platform/outbound/http-client.ts'
import type { HttpResponse } from '../../platform/outbound/response-reader.ts'
import { createResolver } from '../../platform/outbound/resolve.ts'
import { createTrust } from '../../platform/outbound/socket-connect.ts'
import { EVERY_ADDRESS } from '../../platform/outbound/url-policy.ts'
import { retryAfterMs } from '../../platform/retry.ts'
import { cause } from './causes.ts'
import { abortCause, failureCause } from './connection-cause.ts'
import { accountRefused } from './send-result.ts'
import type { SendResult } from './send-result.ts'

export type CallResult =
  /** `headers`: names in lower case. If a header was repeated, the first value. */
  | { kind: 'responded'; status: number; headers: Record<string, string>; body: Buffer }
  /** No response arrived. `cause` as in a `SendResult`. `notSent`: there was no connection. */
  | { kind: 'failed'; cause: string; notSent?: true }

let client: HttpClient | null = null

/** Created at the first call, because loading the root certificates takes milliseconds. */
function createProviderClient(): HttpClient {
  const clock = createSystemClock()
  return createHttpClient({
    policy: EVERY_ADDRESS,
    resolver: createResolver({ servers: [], clock }),
    trust: createTrust(null),
    clock,
    connectionsMax: LIMITS.providerConnections.max,
    connectionsPerOriginMax: LIMITS.providerConnectionsOfHost.max,
  })
}

/**
 * Calls a provider over a kept connection. Never throws. The URL is a constant or comes from the operator's
 * `PROVIDER_URLS`, never from a channel's settings, so the address is not checked.
 */
export async function callHttp(call: HttpCall): Promise<CallResult> {
  client ??= createProviderClient()
  return responseOf(await client.call(call), call.signal)
}

/** Converts the client's result, and names the cause of a failure. */
export function responseOf(result: HttpResponse | CallFailure, signal: AbortSignal): CallResult {
  if (result.ok) {
    const { status, headers, body } = result
    return { kind: 'responded', status, headers: Object.fromEntries(headers), body }
  }
  const { error, detail } = result
  if (signal.aborted) return { kind: 'failed', cause: cause(abortCause(signal)) }
  const failed = { kind: 'failed', cause: failureCause(error, detail) } as const
  return error === 'connect_timeout' ? { ...failed, notSent: true } : failed
}

/** The body parsed as JSON, or null if it is not valid JSON. Callers must check the shape. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** The string at a path of a parsed JSON value (`textAt(value, 'errors', 0, 'message')`), or null. */
export function textAt(value: unknown, ...path: (string | number)[]): string | null {
  const found = valueAt(value, ...path)
  return typeof found === 'string' ? found : null
}

/** The value at a path of a parsed JSON value, or undefined. */
export function valueAt(value: unknown, ...path: (string | number)[]): unknown {
  let found = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as Record<string | number, unknown>)[step]
  }
  return found
}

/** The send's result for a status other than 2xx. `detail` is the provider's error text. */
export function refusalOf(
  status: number,
  headers: Record<string, string>,
  detail: string,
  nowMs: number,
): Exclude<SendResult, { result: 'accepted' }> {
  const said = detail === '' ? String(status) : `${status} ${detail}`
  // No detail: errors about credentials may repeat them.
  if (status === 401 || status === 403) return accountRefused(String(status))
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
      notTaken: true,
    }
  if (status === 413) return { result: 'permanent', cause: cause('message_too_large', said) }
  if (status >= 400) return { result: 'permanent', cause: cause('message_refused', said) }
  // A redirect, in most cases because of a wrong base URL.
  return { result: 'transient', retryAfterMs: null, cause: cause('provider_error', said), notTaken: true }
}

/** The result of a call without a response. */
function resultWithoutResponse({ cause: said, notSent }: Extract<CallResult, { kind: 'failed' }>): SendResult {
  return { result: 'transient', retryAfterMs: null, cause: said, ...(notSent === true ? { notTaken: true } : {}) }
}

/**
 * Turns an HTTP response into a send's result, by the table shared by all vendors; vendors refine it. `accepted` reads
 * the message id from a 2xx response, `detail` the error text from a refusal. Neither may throw.
 */
export function sendResultOf(
  response: CallResult,
  read: {
    accepted(response: Extract<CallResult, { kind: 'responded' }>): string | null
    detail(body: unknown): string | null
  },
  nowMs: number,
): SendResult {
  if (response.kind === 'failed') return resultWithoutResponse(response)
  const { status, headers, body } = response
  if (status >= 200 && status < 300) return { result: 'accepted', providerMessageId: read.accepted(response) }
  return refusalOf(status, headers, read.detail(jsonOf(body)) ?? '', nowMs)
}
