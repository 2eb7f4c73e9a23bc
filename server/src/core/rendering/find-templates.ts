import { nearestName } from '@tidings/cli/nearest'
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import type { Priority } from '../dispatch/queue.ts'
import type { OwnContent } from './content.ts'
import { fieldTexts } from './texts.ts'
import type { LocaleTexts, AttachedChannel } from './texts.ts'
import type { BodyFormat } from './parse.ts'
import { createPartialLoader, REACHED_BY_TEMPLATE } from './partials.ts'
import type { FoundPartial } from './partials.ts'
import { ENTRY_CHARACTERS } from './render.ts'
import type { LocalizablePartial, Localized } from './render.ts'

/** An id, a name, or both. If both are given, they must belong to the same template. */
export interface TemplateKey {
  bucket: number
  accountId: number
  id: number | null
  name: string | null
}

export interface LoadedChannel extends OwnContent {
  channelId: number
  name: string
  channelType: string
  provider: string
  /** The channel's own texts. Null: the template's. */
  subject: string | null
  body: string | null
  /** The link in the inbox, or null. */
  url: string | null
}

/** The current version of a template, for creating messages. */
export interface LoadedTemplate {
  id: number
  name: string
  version: number
  subject: string
  body: string
  bodyFormat: BodyFormat
  /** Null: normal. */
  priority: Priority | null
  /** Null: recipients have no choice but the pause. */
  topic: { id: number; required: boolean } | null
  /** Active, existing channels in the template's order. Each gets a delivery. */
  channels: LoadedChannel[]
  /** The same with inactive channels. */
  allChannels: LoadedChannel[]
  /** The texts in other languages. */
  locales: readonly LocaleTexts[]
  /** Null: the texts are the template's own (`localizedTemplate`). */
  localized: Localized | null
  /** The partials in force that the texts reach, by their ids. */
  partials: readonly LocalizablePartial[]
}

/**
 * Columns for creating messages, from `templates t` and `template_versions v`, with the attached channels that still
 * exist.
 */
const LOADED = `key.position, t.id as "id!", t.name as "name!", t.version as "version!", v.subject as "subject!", v.body as "body!",
    v.body_format as "body_format!", v.priority, v.has_locales as "has_locales!",
    case when v.has_partials then ${REACHED_BY_TEMPLATE} end as partials,
    case when t.topic_id is not null then (
      select jsonb_build_object('id', o.id, 'required', o.required) from topics o
      where o.bucket = t.bucket and o.account_id = t.account_id and o.id = t.topic_id
    ) end as topic,
    coalesce((
      select jsonb_agg(jsonb_build_object('notification_channel_id', tc.channel_id, 'subject', tc.subject, 'body', tc.body, 'url', tc.url, 'content', tc.content,
        'name', c.name, 'channel_type', c.channel_type, 'provider', c.provider, 'active', c.active) order by tc.position)
      from template_channels tc
      join channels c on c.bucket = tc.bucket and c.account_id = tc.account_id and c.id = tc.channel_id
      where tc.bucket = t.bucket and tc.account_id = t.account_id and tc.template_id = t.id and c.deleted_at is null
    ), '[]') as channels`
const VERSION = `join template_versions v on v.bucket = t.bucket and v.account_id = t.account_id and v.template_id = t.id
    and v.version = t.version`

const loadTemplatesSql = columns(
  'bucket smallint, account_id bigint, id bigint null, name text null, position for ordinality',
)
  .sql(
    'templates.load',
    ({ input }) => `with key as (
    select * from ${input}
  )
  select ${LOADED}
  from key join templates t on t.bucket = key.bucket and t.account_id = key.account_id and t.id = key.id ${VERSION}
  where t.deleted_at is null
    and (key.name is null or t.name = key.name)
  union all
  select ${LOADED}
  from key join templates t on t.bucket = key.bucket and t.account_id = key.account_id and t.name = key.name ${VERSION}
  where key.id is null and t.deleted_at is null`,
  )
  .as<{
    bodyFormat: BodyFormat
    priority: Priority | null
    /** Null: the texts use none. */
    partials: FoundPartial[] | null
    topic: { id: number; required: boolean } | null
    channels: (AttachedChannel & {
      name: string
      channel_type: string
      provider: string
      active: boolean
    } & OwnContent)[]
  }>()

type LoadedRow = Row<typeof loadTemplatesSql>

/** All locales of versions. */
const loadLocales = columns('bucket smallint, account_id bigint, template_id bigint, version integer').sql(
  'template_locales.load',
  ({ input }) => `select l.account_id, l.template_id, l.version, l.locale, l.subject, l.body, l.channels
   from ${input} join template_locales l on l.bucket = input.bucket and l.account_id = input.account_id
     and l.template_id = input.template_id and l.version = input.version
   order by l.account_id, l.template_id, l.version, l.locale`,
)

/** Characters of the locales that a process keeps. */
const LOCALES_CHARACTERS_MAX = 8 * 1024 * 1024

/** Loads templates in the order of the keys. Null if a template does not exist. */
export type TemplateLoader = (
  connection: Connection,
  keys: readonly TemplateKey[],
) => Promise<(LoadedTemplate | null)[]>

const versionKey = (accountId: number, templateId: number, version: number) => `${accountId}/${templateId}/${version}`

const charactersOf = (locales: readonly LocaleTexts[]): number =>
  locales.reduce((sum, texts) => sum + fieldTexts('', texts).reduce((of, { text }) => of + text.length, 0), 0)

/**
 * Loads templates with one statement. If versions with locales, or versions of partials, are not known yet, further ones
 * read them. They stay in memory, because a version never changes.
 */
export function createTemplateLoader(): TemplateLoader {
  const known = new BoundedMap<string, LocaleTexts[]>(LOCALES_CHARACTERS_MAX)
  const loadPartials = createPartialLoader()

  async function localesOf(connection: Connection, keys: readonly TemplateKey[], rows: readonly LoadedRow[]) {
    const found = new Map<LoadedRow, LocaleTexts[]>()
    const unknown: { row: LoadedRow; bucket: number; accountId: number; templateId: number; version: number }[] = []
    for (const row of rows) {
      const { bucket, accountId } = keys[row.position - 1]!
      const locales = known.get(versionKey(accountId, row.id, row.version))
      if (locales === undefined) unknown.push({ row, bucket, accountId, templateId: row.id, version: row.version })
      else found.set(row, locales)
    }
    if (unknown.length === 0) return found
    const read = Map.groupBy(await loadLocales(connection, unknown), ({ accountId, templateId, version }) =>
      versionKey(accountId, templateId, version),
    )
    for (const { row, accountId, version } of unknown) {
      const key = versionKey(accountId, row.id, version)
      const locales = (read.get(key) ?? []).map(({ locale, subject, body, channels }) => {
        return { locale, subject, body, channels: JSON.parse(channels) as LocaleTexts['channels'] }
      })
      known.set(key, locales, charactersOf(locales) + ENTRY_CHARACTERS)
      found.set(row, locales)
    }
    return found
  }

  return async (connection, keys) => {
    const found = keys.map((): LoadedTemplate | null => null)
    if (keys.length === 0) return found
    const rows = await loadTemplatesSql(connection, keys)
    const localized = rows.filter((row) => row.hasLocales)
    const locales = localized.length === 0 ? null : await localesOf(connection, keys, localized)
    const withPartials = rows.flatMap(({ position, partials }) => {
      const { bucket, accountId } = keys[position - 1]!
      return partials === null ? [] : { position, wanted: { bucket, accountId, partials } }
    })
    const loaded = await loadPartials(
      connection,
      withPartials.map(({ wanted }) => wanted),
    )
    const partials = new Map(withPartials.map(({ position }, index) => [position, loaded[index]!]))
    for (const row of rows) {
      const more = { locales: locales?.get(row) ?? [], partials: partials.get(row.position) ?? [] }
      found[row.position - 1] = loadedTemplate(row, more)
    }
    return found
  }
}

function loadedTemplate(row: LoadedRow, more: Pick<LoadedTemplate, 'locales' | 'partials'>): LoadedTemplate {
  const channels = row.channels.map((channel) => ({
    active: channel.active,
    loaded: {
      channelId: channel.notification_channel_id,
      name: channel.name,
      channelType: channel.channel_type,
      provider: channel.provider,
      subject: channel.subject,
      body: channel.body,
      url: channel.url,
      content: channel.content,
    },
  }))
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    subject: row.subject,
    body: row.body,
    bodyFormat: row.bodyFormat,
    priority: row.priority,
    topic: row.topic,
    channels: channels.filter((channel) => channel.active).map((channel) => channel.loaded),
    allChannels: channels.map((channel) => channel.loaded),
    localized: null,
    ...more,
  }
}

/** An account with more templates gets suggestions only from the newest, so that a wrong name costs little. */
const COMPARED_MAX = 500

const newestNames = sql(
  'templates.newest_names',
  `select name from templates where bucket = $1 and account_id = $2 and deleted_at is null order by id desc limit $3`,
)

/** The sentence for a name that no template has. It suggests the name that the caller most likely meant. */
export async function unknownTemplateSentence(
  connection: Connection,
  { bucket, accountId, name }: TemplateKey & { name: string },
): Promise<string> {
  const known = (await newestNames(connection, bucket, accountId, COMPARED_MAX)).map((row) => row.name)
  const near = nearestName(name, known)
  return near === null ? 'is unknown' : `is unknown: did you mean ${near}?`
}
