import type { ApiKeyRole } from './role-names.ts'
import { columns } from '../../platform/db/rows.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection, Row, RowOf } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

export const nextAccountId = sql('accounts.next_id', `select nextval('accounts_id_seq') as id`)

export type AccountRow = RowOf<'accounts.find'>

export const insertAccount = sql(
  'accounts.insert',
  `with inserted as (
    insert into accounts (bucket, id, name, created_at) values ($1, $2, $3, $4) returning id, name, created_at
  ) select id, name, created_at from inserted`,
)

export const findAccount = sql(
  'accounts.find',
  'select id, name, created_at from accounts where bucket = $1 and id = $2',
)

/** Returns the row if the name is another one than before. */
export const renameAccount = sql(
  'accounts.rename',
  `with changed as (
     update accounts set name = $3 where bucket = $1 and id = $2 and name <> $3 returning id
   ) select id from changed`,
)

export const findSmtpTemplate = sql(
  'accounts.find_smtp_template',
  'select smtp_template_id from accounts where bucket = $1 and id = $2',
)

/** Returns the row if the template is another one than before. */
export const setSmtpTemplate = sql(
  'accounts.set_smtp_template',
  `with changed as (
     update accounts set smtp_template_id = $3::bigint
     where bucket = $1 and id = $2 and smtp_template_id is distinct from $3::bigint returning id
   ) select id from changed`,
)

export const listAccounts = sql('accounts.list', 'select id, name from accounts order by created_at, id limit $1')

export const anyAccount = sql('accounts.any', 'select id from accounts limit 1')

/** Locks the first migration's row until the transaction ends, so only one process creates the first account. */
export const lockFirstStart = sql(
  'accounts.lock_first_start',
  'select version from schema_migrations where version = 1 for update',
)

export type ApiKeyRow = RowOf<'api_keys.insert'>

export const insertApiKey = sql(
  'api_keys.insert',
  `with inserted as (
    insert into api_keys (key_hash, bucket, account_id, name, role, last4, created_at)
    values ($1, $2, $3, $4, $5, $6, $7) returning id, name, role, last4, created_at, last_used_at, revoked_at
  ) select id, name, role, last4, created_at, last_used_at, revoked_at from inserted`,
)

/** Counts unrevoked keys. */
export const countApiKeys = sql(
  'api_keys.count',
  `select count(*) from (
    select from api_keys where bucket = $1 and account_id = $2 and revoked_at is null limit $3
  ) counted`,
)

/**
 * Finds unrevoked keys. The only lookup without an account: its result names the account. A join, because `=
 * any ($1)` is planned again for each list.
 */
export const findCallers = sql(
  'api_keys.find_callers',
  `select k.key_hash, k.bucket, k.account_id, k.id, k.role from unnest($1::bytea[]) as given (key_hash)
   join api_keys k on k.key_hash = given.key_hash where k.revoked_at is null`,
)

export const listApiKeys = sql(
  'api_keys.list',
  `with listed as materialized (
  select id, name, role, last4, created_at, last_used_at, revoked_at from api_keys
  where bucket = $1 and account_id = $2
    and ($3::timestamptz is null or (created_at, id) < ($3, $4))
  order by created_at desc, id desc limit $5
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('name'))} order by ${NEWEST_FIRST}`,
)

/** Returns the key, and whether this call revoked it or an earlier one. */
export const revokeApiKey = sql(
  'api_keys.revoke',
  `with revoked as (
    update api_keys set revoked_at = $4 where bucket = $1 and account_id = $2 and id = $3 and revoked_at is null
    returning id, name, role, last4, created_at, last_used_at, revoked_at
  )
  select id as "id!", name as "name!", role as "role!", last4 as "last4!", created_at as "created_at!", last_used_at,
    revoked_at, true as revoked_now
  from revoked
  union all
  select id, name, role, last4, created_at, last_used_at, revoked_at, false from api_keys
  where bucket = $1 and account_id = $2 and id = $3 and revoked_at is not null`,
).as<{ role: ApiKeyRole }>()

export const insertAuditEntries = columns(
  `bucket smallint, account_id bigint, action text, actor text, at timestamptz, origin text null, target text null,
   details text`,
).sql(
  'audit_log.insert',
  ({ input }) => `with inserted as (
    insert into audit_log (bucket, account_id, action, actor, at, origin, target, details)
    select bucket, account_id, action, actor, at, origin, target, details::jsonb from ${input}
    returning id
  ) select id from inserted`,
)

/** Filters of the list. Null: no filter. */
export interface AuditFilters {
  /** The part of the action before the point: `api_key`. */
  object: string | null
  actor: string | null
  /** ISO. */
  createdAfter: string | null
  createdBefore: string | null
}

const listAuditSql = listSql(
  'audit_log.list',
  `with listed as materialized (
  select id, action, actor, at as created_at, origin, target, details from audit_log
  where bucket = $1 and account_id = $2
    and at <= coalesce($3::timestamptz, 'infinity')
    and ($3::timestamptz is null or at < $3 or id < $4)
    and ($6::text is null or split_part(action, '.', 1) = $6)
    and ($7::text is null or actor = $7)
    and at > $8::timestamptz and at < $9::timestamptz
  order by at desc, id desc limit $5
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('actor', 'origin', 'target', 'details::text'))}
  order by ${NEWEST_FIRST}`,
)

/** The entries of a page, newest first. */
export function listAuditEntries(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  page: readonly [createdAt: string | null, id: number | null, rows: number],
  { object, actor, createdAfter, createdBefore }: AuditFilters,
): Promise<Row<typeof listAuditSql>[]> {
  const times = [createdAfter ?? '-infinity', createdBefore ?? 'infinity'] as const
  return listAuditSql(connection, bucket, accountId, ...page, object, actor, ...times)
}

/** The names of actors by their words in the audit log, in the directory. Revoked keys have a name, former members not. */
export const findActorNames = sql(
  'actors.names',
  `select 'member:' || id as actor, coalesce(name, email) as "name!" from members
   where bucket = $1 and account_id = $2 and id = any($3::bigint[])
   union all
   select 'api_key:' || id, name from api_keys where bucket = $1 and account_id = $2 and id = any($4::bigint[])`,
)
