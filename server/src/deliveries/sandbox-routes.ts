import Type from 'typebox'
import { isoTime } from '../clock.ts'
import { transaction } from '../db/transaction.ts'
import { ApiError } from '../errors.ts'
import { readBody, rootBody } from '../http/body.ts'
import { pageOf, pageQuery, readPage } from '../http/pages.ts'
import type { App } from '../http/route.ts'
import { Choice, Id, IdParams, Nullable, Time } from '../http/schemas.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import { findSandboxMessage, listSandboxMessages } from '../providers/queries.ts'
import type { SandboxMessageRow } from '../providers/queries.ts'
import type { Recorder } from './advance.ts'
import { findBodyFormat, findSandboxDeliveries } from './sandbox-queries.ts'
import type { SandboxDeliveryRow } from './sandbox-queries.ts'
import { sandboxDetails } from './sandbox-reports.ts'
import { FACTS } from './status.ts'

const REPORTABLE_FACTS = ['delivered', 'opened', 'bounced'] as const

const ListedMessage = Type.Object({
  id: { ...Id, description: 'Of the delivery' },
  message_id: Id,
  status: Choice(FACTS, { description: 'Of the delivery, now' }),
  notification_channel: Type.Object({ id: Id, name: Type.String(), channel_type: Choice(CHANNEL_TYPES) }),
  to: Type.String({
    description: 'The address, the number, or the tokens of the devices',
    examples: ['ada@example.com'],
  }),
  subject: Type.String(),
  sends: Type.Integer({ description: 'How many sends there were; the newest is shown' }),
  at: Time,
})

const SandboxMessage = Type.Object({
  ...ListedMessage.properties,
  body: Type.String(),
  body_format: Choice(['html', 'text']),
})

const reportBody = rootBody('sandbox_report', Type.Object({ fact: Choice(REPORTABLE_FACTS) }))
const ReportOutput = Type.Object({
  fact: Choice(REPORTABLE_FACTS),
  recorded: Type.Boolean({ description: 'false: the delivery has it already, or it may not follow what it has' }),
})

const tags = ['Sandbox']

function listed(row: Omit<SandboxMessageRow, 'body'>, delivery: SandboxDeliveryRow) {
  return {
    id: row.delivery_id,
    message_id: delivery.message_id,
    status: delivery.status,
    notification_channel: {
      id: delivery.channel_id,
      name: delivery.channel_name,
      channel_type: delivery.channel_type as (typeof CHANNEL_TYPES)[number],
    },
    to: row.sent_to,
    subject: row.subject,
    sends: row.number,
    at: isoTime(row.at),
  }
}

/** What the sandbox would have sent out, and what it is to report of it. */
export function sandboxRoutes(app: App, { recorder }: { recorder: Recorder }): void {
  app.get(
    '/api/v1/sandbox_messages',
    {
      schema: {
        tags,
        summary: 'List what the sandbox would have sent, newest delivery first',
        querystring: Type.Object(pageQuery),
        response: {
          200: Type.Object({ sandbox_messages: Type.Array(ListedMessage), next_cursor: Nullable(Type.String()) }),
        },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const page = readPage(request.query)
      const found = await listSandboxMessages(pool, bucket, accountId, page.after?.id ?? null, page.limit + 1)
      const keyOf = (row: (typeof found)[number]) => ({ createdAt: row.at, id: row.delivery_id })
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      const ids = rows.map((row) => row.delivery_id)
      const deliveries = await findSandboxDeliveries(pool, bucket, accountId, ids)
      const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]))
      return {
        // A test of a channel is of no delivery; one that the retention takes meanwhile takes its message along.
        sandbox_messages: rows.flatMap((row) => {
          const delivery = byId.get(row.delivery_id)
          return delivery === undefined ? [] : [listed(row, delivery)]
        }),
        next_cursor: nextCursor,
      }
    },
  )

  app.get(
    '/api/v1/sandbox_messages/:id',
    {
      schema: {
        tags,
        summary: 'Show what the sandbox would have sent of a delivery',
        params: IdParams,
        response: { 200: Type.Object({ sandbox_message: SandboxMessage }) },
      },
    },
    async ({ pool, caller: { bucket, accountId }, params: { id } }) => {
      const [row] = await findSandboxMessage(pool, bucket, accountId, id)
      const [delivery] = row === undefined ? [] : await findSandboxDeliveries(pool, bucket, accountId, [id])
      const [format] = delivery === undefined ? [] : await findBodyFormat(pool, bucket, accountId, delivery.message_id)
      if (row === undefined || delivery === undefined || format === undefined) throw new ApiError('not_found')
      return { sandbox_message: { ...listed(row, delivery), body: row.body, ...format } }
    },
  )

  app.post(
    '/api/v1/sandbox_messages/:id/report',
    {
      schema: {
        tags,
        summary: "Report what became of it, as a provider's callback would",
        params: IdParams,
        body: reportBody.document,
        response: { 200: Type.Object({ sandbox_report: ReportOutput }) },
      },
    },
    async (request) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id: deliveryId } = request.params
      const [row] = await findSandboxMessage(pool, bucket, accountId, deliveryId)
      if (row === undefined) throw new ApiError('not_found')
      const { fact } = readBody(request, reportBody)
      const report = { bucket, accountId, deliveryId, fact, source: 'operator' as const, ...sandboxDetails(fact) }
      const [recorded] = await transaction(pool, (tx) => recorder.advance(tx, [report]))
      return { sandbox_report: { fact, recorded: recorded! } }
    },
  )
}
