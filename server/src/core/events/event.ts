import { isoTime } from '../../platform/clock.ts'
import { columns } from '../../platform/db/rows.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { addMessages } from './bodies.ts'

/** The source of the fact behind an event. `member`: a person in the dashboard. */
export type EventSource = 'api' | 'member' | 'dispatcher' | 'provider' | 'pixel' | 'operator'

/** An event to be stored. The body is serialised once, here, and every attempt sends the same bytes. */
export interface EventDraft {
  bucket: number
  accountId: number
  id: string
  type: string
  deliveryId: number | null
  /** ms since the epoch, the same time as in the id. */
  createdAt: number
  source: EventSource
  body: string
  /** JSON of `MessageOfEvent`, for endpoints that ask for the message. Null: it is read for them. */
  about: string | null
  /**
   * The outcome of the delivery before and after the event, for its counts (`features/outcomes`). `outcomeBefore` null:
   * a new delivery. Both null: the event changes no outcome.
   */
  outcomeBefore: string | null
  outcomeAfter: string | null
}

/** An event waiting for its POST. */
export interface QueuedEvent {
  bucket: number
  accountId: number
  endpointId: number
  eventId: string
  type: string
  body: string
}

/** The body of every webhook request, with a time of seconds (specification 2.4). This exact text is stored, signed and sent. */
export function eventBody(id: string, type: string, createdAt: number, data: object): string {
  const createdAtSecond = `${isoTime(createdAt).slice(0, -'.000Z'.length)}Z`
  return JSON.stringify({ id, type, created_at: createdAtSecond, data })
}

export interface Emitter {
  /** Stores the events in the caller's transaction (also `transactionAtOnce`). After the commit, it offers those to be POSTed. */
  emit(transaction: Transaction, drafts: EventDraft[]): Promise<void>
}

/**
 * `offer` hands queued events to the dispatcher. It is only a hint, because the dispatcher also finds the rows by polling.
 */
export function createEmitter(offer: (events: QueuedEvent[]) => void): Emitter {
  return {
    emit(transaction, drafts) {
      if (drafts.length === 0) return Promise.resolve()
      drafts.sort((a, b) => a.bucket - b.bucket || a.accountId - b.accountId || (a.id < b.id ? -1 : 1))
      return insertEvents(transaction, drafts).then(async (rows) => {
        if (rows.length === 0) return
        rows.sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
        const byId = new Map(drafts.map((draft) => [draft.id, draft]))
        const wanted = rows.filter((row) => row.includeMessage).map((row) => byId.get(row.eventId)!)
        const bodies = wanted.length === 0 ? null : await addMessages(transaction, wanted)
        const queued = rows
          .filter((row) => row.queued)
          .map(({ bucket, accountId, endpointId, eventId }) => {
            const { type, body } = byId.get(eventId)!
            return { bucket, accountId, endpointId, eventId, type, body: bodies?.get(eventId) ?? body }
          })
        if (queued.length > 0) transaction.afterCommit(() => offer(queued))
      })
    },
  }
}

/**
 * Stores events, and queues those of accounts with an active endpoint. Returns the queued ones, and those whose endpoint asks
 * for their messages.
 */
const insertEvents = columns(
  `bucket smallint, account_id bigint, id text, type text, delivery_id bigint null, created_at timestamptz, source text,
   body text, about text null, outcome_before text null, outcome_after text null`,
).sql(
  'events.insert',
  ({ input }) => `with input as (
     select i.*, e.id as endpoint_id, coalesce(e.include_message and i.delivery_id is not null, false) as include_message,
       case when e.id is null then 'no_endpoint' when e.disabled_at is not null then 'endpoint_disabled'
         when not e.active then 'endpoint_paused' end as skipped
     from (select * from ${input}) i
     left join lateral (
       select * from webhook_endpoints one where one.bucket = i.bucket and one.account_id = i.account_id offset 0
     ) e on true
   ), stored as (
     insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped, outcome_before, outcome_after)
     select bucket, account_id, id, type, delivery_id, created_at, source,
       -- As in \`withMessage\`.
       case when include_message and about is not null then left(body, -2) || ',"message":' || about || '}}' else body end,
       skipped, outcome_before, outcome_after
     from input
   ), queued as (
     insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
     select bucket, account_id, endpoint_id, id, 0, 0, null from input where skipped is null
   )
   select bucket, account_id, endpoint_id as "endpoint_id!", id as "event_id!", skipped is null as queued, include_message
   from input where skipped is null or include_message`,
)

/**
 * The headers of an event's request (specification 4.4). `webhooks` sends them, and the routes for events show them. An attempt
 * stores only its signatures, because the other headers follow from the event.
 */

/**
 * Returns the headers in the order and the spelling of the specification, and `Accept` after them. Names are case-insensitive (RFC 9110 section 5.1), but
 * some receivers compare them as text. `signature`: the stored text of `webhooks/signature.ts`.
 */
export function requestHeaders(id: string, type: string, signature: string): Record<string, string> {
  const [service = '', ...standard] = signature.split(' ')
  const headers: Record<string, string> = {}
  if (service.includes(',')) headers['X-Service-Signature'] = service
  if (standard.length > 0) {
    headers['webhook-id'] = id
    headers['webhook-timestamp'] = service.slice('t='.length).split(',', 1)[0]!
    headers['webhook-signature'] = standard.join(' ')
  }
  headers['X-Service-Event'] = type
  headers['X-Service-Event-Id'] = id
  headers['Content-Type'] = 'application/json'
  headers['User-Agent'] = 'Service-Webhooks/1.0'
  // Firewalls with the rules of OWASP refuse requests without it.
  headers['Accept'] = '*/*'
  return headers
}
