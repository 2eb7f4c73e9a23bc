import Type from 'typebox'
import { isoTime } from '../clock.ts'
import type { RouteContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { listRoute } from '../http/list-route.ts'
import { mergePages } from '../http/pages.ts'
import type { App } from '../http/route.ts'
import { Id, Nullable, OpenObject, parseTime, Time, TimeInput } from '../http/schemas.ts'
import { accountView } from './accounts.ts'
import { LimitsOutput, UsageOutput, readLimits } from './limits.ts'
import { findAccount, listAuditEntries, nameActors } from './queries.ts'
import type { AuditRow } from './queries.ts'

const Account = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Time,
  limits: LimitsOutput,
  usage: UsageOutput,
})

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

const timeOf = (text: string | undefined) => (text === undefined ? null : isoTime(parseTime(text)!))

/** The ids of a kind of actor: `member`, `api_key`. */
function idsOf(kind: string, rows: readonly AuditRow[]): number[] {
  const ids = rows.map(({ actor }) => new RegExp(`^${kind}:(\\d{1,15})$`).exec(actor)?.[1])
  return [...new Set(ids)].filter((id) => id !== undefined).map(Number)
}

/** Routes of the account and its audit log. */
export function accountRoutes(app: App, context: RouteContext): void {
  const { clock } = context
  const tags = ['Account']

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
      const [row] = await findAccount(pool, caller.bucket, caller.accountId)
      if (row === undefined) throw new ApiError('not_found')
      return { account: { ...accountView(row), ...(await readLimits(pool, caller, clock.now())) } }
    },
  )

  listRoute(app, {
    path: '/api/v1/audit_log',
    tags,
    summary: 'List the audit log, newest first',
    filters: auditFilters,
    item: AuditEntry,
    // Keys, members and sign-ins are in the directory's part of the log, everything else in the part of the account's server.
    read: async ({ pool, directory, caller, query }, page) => {
      const { bucket, accountId } = caller
      const filters = {
        object: query.object ?? null,
        actor: query.actor ?? null,
        createdAfter: timeOf(query.created_after),
        createdBefore: timeOf(query.created_before),
      }
      const parts = directory === null ? [pool] : [pool, directory]
      const rows = mergePages(await Promise.all(parts.map((part) => listAuditEntries(part, caller, page, filters))))
      const [members, keys] = [idsOf('member', rows), idsOf('api_key', rows)]
      const named = await nameActors(directory ?? pool, bucket, accountId, members, keys)
      const names = new Map(named.map(({ actor, name }) => [actor, name]))
      return rows.map((row) => ({ ...row, actor_name: names.get(row.actor) ?? null }))
    },
    view: ({ origin, created_at, ...entry }) => ({ ...entry, at: isoTime(created_at), from: origin }),
  })
}
