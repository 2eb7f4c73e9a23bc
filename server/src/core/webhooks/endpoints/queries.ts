import { isoTime } from '../../../platform/clock.ts'
import { byKey, rowOf } from '../../../platform/db/id-conditions.ts'
import { columns } from '../../../platform/db/rows.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import type { Endpoint } from './endpoint.ts'

const COLUMNS = `bucket, account_id, id, url, active, disabled_at, disabled_reason, inactive_since, secret, secret_last4,
  previous_secret, previous_secret_until, signature_format, include_message, consecutive_failures, generation, missing_dismissed_at, test_passed_at, created_at, updated_at`

const listSql = sql(
  'webhook_endpoints.list',
  `select ${COLUMNS} from webhook_endpoints where bucket = $1 and account_id = $2 order by id`,
)

/** The accounts' endpoints, for POSTs. `urlNumber` grows with each change of the URL, and attempts store it. The plan searches for each account, whatever the statistics say. */
export const readEndpoints = columns('bucket smallint, account_id bigint').sql(
  'webhooks.read_endpoints',
  ({
    input,
  }) => `select e.bucket, e.account_id, e.id, e.url, e.url_number, e.active, e.disabled_at, e.secret, e.previous_secret,
     e.previous_secret_until, e.signature_format, e.generation
   from ${input}
   cross join lateral (
     select * from webhook_endpoints one where one.bucket = input.bucket and one.account_id = input.account_id offset 0
   ) e`,
)

const lockSql = sql(
  'webhook_endpoints.lock',
  `select ${COLUMNS} from webhook_endpoints where bucket = $1 and account_id = $2 and id = $3 for update`,
)

const lockUnchangedSql = sql(
  'webhook_endpoints.lock_unchanged',
  `select ${COLUMNS} from webhook_endpoints where bucket = $1 and account_id = $2 and id = $3 for share`,
)

/** The account's endpoint, or null. */
export async function findEndpoint(
  connection: Connection,
  bucket: number,
  accountId: number,
): Promise<Endpoint | null> {
  const [row] = await listSql(connection, bucket, accountId)
  return row ?? null
}

export interface EndpointKey {
  bucket: number
  accountId: number
  id: number
}

/** Locks the endpoint until the transaction ends. Null if the account has no endpoint with this id. */
export async function lockEndpoint(connection: Connection, key: EndpointKey): Promise<Endpoint | null> {
  const [row] = await lockSql(connection, key.bucket, key.accountId, key.id)
  return row ?? null
}

/** Like `lockEndpoint`, with a shared lock, for transactions that do not change the endpoint. */
export async function holdEndpoint(connection: Connection, key: EndpointKey): Promise<Endpoint | null> {
  const [row] = await lockUnchangedSql(connection, key.bucket, key.accountId, key.id)
  return row ?? null
}

/** Taken before the insert, because the encrypted secret is bound to the id. */
export const nextEndpointId = sql('webhook_endpoints.next_id', `select nextval('webhook_endpoints_id_seq') as id`)

const insertSql = sql(
  'webhook_endpoints.insert',
  `with inserted as (
     insert into webhook_endpoints (bucket, account_id, id, url, secret, secret_last4, created_at, updated_at, active, inactive_since,
       signature_format, include_message)
     values ($1, $2, $3, $4, $5, $6, $7::timestamptz, $7::timestamptz, $8, case when $8 then null else $7::timestamptz end, $9, $10)
     on conflict (bucket, account_id) do nothing
     returning ${COLUMNS}
   ) select ${COLUMNS} from inserted`,
)

/** The choices of the account. */
export type NewEndpoint = Pick<Endpoint, 'url' | 'active' | 'signatureFormat' | 'includeMessage'>

/** Stores a new endpoint, paused if it is not active. Returns null if the account already has one. */
export async function insertEndpoint(
  connection: Connection,
  key: EndpointKey,
  { url, active, signatureFormat, includeMessage }: NewEndpoint,
  secret: { encrypted: string; last4: string },
  nowMs: number,
): Promise<Endpoint | null> {
  const { bucket, accountId, id } = key
  const about = [url, secret.encrypted, secret.last4, isoTime(nowMs), active, signatureFormat, includeMessage] as const
  const [row] = await insertSql(connection, bucket, accountId, id, ...about)
  return row ?? null
}

const saveSql = sql(
  'webhook_endpoints.save',
  `with former as (
     insert into former_webhook_urls (bucket, account_id, endpoint_id, number, url, replaced_at)
     select bucket, account_id, id, url_number, url, $15::timestamptz from webhook_endpoints
     where bucket = $1 and account_id = $2 and id = $3 and url <> $4
     returning number
   )
   update webhook_endpoints
   set url = $4, url_number = coalesce((select number + 1 from former), url_number), active = $5,
     disabled_at = $6::timestamptz, disabled_reason = $7, inactive_since = $8::timestamptz,
     secret = $9, secret_last4 = $10, previous_secret = $11, previous_secret_until = $12::timestamptz,
     consecutive_failures = $13, generation = $14, updated_at = $15::timestamptz, signature_format = $16,
     missing_dismissed_at = $17::timestamptz, include_message = $18
   where bucket = $1 and account_id = $2 and id = $3
   returning id`,
)

/** Writes an endpoint locked by the transaction. */
export async function saveEndpoint(connection: Connection, endpoint: Endpoint): Promise<void> {
  await saveSql(
    connection,
    endpoint.bucket,
    endpoint.accountId,
    endpoint.id,
    endpoint.url,
    endpoint.active,
    isoTime(endpoint.disabledAt),
    endpoint.disabledReason,
    isoTime(endpoint.inactiveSince),
    endpoint.secret,
    endpoint.secretLast4,
    endpoint.previousSecret,
    isoTime(endpoint.previousSecretUntil),
    endpoint.consecutiveFailures,
    endpoint.generation,
    isoTime(endpoint.updatedAt),
    endpoint.signatureFormat,
    isoTime(endpoint.missingDismissedAt),
    endpoint.includeMessage,
  )
}

/** Keeps the time of a passed test. */
export const passTest = sql(
  'webhook_endpoints.pass_test',
  `update webhook_endpoints set test_passed_at = $4::timestamptz where bucket = $1 and account_id = $2 and id = $3 returning id`,
)

/** Returns no row if the endpoint does not exist or was just deleted. */
export const deleteEndpoint = sql(
  'webhook_endpoints.delete',
  `with deleted as (
     delete from webhook_endpoints where bucket = $1 and account_id = $2 and id = $3
     returning bucket, account_id, id, url_number, url
   ), former as (
     insert into former_webhook_urls (bucket, account_id, endpoint_id, number, url, replaced_at)
     select bucket, account_id, id, url_number, url, $4::timestamptz from deleted
     returning endpoint_id
   )
   select d.id, d.url from deleted d`,
)

/**
 * Drops an endpoint's queued events, oldest first, at most `rowsMax`. Returns their ids. Without `byKey`, a plan for a
 * small queue took more than 10 s for 10,000 rows.
 */
export const dropQueuedEvents = sql(
  'webhook_endpoints.drop_queued_events',
  `with queued as (
     select q.bucket, q.account_id, q.event_id from webhook_queue q
     where q.bucket = $1 and q.account_id = $2 and q.endpoint_id = $3
     order by q.event_id limit $4 for update
   ), gone as (
     delete from webhook_queue q using queued
     where ${byKey('q', 'queued', 'event_id')}
     returning q.event_id
   ), dropped as (
     insert into dropped_events (bucket, account_id, event_id, reason, at)
     select $1, $2, gone.event_id, 'endpoint_deleted', $5::timestamptz from gone order by gone.event_id
     on conflict (bucket, account_id, event_id) do update set reason = excluded.reason, at = excluded.at
     returning event_id
   )
   select event_id from dropped`,
)

/** The recipients of the deliveries that events are about. Events about none have no row. */
export const findRecipientsOfEvents = columns('bucket smallint, account_id bigint, event_id text').sql(
  'webhook_endpoints.find_recipients',
  ({ input }) => `select input.event_id, d.recipient_id
   from ${input}
   cross join ${rowOf(['events', 'e'], 'input', ['id', 'event_id'])}
   cross join ${rowOf(['deliveries', 'd'], 'e', ['id', 'delivery_id'])}`,
)

/** The endpoint's most recent attempts, newest first. */
export const listAttempts = sql(
  'webhook_endpoints.attempts',
  `select event_id, event_type, number as attempt_number, succeeded, response_code, error_message, duration_ms, created_at
   from attempts
   where bucket = $1 and account_id = $2 and endpoint_id = $3 and created_at > '-infinity'
   order by created_at desc, event_id desc, number desc limit $4`,
)
