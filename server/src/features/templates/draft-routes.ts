import type { Write } from '../../platform/db/transaction.ts'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Static } from 'typebox'
import { nameActors } from '../../core/accounts/audit.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { IdParams } from '../../platform/http/schemas.ts'
import { findTemplate, lockTemplate } from './queries.ts'
import { requireChannels } from './write.ts'
import { mergeTemplate } from './template.ts'
import {
  contentOf,
  DraftInput,
  DraftOutput,
  draftView,
  hasChanged,
  ReadRevision,
  deleteDraft,
  findDraft,
  saveDraft,
} from './draft.ts'
import type { DraftRow } from './draft.ts'

const path = '/api/v1/message_templates/:id/draft'
const body = rootBody('draft', DraftInput)
const response = Type.Object({ draft: DraftOutput })
const tags = ['Message templates']

async function shown(request: FastifyRequest, row: DraftRow): Promise<Static<typeof response>> {
  const names = await nameActors(request.directory ?? request.pool, request.caller, [{ actor: row.updatedBy }])
  return { draft: draftView(row, names) }
}

/** Routes of the draft of a template. */
export function draftRoutes(app: App, { clock }: Pick<Context, 'clock'>): void {
  app.get(
    path,
    { schema: { tags, summary: 'Show the draft of a template', params: IdParams, response: { 200: response } } },
    async (request) => {
      const { bucket, accountId } = request.caller
      const [row] = await findDraft(request.pool, bucket, accountId, request.params.id)
      if (row === undefined) throw new ApiError('not_found')
      return shown(request, row)
    },
  )

  app.put(
    path,
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Save a draft of a template, beside the version in use',
        params: IdParams,
        body: body.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { bucket, accountId } = request.caller
      const [known] = await findTemplate(request.pool, bucket, accountId, request.params.id)
      if (known === undefined) throw new ApiError('not_found')
      const given = readBody(request, body)
      return shown(request, await save(request.write, request.caller, request.params.id, given, clock.now()))
    },
  )

  discardRoute(app)
}

/** Throws 409 if the draft is not the one that the caller read, and 422 on channels and languages that do not fit. */
function save(write: Write, caller: Caller, id: number, given: DraftInput, now: number): Promise<DraftRow> {
  const { bucket, accountId, actor } = caller
  const { name, topic = null, revision, based_on_version: base, ...input } = given
  const merged = mergeTemplate(null, input)
  if (!merged.ok) throw invalid(merged.errors)
  const content = contentOf(name, topic, merged.text)
  return write(async (tx) => {
    const [template] = await lockTemplate(tx, bucket, accountId, id)
    if (template === undefined) throw new ApiError('not_found')
    const [before] = await findDraft(tx, bucket, accountId, id)
    if (revision !== undefined && hasChanged(before, revision)) throw new ApiError('draft_changed', { path: { id } })
    const { version } = template
    if (base !== undefined && base > version)
      throw invalid({ based_on_version: [`must be a version of the template (the newest is ${version})`] })
    await requireChannels(tx, caller, merged.text)
    const about = [base ?? version, JSON.stringify(content), isoTime(now), actor] as const
    const [saved] = await saveDraft(tx, bucket, accountId, id, ...about)
    return saved!
  })
}

function discardRoute(app: App): void {
  app.delete(
    path,
    {
      schema: {
        tags,
        summary: 'Discard the draft of a template',
        params: IdParams,
        querystring: Type.Object({ revision: ReadRevision }),
      },
    },
    async (request, reply) => {
      const { caller, params, query } = request
      await request.write(async (tx) => {
        await lockTemplate(tx, caller.bucket, caller.accountId, params.id)
        const [draft] = await deleteDraft(tx, caller.bucket, caller.accountId, params.id)
        if (draft === undefined) throw new ApiError('not_found')
        if (query.revision !== undefined && hasChanged(draft, query.revision))
          throw new ApiError('draft_changed', { path: params })
      })
      return reply.code(204).send()
    },
  )
}
