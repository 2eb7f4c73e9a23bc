import Type from 'typebox'
import { isoTime } from '../clock.ts'
import type { RouteContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { listRoute } from '../http/list-route.ts'
import { mergePages } from '../http/pages.ts'
import type { App } from '../http/route.ts'
import { Id, Nullable, OpenObject, Time } from '../http/schemas.ts'
import { accountView } from './accounts.ts'
import { LimitsOutput, UsageOutput, readLimits } from './limits.ts'
import { findAccount, listAuditEntries } from './queries.ts'

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
  at: Time,
  from: Nullable(Type.String({ description: 'The IP address of the caller' })),
  target: Nullable(Type.String({ examples: ['webhook_endpoint:7'] })),
  details: OpenObject,
})

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
    item: AuditEntry,
    // Keys, members and sign-ins are in the directory's part of the log, everything else in the part of the account's server.
    read: async ({ pool, directory, caller: { bucket, accountId } }, page) => {
      const parts = directory === null ? [pool] : [pool, directory]
      return mergePages(await Promise.all(parts.map((part) => listAuditEntries(part, bucket, accountId, ...page))))
    },
    view: ({ origin, created_at, ...entry }) => ({ ...entry, at: isoTime(created_at), from: origin }),
  })
}
