import { isoSeconds } from '../clock.ts'
import type { Transaction } from '../db/transaction.ts'
import { insertEvents } from './queries.ts'

/** Who made the fact known that an event tells of. */
export type EventSource = 'api' | 'dispatcher' | 'provider' | 'pixel' | 'operator'

/** An event on its way into the store: the body is serialised once, here, and sent byte for byte on every attempt. */
export interface EventDraft {
  bucket: number
  accountId: number
  id: string
  type: string
  deliveryId: number | null
  /** Milliseconds since the epoch: the time that the id carries. */
  createdAt: number
  source: EventSource
  body: string
}

/** An event that waits for its POST. */
export interface QueuedEvent {
  bucket: number
  accountId: number
  endpointId: number
  eventId: string
  type: string
  body: string
}

/** The body of every webhook request (specification 2.4), as the exact text that is stored, signed and sent. */
export function eventBody(id: string, type: string, createdAt: number, data: object): string {
  return JSON.stringify({ id, type, created_at: isoSeconds(createdAt), data })
}

export interface Emitter {
  /** Stores the events in the caller's transaction; once it has committed, those to be POSTed are handed on. */
  emit(transaction: Transaction, drafts: EventDraft[]): Promise<void>
  /** Takes what `emit` queued, after the commit. A hint: whoever POSTs finds the rows without it too. */
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
