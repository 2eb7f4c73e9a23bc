/** Creates, changes and deletes templates. Each change of a text makes a new version. Messages keep the version of their creation. */
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import Type from 'typebox'
import { isBelowMax, limitReached } from '../../core/accounts/quotas.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/database-error.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { hasChanged, ReadBefore, deleteDraft } from './draft.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  insertTemplate,
  lockTemplate,
  updateTemplate,
  insertLocales,
  insertVersion,
  replaceChannels,
  topicOfTemplate,
} from './queries.ts'
import type { TemplateRow } from './queries.ts'
import { mergeTemplate, TemplatePatch, textsOf, channelErrors } from './template.ts'
import type { MergedTemplate, TemplateInput, TemplateText } from './template.ts'
import { keepChannels } from '../../core/channels/queries.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { replaceTemplatePartials } from '../partials/queries.ts'
import type { Caller } from '../../platform/http/route.ts'
import { keepTopic } from '../topics/queries.ts'
import { errorsOf } from '../../core/rendering/partials.ts'
import { lockPartials, partialsOfTemplate } from '../partials/store.ts'

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
async function storeVersion(
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
async function topicIdOf(
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

export interface TemplateWriting extends Pick<Context, 'clock'> {
  config: Pick<Config, 'accountTemplatesMax'>
  rendering: Rendering
  /** Called in the transaction that detaches channels from a template. It ends the scheduled deliveries of both. */
  onChannelsDetached(
    transaction: Transaction,
    detached: { bucket: number; accountId: number; templateId: number; channelIds: readonly number[] },
  ): Promise<void>
}

type Asking = Pick<FastifyRequest, 'write' | 'caller'>

/** The changes of a template, with what the caller has read before. */
export const TemplateChanges = Type.Object({ ...TemplatePatch.properties, ...ReadBefore })
export type TemplateChanges = Static<typeof TemplateChanges>

function accepted(merged: MergedTemplate): Extract<MergedTemplate, { ok: true }> {
  if (!merged.ok) throw invalid(merged.errors)
  return merged
}

/** Parses the texts of a request. Throws 422 on mistakes. */
async function parsedTexts(rendering: Rendering, accountId: number, given: TemplatePatch) {
  const texts = textsOf(given)
  const checked = await rendering.check(accountId, texts)
  if (Object.keys(checked.mistakes).length > 0) throw invalid(errorsOf(checked.mistakes))
  return { texts, checked }
}

/** Null if the name is taken. Throws 422 on mistakes, and if the account has too many templates. */
export async function createTemplate(
  { write, caller }: Asking,
  { clock, config: { accountTemplatesMax: max }, rendering }: TemplateWriting,
  { name, topic, ...input }: Static<typeof TemplateInput>,
): Promise<TemplateRow | null> {
  const { bucket, accountId } = caller
  const { text } = accepted(mergeTemplate(null, input))
  const parsed = await parsedTexts(rendering, accountId, input)
  const now = isoTime(clock.now())
  return write(async (connection) => {
    // It locks the account, as `lockPartials` does.
    if (!(await isBelowMax(connection, caller, countTemplates, max)))
      throw limitReached('templates', max, 'delete one first, with DELETE /api/v1/message_templates/{id}')
    const partialIds = await partialsOfTemplate(connection, caller, { ...parsed, all: textsOf(text) })
    const topicId = await topicIdOf(connection, caller, null, topic)
    const [inserted] = await insertTemplate(connection, bucket, accountId, name, topicId, now)
    if (inserted === undefined) return null
    await storeVersion(connection, { bucket, accountId, id: inserted.id, version: 1 }, text, partialIds, now)
    const [stored] = await findTemplate(connection, bucket, accountId, inserted.id)
    return stored!
  })
}

/** Throws 422 on mistakes, and 409 if the caller has read an earlier version or draft. */
export async function changeTemplate(
  { write, caller }: Asking,
  { clock, rendering, onChannelsDetached }: TemplateWriting,
  id: number,
  { name: given, topic, draft_revision: revision, based_on_version: base, ...input }: TemplateChanges,
): Promise<TemplateRow | 'not_found' | 'name_taken'> {
  const { bucket, accountId } = caller
  // Outside of the transaction, because it may wait for its turn.
  const parsed = await parsedTexts(rendering, accountId, input)
  const now = isoTime(clock.now())
  return write(async (connection) => {
    await lockPartials(connection, caller)
    await lockTemplate(connection, bucket, accountId, id)
    const [existing] = await findTemplate(connection, bucket, accountId, id)
    if (existing === undefined) return 'not_found'
    if (base !== undefined && base !== existing.version) throw new ApiError('version_changed', { path: { id } })
    if (revision !== undefined) {
      const [draft] = await deleteDraft(connection, bucket, accountId, id)
      if (hasChanged(draft, revision)) throw new ApiError('draft_changed', { path: { id } })
    }
    const name = given ?? existing.name
    const { text, isNew } = accepted(mergeTemplate(existing, input))
    const version = isNew ? existing.version + 1 : existing.version
    const topicId = await topicIdOf(connection, caller, id, topic)
    await updateTemplate(connection, bucket, accountId, id, name, version, topicId, now)
    if (isNew) {
      const partialIds = await partialsOfTemplate(connection, caller, { ...parsed, all: textsOf(text) })
      const key = { bucket, accountId, id, version }
      const channelIds = await storeVersion(connection, key, text, partialIds, now)
      if (channelIds.length > 0) await onChannelsDetached(connection, { bucket, accountId, templateId: id, channelIds })
    }
    const [stored] = await findTemplate(connection, bucket, accountId, id)
    return stored!
  }).catch((error: unknown) => {
    if (given !== undefined && isUniqueViolation(error)) return 'name_taken' as const
    throw error
  })
}

/** Deletes the template with its draft. False: there is none. */
export function removeTemplate(
  { write, caller: { bucket, accountId } }: Asking,
  { clock }: Pick<TemplateWriting, 'clock'>,
  id: number,
): Promise<boolean> {
  return write(async (connection) => {
    await lockTemplate(connection, bucket, accountId, id)
    const gone = await deleteTemplate(connection, bucket, accountId, id, isoTime(clock.now()))
    if (gone.length === 0) return false
    await deleteDraft(connection, bucket, accountId, id)
    return true
  })
}
