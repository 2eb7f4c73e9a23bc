import Type from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, IdParams, Nullable, NameText, Time } from '../../platform/http/schemas.ts'
import { API_KEY_NAME_CHARACTERS_MAX, apiKeyView, createApiKey, newApiKey } from './api-keys.ts'
import { recordAudit } from './audit.ts'
import { keyIdOf } from './authentication.ts'
import { atTop, passwordBody, passwordField } from './password-again.ts'
import { isBelowMax, limitReached } from './quotas.ts'
import { countApiKeys, listApiKeys, revokeApiKey } from './queries.ts'
import { API_KEY_ROLES } from './role-names.ts'
import type { ApiKeyRole } from './role-names.ts'

const apiKeyFields = {
  id: Id,
  name: Type.String(),
  role: Choice(API_KEY_ROLES),
  last4: Type.String({ description: 'The last four characters of the key' }),
  created_at: Time,
  last_used_at: Nullable(Type.String({ ...Time, description: 'To the minute. null: not used yet' })),
  revoked_at: Nullable(Time),
}
const ApiKey = Type.Object(apiKeyFields)
const OwnKey = Type.Object({ id: Id, role: Choice(API_KEY_ROLES), account_id: Id })
const ApiKeyOnce = Type.Object({ ...apiKeyFields, key: Type.String({ description: 'Shown only once' }) })

const apiKeyBody = rootBody(
  'api_key',
  Type.Object({
    name: NameText(API_KEY_NAME_CHARACTERS_MAX, { examples: ['Production'] }),
    role: Type.Optional(
      Choice(API_KEY_ROLES, {
        description:
          '`read` allows GET. `send` allows messages, recipients and deliveries, and GET of events and ' +
          'suppressions. `full` allows everything except requests for members only. Default `full`',
      }),
    ),
  }),
  passwordField,
)

const config = { passwordAgain: atTop }
const tags = ['API keys']

/** The route for a program that wants to know its own key. */
export function ownKeyRoute(app: App): void {
  app.get(
    '/api/v1/api_key',
    {
      schema: {
        tags,
        summary: 'Show the API key of this request: its role and its account',
        response: { 200: Type.Object({ api_key: OwnKey }) },
      },
    },
    ({ caller }) => ({
      api_key: { id: keyIdOf(caller), role: caller.role as ApiKeyRole, account_id: caller.accountId },
    }),
  )
}

/** Routes of the account's API keys. A signed-in member must repeat the password to create or revoke one. */
export function apiKeyRoutes(app: App, context: Pick<RouteContext, 'clock' | 'config'>): void {
  const { clock } = context
  const { accountApiKeysMax: max } = context.config

  listRoute(app, {
    path: '/api/v1/api_keys',
    tags,
    summary: 'List the API keys, newest first',
    item: ApiKey,
    read: ({ pool, caller }, page) => listApiKeys(pool, caller.bucket, caller.accountId, ...page),
    view: apiKeyView,
  })

  app.post(
    '/api/v1/api_keys',
    {
      config,
      schema: {
        tags,
        summary: 'Create an API key; it is shown only once',
        body: apiKeyBody.document,
        response: { 201: Type.Object({ api_key: ApiKeyOnce }) },
      },
    },
    async (request, reply) => {
      const { name, role = 'full' } = readBody(request, apiKeyBody)
      const { bucket, accountId, actor } = request.caller
      const key = newApiKey()
      const row = await request.write(async (connection) => {
        if (!(await isBelowMax(connection, request.caller, countApiKeys, max)))
          throw limitReached('API keys', max, 'revoke one first, with DELETE /api/v1/api_keys/{id}')
        const created = await createApiKey(connection, clock, { bucket, accountId, name, role, key })
        const about = { action: 'api_key.created', target: `api_key:${created.id}`, details: { name, role } }
        await recordAudit(connection, [{ bucket, accountId, actor, at: clock.now(), origin: request.ip, ...about }])
        return created
      })
      void reply.code(201)
      return { api_key: { ...apiKeyView(row), key } }
    },
  )

  app.delete(
    '/api/v1/api_keys/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Revoke an API key, at once',
        params: IdParams,
        body: passwordBody.document,
      },
    },
    async (request, reply) => {
      const { bucket, accountId, actor } = request.caller
      const { id } = request.params
      const found = await request.write(async (connection) => {
        const [row] = await revokeApiKey(connection, bucket, accountId, id, isoTime(clock.now()))
        const about = { action: 'api_key.revoked', target: `api_key:${id}`, details: { name: row?.name } }
        if (row?.revokedNow === true)
          await recordAudit(connection, [{ bucket, accountId, actor, at: clock.now(), origin: request.ip, ...about }])
        return row !== undefined
      })
      if (!found) throw new ApiError('not_found')
      return reply.code(204).send()
    },
  )
}
