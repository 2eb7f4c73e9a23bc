import { columns } from '../db/rows.ts'
import { listSql, sql } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { JSON_WITH_DIGITS } from '../db/types.ts'
import type { RecipientFields, RecipientRow } from './recipient.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../http/pages.ts'
import type { BoundedRow } from '../http/pages.ts'

const COLUMNS = `id, external_user_id, email, phone, first_name, last_name, locale, time_zone, attributes, preferences, paused,
    quiet_from, quiet_until, created_at, updated_at`

const TEXTS = [
  'external_user_id',
  'email',
  'phone',
  'first_name',
  'last_name',
  'locale',
  'time_zone',
  'attributes::text',
  'preferences::text',
]

/** Sets the fields of `r` that are in `$4`, an object of the given fields. */
const CHANGED_FIELDS = `email = case when $4::jsonb ? 'email' then $4::jsonb ->> 'email' else r.email end,
      phone = case when $4::jsonb ? 'phone' then $4::jsonb ->> 'phone' else r.phone end,
      first_name = case when $4::jsonb ? 'first_name' then $4::jsonb ->> 'first_name' else r.first_name end,
      last_name = case when $4::jsonb ? 'last_name' then $4::jsonb ->> 'last_name' else r.last_name end,
      locale = case when $4::jsonb ? 'locale' then $4::jsonb ->> 'locale' else r.locale end,
      time_zone = case when $4::jsonb ? 'time_zone' then $4::jsonb ->> 'time_zone' else r.time_zone end,
      attributes = case when $4::jsonb ? 'attributes' then $4::jsonb -> 'attributes' else r.attributes end,
      updated_at = $5::timestamptz`

/** Inserts a row. `$3`: external id, `$4`: fields, `$5`: time. */
const NEW_ROW = `insert into recipients as r (bucket, account_id, external_user_id, email, phone, first_name, last_name, locale,
      time_zone, attributes, created_at, updated_at)
    values ($1, $2, $3, $4::jsonb ->> 'email', $4::jsonb ->> 'phone', $4::jsonb ->> 'first_name', $4::jsonb ->> 'last_name',
      $4::jsonb ->> 'locale', $4::jsonb ->> 'time_zone', coalesce($4::jsonb -> 'attributes', '{}'), $5, $5)
    on conflict (bucket, account_id, external_user_id) where deleted_at is null`

type Values = [bucket: number, accountId: number, externalUserId: string | null, fields: string, now: string]

/** Returns no row if the external id is taken. */
const insertRecipientSql = sql<RecipientRow, Values>(
  'recipients.insert',
  `with inserted as (
    ${NEW_ROW} do nothing
    returning ${COLUMNS}
  ) select ${COLUMNS} from inserted`,
  JSON_WITH_DIGITS,
)

/**
 * Writes nothing if nothing changes, because many messages come with their recipient. Returns no row if another
 * transaction inserted an equal recipient after the statement began: the next statement then sees it.
 */
const upsertRecipientSql = sql<RecipientRow & { created: boolean }, Values>(
  'recipients.upsert',
  `with stored as (
    ${NEW_ROW} do update set ${CHANGED_FIELDS}
    where not (jsonb_build_object('email', r.email, 'phone', r.phone, 'first_name', r.first_name, 'last_name', r.last_name,
      'locale', r.locale, 'time_zone', r.time_zone) @> ($4::jsonb - 'attributes' - 'external_user_id')
      and ($4::jsonb -> 'attributes' is null or r.attributes::text = ($4::jsonb -> 'attributes')::text))
    returning ${COLUMNS}, xmax = 0 as created
  )
  select ${COLUMNS}, created from stored
  union all
  select ${COLUMNS}, false from recipients
  where bucket = $1 and account_id = $2 and external_user_id = $3 and deleted_at is null
    and not exists (select from stored)`,
  JSON_WITH_DIGITS,
)

const updateRecipientSql = sql<
  RecipientRow,
  [bucket: number, accountId: number, id: number, fields: string, now: string]
>(
  'recipients.update',
  `with updated as (
    update recipients r
    set external_user_id = case when $4::jsonb ? 'external_user_id' then $4::jsonb ->> 'external_user_id'
      else r.external_user_id end, ${CHANGED_FIELDS}
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning ${COLUMNS}
  ) select ${COLUMNS} from updated`,
  JSON_WITH_DIGITS,
)

export const findRecipientId = sql<{ id: number }, [bucket: number, accountId: number, externalUserId: string]>(
  'recipients.find_id',
  'select id from recipients where bucket = $1 and account_id = $2 and external_user_id = $3 and deleted_at is null',
)

/** Also finds a deleted recipient: its messages and deliveries are still listed. */
export const findRecipientOfLists = sql<{ id: number }, [bucket: number, accountId: number, id: number]>(
  'recipients.find_of_lists',
  'select id from recipients where bucket = $1 and account_id = $2 and id = $3',
)

/** Returns the new recipient, or null if the external id is taken. */
export async function insertRecipient(
  connection: Connection,
  bucket: number,
  accountId: number,
  fields: RecipientFields,
  now: string,
): Promise<RecipientRow | null> {
  const externalUserId = fields.external_user_id ?? null
  const [row] = await insertRecipientSql(connection, bucket, accountId, externalUserId, JSON.stringify(fields), now)
  return row ?? null
}

/**
 * Returns the changed recipient, or null if there is none. Throws a unique violation (23505) if the new external id is
 * taken.
 */
export async function updateRecipient(
  connection: Connection,
  bucket: number,
  accountId: number,
  id: number,
  fields: RecipientFields,
  now: string,
): Promise<RecipientRow | null> {
  const [row] = await updateRecipientSql(connection, bucket, accountId, id, JSON.stringify(fields), now)
  return row ?? null
}

const UPSERTS_MAX = 5

/** Creates or updates the recipient with the external id. An update changes only the given fields. */
export async function upsertRecipient(
  connection: Connection,
  bucket: number,
  accountId: number,
  externalUserId: string,
  fields: RecipientFields,
  now: string,
): Promise<RecipientRow & { created: boolean }> {
  for (let upserts = 0; upserts < UPSERTS_MAX; upserts++) {
    const [row] = await upsertRecipientSql(connection, bucket, accountId, externalUserId, JSON.stringify(fields), now)
    if (row !== undefined) return row
  }
  throw new Error(`The recipient could not be stored in ${UPSERTS_MAX} statements`)
}

type RecipientKeyValues = [bucket: number, accountId: number, id: number]

export const findRecipient = sql<RecipientRow, RecipientKeyValues>(
  'recipients.find',
  `select ${COLUMNS} from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
  JSON_WITH_DIGITS,
)

/** Locks the recipient until the transaction ends. */
export const lockRecipient = sql<{ id: number }, RecipientKeyValues>(
  'recipients.lock',
  `select id from recipients where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

export const listRecipients = listSql<
  RecipientRow & BoundedRow,
  [
    bucket: number,
    accountId: number,
    externalUserId: string | null,
    email: string | null,
    afterTime: string | null,
    afterId: number | null,
    rows: number,
  ]
>(
  'recipients.list',
  `with listed as materialized (
  select ${COLUMNS} from recipients
  where bucket = $1 and account_id = $2 and deleted_at is null
    and ($3::text is null or external_user_id = $3)
    and ($4::text is null or lower(email) = lower($4))
    and ($5::timestamptz is null or (created_at, id) < ($5, $6))
  order by created_at desc, id desc limit $7
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf(...TEXTS))} order by ${NEWEST_FIRST}`,
  JSON_WITH_DIGITS,
)

/** Messages stay, devices and preferences are deleted, and the external id is free again. */
export const deleteRecipient = sql<{ id: number }, [...RecipientKeyValues, now: string]>(
  'recipients.delete',
  `with deleted as (
    update recipients set deleted_at = $4, updated_at = $4, preferences = '[]', paused = false, quiet_from = null, quiet_until = null
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning bucket, account_id, id
  ), devices_gone as (
    delete from devices v using deleted d
    where v.bucket = $1 and v.bucket = d.bucket and v.account_id = d.account_id and v.recipient_id = d.id
    returning v.id
  )
  select id from deleted`,
)

/** An id, an external id, or both. If both are given, they must belong to the same recipient. */
export interface RecipientKey {
  bucket: number
  accountId: number
  id: number | null
  externalUserId: string | null
}

const loadRecipientsSql = columns(
  'bucket smallint, account_id bigint, id bigint null, external_user_id text null, position for ordinality',
).sql<RecipientRow & { position: number }>(
  'recipients.load',
  ({ input, distinct }) => `with key as (
    select * from ${input}
  )
  select key.position, r.id, r.external_user_id, r.email, r.phone, r.first_name, r.last_name, r.locale, r.time_zone,
    r.attributes, r.preferences, r.paused, r.quiet_from, r.quiet_until, r.created_at, r.updated_at
  from key join recipients r on r.bucket = key.bucket and r.account_id = key.account_id and r.id = key.id
  where r.bucket = any(${distinct('bucket')}) and r.deleted_at is null
    and (key.external_user_id is null or r.external_user_id = key.external_user_id)
  union all
  select key.position, r.id, r.external_user_id, r.email, r.phone, r.first_name, r.last_name, r.locale, r.time_zone,
    r.attributes, r.preferences, r.paused, r.quiet_from, r.quiet_until, r.created_at, r.updated_at
  from key join recipients r on r.bucket = key.bucket and r.account_id = key.account_id
    and r.external_user_id = key.external_user_id
  where key.id is null and r.bucket = any(${distinct('bucket')}) and r.deleted_at is null`,
  JSON_WITH_DIGITS,
)

/** Loads recipients in one statement, in the order of the keys. Null if a recipient does not exist. */
export async function loadRecipients(
  connection: Connection,
  keys: readonly RecipientKey[],
): Promise<(RecipientRow | null)[]> {
  const found = keys.map((): RecipientRow | null => null)
  if (keys.length === 0) return found
  const rows = await loadRecipientsSql(connection, keys)
  for (const { position, ...row } of rows) found[position - 1] = row
  return found
}

/** The same for one recipient. */
export async function loadRecipient(connection: Connection, key: RecipientKey): Promise<RecipientRow | null> {
  const [recipient = null] = await loadRecipients(connection, [key])
  return recipient
}
