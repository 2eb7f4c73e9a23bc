import { listSql, sql } from '../../platform/db/sql.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'
import { TOPIC_COLUMNS } from '../../core/recipients/preferences/queries.ts'

export const countTopics = sql(
  'topics.count',
  `select count(*) from (
    select from topics where bucket = $1 and account_id = $2 and deleted_at is null limit $3
  ) counted`,
)

export const findTopic = sql(
  'topics.find',
  `select ${TOPIC_COLUMNS} from topics where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
)

export const findTopicId = sql(
  'topics.find_id',
  'select id from topics where bucket = $1 and account_id = $2 and name = $3 and deleted_at is null',
)

/** Keeps the topic from being deleted until the transaction ends. */
export const keepTopic = sql(
  'topics.keep',
  'select id from topics where bucket = $1 and account_id = $2 and name = $3 and deleted_at is null for share',
)

/** Locks the topic until the transaction ends. */
export const lockTopic = sql(
  'topics.lock',
  `select ${TOPIC_COLUMNS} from topics where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

export const listTopics = listSql(
  'topics.list',
  `with listed as materialized (
  select ${TOPIC_COLUMNS} from topics
  where bucket = $1 and account_id = $2 and deleted_at is null
    and ($3::text is null or name = $3)
    and ($4::timestamptz is null or (created_at, id) < ($4, $5))
  order by created_at desc, id desc limit $6
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('name', 'label', 'description', 'locales::text'))} order by ${NEWEST_FIRST}`,
)

/** Returns no row if the name is taken. */
export const insertTopic = sql(
  'topics.insert',
  `with inserted as (
    insert into topics (bucket, account_id, name, label, description, required, created_at, updated_at, locales)
    values ($1, $2, $3, $4, $5, $6, $7, $7, $8::jsonb)
    on conflict (bucket, account_id, name) where deleted_at is null do nothing
    returning ${TOPIC_COLUMNS}
  ) select ${TOPIC_COLUMNS} from inserted`,
)

/** Throws a unique violation (23505) if the new name is taken. */
export const updateTopic = sql(
  'topics.update',
  `with updated as (
    update topics set name = $4, label = $5, description = $6, required = $7, updated_at = $8, locales = $9::jsonb
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning ${TOPIC_COLUMNS}
  ) select ${TOPIC_COLUMNS} from updated`,
)

/** The row stays: scheduled messages of deleted templates may name it. */
export const deleteTopic = sql(
  'topics.delete',
  `with deleted as (
    update topics set deleted_at = $4, updated_at = $4
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning id
  ) select id from deleted`,
)
