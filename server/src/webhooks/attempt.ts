/** One POST to a receiver, from the connection to the answer. */
import type { Clock } from '../clock.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import type { Connections } from '../outbound/judged-connections.ts'
import type { EndpointReader, EndpointState } from './endpoints/reader.ts'
import type { AttemptMetrics } from './metrics.ts'
import type { HttpAnswer } from '../outbound/http-connection.ts'
import type { Failure } from '../outbound/open-connections.ts'
import type { AttemptResult } from './retry-decision.ts'
import { sign } from './signature.ts'

export interface AttemptInput {
  bucket: number
  accountId: number
  endpointId: number
  eventId: string
  type: string
  body: string
}

export type AttemptEnd =
  | {
      kind: 'answered'
      result: AttemptResult
      /** The endpoint's generation when the POST began. */
      generation: number
      /** ms since the epoch. */
      startedAt: number
      durationMs: number
      /** The beginning of the answer's body, of receivers at public addresses. */
      responseHead: string | null
      /** Whether the event was POSTed twice, since a kept connection was closed without an answer. */
      postedAgain: boolean
    }
  /** Cut off because another process may soon own the bucket: there is no outcome, and the row stays as it is. */
  | { kind: 'aborted' }
  /** This machine had nothing to connect with: no outcome either, and no attempt is worth a try for a moment. */
  | { kind: 'exhausted' }
  /** The endpoint is paused or disabled: the event is held. */
  | { kind: 'held' }
  /** The event's endpoint is gone: deleted, perhaps with another one in its place. */
  | { kind: 'orphaned' }

/**
 * A request goes out on another connection only this soon after it was given to its first, ms: what was signed must not
 * be sent more than a second after the endpoint was read (see `KNOWN_MS`), for it may have been paused or its secret
 * rotated since.
 */
export const RESEND_WITHIN_MS = 450

/** Bytes of a response body that are stored with its attempt. */
const RESPONSE_HEAD_BYTES_MAX = 1024

/** Of an answer's body: what follows is not read, and of what is read a kilobyte is kept. */
const ANSWER_LIMITS = { readBytesMax: 16 * 1024, keptBytesMax: RESPONSE_HEAD_BYTES_MAX }

/** A URL that changes this often while it is being connected to is tried again later. */
const CONNECTS_MAX = 5

export interface AttemptTools {
  clock: Clock
  connections: Connections
  buckets: Pick<Buckets, 'owns'>
  endpoints: EndpointReader
  /** Counts what attempts come to. */
  metrics: AttemptMetrics
}

/**
 * Connects first and reads the endpoint then, just before the POST: so a rotation, a pause or a new URL holds however
 * long a connection took (decisions: webhook endpoints). What was read long ago only tells where to connect, and
 * whether an event is held or orphaned is always judged by a fresh read.
 */
export async function makeAttempt(tools: AttemptTools, input: AttemptInput, epoch: number): Promise<AttemptEnd> {
  const { clock, connections, buckets, endpoints, metrics } = tools
  const { bucket, accountId } = input
  const startedAt = clock.now()
  const startedMonotonic = clock.monotonic()
  const answered = (
    result: AttemptResult,
    generation: number,
    { responseHead = null, postedAgain = false }: { responseHead?: string | null; postedAgain?: boolean } = {},
  ): AttemptEnd => {
    const durationMs = Math.round(clock.monotonic() - startedMonotonic)
    metrics.observe(result, durationMs)
    return { kind: 'answered', result, generation, startedAt, durationMs, responseHead, postedAgain }
  }
  const lastRead = endpoints.lastRead(accountId)
  const mayConnect = lastRead !== null && lastRead.id === input.endpointId && lastRead.sends && lastRead.url !== null
  let endpoint = mayConnect ? lastRead : await endpoints.read(bucket, accountId, input.endpointId)
  for (let connects = 1; connects <= CONNECTS_MAX; connects++) {
    if (endpoint === null || endpoint.id !== input.endpointId) return { kind: 'orphaned' }
    if (!endpoint.sends) return { kind: 'held' }
    const { href, url, generation } = endpoint
    if (url === null) return answered({ ok: false, error: 'address_not_public' }, generation)
    const acquired = await connections.acquire(url)
    let posting: Promise<HttpAnswer | Failure> | null = null
    try {
      const reading = endpoints.read(bucket, accountId, input.endpointId)
      endpoint = reading instanceof Promise ? await reading : reading
      // Its lease may have come near its end meanwhile.
      if (!buckets.owns(bucket, epoch)) return { kind: 'aborted' }
      const unchanged = endpoint?.id === input.endpointId && endpoint.sends && endpoint.href === href
      if (!unchanged) continue
      if (acquired.ok) posting = acquired.connection.send(requestOf(clock, input, endpoint!, url.path))
    } finally {
      if (acquired.ok && posting === null) acquired.connection.release()
    }
    const result = posting === null ? (acquired as Failure) : await posting
    const postedAgain = acquired.ok && acquired.connection.sentAgain
    if (result.ok) {
      const { status, headers, body } = result
      // What is inside the operator's network is told to no account.
      const responseHead = acquired.ok && acquired.connection.isPublic ? beginningOf(body) : null
      const answer = { ok: true, status, retryAfter: headers.get('retry-after') ?? null } as const
      return answered(answer, endpoint!.generation, { responseHead, postedAgain })
    }
    if (result.error === 'aborted' || result.error === 'exhausted') return { kind: result.error }
    return answered({ ok: false, error: result.error }, endpoint!.generation, { postedAgain })
  }
  return { kind: 'aborted' }
}

/** The first kilobyte of the body as text; what is not UTF-8 shows as U+FFFD, as does NUL, which PostgreSQL refuses. */
export function beginningOf(body: Buffer): string {
  const text = body.toString('utf8', 0, RESPONSE_HEAD_BYTES_MAX).replaceAll('\0', '\uFFFD')
  // A character that the limit cut in two.
  return body.length >= RESPONSE_HEAD_BYTES_MAX ? text.replace(/\uFFFD$/, '') : text
}

/**
 * The request of specification 4.4, signed now with the secrets in force now. Names of headers mean the same in any case
 * (RFC 9110, section 5.1), but some receivers look them up as text: they go out spelled and ordered as the specification has
 * them.
 */
function requestOf(clock: Clock, input: AttemptInput, endpoint: EndpointState, path: string) {
  const { type, eventId, body } = input
  const signature = sign(body, endpoint.secretsAt(clock.now()), Math.floor(clock.wall() / 1000))
  const headers = {
    'X-Service-Signature': signature,
    'X-Service-Event': type,
    'X-Service-Event-Id': eventId,
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
  }
  return { method: 'POST' as const, path, headers, body, answer: ANSWER_LIMITS }
}
