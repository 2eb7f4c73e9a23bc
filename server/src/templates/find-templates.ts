import type { Connection } from '../db/sql.ts'
import { loadTemplatesSql } from './queries.ts'
import type { BodyFormat } from './parse.ts'

/** By id, by name, or by both: then they must agree. */
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
  /** Texts of its own; null: the template's. */
  subject: string | null
  body: string | null
}

/** A template in force, as a message needs it. */
export interface LoadedTemplate {
  id: number
  name: string
  version: number
  subject: string
  body: string
  bodyFormat: BodyFormat
  /** The live ones: they exist, are attached and active. Each makes a delivery. In the template's order. */
  channels: LoadedChannel[]
  /** Inactive ones too. */
  allChannels: LoadedChannel[]
}

/** The templates of the keys, in their order, in one statement; null where there is none. */
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
      },
    }))
    found[row.position - 1] = {
      id: row.id,
      name: row.name,
      version: row.version,
      subject: row.subject,
      body: row.body,
      bodyFormat: row.body_format,
      channels: channels.filter((channel) => channel.active).map((channel) => channel.loaded),
      allChannels: channels.map((channel) => channel.loaded),
    }
  }
  return found
}
