import { isoSeconds } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { insertEvents } from './queries.ts'

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

/** The body of every webhook request (specification 2.4). This exact text is stored, signed and sent. */
export function eventBody(id: string, type: string, createdAt: number, data: object): string {
  return JSON.stringify({ id, type, created_at: isoSeconds(createdAt), data })
}

/** The ids in the body of a delivery's event, for the log. Other events have none. */
export function idsOfBody(body: string): { message_id?: number; delivery_id?: number } {
  const { data } = JSON.parse(body) as { data?: { delivery?: { id: number; message_id: number } } }
  return data?.delivery === undefined ? {} : { message_id: data.delivery.message_id, delivery_id: data.delivery.id }
}

export interface Emitter {
  /** Stores the events in the caller's transaction. After the commit, the listener gets the events to be POSTed. */
  emit(transaction: Transaction, drafts: EventDraft[]): Promise<void>
  /** Sets the listener for queued events. It is only a hint, because the dispatcher also finds the rows by polling. */
  onQueued(listener: (events: QueuedEvent[]) => void): void
}

export function createEmitter(): Emitter {
  let handOn: (events: QueuedEvent[]) => void = () => {}
  return {
    async emit(transaction, drafts) {
      if (drafts.length === 0) return
      drafts.sort((a, b) => a.bucket - b.bucket || a.accountId - b.accountId || (a.id < b.id ? -1 : 1))
      const rows = await insertEvents(transaction, drafts)
      if (rows.length === 0) return
      const byId = new Map(drafts.map((draft) => [draft.id, draft]))
      const queued = rows.map((row) => {
        const draft = byId.get(row.event_id)!
        return {
          bucket: row.bucket,
          accountId: row.account_id,
          endpointId: row.endpoint_id,
          eventId: row.event_id,
          type: draft.type,
          body: draft.body,
        }
      })
      queued.sort((a, b) => (a.eventId < b.eventId ? -1 : 1))
      transaction.afterCommit(() => handOn(queued))
    },
    onQueued(listener) {
      handOn = listener
    },
  }
}
