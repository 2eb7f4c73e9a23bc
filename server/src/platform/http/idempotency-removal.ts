/**
 * Erases stored responses of idempotent requests. The record of one recipient is removed with its key and fingerprint,
 * which may name the person. The record of a batch keeps the other recipients: without it, a repetition would send to
 * all of them again.
 */
import { isoTime } from '../clock.ts'
import type { ServicePool } from '../db/pool.ts'
import { byKey, writtenRowOf } from '../db/id-conditions.ts'
import { removeInChunks } from '../db/in-chunks.ts'
import { sql } from '../db/sql.ts'
import { KEPT_MS } from './idempotency.ts'
import type { Connection } from '../db/sql.ts'
import type { Task } from '../task-runner.ts'

/** The sum keeps PostgreSQL from the primary key, by which it would read all records of the buckets. */
const removeKeys = sql(
  'idempotency.remove',
  `with old as (
     select bucket, account_id, key from idempotency_keys
     where bucket + 0 = any($1::integer[]) and created_at <= $2::timestamptz
     limit $3
     for update skip locked
   ), removed as (
     delete from idempotency_keys k using old
     where ${byKey('k', 'old', 'key')}
     returning k.key
   )
   select key from removed`,
)

/** Removes expired idempotency keys of these buckets, in chunks. */
export async function removeOldKeys(pool: ServicePool, buckets: readonly number[], now: number): Promise<void> {
  const keptSince = isoTime(now - KEPT_MS)
  await removeInChunks((rows) => removeKeys(pool, buckets, keptSince, rows))
}

/**
 * SQL: locks the records found by an index of their own. The account is compared afterwards: inside of the query, PostgreSQL
 * might search by it, and read all records of the account.
 */
const lockedRecords = (condition: string, limit: string) => `(
     select one.bucket, one.account_id, one.key from (select * from idempotency_keys where ${condition} offset 0) one
     where one.bucket = $1 and one.account_id = $2
     order by one.key limit ${limit}
   ) found cross join ${writtenRowOf(['idempotency_keys', 'k'], 'found', ['key'], 'for update')}`

/** SQL: the records of batches. They are the only ones of several recipients, and begin so (`core/messages/batch.ts`). */
const OF_BATCHES = `account_id = $2::bigint and cardinality(recipient_ids) > 1 and recipient_ids @> array[$3::bigint]
  and body like '{"results":[%'`

const removeResponses = sql(
  'idempotency.remove_of_recipient',
  `with found as (
     select k.bucket, k.account_id, k.key
     from ${lockedRecords('cardinality(recipient_ids) = 1 and recipient_ids[1] = $3::bigint', '$4')}
   ), removed as (
     delete from idempotency_keys k using found
     where ${byKey('k', 'found', 'key')}
     returning k.key
   )
   select key from removed`,
)

/** Responses that may name any person, because they show an address. A repetition finds the object instead. */
const removeOfAnyone = sql(
  'idempotency.remove_of_anyone',
  `with found as (
     select k.bucket, k.account_id, k.key
     from ${lockedRecords('account_id = $2::bigint and recipient_ids is null', '$3')}
   ), removed as (
     delete from idempotency_keys k using found
     where ${byKey('k', 'found', 'key')}
     returning k.key
   )
   select key from removed`,
)

/** PostgreSQL rewrites the text, because a batch may have 16 MiB. The results of other recipients keep their bytes. */
const blankBatches = sql(
  'idempotency.blank_batches',
  `with found as (
     select k.bucket, k.account_id, k.key from ${lockedRecords(OF_BATCHES, '$4')}
   ), blanked as (
     update idempotency_keys k
     set recipient_ids = array_remove(k.recipient_ids, $3::bigint),
       body = '{"results":[' || (
         select string_agg(
           case when result #>> '{message,notification_user_id}' = $3::bigint::text
             then (result::jsonb || jsonb_build_object('message', (result::jsonb -> 'message') - array['reference', 'metadata'] ||
               '{"rendered_subject":"","rendered_body":"","message_attributes":[]}'))::text
             else result::text end, ',' order by place)
         from json_array_elements(k.body::json -> 'results') with ordinality as results (result, place)) || ']}'
     from found
     where ${byKey('k', 'found', 'key')}
     returning k.key
   )
   select key from blanked`,
)

/** A batch takes up to half a second of PostgreSQL's time. */
const BATCHES_MAX = 5

/** Erases at most `rowsMax` records of each kind. Returns true if there may be more. */
export async function eraseResponses(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  recipientId: number,
  rowsMax: number,
): Promise<boolean> {
  const removed = await removeResponses(connection, bucket, accountId, recipientId, rowsMax)
  const ofAnyone = await removeOfAnyone(connection, bucket, accountId, rowsMax)
  const batches = await blankBatches(connection, bucket, accountId, recipientId, BATCHES_MAX)
  return Math.max(removed.length, ofAnyone.length) === rowsMax || batches.length === BATCHES_MAX
}

export const keyRemoval: Task = {
  name: 'idempotency_keys_removed',
  intervalMs: 60_000,
  run: ({ pool, buckets, clock }) => removeOldKeys(pool, buckets(), clock.now()),
}
