/** One POST to a receiver, from connecting to the response. */
import { Counter, Histogram } from '@prometheus-io/client'
import type { Clock } from '../../platform/clock.ts'
import type { HttpRequest } from '../../platform/outbound/http-connection.ts'
import type { AcquiredConnection, Connections } from '../../platform/outbound/judged-connections.ts'
import type { Failure } from '../../platform/outbound/open-connections.ts'
import type { HttpResponse } from '../../platform/outbound/response-reader.ts'
import type { Context } from '../../platform/context.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { requestHeaders } from '../events/event.ts'
import type { EndpointReader, EndpointState } from './endpoints/reader.ts'
import type { AttemptResult } from './retry-decision.ts'
import { signatureText } from './signature.ts'

export interface AttemptInput {
  bucket: number
  accountId: number
  endpointId: number
  eventId: string
  type: string
  body: string
  /** For the header `traceparent`. Absent: the POST has none. */
  traceparent?: string
}

export interface FinishedAttempt {
  kind: 'finished'
  result: AttemptResult
  /** The endpoint's generation when the POST began. */
  generation: number
  /** The number of the endpoint's URL. */
  urlNumber: number
  /** ms since the epoch. */
  startedAt: number
  durationMs: number
  /** The start of the response's body. Null if the receiver's address is not public. */
  responseHead: string | null
  /** True if the event was POSTed twice, because a kept connection closed without a response. */
  postedAgain: boolean
  /** The signatures as sent. Null if no connection was made, so nothing was sent. */
  signature: string | null
}

export type AttemptEnd =
  | FinishedAttempt
  /** Cut off because another process may soon own the bucket. The attempt has no result, and the row is unchanged. */
  | { kind: 'aborted' }
  /**
   * This machine has no socket or memory for a connection. No result either, and further attempts must wait a moment.
   */
  | { kind: 'exhausted' }
  /** The endpoint is paused or disabled, so the event is held. */
  | { kind: 'held' }
  /** The event's endpoint was deleted. The account may have a new one. */
  | { kind: 'orphaned' }

/**
 * A request is sent again on another connection only this long after its first start, ms. A signed request must go out
 * within a second of reading the endpoint (see `KNOWN_MS`), because the endpoint may since be paused or have another
 * secret.
 */
export const RESEND_WITHIN_MS = 450

/** Bytes of a response's body stored with its attempt. */
const RESPONSE_HEAD_BYTES_MAX = 1024

/** Limits of reading and keeping a response's body. */
const RESPONSE_LIMITS = { readBytesMax: 16 * 1024, keptBytesMax: RESPONSE_HEAD_BYTES_MAX }

/** If a URL changes this often during connecting, the attempt is retried later. */
const CONNECTS_MAX = 5

/** Receives the requests to some URLs inside the process. */
export interface Receivers {
  /** Returns null for a URL that needs a connection. */
  acquire(href: string, sent: AttemptInput): AcquiredConnection | null
}

export interface AttemptTools {
  clock: Clock
  connections: Pick<Connections, 'acquire' | 'abortAll'>
  buckets: Pick<Buckets, 'owns'>
  endpoints: Pick<EndpointReader, 'read' | 'lastRead'>
  receivers: Receivers
  /** Counts results of attempts. */
  metrics: AttemptMetrics
}

/**
 * Connects first, and reads the endpoint just before the POST. So a rotation, a pause or a new URL takes effect even if
 * connecting took long (docs/specification.md). An older read decides only where to connect. A fresh read decides
 * whether an event is held or orphaned.
 */
export async function makeAttempt(tools: AttemptTools, input: AttemptInput, epoch: number): Promise<AttemptEnd> {
  const { clock, connections, buckets, endpoints, receivers, metrics } = tools
  const { bucket, accountId } = input
  const startedAt = clock.now()
  const startedMonotonic = clock.monotonic()
  let signature: string | null = null
  const finished = (
    result: AttemptResult,
    { generation, urlNumber }: EndpointState,
    { responseHead = null, postedAgain = false }: { responseHead?: string | null; postedAgain?: boolean } = {},
  ): AttemptEnd => {
    const durationMs = Math.round(clock.monotonic() - startedMonotonic)
    metrics.observe(result, durationMs)
    const times = { startedAt, durationMs }
    return { kind: 'finished', result, generation, urlNumber, ...times, responseHead, postedAgain, signature }
  }
  const lastRead = endpoints.lastRead(accountId)
  const mayConnect = lastRead !== null && lastRead.id === input.endpointId && lastRead.sends && lastRead.url !== null
  let endpoint = mayConnect ? lastRead : await endpoints.read(bucket, accountId, input.endpointId)
  for (let connects = 1; connects <= CONNECTS_MAX; connects++) {
    if (endpoint === null || endpoint.id !== input.endpointId) return { kind: 'orphaned' }
    if (!endpoint.sends) return { kind: 'held' }
    const { href, url } = endpoint
    if (url === null) return finished({ ok: false, error: 'address_not_public' }, endpoint)
    // Names below `invalid` never exist (RFC 6761, section 6.4). Only receivers in the process have them.
    const received = url.hostname.endsWith('.invalid') ? receivers.acquire(url.href, input) : null
    const acquired = received === null ? await connections.acquire(url) : ({ ok: true, connection: received } as const)
    let posting: Promise<HttpResponse | Failure> | null = null
    try {
      const reading = endpoints.read(bucket, accountId, input.endpointId)
      endpoint = reading instanceof Promise ? await reading : reading
      // The lease may have neared its end meanwhile.
      if (!buckets.owns(bucket, epoch)) return { kind: 'aborted' }
      const unchanged = endpoint?.id === input.endpointId && endpoint.sends && endpoint.href === href
      if (!unchanged) continue
      if (acquired.ok) {
        const signed = signedRequest(clock, input, endpoint!, url.path)
        signature = signed.signature
        posting = acquired.connection.send(signed.request)
      }
    } finally {
      if (acquired.ok && posting === null) acquired.connection.release()
    }
    const result = posting === null ? (acquired as Failure) : await posting
    const postedAgain = acquired.ok && acquired.connection.sentAgain
    if (result.ok) {
      const { status, headers, body } = result
      // Responses from the operator's own network are not shown to accounts.
      const responseHead = acquired.ok && acquired.connection.isPublic ? beginningOf(body) : null
      const response = { ok: true, status, retryAfter: headers.get('retry-after') ?? null } as const
      return finished(response, endpoint!, { responseHead, postedAgain })
    }
    if (result.error === 'aborted' || result.error === 'exhausted') return { kind: result.error }
    return finished({ ...result, error: result.error }, endpoint!, { postedAgain })
  }
  return { kind: 'aborted' }
}

/**
 * The first kilobyte of the body as text. Bytes other than UTF-8 become U+FFFD, and so does NUL, because PostgreSQL
 * refuses it.
 */
export function beginningOf(body: Buffer): string {
  const text = body.toString('utf8', 0, RESPONSE_HEAD_BYTES_MAX).replaceAll('\0', '\uFFFD')
  // The limit may have cut a character in two.
  return body.length >= RESPONSE_HEAD_BYTES_MAX ? text.replace(/\uFFFD$/, '') : text
}

/** The request of specification 4.4, signed with the secrets in force now. */
function signedRequest(clock: Clock, input: AttemptInput, endpoint: EndpointState, path: string) {
  const { type, eventId: id, body, traceparent } = input
  const timestampSeconds = Math.floor(clock.wall() / 1000)
  const signed = { id, body, secrets: endpoint.secretsAt(clock.now()), timestampSeconds }
  const signature = signatureText(endpoint.signatureFormat, signed)
  const headers = requestHeaders(id, type, signature)
  if (traceparent !== undefined) headers['traceparent'] = traceparent
  const request: HttpRequest = { method: 'POST', path, headers, body, response: RESPONSE_LIMITS }
  return { signature, request }
}

const DURATION_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export interface AttemptMetrics {
  observe(result: AttemptResult, durationMs: number): void
}

export function createAttemptMetrics({ metrics }: Pick<Context, 'metrics'>): AttemptMetrics {
  const attempts = new Counter({
    name: 'tidings_webhook_attempts_total',
    help: 'Finished attempts by class of status, or by error',
    labelNames: ['result'],
    registers: [metrics],
  })
  const durations = new Histogram({
    name: 'tidings_webhook_attempt_duration_seconds',
    help: 'Duration of attempts with a response, including the time to connect, in seconds',
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [metrics],
  })
  // Looking up labels costs time on every call, so counters are cached. There are few: status classes and error words.
  const counted = new Map<number | string, Counter.Internal>()
  const responded = durations.labels()
  return {
    observe(result, durationMs) {
      const key = result.ok ? Math.floor(result.status / 100) : result.error
      const counter = counted.get(key) ?? attempts.labels(result.ok ? `${key}xx` : result.error)
      counted.set(key, counter)
      counter.inc()
      if (result.ok) responded.observe(durationMs / 1000)
    },
  }
}
