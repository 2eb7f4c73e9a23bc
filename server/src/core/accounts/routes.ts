import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import { mergePages } from '../../platform/http/pages.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import {
  Choice,
  Id,
  IntegerInput,
  NameText,
  Nullable,
  OpenObject,
  parseOptionalTime,
  Time,
  TimeInput,
} from '../../platform/http/schemas.ts'
import { ACCOUNT_NAME_CHARACTERS_MAX, accountView } from './accounts.ts'
import { AUDIT_OBJECTS, nameActors, recordAudit } from './audit.ts'
import { LimitsOutput, UsageOutput, readLimits } from './account-limits.ts'
import { originErrors, OriginsInput, OriginsOutput, readOrigins, replaceOrigins } from './origins.ts'
import { atTop, passwordField } from './password-again.ts'
import { findAccount, findSmtpTemplate, listAuditEntries, renameAccount, setSmtpTemplate } from './queries.ts'
import { lockAccount } from './quotas.ts'

const SMTP_TEMPLATE = 'The template of mails by SMTP that name none'

const Account = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Time,
  limits: LimitsOutput,
  usage: UsageOutput,
  allowed_origins: { ...OriginsOutput, description: 'The origins whose pages may read the inbox' },
  smtp_template_id: Nullable({ ...Id, description: SMTP_TEMPLATE }),
})

const patchBody = rootBody(
  'account',
  Type.Object({
    name: Type.Optional(NameText(ACCOUNT_NAME_CHARACTERS_MAX)),
    allowed_origins: Type.Optional(OriginsInput),
    smtp_template_id: Type.Optional(Nullable(IntegerInput(1, Number.MAX_SAFE_INTEGER, { description: SMTP_TEMPLATE }))),
  }),
  passwordField,
)
type AccountChanges = Static<typeof patchBody.fields>
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
  object: Type.Optional(Choice(AUDIT_OBJECTS, { description: 'The part of `action` before the point' })),
  actor: Type.Optional(Type.String({ pattern: '^[a-z_]{1,50}(:[0-9]{1,15})?$', examples: ['api_key:12'] })),
  created_after: Type.Optional(TimeInput),
  created_before: Type.Optional(TimeInput),
}

async function accountOf(connection: Connection, caller: Caller, now: number): Promise<Static<typeof Account>> {
  const { bucket, accountId } = caller
  const [row] = await findAccount(connection, bucket, accountId)
  if (row === undefined) throw new ApiError('not_found')
  const allowed_origins = await readOrigins(connection, bucket, accountId)
  const [chosen] = await findSmtpTemplate(connection, bucket, accountId)
  const own = { allowed_origins, smtp_template_id: chosen?.smtpTemplateId ?? null }
  return { ...accountView(row), ...(await readLimits(connection, caller, now)), ...own }
}

export interface AccountRouteDependencies extends Pick<RouteContext, 'clock'> {
  /** Whether the account has the template. */
  hasTemplate(connection: Connection, account: { bucket: number; accountId: number }, id: number): Promise<boolean>
}

/** Writes the given fields. Returns those that have changed. Throws 422 if the template is unknown. */
async function writeAccount(
  tx: Transaction,
  { bucket, accountId }: Caller,
  { name, allowed_origins: origins, smtp_template_id: template }: AccountChanges,
  hasTemplate: AccountRouteDependencies['hasTemplate'],
): Promise<AccountChanges> {
  const changed: AccountChanges = {}
  await lockAccount(tx, bucket, accountId)
  if (name !== undefined && (await renameAccount(tx, bucket, accountId, name)).length > 0) changed.name = name
  if (origins !== undefined && (await replaceOrigins(tx, bucket, accountId, origins)).length > 0)
    changed.allowed_origins = origins
  if (template === undefined) return changed
  if (template !== null && !(await hasTemplate(tx, { bucket, accountId }, template)))
    throw invalid({ smtp_template_id: ['is unknown'] })
  if ((await setSmtpTemplate(tx, bucket, accountId, template)).length > 0) changed.smtp_template_id = template
  return changed
}

/** Routes of the account and its audit log. */
export function accountRoutes(app: App, { clock, hasTemplate }: AccountRouteDependencies): void {
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
        summary: 'Change the name, the origins of the pages that show the inbox, or the template of mails by SMTP',
        body: patchBody.document,
        response: { 200: Type.Object({ account: Account }) },
      },
    },
    async (request) => {
      const { pool, directory, caller, ip } = request
      const { bucket, accountId, actor } = caller
      const given = readBody(request, patchBody)
      const errors = given.allowed_origins === undefined ? null : originErrors(given.allowed_origins)
      if (errors !== null) throw invalid(errors)
      await request.write(async (tx) => {
        const details = await writeAccount(tx, caller, given, hasTemplate)
        if (Object.keys(details).length === 0) return
        const about = { action: 'account.changed', target: `account:${accountId}`, details }
        await recordAudit(tx, [{ bucket, accountId, actor, at: clock.now(), origin: ip, ...about }])
      })
      const account = await accountOf(pool, caller, clock.now())
      // Sessions read the name there. If this fails, the caller sees it and sends the name again.
      if (given.name !== undefined && directory !== null)
        await renameAccount(directory, bucket, accountId, account.name)
      return { account }
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
      return rows.map((row) => ({ ...row, actorName: names.get(row.actor) ?? null }))
    },
    view: ({ id, action, actor, actorName, target, details, createdAt, origin }) => {
      return { id, action, actor, actor_name: actorName, at: isoTime(createdAt), from: origin, target, details }
    },
  })
}
