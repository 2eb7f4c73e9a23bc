import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { rootBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { pageQuery, pageOf, pageStart, readPage, scannedPageOf } from '../../platform/http/pages.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, IdParams, Nullable, Time } from '../../platform/http/schemas.ts'
import { CHANNEL_TYPES } from '../../core/providers/provider.ts'
import { ExpandedRecipient, expandRecipients } from '../../core/recipients/expanded.ts'
import { recipientIdOf, recipientNamesOf, recipientQuery } from '../../core/recipients/recipient-id.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { noDelivery } from '../../core/deliveries/find-delivery.ts'
import { findSandboxSend, listSandboxSends, listSandboxSendsOf } from './queries.ts'
import type { SandboxRow } from './queries.ts'
import { SANDBOX_DETAILS } from './reports.ts'
import { FACTS } from '../../core/deliveries/status.ts'

const REPORTABLE_FACTS = ['delivered', 'opened', 'bounced'] as const

const ListedMessage = Type.Object({
  id: { ...Id, description: 'The id of the delivery' },
  message_id: Id,
  status: Choice(FACTS, { description: 'The current status of the delivery' }),
  notification_channel: Type.Object({ id: Id, name: Type.String(), channel_type: Choice(CHANNEL_TYPES) }),
  to: Type.String({
    description: 'The email address, the phone number, or the tokens of the devices',
    examples: ['ada@example.com'],
  }),
  subject: Type.String(),
  sends: Type.Integer({ description: 'The number of sends. The newest send is shown' }),
  at: Time,
})

const ExpandedMessage = Type.Object({
  ...ListedMessage.properties,
  notification_user: Type.Optional({ ...ExpandedRecipient, description: 'Only with `expand=notification_user`' }),
})

const SandboxMessage = Type.Object({
  ...ListedMessage.properties,
  body: Type.String(),
  body_format: Choice(['html', 'text']),
})

const reportBody = rootBody('sandbox_report', Type.Object({ fact: Choice(REPORTABLE_FACTS) }))
const ReportOutput = Type.Object({
  fact: Choice(REPORTABLE_FACTS),
  recorded: Type.Boolean({ description: 'false if the delivery already has this state, or a state that excludes it' }),
})

const LIST_DESCRIPTION = `Newest delivery first. Test messages of channels are not listed. With \`notification_user_id\` or
\`external_user_id\`, a search reads a bounded number of the recipient's deliveries. A page may then have fewer rows than
\`limit\`, or none. More may follow until \`next_cursor\` is null.`

const tags = ['Sandbox']

function sandboxMessageView(row: SandboxRow) {
  return {
    id: row.id,
    message_id: row.messageId,
    status: row.status,
    notification_channel: { id: row.channelId, name: row.channelName, channel_type: row.channelType },
    to: row.sentTo,
    subject: row.subject,
    sends: row.number,
    at: isoTime(row.at),
  }
}

/** Without `recipient`, it is not shown. */
function listedView(row: SandboxRow, recipient: Static<typeof ExpandedRecipient> | undefined) {
  return { ...sandboxMessageView(row), ...(recipient === undefined ? {} : { notification_user: recipient }) }
}

const keyOf = (row: SandboxRow) => ({ createdAt: row.at, id: row.id })
/** The messages of a recipient are found through its deliveries. */
const deliveryKeyOf = (row: SandboxRow) => ({ createdAt: row.createdAt, id: row.id })

/** Routes to list and show sandbox messages, and to report facts on them. */
export function sandboxRoutes(app: App, { recorder }: { recorder: Recorder }): void {
  listRoute(app)

  app.get(
    '/api/v1/sandbox_messages/:id',
    {
      schema: {
        tags,
        summary: 'Show the sandbox message of a delivery',
        params: IdParams,
        response: { 200: Type.Object({ sandbox_message: SandboxMessage }) },
      },
    },
    async ({ pool, caller, params: { id } }) => {
      const [row] = await findSandboxSend(pool, caller.bucket, caller.accountId, id)
      if (row === undefined) throw await noDelivery(pool, caller, id)
      return { sandbox_message: { ...sandboxMessageView(row), body: row.body, body_format: row.bodyFormat } }
    },
  )

  app.post(
    '/api/v1/sandbox_messages/:id/report',
    {
      schema: {
        tags,
        summary: 'Report a result, as the callback of a provider would',
        params: IdParams,
        body: reportBody.document,
        response: { 200: Type.Object({ sandbox_report: ReportOutput }) },
      },
    },
    async (request) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { id: deliveryId } = request.params
      const [row] = await findSandboxSend(pool, bucket, accountId, deliveryId)
      if (row === undefined) throw await noDelivery(pool, request.caller, deliveryId)
      const { fact } = readBody(request, reportBody)
      const report = { bucket, accountId, deliveryId, fact, source: 'operator' as const, ...SANDBOX_DETAILS[fact] }
      const [recorded] = await request.write((tx) => recorder.advance(tx, [report]))
      return { sandbox_report: { fact, recorded: recorded! } }
    },
  )
}

function listRoute(app: App): void {
  app.get(
    '/api/v1/sandbox_messages',
    {
      schema: {
        tags,
        summary: 'List the sandbox messages, newest first',
        description: LIST_DESCRIPTION,
        querystring: Type.Object({
          ...pageQuery,
          ...recipientQuery,
          expand: Type.Optional(Choice(['notification_user'], { description: 'Adds the recipient to each message' })),
        }),
        response: {
          200: Type.Object({ sandbox_messages: Type.Array(ExpandedMessage), next_cursor: Nullable(Type.String()) }),
        },
      },
    },
    async (request, reply) => {
      const { pool, caller, query } = request
      const { bucket, accountId } = caller
      const page = readPage(query)
      const recipientId = await recipientIdOf(pool, caller, recipientNamesOf(query))
      const isExpanded = query.expand !== undefined
      /** With the recipients, if they are asked for. */
      const shown = async (rows: readonly SandboxRow[]) => {
        const recipientOf = await expandRecipients(pool, caller, isExpanded ? rows.map((row) => row.recipientId) : [])
        return rows.map((row) => listedView(row, recipientOf.get(row.recipientId)))
      }
      if (recipientId !== null) {
        const { sends, scan } = await listSandboxSendsOf(pool, caller, page, recipientId, isExpanded)
        const { rows, nextCursor } = scannedPageOf(request, reply, page, sends, deliveryKeyOf, scan)
        return { sandbox_messages: await shown(rows), next_cursor: nextCursor }
      }
      const found = await listSandboxSends(pool, bucket, accountId, ...pageStart(page), page.limit + 1, isExpanded)
      const { rows, nextCursor } = pageOf(request, reply, page, found, keyOf)
      return { sandbox_messages: await shown(rows), next_cursor: nextCursor }
    },
  )
}
