import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Connection } from '../../platform/db/sql.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody, LONG_BODY_BYTES_MAX } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { IdParams } from '../../platform/http/schemas.ts'
import { templatePreviewRoutes } from './preview-routes.ts'
import { findTemplate, findTemplateId, listTemplates, listVersions } from './queries.ts'
import { Name, TemplateInput, TemplateOutput, templateView, textView } from './template.ts'
import { changeTemplate, createTemplate, removeTemplate, TemplateChanges } from './write.ts'
import type { TemplateWriting } from './write.ts'
import { versionsRoute } from '../../platform/http/versions-route.ts'

const createBody = rootBody('message_template', TemplateInput, {}, TemplateOutput)
const patchBody = rootBody('message_template', TemplateChanges, {}, TemplateOutput)
const response = Type.Object({ message_template: TemplateOutput })
const tags = ['Message templates']

/** The error with the id of the template that has the name. That template may be deleted by now. */
async function nameTaken(connection: Connection, { bucket, accountId }: Caller, name: string): Promise<ApiError> {
  const [other] = await findTemplateId(connection, bucket, accountId, name)
  const path = `/api/v1/message_templates/${other?.id ?? '{id}'}`
  return new ApiError('name_taken', {
    sentence: `The name is already taken: change that template with PATCH ${path}, or choose another name`,
  })
}

/** Routes of message templates. */
export function templateRoutes(app: App, dependencies: TemplateWriting): void {
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
      if (!(await removeTemplate(request, dependencies, request.params.id))) throw new ApiError('not_found')
      return reply.code(204).send()
    },
  )

  versionRoutes(app)
  templatePreviewRoutes(app, dependencies)
  createRoute(app, dependencies)
  changeRoute(app, dependencies)
  byNameRoute(app, dependencies)
}

function createRoute(app: App, dependencies: TemplateWriting): void {
  app.post(
    '/api/v1/message_templates',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: { tags, summary: 'Create a template', body: createBody.document, response: { 201: response } },
    },
    async (request, reply) => {
      const fields = readBody(request, createBody)
      const row = await createTemplate(request, dependencies, fields)
      if (row === null) throw await request.write((tx) => nameTaken(tx, request.caller, fields.name))
      void reply.code(201)
      return { message_template: templateView(row) }
    },
  )
}

function changeRoute(app: App, dependencies: TemplateWriting): void {
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
      const { pool, caller } = request
      const { id } = request.params
      const [known] = await findTemplate(pool, caller.bucket, caller.accountId, id)
      if (known === undefined) throw new ApiError('not_found')
      const changes = readBody(request, patchBody, templateView(known))
      const row = await changeTemplate(request, dependencies, id, changes)
      if (row === 'not_found') throw new ApiError('not_found')
      if (row === 'name_taken') throw await nameTaken(pool, caller, changes.name!)
      return { message_template: templateView(row) }
    },
  )
}

/** Another request may create or delete the template meanwhile. */
const UPSERTS_MAX = 5

function byNameRoute(app: App, dependencies: TemplateWriting): void {
  app.put(
    '/api/v1/message_templates/by_name/:name',
    {
      bodyLimit: LONG_BODY_BYTES_MAX,
      schema: {
        tags,
        summary: 'Create or change the template of a name',
        params: Type.Object({ name: Name }),
        body: patchBody.document,
        response: { 200: response, 201: response },
      },
    },
    async (request, reply) => {
      for (let upserts = 0; upserts < UPSERTS_MAX; upserts++) {
        const { created, row } = await createOrChange(request, dependencies, request.params.name)
        if (row === null || typeof row === 'string') continue
        void reply.code(created ? 201 : 200)
        return { message_template: templateView(row) }
      }
      throw new Error(`The template could not be stored in ${UPSERTS_MAX} tries`)
    },
  )
}

async function createOrChange(request: FastifyRequest, dependencies: TemplateWriting, name: string) {
  const { pool, caller } = request
  const [found] = await findTemplateId(pool, caller.bucket, caller.accountId, name)
  const [known] = found === undefined ? [] : await findTemplate(pool, caller.bucket, caller.accountId, found.id)
  const changes = readBody(request, patchBody, known === undefined ? null : templateView(known))
  if (changes.name !== undefined && changes.name !== name) throw invalid({ name: ['must be the same as in the path'] })
  if (known !== undefined)
    return { created: false, row: await changeTemplate(request, dependencies, known.id, changes) }
  const { draft_revision: revision, based_on_version: base, body, ...others } = changes
  if (base !== undefined) throw invalid({ based_on_version: ['is of no template: there is none with this name'] })
  if (revision !== undefined) throw invalid({ draft_revision: ['is of no template: there is none with this name'] })
  if (body === undefined) throw invalid({ body: ['is required'] })
  return { created: true, row: await createTemplate(request, dependencies, { ...others, body, name }) }
}

const { version, subject, body, body_format, track_opens, priority, channels, locales, created_at } =
  TemplateOutput.properties

function versionRoutes(app: App): void {
  versionsRoute(app, {
    path: '/api/v1/message_templates/:id/versions',
    tags,
    summary: 'List the versions of a template with their texts, newest first',
    description: 'Each version shows its channels of that time. Some may be deleted now.',
    item: { version, subject, body, body_format, track_opens, priority, channels, locales, created_at },
    find: findTemplate,
    list: listVersions,
    textsOf: textView,
  })
}
