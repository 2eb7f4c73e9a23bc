/**
 * Checks a drained run. Reads the database and the requests received by the receivers and the provider. Returns a
 * sentence for every broken invariant, an empty list if all hold. Checks invariants 1 to 9 and 11 to 14 of
 * docs/invariants.md, and 17: 1, 2, 11 and 17 in checker-deliveries.ts, 3, 5 to 8 and 14 in checker-events.ts, the others here.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { verify } from '../verify.ts'
import type { ServicePool } from '../../src/platform/db/pool.ts'
import { judgeDelivery, judgeMessages, readDeliveries } from './checker-deliveries.ts'
import type { DeliveryRow } from './checker-deliveries.ts'
import { judgeEndpoints, judgeEvent, judgeMissingEvents, readEvents } from './checker-events.ts'
import type { EventRow } from './checker-events.ts'
import { SANDBOX_EVENTS } from '../sandbox-words.ts'

/** A POST at a receiver. `ReceivedRequest` of receiver.ts has this shape. */
export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
  /** ms since the epoch, by the test's clock. */
  receivedAtMs: number
}

export interface WatchedSecret {
  secret: string
  /** When the service returned the next secret. Null: the secret is in force. */
  replacedAtMs: number | null
  /** True if the secret also signs after its replacement, until the next replacement. */
  overlaps?: boolean
}

/** The history of an endpoint in the run. Times are ms since the epoch, by the receiver's clock. */
export interface WatchedEndpoint {
  accountId: number
  /** The path of its URL. Each account has its own path. */
  path: string
  /** All secrets of the endpoint, oldest first. */
  secrets: WatchedSecret[]
  /**
   * Periods without POSTs: from the response to a pause or deletion until the request to activate it again. Null: still
   * inactive.
   */
  quiet: { fromMs: number; untilMs: number | null }[]
}

export interface Run {
  pool: ServicePool
  /** The account to check, with the POSTs to its endpoints. Absent: all accounts. */
  accountId?: number
  received: readonly ReceivedPost[]
  endpoints: readonly WatchedEndpoint[]
  /** Deliveries created with a 2xx response. An id is listed once for each account that has it. */
  acknowledgedDeliveryIds: readonly number[]
  /**
   * Magic words by delivery id, for deliveries not changed in any other way. Each must have exactly the events of its
   * word, and all events must have arrived. Deliveries of several accounts with the same id have the same word.
   */
  words?: ReadonlyMap<number, string>
  /** Waits before attempts 2, 3, ... of a series, ms. */
  retryScheduleMs: readonly number[]
  /** The number of requested resends, by event id. */
  resends?: ReadonlyMap<string, number>
  /** The number of replays that covered all events of an account, by account id. */
  replays?: ReadonlyMap<number, number>
  /**
   * False if the run moves the service's clock, so that its times cannot be compared with the receiver's. Default true.
   */
  sameClock?: boolean
  /** The output of the processes. */
  outputs?: readonly string[]
  /** API keys and other secrets besides the endpoints' secrets. */
  otherSecrets?: readonly string[]
}

export interface Judgement {
  breaches: string[]
  events: number
  /** Lower limit of the POSTs without a recorded attempt. A crash or a lost lease leaves attempts without a record. */
  repeatedPosts: number
}

/** Invariant 9: the time until a change of the endpoint must be in effect, counted from its response, ms. */
const CHANGE_HOLDS_AFTER_MS = 1000
/** The largest age of a signature by the receiver's clock (specification 5.3), seconds. */
const SIGNATURE_AGE_MAX_S = 300
const ANY_AGE_S = Number.MAX_SAFE_INTEGER

/** Errors of attempts whose POST may have reached the receiver. */
const REACHED = new Set(['connection_reset', 'response_timeout', 'protocol_error'])

const eventIdOf = (post: ReceivedPost) => String(post.headers['x-service-event-id'])

/** Invariant 9: a secret in force signed the POST, and during an overlap the previous secret too. */
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

/**
 * Invariants 4, 9 and 12: the body has the stored bytes, a secret in force signed it, and it arrived at its own
 * account's active endpoint.
 */
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

/** Invariant 13: no process prints a secret. */
function judgeOutputs({ outputs = [], endpoints, otherSecrets = [] }: Run): string[] {
  const secrets = [...endpoints.flatMap((endpoint) => endpoint.secrets.map(({ secret }) => secret)), ...otherSecrets]
  return outputs.flatMap((output, index) =>
    secrets.filter((secret) => output.includes(secret)).map(() => `process ${index} has printed a secret`),
  )
}

const nameOf = (accountId: number, deliveryId: number | null) => `${accountId}/${deliveryId}`

/** A delivery with a magic word has exactly the events of the word, and each event arrived. */
function judgeWord(delivery: DeliveryRow, { words }: Run, events: readonly EventRow[], arrived: Set<string>): string[] {
  const word = words?.get(delivery.id)
  if (word === undefined) return []
  const types = new Set(events.map(({ type }) => type))
  const missing = new Set(SANDBOX_EVENTS[word]).symmetricDifference(types)
  const lost = events.filter((event) => !arrived.has(event.id))
  return [
    ...[...missing].map((type) => `delivery ${delivery.id}: of ${word}, ${types.has(type) ? 'has' : 'lacks'} ${type}`),
    ...lost.map((event) => `delivery ${delivery.id}: ${event.type} never arrived`),
  ]
}

/** Checks a drained run. `resends` and `replays` must list all requests to send events again. */
export async function judge(run: Run): Promise<Judgement> {
  const { pool, accountId = null, received, acknowledgedDeliveryIds, retryScheduleMs } = run
  const [events, deliveries] = await Promise.all([readEvents(pool, accountId), readDeliveries(pool, accountId)])
  const eventsOf = Map.groupBy(events, (event) => nameOf(event.account_id, event.delivery_id))
  const posts = Map.groupBy(received, eventIdOf)
  const arrived = new Set(posts.keys())
  const breaches: string[] = []

  // Invariant 11: a delivery created with a 2xx response exists.
  const stored = Map.groupBy(deliveries, ({ id }) => id)
  for (const [id, acknowledged] of Map.groupBy(acknowledgedDeliveryIds, (one) => one))
    if ((stored.get(id)?.length ?? 0) < acknowledged.length)
      breaches.push(`delivery ${id}: was acknowledged and is lost`)
  for (const delivery of deliveries) {
    const own = eventsOf.get(nameOf(delivery.account_id, delivery.id)) ?? []
    breaches.push(...judgeDelivery(delivery, own), ...judgeWord(delivery, run, own, arrived))
  }
  const askedAgain = (event: EventRow) => (run.resends?.get(event.id) ?? 0) + (run.replays?.get(event.account_id) ?? 0)
  for (const event of events) breaches.push(...judgeEvent(event, retryScheduleMs, askedAgain(event)))
  breaches.push(...(await judgeMessages(pool, accountId)), ...(await judgeEndpoints(pool, accountId)))
  breaches.push(...(await judgeMissingEvents(pool, accountId)), ...judgeOutputs(run))

  const byId = new Map(events.map((event) => [event.id, event]))
  for (const post of received) breaches.push(...judgePost(post, byId.get(eventIdOf(post)), run))
  let recorded = 0
  for (const event of events) {
    const responses = event.attempts.filter((attempt) => attempt.code !== null).length
    recorded += event.attempts.filter((attempt) => attempt.code !== null || REACHED.has(attempt.error ?? '')).length
    if ((posts.get(event.id)?.length ?? 0) < responses)
      breaches.push(`${event.id}: has ${responses} attempts with a response, and the receiver got fewer POSTs`)
  }
  return { breaches, events: events.length, repeatedPosts: Math.max(0, received.length - recorded) }
}
