import type { Transaction } from '../db/transaction.ts'
import type { EventDraft, QueuedEvent } from './event.ts'
import { insertEvents } from './queries.ts'

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
