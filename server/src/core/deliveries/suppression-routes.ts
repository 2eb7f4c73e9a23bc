import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Static } from 'typebox'
import { recordAudit } from '../accounts/audit.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { byKey, rowOf } from '../../platform/db/id-conditions.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import { listSql, sql } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import {
  bytesOf,
  NEWEST_FIRST,
  pageQuery,
  pageValues,
  readPage,
  scanOf,
  scannedPageOf,
  scannedRows,
  withinBytes,
} from '../../platform/http/pages.ts'
import type { Page, Scan } from '../../platform/http/pages.ts'
import { readPhoneNumber } from '../../platform/http/phone-number.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { Choice, Id, IdParams, IntegerInput, Nullable, RequiredText, Time } from '../../platform/http/schemas.ts'
import { findRecipient } from '../recipients/queries.ts'
import {
  comparableAddress,
  insertSuppressions,
  SUPPRESSIBLE_TYPES,
  SUPPRESSION_REASONS,
  SUPPRESSION_COLUMNS,
} from './suppressions.ts'
import type { SuppressibleType, SuppressionRow } from './suppressions.ts'

const SuppressionOutput = Type.Object({
  id: Id,
  channel_type: Choice(SUPPRESSIBLE_TYPES),
  address: Type.String({ examples: ['ada@example.com'] }),
  reason: Choice(SUPPRESSION_REASONS),
  delivery_id: Nullable({
    ...Id,
    description: 'The delivery with the bounce or complaint. null if the address was added by hand',
  }),
  created_at: Time,
})

function suppressionView(row: SuppressionRow): Static<typeof SuppressionOutput> {
  return {
    id: row.id,
    channel_type: row.channelType,
    address: row.address,
    reason: row.reason,
    delivery_id: row.deliveryId,
    created_at: isoTime(row.createdAt),
  }
}

/** The mistake of an address that has no comparable form. */
function addressMistake(type: SuppressibleType, address: string): string {
  const phone = type === 'sms' ? readPhoneNumber(address) : null
  return phone?.ok === false ? phone.mistake : 'must be one email address'
}

/** SQL: the reason, and the place behind the page before. */
const MATCHING = `($3::text is null or reason = $3) and ($4::timestamptz is null or (created_at, id) < ($4, $5))`

/** SQL: a page of `rows`, which end in a condition, newest first. */
const page = (rows: string) => `with listed as materialized (
  select ${SUPPRESSION_COLUMNS} from ${rows} and ${MATCHING}
  order by created_at desc, id desc limit $6
  ) ${withinBytes('listed', NEWEST_FIRST, bytesOf('address'))} order by ${NEWEST_FIRST}`

/** Rows searched for a part of their address, for one page. */
const SCANNED_ROWS_MAX = 2000

/** $7: the type. $8: rows to scan. $9: a part of an email address, $10: of a phone number. The end of the statement is `scannedRows`. */
const listSuppressions = listSql(
  'suppressions.list',
  `with scanned as materialized (
    select ${SUPPRESSION_COLUMNS} from suppressions
    where bucket = $1 and account_id = $2 and created_at > '-infinity' and ${MATCHING} and ($7::text is null or channel_type = $7)
    order by created_at desc, id desc limit $8
  ), listed as materialized (
    select * from scanned
    where $9::text is null or strpos(address, $9) > 0 or (channel_type = 'sms' and strpos(address, $10::text) > 0)
    order by created_at desc, id desc limit $6
  ), bounded as (
    ${withinBytes('listed', NEWEST_FIRST, bytesOf('address'))}
  ), ${scannedRows('bounded')}`,
)

/** The suppressions of addresses, each of a type. */
const listSuppressionsOf = listSql(
  'suppressions.list_of_addresses',
  page(`(
    select s.* from (
      select $1::smallint as bucket, $2::bigint as account_id, channel_type, address collate "C" as address
      from unnest($7::text[], $8::text[]) given (channel_type, address) offset 0
    ) key
    cross join ${rowOf(['suppressions', 's'], 'key', ['address'], 'and one.channel_type = key.channel_type')}
  ) s where true`),
)

const deleteSuppression = sql(
  'suppressions.delete',
  `with found as materialized (
    select bucket, account_id, channel_type, address from (select * from suppressions where id = $3 offset 0) s
    where bucket = $1 and account_id = $2
  ), deleted as (
    delete from suppressions s using found
    where ${byKey('s', 'found', 'address')} and s.channel_type = found.channel_type
    returning s.*
  ) select ${SUPPRESSION_COLUMNS} from deleted`,
)

const Address = RequiredText(255, { description: 'An email address or a phone number', examples: ['ada@example.com'] })

const body = rootBody(
  'suppression',
  Type.Object({
    address: Address,
    channel_type: Type.Optional(Choice(SUPPRESSIBLE_TYPES, { description: 'Default email' })),
    reason: Type.Optional(Choice(SUPPRESSION_REASONS, { description: 'Default manual' })),
  }),
)

const tags = ['Suppressions']

/** Audits the change without the address, because personal data must not outlive its deletion. */
function audit(tx: Transaction, request: FastifyRequest, at: number, what: 'added' | 'removed', row: SuppressionRow) {
  const details = { channel_type: row.channelType, reason: row.reason }
  const entry = { ...request.caller, action: `suppression.${what}`, at, origin: request.ip }
  return recordAudit(tx, [{ ...entry, target: `suppression:${row.id}`, details }])
}

/** The types that the address fits, each beside the comparable form. Null: any type. */
function keysOf(address: string, type: SuppressibleType | null): [types: SuppressibleType[], addresses: string[]] {
  const keys = SUPPRESSIBLE_TYPES.filter((one) => type === null || one === type).flatMap((one) => {
    const comparable = comparableAddress(one, address)
    return comparable === null ? [] : [{ one, comparable }]
  })
  return [keys.map(({ one }) => one), keys.map(({ comparable }) => comparable)]
}

/** A part of an email address as it is stored, and of a phone number. Null: it is no part of one. */
function comparableParts(part: string): [ofEmail: string, ofPhone: string | null] {
  const text = part.trim().toLowerCase()
  const digits = /^[+\d\s().-]+$/.test(text) ? text.replaceAll(/[\s().-]/g, '') : ''
  return [text, digits === '' ? null : digits]
}

const ListQuery = Type.Object({
  ...pageQuery,
  address: Type.Optional(Type.String({ maxLength: 255 })),
  address_part: Type.Optional(
    RequiredText(255, { description: 'A part of the address, in upper or lower case', examples: ['example.com'] }),
  ),
  notification_user_id: Type.Optional(
    IntegerInput(1, Number.MAX_SAFE_INTEGER, { description: 'The addresses of this notification user' }),
  ),
  channel_type: Type.Optional(Choice(SUPPRESSIBLE_TYPES)),
  reason: Type.Optional(Choice(SUPPRESSION_REASONS)),
})
const SuppressionPage = Type.Object({
  suppressions: Type.Array(SuppressionOutput),
  next_cursor: Nullable(Type.String()),
})
const LIST_DESCRIPTION = `With the filter \`address_part\`, a search reads a bounded number of addresses. A page may then have fewer
rows than \`limit\`, or none. More may follow until \`next_cursor\` is null.`

/** A page of all suppressions, of those of an address, or of those of a notification user. */
async function readSuppressions(
  pool: AccountPool,
  { bucket, accountId }: Caller,
  { address, address_part: part, notification_user_id: userId, channel_type, reason }: Static<typeof ListQuery>,
  page: Page,
): Promise<{ rows: SuppressionRow[]; scan: Scan }> {
  const type = channel_type ?? null
  const values = [bucket, accountId, reason ?? null, ...pageValues(page)] as const
  if (address === undefined && userId === undefined) {
    const scannedMax = part === undefined ? page.limit + 1 : Math.max(page.limit + 1, SCANNED_ROWS_MAX)
    const [ofEmail, ofPhone] = part === undefined ? [null, null] : comparableParts(part)
    const { found, scan } = scanOf(
      await listSuppressions(pool, ...values, type, scannedMax, ofEmail, ofPhone),
      scannedMax,
    )
    return { rows: found, scan }
  }
  if (part !== undefined) throw invalid({ address_part: ['cannot be combined with address or notification_user_id'] })
  const [user] = userId === undefined ? [] : await findRecipient(pool, bucket, accountId, userId)
  const own = [user?.email, user?.phone].filter((one) => one != null)
  const sought = userId === undefined ? [address!] : own.filter((one) => address === undefined || one === address)
  const keys = sought.map((one) => keysOf(one, type))
  const [types, addresses] = [keys.flatMap(([found]) => found), keys.flatMap(([, found]) => found)]
  const rows = await listSuppressionsOf(pool, ...values, types, addresses)
  return { rows, scan: { full: false, last: null } }
}

/** Routes for suppressed addresses. */
export function suppressionRoutes(app: App, { clock }: Pick<Context, 'clock'>): void {
  app.get(
    '/api/v1/suppressions',
    {
      schema: {
        tags,
        summary: 'List the suppressed addresses, newest first',
        description: LIST_DESCRIPTION,
        querystring: ListQuery,
        response: { 200: SuppressionPage },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const { rows: found, scan } = await readSuppressions(request.pool, request.caller, request.query, page)
      const keyOf = ({ createdAt, id }: SuppressionRow) => ({ createdAt, id })
      const { rows, nextCursor } = scannedPageOf(request, reply, page, found, keyOf, scan)
      return { suppressions: rows.map(suppressionView), next_cursor: nextCursor }
    },
  )

  app.post(
    '/api/v1/suppressions',
    {
      config: { namesAnyone: true },
      schema: {
        tags,
        summary: 'Suppress an address: nothing more is sent to it',
        body: body.document,
        response: { 201: Type.Object({ suppression: SuppressionOutput }) },
      },
    },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      const { address: given, channel_type: channelType = 'email', reason = 'manual' } = readBody(request, body)
      const address = comparableAddress(channelType, given)
      if (address === null) throw invalid({ address: [addressMistake(channelType, given)] })
      const row = await request.write(async (tx) => {
        const suppression = { bucket, accountId, channelType, address, reason, deliveryId: null }
        const [inserted] = await insertSuppressions(tx, [suppression], clock.now())
        if (inserted === undefined) {
          const keys = [[channelType], [address]] as const
          const [existing] = await listSuppressionsOf(tx, bucket, accountId, null, null, null, 1, ...keys)
          throw new ApiError('suppression_exists', { path: { id: existing?.id } })
        }
        await audit(tx, request, clock.now(), 'added', inserted)
        return inserted
      })
      void reply.code(201)
      return { suppression: suppressionView(row) }
    },
  )

  app.delete(
    '/api/v1/suppressions/:id',
    { schema: { tags, summary: 'Remove a suppression: messages can be sent to the address again', params: IdParams } },
    async (request, reply) => {
      const { bucket, accountId } = request.caller
      await request.write(async (tx) => {
        const [row] = await deleteSuppression(tx, bucket, accountId, request.params.id)
        if (row === undefined) throw new ApiError('not_found')
        await audit(tx, request, clock.now(), 'removed', row)
      })
      return reply.code(204).send()
    },
  )
}
