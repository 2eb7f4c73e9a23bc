/** The routes of an inbox, for clients with a recipient token. */
import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../../platform/errors.ts'
import { plainBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import { pageQuery, pageOf, pageValues, readPage } from '../../platform/http/pages.ts'
import type { App } from '../../platform/http/route.ts'
import { Choice, Id, IntegerInput, Nullable } from '../../platform/http/schemas.ts'
import {
  preferencesBody,
  PreferencesOutput,
  showPreferences,
  updatePreferences,
} from '../../core/recipients/preferences/routes.ts'
import type { PreferenceLinks } from '../../core/recipients/preferences/links.ts'
import { createQuietHoursListener } from '../../core/deliveries/quiet-hours.ts'
import type { Fetches, StateOfAll, StateTools } from './states.ts'
import { CountsOutput, InboxMessageOutput, inboxMessageView } from './inbox-message.ts'
import type { Owner } from './inbox-message.ts'
import { countInbox, LIST_NAMES, listMessages, readMessages } from './queries.ts'
import { changeAll, changeMessage } from './states.ts'

const PAGE_ROWS_MAX = 100
const PAGE_ROWS_DEFAULT = 20

const ListQuery = Type.Object({
  status: Type.Optional(
    Choice(LIST_NAMES, { description: 'active (the default): all that are not archived; unseen and unread: of these' }),
  ),
  ...pageQuery,
  limit: Type.Optional(
    IntegerInput(1, PAGE_ROWS_MAX, { default: PAGE_ROWS_DEFAULT, description: 'Maximum number of rows in a page' }),
  ),
})

const True = Type.Unsafe<true>({ type: 'boolean', enum: [true] })

const messageBody = plainBody(
  Type.Object({
    seen: Type.Optional({ ...True, description: 'Opens the delivery' }),
    read: Type.Optional(Type.Boolean({ description: 'A read message is seen too' })),
    archived: Type.Optional(Type.Boolean()),
  }),
)

const allBody = plainBody(
  Type.Object({
    seen: Type.Optional(True),
    read: Type.Optional(True),
    archived: Type.Optional(True),
    up_to: Type.Optional(
      Nullable(
        IntegerInput(1, Number.MAX_SAFE_INTEGER, {
          description: 'The newest message to change. Absent: the newest of all',
        }),
      ),
    ),
  }),
)

const CountsResponse = Type.Object({ counts: CountsOutput })
const MessageParams = Type.Object({ message_id: Id })
const tags = ['Inbox']

export interface InboxRouteDependencies extends StateTools {
  links: Pick<PreferenceLinks, 'preferences'>
  /** Where fetched messages of a bucket are recorded. */
  fetchesOf(bucket: number): Pick<Fetches, 'report'>
}

/** The inbox of the token. */
export const ownerOf = ({ caller, recipientId }: Pick<FastifyRequest, 'caller' | 'recipientId'>): Owner => {
  return { bucket: caller.bucket, accountId: caller.accountId, recipientId }
}

/** Routes of the messages and preferences of an inbox. */
export function inboxRoutes(app: App, dependencies: InboxRouteDependencies): void {
  const tools = { ...dependencies, onQuietHoursChanged: createQuietHoursListener(dependencies) }
  listRoutes(app, dependencies)
  changeRoutes(app, dependencies)

  app.get(
    '/api/v1/inbox/preferences',
    { schema: { tags, summary: 'Show the preferences of the recipient', response: { 200: PreferencesOutput } } },
    async (request) => showPreferences(request.pool, dependencies, ownerOf(request)),
  )

  app.put(
    '/api/v1/inbox/preferences',
    {
      schema: {
        tags,
        summary: 'Change the preferences of the recipient; the choices that are not listed stay',
        body: preferencesBody.document,
        response: { 200: PreferencesOutput },
      },
    },
    async (request) => updatePreferences(request, request, tools, ownerOf(request), 'inbox'),
  )
}

function listRoutes(app: App, { fetchesOf }: InboxRouteDependencies): void {
  app.get(
    '/api/v1/inbox/messages',
    {
      schema: {
        tags,
        summary: 'List the messages in the inbox, newest first',
        description: 'The deliveries of the listed messages become *delivered*.',
        querystring: ListQuery,
        response: {
          200: Type.Object({ inbox_messages: Type.Array(InboxMessageOutput), next_cursor: Nullable(Type.String()) }),
        },
      },
    },
    async (request, reply) => {
      const { pool, query } = request
      const { bucket, accountId, recipientId } = ownerOf(request)
      const page = readPage({ ...query, limit: query.limit ?? PAGE_ROWS_DEFAULT })
      const list = listMessages[query.status ?? 'active']
      const found = await list(pool, bucket, accountId, recipientId, ...pageValues(page))
      const { rows, nextCursor } = pageOf(request, reply, page, found, ({ createdAt, id }) => ({ createdAt, id }))
      fetchesOf(bucket).report(rows)
      return { inbox_messages: rows.map(inboxMessageView), next_cursor: nextCursor }
    },
  )

  app.get(
    '/api/v1/inbox/counts',
    {
      schema: {
        tags,
        summary: 'Count the unseen and the unread messages in the inbox',
        response: { 200: CountsResponse },
      },
    },
    async (request) => ({ counts: await countInbox(request.pool, ownerOf(request)) }),
  )
}

function changeRoutes(app: App, tools: InboxRouteDependencies): void {
  app.patch(
    '/api/v1/inbox/messages/:message_id',
    {
      schema: {
        tags,
        summary: 'Mark a message in the inbox as seen, read or archived',
        params: MessageParams,
        body: messageBody.document,
        response: { 200: Type.Object({ inbox_message: InboxMessageOutput }) },
      },
    },
    async (request) => {
      const owner = ownerOf(request)
      const { message_id: messageId } = request.params
      const known = await readMessages(request.pool, [{ ...owner, messageId }])
      if (known.length === 0) throw new ApiError('not_found')
      const row = await changeMessage(request.write, tools, owner, messageId, readBody(request, messageBody))
      if (row === null) throw new ApiError('not_found')
      return { inbox_message: inboxMessageView(row) }
    },
  )

  app.patch(
    '/api/v1/inbox/messages',
    {
      schema: {
        tags,
        summary: 'Mark all messages that are not archived as seen, read or archived',
        description: 'Give exactly one of `seen`, `read` and `archived`.',
        body: allBody.document,
        response: { 200: CountsResponse },
      },
    },
    async (request) => {
      const { up_to: upTo = null, ...given } = readBody(request, allBody)
      const states = Object.keys(given) as StateOfAll[]
      const [state] = states
      if (state === undefined || states.length > 1)
        throw invalid({ seen: ['or read or archived: give exactly one of them'] })
      if (!(await changeAll(request.write, tools, ownerOf(request), { state, upTo })))
        throw invalid({ up_to: ['is unknown'] })
      return { counts: await countInbox(request.pool, ownerOf(request)) }
    },
  )
}
