import Type from 'typebox'
import { isBelowMax, limitReached } from '../../core/accounts/quotas.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/database-error.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { IdParams } from '../../platform/http/schemas.ts'
import { hasChanged, ReadBefore } from '../drafts/draft.ts'
import { deleteDraft } from '../drafts/queries.ts'
import { lockPartials, partialsOfTemplate } from '../partials/store.ts'
import { templatePreviewRoutes } from './preview-routes.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  findTemplateId,
  insertTemplate,
  listTemplates,
  lockTemplate,
  updateTemplate,
} from './queries.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import {
  errorsOf,
  mergeTemplate,
  TemplateInput,
  TemplateOutput,
  TemplatePatch,
  templateView,
  textsOf,
} from './template.ts'
import type { MergedTemplate } from './template.ts'
import { storeVersion, topicIdOf } from './store-version.ts'
import { templateVersionRoutes } from './version-routes.ts'

export interface TemplateRouteDependencies extends Pick<Context, 'clock'> {
  config: Pick<Config, 'accountTemplatesMax'>
  rendering: Rendering
  /** Called in the transaction that detaches channels from a template. It ends the scheduled deliveries of both. */
  onChannelsDetached(
    transaction: Transaction,
    detached: { bucket: number; accountId: number; templateId: number; channelIds: readonly number[] },
  ): Promise<void>
}

const createBody = rootBody('message_template', TemplateInput, {}, TemplateOutput)
const patchBody = rootBody(
  'message_template',
  Type.Object({ ...TemplatePatch.properties, ...ReadBefore }),
  {},
  TemplateOutput,
)
const response = Type.Object({ message_template: TemplateOutput })
const tags = ['Message templates']

function accepted(merged: MergedTemplate): Extract<MergedTemplate, { ok: true }> {
  if (!merged.ok) throw invalid(merged.errors)
  return merged
}

/** The error with the id of the template that has the name. That template may be deleted by now. */
async function nameTaken(connection: Connection, { bucket, accountId }: Caller, name: string): Promise<ApiError> {
  const [other] = await findTemplateId(connection, bucket, accountId, name)
  const path = `/api/v1/message_templates/${other?.id ?? '{id}'}`
  return new ApiError('name_taken', {
    sentence: `The name is already taken: change that template with PATCH ${path}, or choose another name`,
  })
}

/**
 * Routes of message templates. Each change of a text makes a new version. Messages keep the version of their creation.
 */
export function templateRoutes(app: App, dependencies: TemplateRouteDependencies): void {
  const { clock } = dependencies

  listRoute(app, {
    path: '/api/v1/message_templates',
    tags,
    summary: 'List the templates, newest first',
    filters: { name: Type.Optional(Type.String({ maxLength: 255 })) },
    item: TemplateOutput,
    read: ({ pool, caller, query }, page) =>
      listTemplates(pool, caller.bucket, caller.accountId, query.name ?? null, ...page),
    view: templateView,
  })

  app.get(
    '/api/v1/message_templates/:id',
    { schema: { tags, summary: 'Show a template', params: IdParams, response: { 200: response } } },
    async ({ pool, caller, params }) => {
      const [row] = await findTemplate(pool, caller.bucket, caller.accountId, params.id)
      if (row === undefined) throw new ApiError('not_found')
      return { message_template: templateView(row) }
    },
  )

  app.delete(
    '/api/v1/message_templates/:id',
    {
      schema: {
        tags,
        summary: 'Delete a template. Its messages stay, and scheduled deliveries are still sent',
        params: IdParams,
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      await transaction(pool, async (connection) => {
        await lockTemplate(connection, bucket, accountId, id)
        const gone = await deleteTemplate(connection, bucket, accountId, id, isoTime(clock.now()))
        if (gone.length === 0) throw new ApiError('not_found')
        await deleteDraft(connection, bucket, accountId, id)
      })
      return reply.code(204).send()
    },
  )

  templateVersionRoutes(app)
  templatePreviewRoutes(app, dependencies)
  createRoute(app, dependencies)
  changeRoute(app, dependencies)
}

/** Parses the texts of a request. Throws 422 on mistakes. */
async function parsedTexts(rendering: Rendering, accountId: number, given: TemplatePatch) {
  const texts = textsOf(given)
  const checked = await rendering.check(accountId, texts)
  if (Object.keys(checked.mistakes).length > 0) throw invalid(errorsOf(checked.mistakes))
  return { texts, checked }
}

function createRoute(app: App, { clock, config, rendering }: TemplateRouteDependencies): void {
  const { accountTemplatesMax: max } = config

  app.post(
    '/api/v1/message_templates',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: { tags, summary: 'Create a template', body: createBody.document, response: { 201: response } },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { name, topic, ...input } = readBody(request, createBody)
      const { text } = accepted(mergeTemplate(null, input))
      const parsed = await parsedTexts(rendering, accountId, input)
      const now = isoTime(clock.now())
      const row = await transaction(pool, async (connection) => {
        // It locks the account, as `lockPartials` does.
        if (!(await isBelowMax(connection, request.caller, countTemplates, max)))
          throw limitReached('templates', max, 'delete one first, with DELETE /api/v1/message_templates/{id}')
        const partialIds = await partialsOfTemplate(connection, request.caller, { ...parsed, all: textsOf(text) })
        const topicId = await topicIdOf(connection, request.caller, null, topic)
        const [inserted] = await insertTemplate(connection, bucket, accountId, name, topicId, now)
        if (inserted === undefined) throw await nameTaken(connection, request.caller, name)
        await storeVersion(connection, { bucket, accountId, id: inserted.id, version: 1 }, text, partialIds, now)
        const [stored] = await findTemplate(connection, bucket, accountId, inserted.id)
        return stored!
      })
      void reply.code(201)
      return { message_template: templateView(row) }
    },
  )
}

function changeRoute(app: App, { clock, rendering, onChannelsDetached }: TemplateRouteDependencies): void {
  app.patch(
    '/api/v1/message_templates/:id',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Change a template; the lists of channels and locales are each replaced as a whole',
        params: IdParams,
        body: patchBody.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      const [known] = await findTemplate(pool, bucket, accountId, id)
      if (known === undefined) throw new ApiError('not_found')
      const {
        name: given,
        topic,
        draft_revision: revision,
        based_on_version: base,
        ...input
      } = readBody(request, patchBody, templateView(known))
      // Outside of the transaction, because it may wait for its turn.
      const parsed = await parsedTexts(rendering, accountId, input)
      const now = isoTime(clock.now())
      const row = await transaction(pool, async (connection) => {
        await lockPartials(connection, request.caller)
        await lockTemplate(connection, bucket, accountId, id)
        const [existing] = await findTemplate(connection, bucket, accountId, id)
        if (existing === undefined) throw new ApiError('not_found')
        if (base !== undefined && base !== existing.version) throw new ApiError('version_changed', { path: { id } })
        if (revision !== undefined) {
          const [draft] = await deleteDraft(connection, bucket, accountId, id)
          if (hasChanged(draft, revision)) throw new ApiError('draft_changed', { path: { id } })
        }
        const name = given ?? existing.name
        const { text, isNew } = accepted(mergeTemplate(existing, input))
        const version = isNew ? existing.version + 1 : existing.version
        const topicId = await topicIdOf(connection, request.caller, id, topic)
        await updateTemplate(connection, bucket, accountId, id, name, version, topicId, now)
        if (isNew) {
          const partialIds = await partialsOfTemplate(connection, request.caller, { ...parsed, all: textsOf(text) })
          const key = { bucket, accountId, id, version }
          const channelIds = await storeVersion(connection, key, text, partialIds, now)
          if (channelIds.length > 0)
            await onChannelsDetached(connection, { bucket, accountId, templateId: id, channelIds })
        }
        const [stored] = await findTemplate(connection, bucket, accountId, id)
        return stored!
      }).catch(async (error: unknown) => {
        const isTaken = given !== undefined && isUniqueViolation(error)
        throw isTaken ? await nameTaken(pool, request.caller, given) : error
      })
      return { message_template: templateView(row) }
    },
  )
}
