import { createEventIds, bucketOf } from '../src/platform/ids.ts'
import { isoTime } from '../src/platform/clock.ts'
import type { ServicePool } from '../src/platform/db/pool.ts'
import type { BenchDatabase } from './database.ts'
import { deliveryObject } from '../src/core/deliveries/delivery.ts'
import { eventBody } from '../src/core/events/event.ts'
import { createSecretsCipher, parseKeyRing } from '../src/platform/secrets.ts'
import { secretContext } from '../src/core/webhooks/endpoints/reader.ts'
import { newSecret } from '../src/core/webhooks/signature.ts'
import { SECRETS_KEYS } from './service-process.ts'

/** Stores waiting events by SQL, in the same form as the service. */

export interface BenchEndpoint {
  bucket: number
  accountId: number
  endpointId: number
}

/** Characters of an event's body, for example of a delivery with the texts of a failure. */
export const BODY_CHARACTERS = 1024

const EVENTS_PER_STATEMENT = 5000

/** Age of the events, ms: a backlog is older than the cursor lag of the poll. */
const AGE_MS = 60_000

async function nextIds(pool: ServicePool, sequence: string, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    text: 'select nextval($1::text::regclass) as id from generate_series(1, $2::integer)',
    values: [sequence, count],
  })
  return rows.map((row) => row.id)
}

/** Makes this number of accounts, each with an endpoint at its own path. `origin` may give each its own origin. */
export async function makeEndpoints(
  pool: ServicePool,
  origin: string | ((index: number) => string),
  count: number,
): Promise<BenchEndpoint[]> {
  const originOf = typeof origin === 'string' ? () => origin : origin
  const ring = parseKeyRing(SECRETS_KEYS)
  if (!ring.ok) throw new Error(ring.sentence)
  const cipher = createSecretsCipher(ring.keys)
  const accountIds = await nextIds(pool, 'accounts_id_seq', count)
  const endpointIds = await nextIds(pool, 'webhook_endpoints_id_seq', count)
  const secrets = accountIds.map((accountId, index) => {
    const secret = newSecret()
    return { stored: cipher.encrypt(secret, secretContext(accountId, endpointIds[index]!)), last4: secret.slice(-4) }
  })
  await pool.query({
    text: `with input as (
        select * from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])
          as input (bucket, account_id, endpoint_id, url, secret, last4)
      ), account as (
        insert into accounts (bucket, id, name, created_at) select bucket, account_id, 'Bench', now() from input
      )
      insert into webhook_endpoints (bucket, account_id, id, url, secret, secret_last4, created_at, updated_at)
      select bucket, account_id, endpoint_id, url, secret, last4, now(), now() from input`,
    values: [
      accountIds.map(bucketOf),
      accountIds,
      endpointIds,
      endpointIds.map((id, index) => `${originOf(index)}/webhooks/${id}`),
      secrets.map((secret) => secret.stored),
      secrets.map((secret) => secret.last4),
    ],
  })
  return accountIds.map((accountId, index) => {
    return { bucket: bucketOf(accountId), accountId, endpointId: endpointIds[index]! }
  })
}

const NO_FACTS = { scheduled: null, retrying: null, delivered: null, bounced: null, opened: null, canceled: null }

/** The body of a delivery's event, filled up to its usual size. */
function bodyOf(id: string, accountId: number, deliveryId: number, timeMs: number): string {
  const text = (errorMessage: string) =>
    eventBody(
      id,
      'delivery.failed',
      timeMs,
      deliveryObject({
        ...{ bucket: 0, accountId, id: deliveryId, messageId: deliveryId, recipientId: deliveryId },
        channel: { id: 1, name: 'Mail', channelType: 'email' },
        status: 'failed',
        factTimes: { ...NO_FACTS, queued: timeMs, sent: timeMs, failed: timeMs },
        errorMessage,
        friendlyErrorMessage: 'The mail server did not take the message',
        limitFeatureKey: null,
        providerMessageId: null,
        reference: null,
        metadata: null,
        createdAt: timeMs,
        updatedAt: timeMs,
      }),
    )
  return text('x'.repeat(Math.max(0, BODY_CHARACTERS - text('').length)))
}

/**
 * Moves the positions of the event counts to the end, so that the service does not count the stored events during the
 * run.
 */
export async function countEvents({ pool }: BenchDatabase): Promise<void> {
  await pool.query({
    text: `insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids, counted_from)
      select a.bucket, a.id, newest.tx, newest.id, newest.created_at, '{}', 'epoch'
      from accounts a
      cross join lateral (
        select e.tx, e.id, e.created_at from events e where e.bucket = a.bucket and e.account_id = a.id
        order by e.tx desc, e.id desc limit 1
      ) newest
      on conflict (bucket, account_id) do update set tx = excluded.tx, event_id = excluded.event_id, from_at = excluded.from_at`,
  })
}

/** Removes the rows of a run from the tables of webhooks. History stays. */
export async function forgetEvents(database: BenchDatabase): Promise<void> {
  const { pool, historyEnd } = database
  if (historyEnd === '') return void (await pool.query({ text: 'truncate events, webhook_queue, attempts' }))
  await pool.query({ text: 'truncate webhook_queue' })
  const { rows } = await pool.query<{ bucket: number; id: number }>({ text: 'select bucket, id from accounts' })
  // By account, because the keys begin with it. One statement for all accounts would read the whole history.
  for (const [table, column] of [
    ['events', 'id'],
    ['attempts', 'event_id'],
  ])
    for (const { bucket, id } of rows)
      await pool.query({
        name: `bench.forget_${table}`,
        text: `delete from ${table} where bucket = $1 and account_id = $2 and ${column} >= $3`,
        values: [bucket, id, historyEnd],
      })
  // The last counted event is deleted, so the positions must be set again.
  await countEvents(database)
}

/** Stores `count` queued events, of the endpoints in turn. The tables must be empty except for history. */
export async function fillBacklog(
  database: BenchDatabase,
  endpoints: readonly BenchEndpoint[],
  count: number,
): Promise<void> {
  const { pool } = database
  const past = () => Date.now() - AGE_MS
  const ids = createEventIds({ now: past, wall: past, monotonic: past })
  await forgetEvents(database)
  for (let first = 0; first < count; first += EVENTS_PER_STATEMENT) {
    const numbers = Array.from({ length: Math.min(EVENTS_PER_STATEMENT, count - first) }, (_, index) => first + index)
    const events = numbers.map((number) => {
      const endpoint = endpoints[number % endpoints.length]!
      const { id, timeMs } = ids.next(0)
      return { ...endpoint, id, timeMs, body: bodyOf(id, endpoint.accountId, number + 1, timeMs) }
    })
    await pool.query({
      name: 'bench.fill',
      text: `with input as (
          select * from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::text[], $5::timestamptz[], $6::text[])
            as input (bucket, account_id, endpoint_id, id, created_at, body)
        ), stored as (
          insert into events (bucket, account_id, id, type, created_at, source, body)
          select bucket, account_id, id, 'delivery.failed', created_at, 'dispatcher', body from input
        )
        insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start)
        select bucket, account_id, endpoint_id, id, 0, 0 from input`,
      values: [
        events.map((event) => event.bucket),
        events.map((event) => event.accountId),
        events.map((event) => event.endpointId),
        events.map((event) => event.id),
        events.map((event) => isoTime(event.timeMs)),
        events.map((event) => event.body),
      ],
    })
  }
  for (const text of ['vacuum analyze events', 'vacuum analyze webhook_queue', 'vacuum analyze attempts', 'checkpoint'])
    await pool.query({ text })
  await countEvents(database)
}

/** Enough time for an event to fail twice by chance and to be POSTed again, ms. */
const DRAINED_TIMEOUT_MS = 120_000
const DRAINED_POLL_MS = 50

/** Waits until the queue is empty. */
export async function drained(pool: ServicePool): Promise<void> {
  for (let waitedMs = 0; waitedMs < DRAINED_TIMEOUT_MS; waitedMs += DRAINED_POLL_MS) {
    const { rows } = await pool.query({ text: 'select from webhook_queue limit 1' })
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, DRAINED_POLL_MS))
  }
  throw new Error(`The queue was not empty ${DRAINED_TIMEOUT_MS} ms after the last event should have been POSTed`)
}

/** Attempts beyond the one attempt per event. */
export interface ExtraAttempts {
  count: number
  /** The number by `error_message`, or by the status of the response. */
  causes: Record<string, number>
}

/**
 * Returns the repeated attempts: they failed, and their events succeeded later.
 *
 * @throws unless each of the `count` events has exactly one successful attempt, and this is its only final attempt.
 */
export async function checkDrained({ pool, historyEnd }: BenchDatabase, count: number): Promise<ExtraAttempts> {
  const { rows } = await pool.query<{ events: number; ended: number; attempts: number }>({
    text: `select count(*)::float8 as events, coalesce(sum(attempts), 0)::float8 as attempts,
        (count(*) filter (where finals = 1 and succeeded = 1))::float8 as ended
      from (
        select count(*) as attempts, count(*) filter (where final) as finals, count(*) filter (where succeeded) as succeeded
        from attempts where event_id >= $1 group by event_id
      ) as event`,
    values: [historyEnd],
  })
  const { events, ended, attempts } = rows[0]!
  const failed = await pool.query<{ cause: string; attempts: number }>({
    text: `select coalesce(error_message, response_code::text) as cause, count(*)::float8 as attempts
      from attempts where not succeeded and event_id >= $1 group by 1 order by 1`,
    values: [historyEnd],
  })
  const causes = Object.fromEntries(failed.rows.map((row) => [row.cause, row.attempts]))
  if (events !== count || ended !== count)
    throw new Error(
      `${count} events: ${events} were attempted, ${ended} ended with one success; failed: ${JSON.stringify(causes)}`,
    )
  return { count: attempts - count, causes }
}
