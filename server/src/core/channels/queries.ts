import { listSql, sql } from '../../platform/db/sql.ts'
import type { Connection, RowOf } from '../../platform/db/sql.ts'
import { reencryptRows } from '../../platform/secrets.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { secretsContext } from './secrets.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

const COLUMNS = `id, name, channel_type, provider, settings, encrypted_settings, active, track_opens, max_concurrency, max_per_second,
  fallback_channel_ids, resend_after_timeout, failing_since, failing_cause, created_at, updated_at`

export type ChannelRow = RowOf<'channels.find'>

export const nextChannelId = sql('channels.next_id', `select nextval('channels_id_seq') as id`)

export const countChannels = sql(
  'channels.count',
  `select count(*) from (
    select from channels where bucket = $1 and account_id = $2 and deleted_at is null limit $3
  ) counted`,
)

export const insertChannel = sql(
  'channels.insert',
  `with inserted as (
    insert into channels (bucket, account_id, id, name, channel_type, provider, settings, encrypted_settings, active,
      created_at, updated_at, max_concurrency, max_per_second, track_opens, fallback_channel_ids, resend_after_timeout)
    values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $10, $11, $12, $13, $14::bigint[], $15)
    returning ${COLUMNS}
  ) select ${COLUMNS} from inserted`,
)

export const findChannel = sql(
  'channels.find',
  `select ${COLUMNS} from channels where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
)

export const lockChannel = sql(
  'channels.lock',
  `select ${COLUMNS} from channels where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

export const listChannels = listSql(
  'channels.list',
  `with listed as materialized (
  select ${COLUMNS} from channels
  where bucket = $1 and account_id = $2 and deleted_at is null
    and ($3::text is null or name = $3)
    and ($4::timestamptz is null or (created_at, id) < ($4, $5))
  order by created_at desc, id desc limit $6
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('name', 'settings::text', 'encrypted_settings'))}
  order by ${NEWEST_FIRST}`,
)

export const updateChannel = sql(
  'channels.update',
  `with updated as (
    update channels set name = $4, provider = $5, settings = $6::jsonb, encrypted_settings = $7, active = $8, updated_at = $9,
      max_concurrency = $10, max_per_second = $11, track_opens = $12,
      fallback_channel_ids = $13::bigint[], resend_after_timeout = $14
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning ${COLUMNS}
  ) select ${COLUMNS} from updated`,
)

/** Also detaches the channel from all templates, deletes its secrets, and removes it from the fallbacks of others. */
export const deleteChannel = sql(
  'channels.delete',
  `with locked as (
    -- All in the order of ids, like every statement that locks several channels.
    select id from channels
    where bucket = $1 and account_id = $2 and deleted_at is null and (id = $3 or $3 = any(fallback_channel_ids))
    order by id for update
  ), unlinked as (
    update channels c set fallback_channel_ids = array_remove(c.fallback_channel_ids, $3), updated_at = $4
    from locked l
    where c.bucket = $1 and c.account_id = $2 and c.id = l.id and c.id <> $3
      and exists (select from locked where id = $3)
    returning c.id
  ), deleted as (
    update channels c set deleted_at = $4, updated_at = $4, encrypted_settings = null, fallback_channel_ids = '{}'
    from locked l
    where c.bucket = $1 and c.account_id = $2 and c.id = l.id and c.id = $3
    returning c.bucket, c.account_id, c.id, c.name
  ), detached as (
    delete from template_channels tc using deleted d
    where tc.bucket = $1 and tc.bucket = d.bucket and tc.account_id = d.account_id and tc.channel_id = d.id
    returning tc.template_id
  )
  select id, name from deleted`,
)

/** Returns the existing channels among `ids`, and prevents their deletion until the transaction ends. */
export const keepChannels = sql(
  'channels.keep',
  `select id, channel_type from channels
  where bucket = $1 and account_id = $2 and id = any($3::bigint[]) and deleted_at is null
  order by id for share`,
)

/** The channels that may be fallbacks of a channel, with their own fallbacks. Absent ones do not exist. */
export const findFallbacks = sql(
  'channels.find_fallbacks',
  `select id, channel_type, fallback_channel_ids from channels
   where bucket = $1 and account_id = $2 and id = any($3::bigint[]) and deleted_at is null
   order by id`,
)

/** A channel that falls back to the given one. */
export const findFallbackUser = sql(
  'channels.find_fallback_user',
  `select name from channels
   where bucket = $1 and account_id = $2 and $3 = any(fallback_channel_ids) and deleted_at is null
   order by id limit 1`,
)

const readStored = sql(
  'channels.read_encrypted_settings',
  `select account_id, id, encrypted_settings as "stored!" from channels
   where bucket = $1 and (account_id, id) > ($2::bigint, $3::bigint) and encrypted_settings is not null
   order by account_id, id limit $4`,
)

const replaceStored = sql(
  'channels.replace_encrypted_settings',
  `update channels set encrypted_settings = $5
   where bucket = $1 and account_id = $2 and id = $3 and encrypted_settings = $4 returning id`,
)

/**
 * Encrypts channel secrets of older keys again with the first key of SECRETS_KEYS. Returns the number of changed
 * channels.
 */
export function reencryptChannels(connection: Connection, cipher: SecretsCipher): Promise<number> {
  return reencryptRows(cipher, {
    read: (...values) => readStored(connection, ...values),
    replace: (...values) => replaceStored(connection, ...values),
    contextOf: secretsContext,
  })
}
