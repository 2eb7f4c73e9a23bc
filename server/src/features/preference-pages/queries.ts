import { sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'

/** A recipient's preferences with the look of the account's pages, and the types of its channels. */
export const findPage = sql(
  'preference_pages.find',
  `select r.preferences, r.paused, r.quiet_from, r.quiet_until, r.locale, r.time_zone, a.name as account_name, p.title,
     p.accent_color, p.background_color,
     array(select distinct c.channel_type from channels c
       where c.bucket = $1 and c.account_id = $2 and c.deleted_at is null) as channel_types
   from recipients r
   join accounts a on a.bucket = $1 and a.id = $2
   left join preference_pages p on p.bucket = $1 and p.account_id = $2
   where r.bucket = $1 and r.account_id = $2 and r.id = $3 and r.deleted_at is null`,
)

export type PageRow = Row<typeof findPage>

export const findLook = sql(
  'preference_pages.look',
  'select title, accent_color, background_color from preference_pages where bucket = $1 and account_id = $2',
)

export type LookRow = Row<typeof findLook>

/** Sets all fields. */
export const writeLook = sql(
  'preference_pages.write',
  `with written as (
     insert into preference_pages (bucket, account_id, title, accent_color, background_color) values ($1, $2, $3, $4, $5)
     on conflict (bucket, account_id) do update
     set title = excluded.title, accent_color = excluded.accent_color, background_color = excluded.background_color
     returning title, accent_color, background_color
   )
   select title, accent_color, background_color from written`,
)
