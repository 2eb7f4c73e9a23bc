import { ofAccount, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, RowOf } from '../../platform/db/sql.ts'
import { JSON_WITH_DIGITS } from '../../platform/db/types.ts'
import { RECIPIENT_COLUMNS as COLUMNS } from './queries.ts'
import type { Changer } from './queries.ts'
import type { RecipientFields, RecipientJson, RecipientRow } from './recipient.ts'

/** Sets the fields of `r` that are in `fields`, SQL of an object of the given fields. `$5`: time. */
function changedFields(fields: string): string {
  const given = (name: string) =>
    `${name} = case when ${fields} ? '${name}' then ${fields} ->> '${name}' else r.${name} end`
  return `${['email', 'phone', 'first_name', 'last_name', 'locale', 'time_zone'].map(given).join(',\n      ')},
      attributes = case when ${fields} ? 'attributes' then ${fields} -> 'attributes' else r.attributes end,
      updated_at = $5::timestamptz`
}

/** Inserts the rows of `source`, which has external ids and the given fields. `$5`: time. */
const newRows = (source: string) => `insert into recipients as r (bucket, account_id, external_user_id, email,
      phone, first_name, last_name, locale, time_zone, attributes, created_at, updated_at)
    select $1, $2, external_user_id, fields ->> 'email', fields ->> 'phone', fields ->> 'first_name', fields ->> 'last_name',
      fields ->> 'locale', fields ->> 'time_zone', coalesce(fields -> 'attributes', '{}'), $5::timestamptz, $5::timestamptz
    from ${source} given
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

/** `quietHoursMoved`: a new time zone has moved the quiet hours, so waiting messages must be judged again. */
export type WrittenRow = RowOf<'recipients.update'>

/** Returns no row if the external id is taken. */
const insertRecipientSql = sql(
  'recipients.insert',
  `with inserted as (
    ${newRows('(select $3::text as external_user_id, $4::jsonb as fields)')} do nothing
    returning ${COLUMNS}
  ) select ${COLUMNS} from inserted`,
  JSON_WITH_DIGITS,
)

/** The columns of a union, whose types the database does not know. */
const UPSERTED = COLUMNS.replace(/\b(id|paused|created_at|updated_at)\b/g, '$1 as "$1!"')

/** The fields that `$4` gives for `r`. */
const GIVEN = '($4::jsonb -> r.external_user_id)'

/**
 * `$3`: different external ids. `$4`: an object of the given fields by external id. Locks the recipients in the order of
 * `$3`. Writes nothing if nothing changes, because many messages come with their recipient. Returns no row for an
 * external id if another transaction inserted an equal recipient after the statement began: the next statement then sees
 * it.
 */
const upsertRecipientsSql = sql(
  'recipients.upsert',
  `with stored as (
    ${newRows(`(select one as external_user_id, $4::jsonb -> one as fields
      from unnest($3::text[]) with ordinality as each (one, position) order by position)`)} do update
    set ${changedFields(GIVEN)}
    where not (jsonb_build_object('email', r.email, 'phone', r.phone, 'first_name', r.first_name, 'last_name', r.last_name,
      'locale', r.locale, 'time_zone', r.time_zone) @> (${GIVEN} - 'attributes' - 'external_user_id')
      and (${GIVEN} -> 'attributes' is null or r.attributes::text = (${GIVEN} -> 'attributes')::text))
    returning ${COLUMNS}, xmax = 0 as created
  ), ${addressAudited('stored')}
  select ${UPSERTED}, created as "created!", ${movesQuietHours('stored')} from stored
  union all
  select ${COLUMNS}, false, false from recipients r
  where ${ofAccount('r', '$1', '$2')} and external_user_id = any($3::text[]) and deleted_at is null
    and not exists (select from stored s where s.id = r.id)`,
  JSON_WITH_DIGITS,
).as<RecipientJson>()

const updateRecipientSql = sql(
  'recipients.update',
  `with updated as (
    update recipients r
    set external_user_id = case when $4::jsonb ? 'external_user_id' then $4::jsonb ->> 'external_user_id'
      else r.external_user_id end, ${changedFields('$4::jsonb')}
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

/**
 * Creates or updates the recipients with the external ids, in one statement, and returns them by external id. An update
 * changes only the given fields. Locks them in the order of the map.
 */
export async function upsertRecipients(
  connection: Connection,
  { bucket, accountId, changer }: { bucket: number; accountId: number; changer: Changer },
  fields: ReadonlyMap<string, RecipientFields>,
  now: string,
): Promise<Map<string, WrittenRow & { created: boolean }>> {
  const { actor, origin } = changer
  const stored = new Map<string, WrittenRow & { created: boolean }>()
  for (let upserts = 0; upserts < UPSERTS_MAX; upserts++) {
    const left = [...fields].filter(([id]) => !stored.has(id))
    const ids = left.map(([id]) => id)
    const json = JSON.stringify(Object.fromEntries(left))
    for (const row of await upsertRecipientsSql(connection, bucket, accountId, ids, json, now, actor, origin))
      stored.set(row.externalUserId!, row)
    if (stored.size === fields.size) return stored
  }
  throw new Error(`The recipients could not be stored in ${UPSERTS_MAX} statements`)
}

/** The same for one recipient. */
export async function upsertRecipient(
  connection: Connection,
  account: { bucket: number; accountId: number; changer: Changer },
  externalUserId: string,
  fields: RecipientFields,
  now: string,
): Promise<WrittenRow & { created: boolean }> {
  const stored = await upsertRecipients(connection, account, new Map([[externalUserId, fields]]), now)
  return stored.get(externalUserId)!
}
