import { shareChannels } from '../../core/channels/queries.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { insertLocales, insertVersion, replaceChannels } from './queries.ts'
import { channelErrors } from './template.ts'
import type { TemplateText } from './template.ts'
import { replaceTemplatePartials } from '../partials/queries.ts'
import type { Transaction } from '../../platform/db/transaction.ts'

interface TemplateKey {
  bucket: number
  accountId: number
  id: number
}

/** The channels stay until the transaction ends. Throws 422 on channels that a template may not have. */
export async function requireChannels(
  connection: Connection,
  { bucket, accountId }: Pick<TemplateKey, 'bucket' | 'accountId'>,
  text: TemplateText,
): Promise<void> {
  const ids = text.channels.map((channel) => channel.notification_channel_id)
  const known = await shareChannels(connection, bucket, accountId, ids)
  const errors = channelErrors(text, new Map(known.map((row) => [row.id, row.channel_type])))
  if (errors !== null) throw invalid(errors)
}

/**
 * Stores a version, attaches its channels and stores the partials that it uses. Returns the ids of detached channels.
 * Throws 422 on wrong channels.
 */
export async function storeVersion(
  connection: Transaction,
  key: TemplateKey & { version: number },
  text: TemplateText,
  partialIds: readonly number[],
  now: string,
): Promise<number[]> {
  const { bucket, accountId, id, version } = key
  await requireChannels(connection, key, text)
  const channels = JSON.stringify(text.channels)
  const hasLocales = text.locales.length > 0
  const texts = [text.subject, text.body, text.body_format, channels, hasLocales, partialIds.length > 0, now] as const
  await insertVersion(connection, bucket, accountId, id, version, ...texts, text.track_opens)
  if (hasLocales) await insertLocales(connection, bucket, accountId, id, version, JSON.stringify(text.locales))
  await replaceTemplatePartials(connection, bucket, accountId, id, partialIds)
  const detached = await replaceChannels(connection, bucket, accountId, id, channels)
  return detached.map((row) => row.channel_id)
}
