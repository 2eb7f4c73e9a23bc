import { keepChannels } from '../../core/channels/queries.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import { insertLocales, insertVersion, replaceChannels, topicOfTemplate } from './queries.ts'
import { channelErrors } from './template.ts'
import type { TemplateText } from './template.ts'
import { replaceTemplatePartials } from '../partials/queries.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { Caller } from '../../platform/http/route.ts'
import { keepTopic } from '../topics/queries.ts'

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
  const known = await keepChannels(connection, bucket, accountId, ids)
  const errors = channelErrors(text, new Map(known.map((row) => [row.id, row.channelType])))
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
  const texts = [text.subject, text.body, text.bodyFormat, channels, hasLocales, partialIds.length > 0, now] as const
  await insertVersion(connection, bucket, accountId, id, version, ...texts, text.trackOpens, text.priority)
  if (hasLocales) await insertLocales(connection, bucket, accountId, id, version, JSON.stringify(text.locales))
  await replaceTemplatePartials(connection, bucket, accountId, id, partialIds)
  const detached = await replaceChannels(connection, bucket, accountId, id, channels)
  return detached.map((row) => row.channelId)
}

/**
 * The id of the template's topic after a change. `templateId`: null for a new template. `name` undefined: the topic
 * stays. The named topic is not deleted until the transaction ends. Throws 422 if it does not exist.
 */
export async function topicIdOf(
  transaction: Transaction,
  { bucket, accountId }: Caller,
  templateId: number | null,
  name: string | null | undefined,
): Promise<number | null> {
  if (name === null || (name === undefined && templateId === null)) return null
  if (name === undefined) {
    const [stored] = await topicOfTemplate(transaction, bucket, accountId, templateId!)
    return stored!.topicId
  }
  const [topic] = await keepTopic(transaction, bucket, accountId, name)
  if (topic === undefined) throw invalid({ topic: ['is unknown'] })
  return topic.id
}
