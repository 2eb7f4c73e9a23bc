import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import { mergePages } from '../../platform/http/pages.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { Id, Nullable, OpenObject, parseOptionalTime, Time, TimeInput } from '../../platform/http/schemas.ts'
import { accountView } from './accounts.ts'
import { nameActors, recordAudit } from './audit.ts'
import { LimitsOutput, UsageOutput, readLimits } from './account-limits.ts'
import { originErrors, OriginsInput, OriginsOutput, readOrigins, replaceOrigins } from './origins.ts'
import { atTop, passwordField } from './password-again.ts'
import { findAccount, listAuditEntries } from './queries.ts'
import { lockAccount } from './quotas.ts'

const Account = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Time,
  limits: LimitsOutput,
  usage: UsageOutput,
  allowed_origins: { ...OriginsOutput, description: 'The origins whose pages may read the inbox' },
})

const patchBody = rootBody('account', Type.Object({ allowed_origins: OriginsInput }), passwordField)
const tags = ['Account']

const AuditEntry = Type.Object({
  id: Id,
  action: Type.String({ examples: ['webhook_endpoint.disabled'] }),
  actor: Type.String({ examples: ['api_key:12'] }),
  actor_name: Nullable(
    Type.String({ description: 'The name of the member or key. null: the member was removed, or the service acted' }),
  ),
  at: Time,
  from: Nullable(Type.String({ description: 'The IP address of the caller' })),
  target: Nullable(Type.String({ examples: ['webhook_endpoint:7'] })),
  details: OpenObject,
})

const auditFilters = {
  object: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,50}$',
      description: 'The part of `action` before the point',
      examples: ['webhook_endpoint'],
    }),
  ),
  actor: Type.Optional(Type.String({ pattern: '^[a-z_]{1,50}(:[0-9]{1,15})?$', examples: ['api_key:12'] })),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
}

async function accountOf(connection: Connection, caller: Caller, now: number): Promise<Static<typeof Account>> {
  const { bucket, accountId } = caller
  const [row] = await findAccount(connection, bucket, accountId)
  if (row === undefined) throw new ApiError('not_found')
  const allowed_origins = await readOrigins(connection, bucket, accountId)
  return { ...accountView(row), ...(await readLimits(connection, caller, now)), allowed_origins }
}

/** Routes of the account and its audit log. */
export function accountRoutes(app: App, context: RouteContext): void {
  const { clock } = context

  app.get(
    '/api/v1/account',
    {
      schema: {
        tags,
        summary: 'Show the account, its limits and its deliveries of this month',
        response: { 200: Type.Object({ account: Account }) },
      },
    },
    async ({ pool, caller }) => {
      return { account: await accountOf(pool, caller, clock.now()) }
    },
  )

  app.patch(
    '/api/v1/account',
    {
      // Pages of these origins read inboxes.
      config: { passwordAgain: atTop },
      schema: {
        tags,
        summary: 'Change the origins of the pages that show the inbox',
        body: patchBody.document,
        response: { 200: Type.Object({ account: Account }) },
      },
    },
    async (request) => {
      const { pool, caller, ip } = request
      const { bucket, accountId, actor } = caller
      const { allowed_origins: origins } = readBody(request, patchBody)
      const errors = originErrors(origins)
      if (errors !== null) throw invalid(errors)
      await transaction(pool, async (tx) => {
        await lockAccount(tx, bucket, accountId)
        const changed = await replaceOrigins(tx, bucket, accountId, origins)
        if (changed.length === 0) return
        const about = {
          action: 'account.changed',
          target: `account:${accountId}`,
          details: { allowed_origins: origins },
        }
        await recordAudit(tx, [{ bucket, accountId, actor, at: clock.now(), origin: ip, ...about }])
      })
      return { account: await accountOf(pool, caller, clock.now()) }
    },
  )

  auditRoute(app)
}

function auditRoute(app: App): void {
  listRoute(app, {
    path: '/api/v1/audit_log',
    tags,
    summary: 'List the audit log, newest first',
    filters: auditFilters,
    item: AuditEntry,
    // Keys, members and sign-ins are in the directory's part of the log, everything else in the part of the account's server.
    read: async ({ pool, directory, caller, query }, page) => {
      const filters = {
        object: query.object ?? null,
        actor: query.actor ?? null,
        createdAfter: isoTime(parseOptionalTime(query.created_after)),
        createdBefore: isoTime(parseOptionalTime(query.created_before)),
      }
      const parts = directory === null ? [pool] : [pool, directory]
      const rows = mergePages(await Promise.all(parts.map((part) => listAuditEntries(part, caller, page, filters))))
      const names = await nameActors(directory ?? pool, caller, rows)
      return rows.map((row) => ({ ...row, actor_name: names.get(row.actor) ?? null }))
    },
    view: ({ origin, created_at, ...entry }) => ({ ...entry, at: isoTime(created_at), from: origin }),
  })
}
