import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { recordAudit } from '../../core/accounts/audit.ts'
import { isBelowMax, limitReached } from '../../core/accounts/quotas.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/database-error.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { localeNameErrors } from '../../platform/http/locale.ts'
import { IdParams } from '../../platform/http/schemas.ts'
import {
  countTopics,
  deleteTopic,
  findTopic,
  findTopicId,
  insertTopic,
  listTopics,
  lockTopic,
  updateTopic,
} from './queries.ts'
import {
  TOPIC_NAME_CHARACTERS_MAX,
  TopicInput,
  TopicOutput,
  TopicPatch,
  TOPICS_MAX,
  topicLocales,
  topicView,
} from '../../core/recipients/topic.ts'
import type { TopicLocale, TopicRow } from '../../core/recipients/topic.ts'

export interface TopicRouteDependencies extends Pick<Context, 'clock'> {
  /** The name of a template with the topic, or null. Called in the transaction that locks the topic. */
  templateOf(transaction: Transaction, topic: { bucket: number; accountId: number; id: number }): Promise<string | null>
}

const createBody = rootBody('topic', TopicInput, {}, TopicOutput)
const patchBody = rootBody('topic', TopicPatch, {}, TopicOutput)
const response = Type.Object({ topic: TopicOutput })
const tags = ['Topics and preferences']

/** The error with the id of the topic that has the name. That topic may be deleted by now. */
async function nameTaken(connection: Connection, { bucket, accountId }: Caller, name: string): Promise<ApiError> {
  const [other] = await findTopicId(connection, bucket, accountId, name)
  const path = `/api/v1/topics/${other?.id ?? '{id}'}`
  return new ApiError('name_taken', { sentence: `The name is already taken: change that topic with PATCH ${path}` })
}

/** `required` decides if recipients can refuse the messages, so the log has it. */
function audit(
  tx: Transaction,
  request: FastifyRequest,
  at: number,
  what: 'created' | 'changed' | 'deleted',
  row: TopicRow,
) {
  const details = { name: row.name, required: row.required }
  const entry = { ...request.caller, action: `topic.${what}`, at, origin: request.ip }
  return recordAudit(tx, [{ ...entry, target: `topic:${row.id}`, details }])
}

/** The locales in stored form. Throws 422 on mistakes. */
function checkedLocales(given: Parameters<typeof topicLocales>[0]): TopicLocale[] {
  const errors = localeNameErrors(given)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return topicLocales(given)
}

/** Routes of topics. */
export function topicRoutes(app: App, dependencies: TopicRouteDependencies): void {
  listRoute(app, {
    path: '/api/v1/topics',
    tags,
    summary: 'List the topics, newest first',
    filters: { name: Type.Optional(Type.String({ maxLength: TOPIC_NAME_CHARACTERS_MAX })) },
    item: TopicOutput,
    read: ({ pool, caller, query }, page) =>
      listTopics(pool, caller.bucket, caller.accountId, query.name ?? null, ...page),
    view: topicView,
  })

  app.get(
    '/api/v1/topics/:id',
    { schema: { tags, summary: 'Show a topic', params: IdParams, response: { 200: response } } },
    async ({ pool, caller, params }) => {
      const [row] = await findTopic(pool, caller.bucket, caller.accountId, params.id)
      if (row === undefined) throw new ApiError('not_found')
      return { topic: topicView(row) }
    },
  )

  createRoute(app, dependencies)
  changeRoutes(app, dependencies)
}

function createRoute(app: App, { clock }: TopicRouteDependencies): void {
  app.post(
    '/api/v1/topics',
    { schema: { tags, summary: 'Create a topic', body: createBody.document, response: { 201: response } } },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const { name, label, description = '', required = false, locales: given = [] } = readBody(request, createBody)
      const locales = checkedLocales(given)
      const row = await request.write(async (tx) => {
        if (!(await isBelowMax(tx, request.caller, countTopics, TOPICS_MAX)))
          throw limitReached('topics', TOPICS_MAX, 'delete one first, with DELETE /api/v1/topics/{id}')
        const now = clock.now()
        const values = [name, label, description, required, isoTime(now), JSON.stringify(locales)] as const
        const [inserted] = await insertTopic(tx, bucket, accountId, ...values)
        if (inserted === undefined) throw await nameTaken(tx, request.caller, name)
        await audit(tx, request, now, 'created', inserted)
        return inserted
      })
      void reply.code(201)
      return { topic: topicView(row) }
    },
  )
}

function changeRoutes(app: App, { clock, templateOf }: TopicRouteDependencies): void {
  app.patch(
    '/api/v1/topics/:id',
    {
      schema: {
        tags,
        summary: 'Change a topic',
        params: IdParams,
        body: patchBody.document,
        response: { 200: response },
      },
    },
    async (request) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id } = request.params
      const [known] = await findTopic(pool, bucket, accountId, id)
      if (known === undefined) throw new ApiError('not_found')
      const given = readBody(request, patchBody, topicView(known))
      const locales = given.locales && checkedLocales(given.locales)
      const row = await request
        .write(async (tx) => {
          const [before] = await lockTopic(tx, bucket, accountId, id)
          if (before === undefined) throw new ApiError('not_found')
          const { name, label, description, required } = { ...before, ...given }
          const now = clock.now()
          const stored = JSON.stringify(locales ?? before.locales)
          const values = [name, label, description, required, isoTime(now), stored] as const
          const [changed] = await updateTopic(tx, bucket, accountId, id, ...values)
          await audit(tx, request, now, 'changed', changed!)
          return changed!
        })
        .catch(async (error: unknown) => {
          const isTaken = given.name !== undefined && isUniqueViolation(error)
          throw isTaken ? await nameTaken(pool, request.caller, given.name!) : error
        })
      return { topic: topicView(row) }
    },
  )

  app.delete(
    '/api/v1/topics/:id',
    {
      schema: {
        tags,
        summary: 'Delete a topic; templates must not have it',
        params: IdParams,
      },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const { id } = request.params
      await request.write(async (tx) => {
        const [row] = await lockTopic(tx, bucket, accountId, id)
        if (row === undefined) throw new ApiError('not_found')
        const template = await templateOf(tx, { bucket, accountId, id })
        if (template !== null)
          throw new ApiError('topic_in_use', {
            sentence: `The template ${template} has the topic: give it another one first, with PATCH /api/v1/message_templates/{id}`,
          })
        await deleteTopic(tx, bucket, accountId, id, isoTime(clock.now()))
        await audit(tx, request, clock.now(), 'deleted', row)
      })
      return reply.code(204).send()
    },
  )
}
