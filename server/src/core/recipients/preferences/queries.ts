import { sql } from '../../../platform/db/sql.ts'
import type { RowOf } from '../../../platform/db/sql.ts'

const COLUMNS = 'preferences, paused, quiet_from, quiet_until'

export type PreferenceRow = RowOf<'preferences.find'>

export const findPreferences = sql(
  'preferences.find',
  `select ${COLUMNS}, locale, time_zone from recipients
   where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
)

/** Locks the recipient until the transaction ends. */
export const lockPreferences = sql(
  'preferences.lock',
  `select ${COLUMNS}, locale, time_zone from recipients
   where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for no key update`,
)

export const writePreferences = sql(
  'preferences.write',
  `with written as (
     update recipients
     set preferences = $4::jsonb, paused = $5, quiet_from = $6, quiet_until = $7, updated_at = $8::timestamptz
     where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
     returning ${COLUMNS}, locale, time_zone
   )
   select ${COLUMNS}, locale, time_zone from written`,
)

export const TOPIC_COLUMNS = 'id, name, label, description, locales, required, created_at, updated_at'

/** All topics of the account, by their labels. There are few. */
export const allTopics = sql(
  'topics.all',
  `select ${TOPIC_COLUMNS} from topics where bucket = $1 and account_id = $2 and deleted_at is null order by label, id`,
)
