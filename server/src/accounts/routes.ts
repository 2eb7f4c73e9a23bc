import Type from 'typebox'
import { isoTime } from '../clock.ts'
import type { RouteContext } from '../context.ts'
import { transaction } from '../db/transaction.ts'
import { ApiError } from '../errors.ts'
import { readBody, rootBody } from '../http/body.ts'
import { pageOf, pageQuery, pageValues, readPage } from '../http/pages.ts'
import type { App } from '../http/route.ts'
import { Choice, Id, IdParams, Nullable, OpenObject, RequiredText, Time } from '../http/schemas.ts'
import { accountView } from './accounts.ts'
import { API_KEY_NAME_CHARACTERS_MAX, API_KEY_ROLES, apiKeyView, createApiKey, newApiKey } from './api-keys.ts'
import { recordAudit } from './audit.ts'
import { LimitsOutput, UsageOutput, readLimits } from './limits.ts'
import { findAccount, listApiKeys, listAuditEntries, revokeApiKey } from './queries.ts'

const Account = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Time,
  limits: LimitsOutput,
  usage: UsageOutput,
})

const apiKeyFields = {
  id: Id,
  name: Type.String(),
  role: Choice(API_KEY_ROLES),
  last4: Type.String({ description: 'The last four characters of the key' }),
  created_at: Time,
  revoked_at: Nullable(Time),
}
const ApiKey = Type.Object(apiKeyFields)
const ApiKeyOnce = Type.Object({ ...apiKeyFields, key: Type.String({ description: 'Shown this once' }) })

const apiKeyBody = rootBody(
  'api_key',
  Type.Object({
    name: RequiredText(API_KEY_NAME_CHARACTERS_MAX, { examples: ['Production'] }),
    role: Type.Optional(Choice(API_KEY_ROLES, { description: '`read` may only GET; default `full`' })),
  }),
)

const AuditEntry = Type.Object({
  id: Id,
  action: Type.String({ examples: ['webhook_endpoint.disabled'] }),
  actor: Type.String({ examples: ['api_key:12'] }),
  at: Time,
  from: Nullable(Type.String({ description: "The caller's address" })),
  target: Nullable(Type.String({ examples: ['webhook_endpoint:7'] })),
  details: OpenObject,
})

const config = { fullKeyOnly: true }

/** The account, its API keys and its audit log. */
export function accountRoutes(app: App, context: RouteContext): void {
  const { clock } = context
  const tags = ['Account']

  app.get(
    '/api/v1/account',
    {
      config,
      schema: {
        tags,
        summary: 'Show the account, its limits and its deliveries of this month',
        response: { 200: Type.Object({ account: Account }) },
      },
    },
    async ({ pool, caller }) => {
      const [row] = await findAccount(pool, caller.bucket, caller.accountId)
      if (row === undefined) throw new ApiError('not_found')
      return { account: { ...accountView(row), ...(await readLimits(pool, caller, clock.now())) } }
    },
  )

  app.get(
    '/api/v1/audit_log',
    {
      config,
      schema: {
        tags,
        summary: 'List the audit log, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: Type.Object({ audit_log: Type.Array(AuditEntry), next_cursor: Nullable(Type.String()) }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const page = readPage(request.query)
      const found = await listAuditEntries(pool, bucket, accountId, ...pageValues(page))
      const { rows, nextCursor } = pageOf(request, reply, page, found, (row) => ({ createdAt: row.at, id: row.id }))
      const entries = rows.map(({ origin, at, ...entry }) => ({ ...entry, at: isoTime(at), from: origin }))
      return { audit_log: entries, next_cursor: nextCursor }
    },
  )

  apiKeyRoutes(app, { clock })
}

function apiKeyRoutes(app: App, { clock }: Pick<RouteContext, 'clock'>): void {
  const tags = ['API keys']
  const config = { ownerOnly: true }

  app.get(
    '/api/v1/api_keys',
    {
      config,
      schema: {
        tags,
        summary: 'List the API keys, newest first',
        querystring: Type.Object(pageQuery),
        response: { 200: Type.Object({ api_keys: Type.Array(ApiKey), next_cursor: Nullable(Type.String()) }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const page = readPage(request.query)
      const found = await listApiKeys(pool, bucket, accountId, ...pageValues(page))
      const keyOf = (row: (typeof found)[number]) => ({ createdAt: row.created_at, id: row.id })
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      return { api_keys: rows.map(apiKeyView), next_cursor: nextCursor }
    },
  )

  app.post(
    '/api/v1/api_keys',
    {
      config,
      schema: {
        tags,
        summary: 'Create an API key; it is shown this once',
        body: apiKeyBody.document,
        response: { 201: Type.Object({ api_key: ApiKeyOnce }) },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { name, role = 'full' } = readBody(request, apiKeyBody)
      const { bucket, accountId, actor } = request.caller
      const key = newApiKey()
      const row = await transaction(pool, async (connection) => {
        const created = await createApiKey(connection, clock, { bucket, accountId, name, role, key })
        const about = { action: 'api_key.created', target: `api_key:${created.id}`, details: { name, role } }
        await recordAudit(connection, [{ bucket, accountId, actor, at: clock.now(), origin: request.ip, ...about }])
        return created
      })
      return reply.code(201).send({ api_key: { ...apiKeyView(row), key } })
    },
  )

  app.delete(
    '/api/v1/api_keys/:id',
    { config, schema: { tags, summary: 'Revoke an API key; it ends at once', params: IdParams } },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId, actor } = request.caller
      const { id } = request.params
      const found = await transaction(pool, async (connection) => {
        const [row] = await revokeApiKey(connection, bucket, accountId, id, isoTime(clock.now()))
        const about = { action: 'api_key.revoked', target: `api_key:${id}`, details: { name: row?.name } }
        if (row?.revoked_now === true)
          await recordAudit(connection, [{ bucket, accountId, actor, at: clock.now(), origin: request.ip, ...about }])
        return row !== undefined
      })
      if (!found) throw new ApiError('not_found')
      return reply.code(204).send()
    },
  )
}
