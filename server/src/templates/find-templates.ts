import type { Connection } from '../db/sql.ts'
import { loadTemplatesSql } from './queries.ts'
import type { BodyFormat } from './parse.ts'

/** An id, a name, or both. If both are given, they must belong to the same template. */
export interface TemplateKey {
  bucket: number
  accountId: number
  id: number | null
  name: string | null
}

export interface LoadedChannel {
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
  /** Null: recipients have no choice but the pause. */
  topic: { id: number; required: boolean } | null
  /** Active, existing channels in the template's order. Each gets a delivery. */
  channels: LoadedChannel[]
  /** The same with inactive channels. */
  allChannels: LoadedChannel[]
}

/** Loads templates in one statement, in the order of the keys. Null if a template does not exist. */
export async function loadTemplates(
  connection: Connection,
  keys: readonly TemplateKey[],
): Promise<(LoadedTemplate | null)[]> {
  const found = keys.map((): LoadedTemplate | null => null)
  if (keys.length === 0) return found
  const rows = await loadTemplatesSql(connection, keys)
  for (const row of rows) {
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
      },
    }))
    found[row.position - 1] = {
      id: row.id,
      name: row.name,
      version: row.version,
      subject: row.subject,
      body: row.body,
      bodyFormat: row.body_format,
      topic: row.topic,
      channels: channels.filter((channel) => channel.active).map((channel) => channel.loaded),
      allChannels: channels.map((channel) => channel.loaded),
    }
  }
  return found
}
