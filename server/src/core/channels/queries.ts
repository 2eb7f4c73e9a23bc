import { listSql, sql } from '../../platform/db/sql.ts'
import type { ChannelRow } from './channel.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import type { BoundedRow } from '../../platform/http/pages.ts'

const COLUMNS = `id, name, channel_type, provider, settings, encrypted_settings, active, track_opens, max_concurrency, max_per_second,
  created_at, updated_at`

type ChannelKey = [bucket: number, accountId: number, id: number]

export const nextChannelId = sql<{ id: number }, []>('channels.next_id', `select nextval('channels_id_seq') as id`)

export const countChannels = sql<{ count: number }, [bucket: number, accountId: number, max: number]>(
  'channels.count',
  `select count(*) from (
    select from channels where bucket = $1 and account_id = $2 and deleted_at is null limit $3
  ) counted`,
)

export const insertChannel = sql<
  ChannelRow,
  [
    ...ChannelKey,
    name: string,
    channelType: string,
    provider: string,
    settings: string,
    encryptedSettings: string | null,
    active: boolean,
    now: string,
    maxConcurrency: number | null,
    maxPerSecond: number | null,
    trackOpens: boolean,
  ]
>(
  'channels.insert',
  `with inserted as (
    insert into channels (bucket, account_id, id, name, channel_type, provider, settings, encrypted_settings, active,
      created_at, updated_at, max_concurrency, max_per_second, track_opens)
    values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $10, $11, $12, $13)
    returning ${COLUMNS}
  ) select ${COLUMNS} from inserted`,
)

export const findChannel = sql<ChannelRow, ChannelKey>(
  'channels.find',
  `select ${COLUMNS} from channels where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
)

export const lockChannel = sql<ChannelRow, ChannelKey>(
  'channels.lock',
  `select ${COLUMNS} from channels where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

export const listChannels = listSql<
  ChannelRow & BoundedRow,
  [
    bucket: number,
    accountId: number,
    name: string | null,
    afterTime: string | null,
    afterId: number | null,
    rows: number,
  ]
>(
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

export const updateChannel = sql<
  ChannelRow,
  [
    ...ChannelKey,
    name: string,
    provider: string,
    settings: string,
    encryptedSettings: string | null,
    active: boolean,
    now: string,
    maxConcurrency: number | null,
    maxPerSecond: number | null,
    trackOpens: boolean,
  ]
>(
  'channels.update',
  `with updated as (
    update channels set name = $4, provider = $5, settings = $6::jsonb, encrypted_settings = $7, active = $8, updated_at = $9,
      max_concurrency = $10, max_per_second = $11, track_opens = $12
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning ${COLUMNS}
  ) select ${COLUMNS} from updated`,
)

/** Also detaches the channel from all templates and deletes its secrets. */
export const deleteChannel = sql<{ id: number; name: string }, [...ChannelKey, now: string]>(
  'channels.delete',
  `with deleted as (
    update channels set deleted_at = $4, updated_at = $4, encrypted_settings = null
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning bucket, account_id, id, name
  ), detached as (
    delete from template_channels tc using deleted d
    where tc.bucket = $1 and tc.bucket = d.bucket and tc.account_id = d.account_id and tc.channel_id = d.id
    returning tc.template_id
  )
  select id, name from deleted`,
)

/** Returns the existing channels among `ids`, and prevents their deletion until the transaction ends. */
export const keepChannels = sql<
  { id: number; channel_type: string },
  [bucket: number, accountId: number, ids: readonly number[]]
>(
  'channels.keep',
  `select id, channel_type from channels
  where bucket = $1 and account_id = $2 and id = any($3::bigint[]) and deleted_at is null
  order by id for share`,
)
