import Type from 'typebox'
import { FAILURE_CAUSE_WORDS } from '../../core/deliveries/cause.ts'
import { CHANNEL_TYPES } from '../../core/providers/provider.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import { eitherBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { RawRequest } from '../../platform/http/body.ts'
import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import {
  Choice,
  Choices,
  Id,
  IdParams,
  IntegerInput,
  Nullable,
  Time,
  TimeInput,
  parseOptionalTime,
} from '../../platform/http/schemas.ts'
import { findResend, listResends, sumOutcomes } from './queries.ts'
import type { ResendRow } from './queries.ts'
import { dayStart } from '../../platform/db/partitions/catalog.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Caller } from '../../platform/http/route.ts'
import { RESENDS_KEPT_MAX, RESENT_MESSAGES_MAX, countMessages, startResend, stopResend } from './resends.ts'
import type { Wanted } from './resends.ts'

const tags = ['Messages']

/** Messages named in one request. */
const NAMED_MESSAGES_MAX = 1000

const IdInput = IntegerInput(1, Number.MAX_SAFE_INTEGER)

const FAILED = ['failed', 'bounced'] as const

const resendBody = eitherBody(
  'message_resend',
  Type.Object({
    message_ids: Type.Optional(
      Type.Array(IdInput, { minItems: 1, maxItems: NAMED_MESSAGES_MAX, description: 'The messages. Or give filters' }),
    ),
    filters: Type.Optional(
      Type.Object(
        {
          status: Type.Optional(Choices(FAILED)),
          cause: Type.Optional(Choice(FAILURE_CAUSE_WORDS)),
          notification_user_id: Type.Optional(IdInput),
          notification_channel_id: Type.Optional(IdInput),
          channel_type: Type.Optional(Choice(CHANNEL_TYPES)),
          message_template_id: Type.Optional(IdInput),
          created_after: Type.Optional(TimeInput),
          created_before: Type.Optional(TimeInput),
        },
        { minProperties: 1, description: 'Filters of failed and bounced deliveries, as in their list' },
      ),
    ),
  }),
  { mayBeEmpty: true },
)

const DESCRIPTION = `Sends messages again, only on the channels on which they failed. Name at most ${NAMED_MESSAGES_MAX.toLocaleString('en')} messages, or give
filters of their failed deliveries. The service skips a message that was sent again before, and a channel on which another send
cannot arrive, for example to a suppressed address. Sends are queued in small steps, so other messages do not wait. The resend
shows its progress. An account has one running resend. A resend has at most ${RESENT_MESSAGES_MAX.toLocaleString('en')} messages, the newest: if
\`has_more\` is true, call again after it has finished.`

const STATUSES = ['searching', 'running', 'finished', 'canceled'] as const

const FiltersOutput = Type.Object({
  status: Nullable(Type.String({ description: 'As in the request', examples: ['failed'] })),
  cause: Nullable(Choice(FAILURE_CAUSE_WORDS)),
  notification_user_id: Nullable(Id),
  notification_channel_id: Nullable(Id),
  channel_type: Nullable(Choice(CHANNEL_TYPES)),
  message_template_id: Nullable(Id),
  created_after: Nullable(Time),
  created_before: Nullable(Time),
})

const Outcomes = Type.Object(
  {
    waiting: Type.Integer(),
    sent: Type.Integer(),
    delivered: Type.Integer(),
    failed: Type.Integer(),
    canceled: Type.Integer(),
  },
  {
    description:
      'The deliveries of the messages sent again, each once, by its present status: an opened one is delivered, a bounced one has failed. Counted within seconds',
  },
)
type Outcomes = Type.Static<typeof Outcomes>
const NO_OUTCOMES: Outcomes = { waiting: 0, sent: 0, delivered: 0, failed: 0, canceled: 0 }
/** Rows of counts read for a page of resends. Most resends have one or two. */
const COUNTS_MAX = 1000

const MessageResend = Type.Object({
  id: Id,
  status: Choice(STATUSES, { description: 'searching: the service still finds the messages. Then it sends them' }),
  filters: Type.Unsafe<Type.Static<typeof FiltersOutput> | null>({
    anyOf: [FiltersOutput, { type: 'null' }],
    description: 'null: the request named the messages',
  }),
  total: Type.Integer({ description: 'The messages found so far' }),
  sent: Type.Integer({ description: 'The messages sent again so far' }),
  not_failed: Type.Integer({ description: 'Skipped: sent again before, or not failed any more' }),
  cannot_arrive: Type.Integer({ description: 'Skipped: another send cannot arrive, for example without an address' }),
  refused: Type.Integer({
    description: 'Skipped: the recipient or the template does not allow it, for example because it was deleted',
  }),
  outcomes: Outcomes,
  has_more: Type.Boolean({ description: 'Whether there are more messages than one resend may have' }),
  created_at: Time,
  finished_at: Nullable(Time),
})

const ResendResponse = Type.Object({ message_resend: MessageResend })

function statusOf({ canceled, finishedAt, cursor }: ResendRow): (typeof STATUSES)[number] {
  if (canceled) return 'canceled'
  if (finishedAt !== null) return 'finished'
  return cursor === null ? 'running' : 'searching'
}

const NO_FILTERS: Type.Static<typeof FiltersOutput> = {
  status: null,
  cause: null,
  notification_user_id: null,
  notification_channel_id: null,
  channel_type: null,
  message_template_id: null,
  created_after: null,
  created_before: null,
}

type CountedResend = ResendRow & { outcomes: Outcomes }

/** The resends with the outcomes of their deliveries. */
async function withOutcomes<Row extends ResendRow>(
  connection: Connection,
  { bucket, accountId }: Caller,
  rows: readonly Row[],
): Promise<(Row & { outcomes: Outcomes })[]> {
  if (rows.length === 0) return []
  // The counts of an earlier day are kept together.
  const from = isoTime(dayStart(Math.min(...rows.map(({ createdAt }) => createdAt))))
  const ids = rows.map(({ id }) => String(id))
  const counts = await sumOutcomes(connection, bucket, accountId, from, COUNTS_MAX, ids)
  const byId = new Map(counts.map(({ id, ...outcomes }) => [id, outcomes]))
  return rows.map((row) => ({ ...row, outcomes: byId.get(row.id) ?? NO_OUTCOMES }))
}

async function viewOf(
  connection: Connection,
  caller: Caller,
  row: ResendRow,
): Promise<Type.Static<typeof MessageResend>> {
  const [counted] = await withOutcomes(connection, caller, [row])
  return resendView(counted!)
}

function resendView(row: CountedResend): Type.Static<typeof MessageResend> {
  const { id, filters, total, sent, notFailed, cannotArrive, refused, hasMore } = row
  return {
    ...{ id, status: statusOf(row), total, sent, not_failed: notFailed },
    ...{ cannot_arrive: cannotArrive, refused, has_more: hasMore, outcomes: row.outcomes },
    // The request had only these words.
    filters: filters && { ...NO_FILTERS, ...(filters as Partial<typeof NO_FILTERS>) },
    created_at: isoTime(row.createdAt),
    finished_at: isoTime(row.finishedAt),
  }
}

function readWanted(request: RawRequest): Wanted {
  const { message_ids: messageIds, filters } = readBody(request, resendBody)
  if (messageIds !== undefined && filters !== undefined)
    throw invalid({ filters: ['cannot be given with message_ids'] })
  if (messageIds !== undefined) return { messageIds: [...new Set(messageIds)] }
  if (filters === undefined) throw invalid({ message_ids: ["can't be blank: give message_ids or filters"] })
  const { created_after: after, created_before: before, ...others } = filters
  const time = (name: string, text: string | undefined) =>
    text === undefined ? {} : { [name]: isoTime(parseOptionalTime(text)) }
  return { filters: { ...others, ...time('created_after', after), ...time('created_before', before) } }
}

function countRoute(app: App, clock: Clock): void {
  app.post(
    '/api/v1/message_resends/count',
    {
      config: { idempotencyKey: 'ignored' },
      schema: {
        tags,
        summary: 'Count the messages of a resend; nothing is sent',
        body: resendBody.document,
        response: {
          200: Type.Object({
            count: Type.Integer({ description: `At most ${RESENT_MESSAGES_MAX}` }),
            cannot_arrive: Type.Integer({
              description: 'Failed messages that the resend skips: another send cannot help',
            }),
            deliveries_left_out: Type.Integer({
              description:
                'Failed deliveries of the counted messages that the resend leaves out: another send cannot help',
            }),
            attachments_removed: Type.Integer({
              description: 'Failed messages that the resend skips: their attachments are no longer stored',
            }),
            is_complete: Type.Boolean({
              description: 'false: there may be more, because the count searches a bounded number of deliveries',
            }),
          }),
        },
      },
    },
    async (request) => {
      const { count, cannotArrive, withoutFiles, leftOut, isComplete } = await countMessages(
        request.pool,
        clock,
        request.caller,
        readWanted(request),
      )
      const skipped = { cannot_arrive: cannotArrive, deliveries_left_out: leftOut, attachments_removed: withoutFiles }
      return { count, ...skipped, is_complete: isComplete }
    },
  )
}

/** Routes to send many messages again. */
export function resendRoutes(app: App, clock: Clock): void {
  app.post(
    '/api/v1/message_resends',
    {
      schema: {
        tags,
        summary: 'Send many failed messages again',
        description: DESCRIPTION,
        body: resendBody.document,
        response: { 202: ResendResponse },
      },
    },
    async (request, reply) => {
      const resend = await startResend(request, clock, request, readWanted(request))
      void reply.code(202)
      return { message_resend: resendView({ ...resend, outcomes: NO_OUTCOMES }) }
    },
  )

  countRoute(app, clock)

  listRoute(app, {
    path: '/api/v1/message_resends',
    tags,
    summary: `List the last ${RESENDS_KEPT_MAX} resends of messages, newest first`,
    item: MessageResend,
    read: async ({ pool, caller }, page) =>
      withOutcomes(pool, caller, await listResends(pool, caller.bucket, caller.accountId, ...page)),
    view: resendView,
  })

  app.get(
    '/api/v1/message_resends/:id',
    {
      schema: {
        tags,
        summary: 'Show the progress of a resend',
        params: IdParams,
        response: { 200: ResendResponse },
      },
    },
    async ({ pool, caller, params }) => {
      const [resend] = await findResend(pool, caller.bucket, caller.accountId, params.id)
      if (resend === undefined) throw new ApiError('not_found')
      return { message_resend: await viewOf(pool, caller, resend) }
    },
  )

  app.post(
    '/api/v1/message_resends/:id/cancel',
    {
      schema: {
        tags,
        summary: 'Cancel a resend; created messages are sent',
        params: IdParams,
        response: { 200: ResendResponse },
      },
    },
    async (request) => {
      const resend = await stopResend(request.write, clock, request, request.params.id)
      return { message_resend: await request.write((tx) => viewOf(tx, request.caller, resend)) }
    },
  )
}
