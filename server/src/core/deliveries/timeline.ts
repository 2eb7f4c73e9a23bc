/** The history of one delivery, in order: facts, sends, and events with their attempts. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../platform/clock.ts'
import { rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import type { DeliveryEvent } from '../events/of-delivery.ts'
import { EVENT_STATES } from '../events/state.ts'
import { Choice, Id, Nullable, Time } from '../../platform/http/schemas.ts'
import { friendlySentence } from '../providers/causes.ts'
import { CHANNEL_TYPES } from '../providers/provider.ts'
import type { ChannelType } from '../providers/provider.ts'
import { CUT_OFF, CUT_OFF_WORDS } from './sends/decision.ts'
import type { DeliveryReportRow } from './callback-queries.ts'
import type { Delivery } from './delivery.ts'
import { FACTS, eventTypeOf, isSettled } from './status.ts'

/** The newest sends shown. Rate limits can cause more sends. */
const SENDS_SHOWN_MAX = 200

const listSendsSql = sql(
  'sends.list',
  `select s.number, s.started_at, s.duration_ms, s.result, s.cause, s.provider_message_id, s.sent_to,
     jsonb_build_object('id', c.id, 'name', c.name, 'channel_type', c.channel_type) as notification_channel
   from (
     select bucket, account_id, coalesce(channel_id, $4::bigint) as channel_id, number, started_at, duration_ms, result, cause,
       provider_message_id, sent_to
     from sends where bucket = $1 and account_id = $2 and delivery_id = $3
     order by number desc limit $5
   ) s
   cross join ${rowOf(['channels', 'c'], 's', ['id', 'channel_id'])}
   order by s.number desc`,
).as<{ notificationChannel: { id: number; name: string; channel_type: ChannelType } }>()

export type SendRow = Row<typeof listSendsSql>

/** The sends of a delivery, newest first. */
export function listSends(connection: Connection, { bucket, accountId, id, channel }: Delivery): Promise<SendRow[]> {
  return listSendsSql(connection, bucket, accountId, id, channel.id, SENDS_SHOWN_MAX)
}

const UNREAD_WORDS = 'A mail came back that the service cannot read'

const SOURCES = ['api', 'member', 'dispatcher', 'provider', 'pixel', 'operator'] as const
const SEND_RESULTS = ['accepted', 'rate_limited', 'transient', 'permanent'] as const

const Attempt = Type.Object({
  attempt_number: Type.Integer(),
  succeeded: Type.Boolean(),
  response_code: Nullable(Type.Integer()),
  error_message: Nullable(Type.String()),
  duration_ms: Type.Integer(),
  created_at: Time,
})

/** `kind` decides which other fields exist. */
const Entry = Type.Object({
  kind: Choice(['fact', 'send', 'report', 'event'], {
    description: '`report`: a mail server reported the mail, and no state changed',
  }),
  at: Time,
  fact: Type.Optional(Choice(FACTS)),
  source: Type.Optional(
    Nullable(Choice(SOURCES, { description: 'The source of the fact. null after its event was pruned' })),
  ),
  number: Type.Optional(Type.Integer({ description: 'The number of the send, counted from 1' })),
  result: Type.Optional(Choice(SEND_RESULTS)),
  cause: Type.Optional(Nullable(Type.String())),
  explanation: Type.Optional(
    Nullable(
      Type.String({
        description: 'Explains the outcome if the response of the provider does not show it',
        examples: [`${CUT_OFF_WORDS}; a report of the provider shows that the provider accepted it`],
      }),
    ),
  ),
  duration_ms: Type.Optional(Type.Integer()),
  provider_message_id: Type.Optional(Nullable(Type.String())),
  sent_to: Type.Optional(
    Nullable(
      Type.String({ description: 'The address that the provider got. null for push', examples: ['ada@example.com'] }),
    ),
  ),
  notification_channel: Type.Optional(
    Type.Object(
      { id: Id, name: Type.String(), channel_type: Choice(CHANNEL_TYPES) },
      { description: 'The channel of the send: of the delivery, or a fallback of it' },
    ),
  ),
  event_id: Type.Optional(Type.String()),
  event_type: Type.Optional(Type.String()),
  state: Type.Optional(Choice(EVENT_STATES)),
  state_reason: Type.Optional(Nullable(Type.String())),
  attempts: Type.Optional(Type.Array(Attempt, { description: 'Oldest first' })),
})

export const TimelineOutput = Type.Object({ timeline: Type.Array(Entry) })

type TimelineEntry = Static<typeof Entry>

/** The order at equal times: a send causes a fact, and the fact causes an event. */
const KIND_ORDER = { send: 0, report: 1, fact: 2, event: 3 }

interface Parts {
  sends: readonly SendRow[]
  reports: readonly DeliveryReportRow[]
  events: readonly DeliveryEvent[]
}

/** The timeline of a delivery, oldest first. */
export function timelineOf(delivery: Delivery, { sends, reports, events }: Parts): TimelineEntry[] {
  const entries = [
    ...factEntries(delivery, events),
    ...sends.map((send) => {
      const { number, startedAt: at, durationMs, result, cause, providerMessageId, sentTo, notificationChannel } = send
      const provider = { provider_message_id: providerMessageId, sent_to: sentTo }
      const about = {
        number,
        duration_ms: durationMs,
        result,
        cause,
        ...provider,
        notification_channel: notificationChannel,
      }
      return { kind: 'send' as const, at, ...about, explanation: explanationOf(send, delivery, sends) }
    }),
    ...reports.map(({ createdAt: at, cause }) => {
      return {
        kind: 'report' as const,
        at,
        cause,
        explanation: cause === null ? UNREAD_WORDS : friendlySentence(cause),
      }
    }),
    ...events.map(({ id, type, createdAt: at, state, stateReason, attempts }) => {
      const about = { event_id: id, event_type: type, state, state_reason: stateReason }
      return { kind: 'event' as const, at, ...about, attempts: attempts.map(attemptView) }
    }),
  ]
  entries.sort((one, other) => one.at - other.at || KIND_ORDER[one.kind] - KIND_ORDER[other.kind])
  return entries.map((entry) => ({ ...entry, at: isoTime(entry.at) }))
}

/**
 * Explains a send without a recorded result, or one proven by a report against its own result. Null: the result is
 * clear.
 */
function explanationOf(
  { number, result, cause }: Pick<SendRow, 'number' | 'result' | 'cause'>,
  delivery: Delivery,
  sends: readonly SendRow[],
): string | null {
  const isCutOff = cause === CUT_OFF
  if (result === 'accepted' && cause !== null) {
    const response = isCutOff ? CUT_OFF_WORDS : `the response was unclear (${cause})`
    return `${response}; a report of the provider shows that the provider accepted it`
  }
  if (!isCutOff) return null
  const isSentAgain = sends.some((send) => send.number > number)
  const follows = isSentAgain ? 'sent again' : isSettled(delivery) ? 'not sent again' : 'will be sent again'
  return `${CUT_OFF_WORDS}; outcome unknown, ${follows}`
}

function factEntries(delivery: Delivery, events: readonly DeliveryEvent[]) {
  const { factTimes, status, errorMessage: cause, friendlyErrorMessage: explanation } = delivery
  return FACTS.flatMap((fact) => {
    const at = factTimes[fact]
    if (at === null) return []
    const type = eventTypeOf(fact)
    const event = events.find((event) => event.type === type)
    // Retries have no event, and only the dispatcher records them.
    const source = type === null ? 'dispatcher' : (event?.source ?? null)
    // Each send has its own cause. That of a bounce came in a report.
    const reported = fact === 'bounced' && status === fact ? { cause, explanation } : {}
    return { kind: 'fact' as const, at, fact, source, ...reported }
  })
}

function attemptView(attempt: DeliveryEvent['attempts'][number]) {
  const { number, succeeded, responseCode, errorMessage, durationMs, createdAt } = attempt
  const response = { response_code: responseCode, error_message: errorMessage, duration_ms: durationMs }
  return { attempt_number: number, succeeded, ...response, created_at: isoTime(createdAt) }
}
