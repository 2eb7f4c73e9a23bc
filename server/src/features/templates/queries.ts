import { listSql, sql } from '../../platform/db/sql.ts'
import type { Row } from '../../platform/db/sql.ts'
import type { Priority } from '../../core/dispatch/queue.ts'
import type { AttachedChannel, LocaleTexts } from '../../core/rendering/texts.ts'
import { bytesOf, NEWEST_FIRST, withinBytes } from '../../platform/http/pages.ts'

/** The locales of the version `v` as JSON, and their bytes. */
const LOCALES = `case when v.has_locales then (
      select jsonb_agg(jsonb_build_object('locale', l.locale, 'subject', l.subject, 'body', l.body, 'channels', l.channels::jsonb)
        order by l.locale)
      from template_locales l
      where l.bucket = v.bucket and l.account_id = v.account_id and l.template_id = v.template_id and l.version = v.version
    ) else '[]' end`
const LOCALE_BYTES = `case when v.has_locales then (
      select sum(${bytesOf('l.subject', 'l.body', 'l.channels')}) from template_locales l
      where l.bucket = v.bucket and l.account_id = v.account_id and l.template_id = v.template_id and l.version = v.version
    ) else 0 end`

const PRIORITY = `coalesce(v.priority, 'normal') as priority`

/** Columns of `templates t` joined with its current version, `template_versions v`. */
const COLUMNS = `t.id, t.name, v.subject, v.body, v.body_format, v.track_opens, ${PRIORITY}, t.version, t.created_at, t.updated_at,
    coalesce((
      select jsonb_agg(jsonb_build_object('notification_channel_id', tc.channel_id, 'subject', tc.subject, 'body', tc.body,
        'url', tc.url) || coalesce(tc.content, '{}')
        order by tc.position)
      from template_channels tc
      where tc.bucket = t.bucket and tc.account_id = t.account_id and tc.template_id = t.id
    ), '[]') as channels,
    ${LOCALES} as locales,
    (select o.name from topics o where o.bucket = t.bucket and o.account_id = t.account_id and o.id = t.topic_id) as topic,
    (select d.revision from template_drafts d where d.bucket = t.bucket and d.account_id = t.account_id and d.template_id = t.id)
      as draft_revision`
const TEMPLATES = `templates t join template_versions v on v.bucket = t.bucket and v.account_id = t.account_id
    and v.template_id = t.id and v.version = t.version`

interface Texts {
  priority: Priority
  channels: AttachedChannel[]
  locales: LocaleTexts[]
}

export const findTemplate = sql(
  'templates.find',
  `select ${COLUMNS} from ${TEMPLATES}
  where t.bucket = $1 and v.bucket = $1 and t.account_id = $2 and t.id = $3 and t.deleted_at is null`,
).as<Texts>()

export type TemplateRow = Row<typeof findTemplate>

/** Locks the template until the transaction ends. Read its channels after the lock. */
export const lockTemplate = sql(
  'templates.lock',
  `select version from templates where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null for update`,
)

export const listTemplates = listSql(
  'templates.list',
  `with listed as materialized (
  select t.created_at, t.id, octet_length(v.subject) + octet_length(v.body) + coalesce((
      select sum(${bytesOf('tc.subject', 'tc.body', 'tc.url', 'tc.content::text')}) from template_channels tc
      where tc.bucket = t.bucket and tc.account_id = t.account_id and tc.template_id = t.id
    ), 0) + ${LOCALE_BYTES} as text_bytes
  from ${TEMPLATES}
  where t.bucket = $1 and v.bucket = $1 and t.account_id = $2 and t.deleted_at is null
    and ($3::text is null or t.name = $3)
    and ($4::timestamptz is null or (t.created_at, t.id) < ($4, $5))
  order by t.created_at desc, t.id desc limit $6
  ), page as (${withinBytes('listed', NEWEST_FIRST, 'text_bytes')})
  select ${COLUMNS}, page.found
  from page join ${TEMPLATES} on t.bucket = $1 and v.bucket = $1 and t.account_id = $2 and t.id = page.id
  order by t.created_at desc, t.id desc`,
).as<Texts>()

export const countTemplates = sql(
  'templates.count',
  `select count(*) from (
    select from templates where bucket = $1 and account_id = $2 and deleted_at is null limit $3
  ) counted`,
)

export const findTemplateId = sql(
  'templates.find_id',
  'select id from templates where bucket = $1 and account_id = $2 and name = $3 and deleted_at is null',
)

/** Returns no row if the name is taken. */
export const insertTemplate = sql(
  'templates.insert',
  `with inserted as (
    insert into templates (bucket, account_id, name, topic_id, version, created_at, updated_at)
    values ($1, $2, $3, $4, 1, $5, $5)
    on conflict (bucket, account_id, name) where deleted_at is null do nothing
    returning id
  ) select id from inserted`,
)

/** Throws a unique violation (23505) if the new name is taken. */
export const updateTemplate = sql(
  'templates.update',
  `with updated as (
    update templates set name = $4, version = $5, topic_id = $6, updated_at = $7
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning id
  ) select id from updated`,
)

/** The id of the template's topic. */
export const topicOfTemplate = sql(
  'templates.topic',
  'select topic_id from templates where bucket = $1 and account_id = $2 and id = $3',
)

/** A template with the topic. */
export const templateOfTopic = sql(
  'templates.of_topic',
  `select name from templates where bucket = $1 and account_id = $2 and topic_id = $3 and deleted_at is null
   order by id limit 1`,
)

/** Existing messages stay, scheduled ones are still sent, and the name is free again. */
export const deleteTemplate = sql(
  'templates.delete',
  `with deleted as (
    update templates set deleted_at = $4, updated_at = $4
    where bucket = $1 and account_id = $2 and id = $3 and deleted_at is null
    returning id
  ) select id from deleted`,
)

export const insertVersion = sql(
  'template_versions.insert',
  `with inserted as (
    insert into template_versions (bucket, account_id, template_id, version, subject, body, body_format, channels,
      has_locales, has_partials, created_at, track_opens, priority)
    values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11, $12, nullif($13, 'normal'))
    returning version
  ) select version from inserted`,
)

/** Stores the locales of a new version, JSON of `LocaleTexts[]`. */
export const insertLocales = sql(
  'template_locales.insert',
  `insert into template_locales (bucket, account_id, template_id, version, locale, subject, body, channels)
   select $1, $2, $3, $4, texts ->> 'locale', texts ->> 'subject', texts ->> 'body', (texts -> 'channels')::text
   from jsonb_array_elements($5::jsonb) texts order by 5`,
)

/** Newest first. `afterVersion`: the last version of the page before. */
export const listVersions = sql(
  'template_versions.list',
  `with listed as materialized (
  select v.version, ${bytesOf('v.subject', 'v.body', 'v.channels::text')} + ${LOCALE_BYTES} as text_bytes
  from template_versions v
  where v.bucket = $1 and v.account_id = $2 and v.template_id = $3
    and v.version < coalesce($4::integer, 2147483647)
  order by v.version desc limit $5
  ), page as (${withinBytes('listed', 'version desc', 'text_bytes')})
  select v.version, v.subject, v.body, v.body_format, v.track_opens, ${PRIORITY}, v.channels, ${LOCALES} as locales, v.created_at, page.found
  from page join template_versions v on v.bucket = $1 and v.account_id = $2 and v.template_id = $3 and v.version = page.version
  order by v.version desc`,
).as<Texts>()

/** Attaches exactly the channels in `$4`, in their order. Returns the detached ones. */
export const replaceChannels = sql(
  'template_channels.replace',
  `with input as (
    select channel ->> 'subject' as subject, channel ->> 'body' as body, channel ->> 'url' as url,
      nullif(jsonb_strip_nulls(jsonb_build_object('email', channel -> 'email', 'push', channel -> 'push')), '{}') as content, position,
      (channel ->> 'notification_channel_id')::bigint as channel_id
    from jsonb_array_elements($4::jsonb) with ordinality as input (channel, position)
  ), detached as (
    delete from template_channels
    where bucket = $1 and account_id = $2 and template_id = $3 and channel_id not in (select channel_id from input)
    returning channel_id
  ), attached as (
    insert into template_channels (bucket, account_id, template_id, channel_id, position, subject, body, url, content)
    select $1, $2, $3, channel_id, position, subject, body, url, content from input order by channel_id
    on conflict (bucket, account_id, template_id, channel_id) do update
    set position = excluded.position, subject = excluded.subject, body = excluded.body, url = excluded.url, content = excluded.content
    returning channel_id
  )
  select channel_id from detached order by channel_id`,
)
