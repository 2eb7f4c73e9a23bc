import { listSql, sql } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import { USERS_COUNTED_MAX, USERS_SHOWN_MAX } from './partial.ts'
import type { PartialUser } from './partial.ts'

/** Templates and partials with uses of `partials p`. Uses of deleted ones stay in the tables. */
const USERS = `select 'template' as kind, t.id, t.name from template_partials u
      join templates t on t.bucket = u.bucket and t.account_id = u.account_id and t.id = u.template_id and t.deleted_at is null
      where u.bucket = $1 and u.account_id = $2 and u.partial_id = p.id
    union all
    select 'partial', o.id, o.name from partial_uses u
      join partials o on o.bucket = u.bucket and o.account_id = u.account_id and o.id = u.partial_id and o.deleted_at is null
      where u.bucket = $1 and u.account_id = $2 and u.used_id = p.id`

/** Columns of `partials p` joined with its current version, `partial_versions v`. */
const COLUMNS = `p.id, p.name, v.text, v.locales, p.version, p.created_at, p.updated_at,
    (select count(*) from (${USERS} limit ${USERS_COUNTED_MAX}) counted) as used_by_count,
    coalesce((
      select jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'name', name)) from (${USERS} limit ${USERS_SHOWN_MAX}) shown
    ), '[]') as used_by`
const PARTIALS = `partials p join partial_versions v on v.bucket = p.bucket and v.account_id = p.account_id
    and v.partial_id = p.id and v.version = p.version`

export const findPartial = sql(
  'partials.find',
  `select ${COLUMNS} from ${PARTIALS}
  where p.bucket = $1 and v.bucket = $1 and p.account_id = $2 and p.id = $3 and p.deleted_at is null`,
).as<{ usedBy: PartialUser[] }>()

export const findPartialId = sql(
  'partials.find_id',
  'select id from partials where bucket = $1 and account_id = $2 and name = $3 and deleted_at is null',
)

/** The ids of those that exist. */
export const findPartialIds = sql(
  'partials.find_ids',
  'select id, name from partials where bucket = $1 and account_id = $2 and name = any($3::text[]) and deleted_at is null',
)

export const countPartials = sql(
  'partials.count',
  `select count(*) from (
    select from partials where bucket = $1 and account_id = $2 and deleted_at is null limit $3
  ) counted`,
)

export const listPartials = listSql(
  'partials.list',
  `with listed as materialized (
  select p.created_at, p.id, ${bytesOf('v.text', 'v.locales::text')} as text_bytes
  from ${PARTIALS}
  where p.bucket = $1 and v.bucket = $1 and p.account_id = $2 and p.deleted_at is null
    and ($3::text is null or p.name = $3)
    and ($4::timestamptz is null or (p.created_at, p.id) < ($4, $5))
  order by p.created_at desc, p.id desc limit $6
  ), page as (${withinBytes('listed', NEWEST_FIRST, 'text_bytes')})
  select ${COLUMNS}, page.found
  from page join ${PARTIALS} on p.bucket = $1 and v.bucket = $1 and p.account_id = $2 and p.id = page.id
  order by p.created_at desc, p.id desc`,
).as<{ usedBy: PartialUser[] }>()

/** All partials of the account, with the names of those that they use, and their bytes. There are few. */
export const partialGraph = sql(
  'partials.graph',
  `select p.id, p.name, octet_length(v.text) + coalesce((select sum(octet_length(l ->> 'text')) from jsonb_array_elements(v.locales) l), 0) as "bytes!",
    array(
      select o.name from partial_uses u
      join partials o on o.bucket = u.bucket and o.account_id = u.account_id and o.id = u.used_id
      where u.bucket = $1 and u.account_id = $2 and u.partial_id = p.id
    ) as uses
  from ${PARTIALS}
  where p.bucket = $1 and v.bucket = $1 and p.account_id = $2 and p.deleted_at is null`,
)

/** The partials with the names, and those that they reach, with their texts. */
export const reachedPartials = sql(
  'partials.reached',
  `with recursive reached (id) as (
    select id from partials where bucket = $1 and account_id = $2 and name = any($3::text[]) and deleted_at is null
    union
    select u.used_id from reached join partial_uses u on u.bucket = $1 and u.account_id = $2 and u.partial_id = reached.id
  )
  select p.id, p.name, p.version, v.text, v.locales,
    array(
      select o.name from partial_uses u
      join partials o on o.bucket = u.bucket and o.account_id = u.account_id and o.id = u.used_id
      where u.bucket = $1 and u.account_id = $2 and u.partial_id = p.id
    ) as uses
  from reached join ${PARTIALS} on p.id = reached.id
  where p.bucket = $1 and v.bucket = $1 and p.account_id = $2 and p.deleted_at is null
  order by p.id`,
)

/** Returns no row if the name is taken. */
export const insertPartial = sql(
  'partials.insert',
  `with inserted as (
    insert into partials (bucket, account_id, name, version, created_at, updated_at)
    values ($1, $2, $3, 1, $4, $4)
    on conflict (bucket, account_id, name) where deleted_at is null do nothing
    returning id
  ) select id from inserted`,
)

export const updatePartial = sql(
  'partials.update',
  `with updated as (
    update partials set version = $4, updated_at = $5
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning id
  ) select id from updated`,
)

/** The row and its versions stay: a render may just have found their numbers. */
export const deletePartial = sql(
  'partials.delete',
  `with deleted as (
    update partials set deleted_at = $4, updated_at = $4
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning id
  ) select id from deleted`,
)

export const insertPartialVersion = sql(
  'partial_versions.insert',
  `with inserted as (
    insert into partial_versions (bucket, account_id, partial_id, version, text, locales, created_at)
    values ($1, $2, $3, $4, $5, $6::jsonb, $7)
    returning version
  ) select version from inserted`,
)

/** Stores which partials a partial uses. */
export const replacePartialUses = sql(
  'partial_uses.replace',
  `with removed as (
    delete from partial_uses
    where bucket = $1 and account_id = $2 and partial_id = $3 and used_id <> all($4::bigint[])
  )
  insert into partial_uses (bucket, account_id, partial_id, used_id)
  select $1, $2, $3, used_id from unnest($4::bigint[]) used (used_id) order by used_id
  on conflict do nothing`,
)

/** Stores which partials a template uses. */
export const replaceTemplatePartials = sql(
  'template_partials.replace',
  `with removed as (
    delete from template_partials
    where bucket = $1 and account_id = $2 and template_id = $3 and partial_id <> all($4::bigint[])
  )
  insert into template_partials (bucket, account_id, template_id, partial_id)
  select $1, $2, $3, partial_id from unnest($4::bigint[]) used (partial_id) order by partial_id
  on conflict do nothing`,
)

/** The users of a partial, at most `USERS_SHOWN_MAX`. */
export const usersOfPartial = sql(
  'partials.users',
  `select users.kind, users.id as "id!", users.name as "name!"
  from partials p, lateral (${USERS} limit ${USERS_SHOWN_MAX}) users
  where p.bucket = $1 and p.account_id = $2 and p.id = $3`,
).as<Pick<PartialUser, 'kind'>>()

/** Newest first. `afterVersion`: the last version of the page before. */
export const listPartialVersions = sql(
  'partial_versions.list',
  `with listed as materialized (
  select v.version, ${bytesOf('v.text', 'v.locales::text')} as text_bytes
  from partial_versions v
  where v.bucket = $1 and v.account_id = $2 and v.partial_id = $3
    and v.version < coalesce($4::integer, 2147483647)
  order by v.version desc limit $5
  ), page as (${withinBytes('listed', 'version desc', 'text_bytes')})
  select v.version, v.text, v.locales, v.created_at, page.found
  from page join partial_versions v on v.bucket = $1 and v.account_id = $2 and v.partial_id = $3 and v.version = page.version
  order by v.version desc`,
)
