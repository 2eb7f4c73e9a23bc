import { sql } from '../../../platform/db/sql.ts'
import type { TopicRow } from '../topic.ts'
import type { PreferenceColumns } from './preferences.ts'

const COLUMNS = 'preferences, paused, quiet_from, quiet_until'

type RecipientKey = [bucket: number, accountId: number, id: number]

export interface PreferenceRow extends PreferenceColumns {
  locale: string | null
  time_zone: string | null
}

export const findPreferences = sql<PreferenceRow, RecipientKey>(
  'preferences.find',
  `select ${COLUMNS}, locale, time_zone from recipients
   where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null`,
)

/** Locks the recipient until the transaction ends. */
export const lockPreferences = sql<PreferenceRow, RecipientKey>(
  'preferences.lock',
  `select ${COLUMNS}, locale, time_zone from recipients
   where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for no key update`,
)

export const writePreferences = sql<
  PreferenceRow,
  [
    ...RecipientKey,
    preferences: string,
    paused: boolean,
    quietFrom: number | null,
    quietUntil: number | null,
    now: string,
  ]
>(
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
export const allTopics = sql<TopicRow, [bucket: number, accountId: number]>(
  'topics.all',
  `select ${TOPIC_COLUMNS} from topics where bucket = $1 and account_id = $2 and deleted_at is null order by label, id`,
)
