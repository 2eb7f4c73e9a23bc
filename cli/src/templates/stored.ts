/** The templates of the account, as texts with names of channels instead of ids. */
import type { MessageTemplate, NotificationChannel } from '@tidings/sdk/client'
import type { Api } from '../api.ts'
import { partsOf } from './template.ts'
import type { Template } from './template.ts'

const PAGE_ROWS = 200
/** Far above the limits of an account. */
const PAGES_MAX = 1000

export interface StoredTemplates {
  /** By name. */
  templates: ReadonlyMap<string, { id: number; template: Template }>
  /** The ids of the channels by their names in files. */
  channels: ReadonlyMap<string, number>
  /** By name. */
  partials: ReadonlyMap<string, { id: number; text: string; locales: { locale: string; text: string }[] }>
}

async function readAll<Row>(read: (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | null }>) {
  const all: Row[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const { rows, next } = await read(cursor)
    all.push(...rows)
    if (next === null) return all
    cursor = next
  }
  throw new Error('The account has too many templates, channels or partials')
}

/** Each channel by its name. Channels with the same name get their id: `Mail #7`. */
function namesOf(channels: readonly NotificationChannel[]): Map<number, string> {
  const counts = new Map<string, number>()
  for (const { name } of channels) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(channels.map(({ id, name }) => [id, counts.get(name) === 1 ? name : `${name} #${id}`]))
}

function asText(template: MessageTemplate, names: Map<number, string>): Template {
  const { name, subject, body, body_format, track_opens, priority, channels, locales } = template
  const named = (of: MessageTemplate['channels']) =>
    of.map(({ notification_channel_id: id, subject, body, url, ...parts }) => {
      return { channel: names.get(id) ?? `#${id}`, subject, body, url, ...partsOf(parts) }
    })
  const translated = locales.map((texts) => ({ ...texts, channels: named(texts.channels) }))
  const settings = { name, subject, body_format, track_opens, priority: priority ?? ('normal' as const) }
  return { ...settings, channels: named(channels), locales: translated, body }
}

export async function readStored({ client }: Api): Promise<StoredTemplates> {
  const channels = await readAll(async (cursor) => {
    const page = await client.request('GET /api/v1/notification_channels', { query: { limit: PAGE_ROWS, cursor } })
    return { rows: page.notification_channels, next: page.next_cursor }
  })
  const templates = await readAll(async (cursor) => {
    const page = await client.request('GET /api/v1/message_templates', { query: { limit: PAGE_ROWS, cursor } })
    return { rows: page.message_templates, next: page.next_cursor }
  })
  const partials = await readAll(async (cursor) => {
    const page = await client.request('GET /api/v1/partials', { query: { limit: PAGE_ROWS, cursor } })
    return { rows: page.partials, next: page.next_cursor }
  })
  const names = namesOf(channels)
  return {
    templates: new Map(templates.map((row) => [row.name, { id: row.id, template: asText(row, names) }])),
    channels: new Map([...names].map(([id, name]) => [name, id])),
    partials: new Map(partials.map(({ id, name, text, locales }) => [name, { id, text, locales }])),
  }
}
