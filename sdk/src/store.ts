import type { WebhookEvent } from './verify.ts'
import { STATUS_RANKS } from './statuses.ts'

/** What an event says of its delivery, against what was known of it. */
export interface StatusChange {
  deliveryId: number
  status: string
  /** Whether the status is news: of a higher rank than every one before it. */
  advanced: boolean
}

/**
 * Where a receiver remembers which events it has had, and how far each delivery is. `Connection` is what a store gives
 * to the work besides: that of PostgreSQL a client inside its transaction.
 */
export interface ReceiverStore<Connection = undefined> {
  /**
   * Runs `work` once for each event id, and not at the same time for one of them. What `work` throws is thrown on, and
   * nothing is remembered: the event will be sent again. `change` is null for an event without a delivery, or with a
   * status that this version does not know.
   */
  once(
    event: WebhookEvent,
    work: (change: StatusChange | null, connection: Connection) => Promise<void>,
  ): Promise<'handled' | 'repeated'>
}

/** The delivery and status that an event tells of, with the rank; null if there is none to be ranked. */
export function statusOf(event: WebhookEvent): { deliveryId: number; status: string; rank: number } | null {
  const { delivery } = event.data as { delivery?: { id?: unknown; status?: unknown } }
  if (typeof delivery?.id !== 'number' || typeof delivery.status !== 'string') return null
  if (!Object.hasOwn(STATUS_RANKS, delivery.status)) return null
  return { deliveryId: delivery.id, status: delivery.status, rank: STATUS_RANKS[delivery.status]! }
}

export interface MemoryStoreOptions {
  /** Events and deliveries remembered at the most, each; the oldest are forgotten. 100,000 when absent. */
  entriesMax?: number
}

const ENTRIES_MAX_DEFAULT = 100_000

/** A store for one process that forgets everything when it ends: for development, and where repeats do no harm. */
export function createMemoryStore({ entriesMax = ENTRIES_MAX_DEFAULT }: MemoryStoreOptions = {}): ReceiverStore {
  const events = new Map<string, Promise<void>>()
  const ranks = new Map<number, number>()
  const turns = new Map<number, Promise<void>>()

  function trim(map: Map<unknown, unknown>): void {
    if (map.size > entriesMax) map.delete(map.keys().next().value)
  }

  /** Events of one delivery are worked on one after another: what is news is known when it is their turn. */
  async function run(event: WebhookEvent, work: Parameters<ReceiverStore['once']>[1]): Promise<void> {
    const found = statusOf(event)
    if (found === null) return work(null, undefined)
    const { deliveryId, status, rank } = found
    const turn = (turns.get(deliveryId) ?? Promise.resolve()).then(async () => {
      const advanced = rank > (ranks.get(deliveryId) ?? 0)
      await work({ deliveryId, status, advanced }, undefined)
      if (!advanced) return
      ranks.delete(deliveryId)
      ranks.set(deliveryId, rank)
      trim(ranks)
    })
    const ended = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(deliveryId) === ended) turns.delete(deliveryId)
      })
    turns.set(deliveryId, ended)
    return turn
  }

  return {
    async once(event, work) {
      for (let known = events.get(event.id); known !== undefined; known = events.get(event.id)) {
        const worked = await known.then(
          () => true,
          () => false,
        )
        if (worked) return 'repeated'
      }
      const running = run(event, work)
      events.set(event.id, running)
      trim(events)
      try {
        await running
        return 'handled'
      } catch (error) {
        if (events.get(event.id) === running) events.delete(event.id)
        throw error
      }
    },
  }
}
