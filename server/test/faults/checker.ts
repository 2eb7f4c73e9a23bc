/**
 * Judges a run that has drained: reads the database, what the receivers got and what the provider got, and answers every
 * breach of an invariant as a sentence. No breach is an empty list. Judges invariants 1 to 9 and 11 to 14 of
 * docs/invariants.md: 1, 2 and 11 in checker-deliveries.ts, 3, 5 to 8 and 14 in checker-events.ts, the others here.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { verify } from '../../../sdk/src/verify.ts'
import type { Pool } from '../../src/db/pool.ts'
import { judgeDelivery, judgeMessages, readDeliveries } from './checker-deliveries.ts'
import { judgeEndpoints, judgeEvent, judgeMissingEvents, readEvents } from './checker-events.ts'
import type { EventRow } from './checker-events.ts'
import { SANDBOX_EVENTS } from '../sandbox-words.ts'

/** A POST that a receiver got: `ReceivedRequest` of receiver.ts is one. */
export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** ms since the epoch, by the clock of whoever runs the test. */
  receivedAtMs: number
}

export interface WatchedSecret {
  secret: string
  /** When the answer that replaced it came; null: it is in force. */
  replacedAtMs: number | null
  /** Whether it goes on signing beside the one that replaced it, until that one is replaced. */
  overlaps?: boolean
}

/** What happened to an endpoint in the run. Times are ms since the epoch, by the receiver's clock. */
export interface WatchedEndpoint {
  accountId: number
  /** The path of its URL, which no endpoint of another account has. */
  path: string
  /** Every secret that it has had, in their order. */
  secrets: WatchedSecret[]
  /** From the answer that paused or deleted it to the request that made it active again; null: not yet. */
  quiet: { fromMs: number; untilMs: number | null }[]
}

export interface Run {
  pool: Pool
  /** The account to judge, with what its own endpoints received; every one when absent. */
  accountId?: number
  received: readonly ReceivedPost[]
  endpoints: readonly WatchedEndpoint[]
  /** Deliveries whose creation was answered 2xx. */
  answeredDeliveryIds: readonly number[]
  /**
   * What the sandbox makes of the deliveries with which nothing happens besides, by their ids: each must have every event
   * of it, and all of them must have arrived.
   */
  words?: ReadonlyMap<number, string>
  /** Waits before the attempts 2, 3, ... of a series, ms. */
  retryScheduleMs: readonly number[]
  /** How often an event was asked to be sent again, where it was. */
  resends?: ReadonlyMap<string, number>
  /** How often the events of an account were, by its id. */
  replays?: ReadonlyMap<number, number>
  /** Whether the service's clock is the receiver's; a run that moves it cannot compare their times. True when absent. */
  sameClock?: boolean
  /** What the processes have printed. */
  outputs?: readonly string[]
  /** API keys and the like, beside the endpoints' secrets. */
  otherSecrets?: readonly string[]
}

export interface Judgement {
  breaches: string[]
  events: number
  /** POSTs beyond the recorded attempts, at the least: those that a crash or a fence left without a record. */
  repeatedPosts: number
}

/** Invariant 9: how long after its answer a change of the endpoint may still not hold, ms. */
const CHANGE_HOLDS_AFTER_MS = 1000
/** The most that a secret and an event may be apart by the receiver's clock (specification 5.3), s. */
const SIGNATURE_AGE_MAX_S = 300
const ANY_AGE_S = Number.MAX_SAFE_INTEGER

/** Errors of attempts that may have reached the receiver. */
const REACHED = new Set(['connection_reset', 'response_timeout', 'protocol_error'])

const eventIdOf = (post: ReceivedPost) => String(post.headers['x-service-event-id'])

/** Invariant 9: signed by a secret in force, and by the one before it where the two overlap. */
function judgeSignature(post: ReceivedPost, { secrets }: WatchedEndpoint, run: Run): string[] {
  const header = String(post.headers['x-service-signature'])
  const toleranceSeconds = run.sameClock === false ? ANY_AGE_S : SIGNATURE_AGE_MAX_S
  const nowSeconds = Math.floor(post.receivedAtMs / 1000)
  const verifies = ({ secret }: WatchedSecret) => verify(post.body, header, secret, { nowSeconds, toleranceSeconds })
  const at = post.receivedAtMs
  const breaches: string[] = []
  const inForce = secrets.filter(
    ({ replacedAtMs }) => replacedAtMs === null || at <= replacedAtMs + CHANGE_HOLDS_AFTER_MS,
  )
  if (!inForce.some(verifies)) breaches.push('arrived with a signature that does not verify')
  for (const [index, before] of secrets.entries()) {
    const next = secrets[index + 1]
    if (!before.overlaps || next === undefined) continue
    const isLater = at > before.replacedAtMs! + CHANGE_HOLDS_AFTER_MS
    if (isLater && (next.replacedAtMs === null || at < next.replacedAtMs) && !verifies(before))
      breaches.push('arrived without the signature of the secret before, which still overlaps')
  }
  return breaches
}

/** Invariants 4, 9 and 12: the stored bytes, at their own account's endpoint, signed by a secret in force, while it is active. */
function judgePost(post: ReceivedPost, event: EventRow | undefined, run: Run): string[] {
  const eventId = eventIdOf(post)
  if (event === undefined) return [`${eventId}: reached the receiver and is not stored`]
  const breaches: string[] = []
  if (post.body.toString() !== event.body) breaches.push(`${eventId}: arrived with other bytes`)
  if (post.headers['x-service-event'] !== event.type) breaches.push(`${eventId}: arrived with another type`)
  const endpoint = run.endpoints.find((one) => one.path === post.path)
  if (endpoint === undefined) return [...breaches, `${eventId}: arrived at ${post.path}, which is nobody's`]
  if (endpoint.accountId !== event.account_id)
    breaches.push(`${eventId}: of account ${event.account_id} arrived at account ${endpoint.accountId}`)
  breaches.push(...judgeSignature(post, endpoint, run).map((breach) => `${eventId}: ${breach}`))
  for (const { fromMs, untilMs } of endpoint.quiet)
    if (post.receivedAtMs > fromMs + CHANGE_HOLDS_AFTER_MS && (untilMs === null || post.receivedAtMs < untilMs))
      breaches.push(`${eventId}: arrived ${post.receivedAtMs - fromMs} ms after its endpoint was paused or deleted`)
  return breaches
}

/** Invariant 13: nothing that is secret is printed. */
function judgeOutputs({ outputs = [], endpoints, otherSecrets = [] }: Run): string[] {
  const secrets = [...endpoints.flatMap((endpoint) => endpoint.secrets.map(({ secret }) => secret)), ...otherSecrets]
  return outputs.flatMap((output, index) =>
    secrets.filter((secret) => output.includes(secret)).map(() => `process ${index} has printed a secret`),
  )
}

/** What was answered 2xx brings about every event that it must, and no other; and each arrives. */
function judgeWords(words: Run['words'], eventsOf: ReadonlyMap<number | null, EventRow[]>, arrived: Set<string>) {
  return [...(words ?? [])].flatMap(([id, word]) => {
    const events = eventsOf.get(id) ?? []
    const types = new Set(events.map(({ type }) => type))
    const missing = new Set(SANDBOX_EVENTS[word]).symmetricDifference(types)
    const lost = events.filter((event) => !arrived.has(event.id))
    return [
      ...[...missing].map((type) => `delivery ${id}: of ${word}, ${types.has(type) ? 'has' : 'lacks'} ${type}`),
      ...lost.map((event) => `delivery ${id}: ${event.type} never arrived`),
    ]
  })
}

/** Judges a drained run, in which nothing was asked to be sent again but what `resends` tells. */
export async function judge(run: Run): Promise<Judgement> {
  const { pool, accountId = null, received, answeredDeliveryIds, retryScheduleMs } = run
  const [events, deliveries] = await Promise.all([readEvents(pool, accountId), readDeliveries(pool, accountId)])
  const eventsOf = Map.groupBy(events, (event) => event.delivery_id)
  const breaches: string[] = []

  // Invariant 11: what was answered 2xx exists.
  for (const id of answeredDeliveryIds)
    if (!deliveries.has(id)) breaches.push(`delivery ${id}: was answered and is lost`)
  for (const delivery of deliveries.values()) breaches.push(...judgeDelivery(delivery, eventsOf.get(delivery.id) ?? []))
  const askedAgain = (event: EventRow) => (run.resends?.get(event.id) ?? 0) + (run.replays?.get(event.account_id) ?? 0)
  for (const event of events) breaches.push(...judgeEvent(event, retryScheduleMs, askedAgain(event)))
  breaches.push(...(await judgeMessages(pool, accountId)), ...(await judgeEndpoints(pool, accountId)))
  breaches.push(...(await judgeMissingEvents(pool, accountId)), ...judgeOutputs(run))

  const byId = new Map(events.map((event) => [event.id, event]))
  for (const post of received) breaches.push(...judgePost(post, byId.get(eventIdOf(post)), run))
  const posts = Map.groupBy(received, eventIdOf)
  breaches.push(...judgeWords(run.words, eventsOf, new Set(posts.keys())))
  let recorded = 0
  for (const event of events) {
    const answered = event.attempts.filter((attempt) => attempt.code !== null).length
    recorded += event.attempts.filter((attempt) => attempt.code !== null || REACHED.has(attempt.error ?? '')).length
    if ((posts.get(event.id)?.length ?? 0) < answered)
      breaches.push(`${event.id}: has ${answered} answered attempts, and the receiver got fewer POSTs`)
  }
  return { breaches, events: events.length, repeatedPosts: Math.max(0, received.length - recorded) }
}
