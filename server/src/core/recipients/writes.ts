import { ofAccount, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import { RECIPIENT_COLUMNS as COLUMNS } from './queries.ts'
import type { Changer } from './queries.ts'
import type { RecipientFields, RecipientRow } from './recipient.ts'

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
    on conflict ((account_id + 0), external_user_id) where deleted_at is null and external_user_id is not null`

/**
 * Writes an audit entry if `changed`, the step with the changed row, has another address than before. `changed` reads the
 * new row, and the table still has the old one in the snapshot of the statement. `$5`: time, `$6`: actor, `$7`: origin.
 */
const addressAudited = (changed: string) => `audited as (
    insert into audit_log (bucket, account_id, action, actor, at, target, details, origin)
    select $1, $2, 'notification_user.address_changed', $6, $5, 'notification_user:' || n.id, jsonb_build_object('changed',
      array_remove(array[case when n.email is distinct from o.email then 'email' end,
        case when n.phone is distinct from o.phone then 'phone' end], null)), $7
    from (select $1::smallint as bucket, $2::bigint as account_id, c.* from ${changed} c offset 0) n
      cross join ${rowOf(['recipients', 'o'], 'n', ['id'])}
    where n.email is distinct from o.email or n.phone is distinct from o.phone
    returning id
  )`

/**
 * True if `changed` has a row in another time zone than before, with quiet hours: they then end at another time. It reads
 * the old row like `addressAudited`.
 */
const movesQuietHours = (changed: string) => `exists (
    select from (select $1::smallint as bucket, $2::bigint as account_id, c.* from ${changed} c offset 0) n
      cross join ${rowOf(['recipients', 'o'], 'n', ['id'])}
    where n.quiet_from is not null and n.time_zone is distinct from o.time_zone
  ) as quiet_hours_moved`

/** `quiet_hours_moved`: a new time zone has moved the quiet hours, so waiting messages must be judged again. */
export type WrittenRow = RecipientRow & { quiet_hours_moved: boolean }

type Values = [bucket: number, accountId: number, externalUserId: string | null, fields: string, now: string]
type ChangerValues = [actor: string, origin: string | null]

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
const upsertRecipientSql = sql<WrittenRow & { created: boolean }, [...Values, ...ChangerValues]>(
  'recipients.upsert',
  `with stored as (
    ${NEW_ROW} do update set ${CHANGED_FIELDS}
    where not (jsonb_build_object('email', r.email, 'phone', r.phone, 'first_name', r.first_name, 'last_name', r.last_name,
      'locale', r.locale, 'time_zone', r.time_zone) @> ($4::jsonb - 'attributes' - 'external_user_id')
      and ($4::jsonb -> 'attributes' is null or r.attributes::text = ($4::jsonb -> 'attributes')::text))
    returning ${COLUMNS}, xmax = 0 as created
  ), ${addressAudited('stored')}
  select ${COLUMNS}, created, ${movesQuietHours('stored')} from stored
  union all
  select ${COLUMNS}, false, false from recipients r
  where ${ofAccount('r', '$1', '$2')} and external_user_id = $3 and deleted_at is null
    and not exists (select from stored)`,
  JSON_WITH_DIGITS,
)

const updateRecipientSql = sql<
  WrittenRow,
  [bucket: number, accountId: number, id: number, fields: string, now: string, ...ChangerValues]
>(
  'recipients.update',
  `with updated as (
    update recipients r
    set external_user_id = case when $4::jsonb ? 'external_user_id' then $4::jsonb ->> 'external_user_id'
      else r.external_user_id end, ${CHANGED_FIELDS}
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning ${COLUMNS}
  ), ${addressAudited('updated')}
  select ${COLUMNS}, ${movesQuietHours('updated')} from updated`,
  JSON_WITH_DIGITS,
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
  { actor, origin }: Changer,
): Promise<WrittenRow | null> {
  const json = JSON.stringify(fields)
  const [row] = await updateRecipientSql(connection, bucket, accountId, id, json, now, actor, origin)
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
  { actor, origin }: Changer,
): Promise<WrittenRow & { created: boolean }> {
  const values = [bucket, accountId, externalUserId, JSON.stringify(fields), now, actor, origin] as const
  for (let upserts = 0; upserts < UPSERTS_MAX; upserts++) {
    const [row] = await upsertRecipientSql(connection, ...values)
    if (row !== undefined) return row
  }
  throw new Error(`The recipient could not be stored in ${UPSERTS_MAX} statements`)
}
