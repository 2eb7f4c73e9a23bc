import { createEventIds, bucketOf } from '../src/ids.ts'
import { isoTime } from '../src/clock.ts'
import type { Pool } from '../src/db/pool.ts'
import type { BenchDatabase } from './database.ts'
import { deliveryObject } from '../src/deliveries/delivery.ts'
import { eventBody } from '../src/events/event.ts'
import { createSecretsCipher, parseKeyRing } from '../src/secrets.ts'
import { secretContext } from '../src/webhooks/endpoints/reader.ts'
import { newSecret } from '../src/webhooks/signature.ts'
import { SECRETS_KEYS } from './service-process.ts'

/** Events that wait for their POST, stored by SQL as the service itself would have left them. */

export interface BenchEndpoint {
  bucket: number
  accountId: number
  endpointId: number
}

/** Characters of an event's body, as of a delivery with a failure's texts in it. */
export const BODY_CHARACTERS = 1024

const EVENTS_PER_STATEMENT = 5000

/** How old the events are: a backlog lies behind the poll's cursor lag, ms. */
const AGE_MS = 60_000

async function nextIds(pool: Pool, sequence: string, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    text: 'select nextval($1::text::regclass) as id from generate_series(1, $2::integer)',
    values: [sequence, count],
  })
  return rows.map((row) => row.id)
}

/** As many accounts, each with an endpoint at a path of its own; `origin` may give each an origin of its own. */
export async function makeEndpoints(
  pool: Pool,
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
        createdAt: timeMs,
        updatedAt: timeMs,
      }),
    )
  return text('x'.repeat(Math.max(0, BODY_CHARACTERS - text('').length)))
}

/** The counts of events have come to the end of what is stored, as they would have: else it would be counted during the run. */
export async function countEvents({ pool }: BenchDatabase): Promise<void> {
  await pool.query({
    text: `insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids)
      select a.bucket, a.id, newest.tx, newest.id, newest.created_at, '{}'
      from accounts a
      cross join lateral (
        select e.tx, e.id, e.created_at from events e where e.bucket = a.bucket and e.account_id = a.id
        order by e.tx desc, e.id desc limit 1
      ) newest
      on conflict (bucket, account_id) do update set tx = excluded.tx, event_id = excluded.event_id, from_at = excluded.from_at`,
  })
}

/** Removes what a run left in the tables of webhooks; history stays. */
export async function forgetEvents(database: BenchDatabase): Promise<void> {
  const { pool, historyEnd } = database
  if (historyEnd === '') return void (await pool.query({ text: 'truncate events, webhook_queue, attempts' }))
  await pool.query({ text: 'truncate webhook_queue' })
  const { rows } = await pool.query<{ bucket: number; id: number }>({ text: 'select bucket, id from accounts' })
  // By account, as the keys are: a statement for all would read the whole history.
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
  // The last event that was counted is gone, and with it the place in the feed.
  await countEvents(database)
}

/** Stores `count` queued events, of the endpoints in turn, on tables that hold no others but history. */
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

/** Time for an event to fail twice by chance and to be POSTed again, ms. */
const DRAINED_TIMEOUT_MS = 120_000
const DRAINED_POLL_MS = 50

/** Waits until nothing is queued. */
export async function drained(pool: Pool): Promise<void> {
  for (let waitedMs = 0; waitedMs < DRAINED_TIMEOUT_MS; waitedMs += DRAINED_POLL_MS) {
    const { rows } = await pool.query({ text: 'select from webhook_queue limit 1' })
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, DRAINED_POLL_MS))
  }
  throw new Error(`The queue was not empty ${DRAINED_TIMEOUT_MS} ms after the last event should have been POSTed`)
}

/** Attempts beyond the one that each event needs. */
export interface ExtraAttempts {
  count: number
  /** How many by what they came to: an `error_message`, or the status of the answer. */
  causes: Record<string, number>
}

/**
 * Answers the attempts that were repeated: they failed, and their events succeeded later.
 * @throws unless each of the `count` events has ended with exactly one attempt that succeeded, its only final one.
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
