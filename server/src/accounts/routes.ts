import Type from 'typebox'
import { isoTime } from '../clock.ts'
import type { RouteContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { pageOf, pageQuery, pageValues, readPage } from '../http/pages.ts'
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
  from: Nullable(Type.String({ description: "The caller's address" })),
  target: Nullable(Type.String({ examples: ['webhook_endpoint:7'] })),
  details: OpenObject,
})

/** The account and its audit log. */
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

  app.get(
    '/api/v1/audit_log',
    {
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
}
