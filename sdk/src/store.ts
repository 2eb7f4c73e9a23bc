import type { WebhookEvent } from './types.ts'
import { STATUS_RANKS } from './statuses.ts'

/** The status of a delivery in an event, compared with earlier events. */
export interface StatusChange {
  deliveryId: number
  status: string
  /** True if the status ranks higher than all earlier ones of the delivery. */
  advanced: boolean
}

/**
 * Stores the ids of handled events and the status of each delivery. `Connection` is passed to your code: for PostgreSQL
 * a client inside the transaction.
 */
export interface ReceiverStore<Connection = undefined> {
  /**
   * Runs `work` once for each event id, and never twice at the same time for one id. If `work` throws, the error is
   * thrown on and nothing is stored, so the event will be sent again. `change` is null if the event has no delivery or
   * a status unknown to this version.
   */
  once(
    event: WebhookEvent,
    work: (change: StatusChange | null, connection: Connection) => Promise<void>,
  ): Promise<'handled' | 'repeated'>
}

const deliveryOf = ({ data }: WebhookEvent) => (data as { delivery?: { id?: unknown; status?: unknown } }).delivery

/** The id of the delivery in an event, also with a status of later versions. Null if the event has no delivery. */
export function deliveryIdOf(event: WebhookEvent): number | null {
  const id = deliveryOf(event)?.id
  return typeof id === 'number' ? id : null
}

/** The delivery, status and rank in an event. Null if the event has no delivery or an unknown status. */
export function statusOf(event: WebhookEvent): { deliveryId: number; status: string; rank: number } | null {
  const deliveryId = deliveryIdOf(event)
  const status = deliveryOf(event)?.status
  if (deliveryId === null || typeof status !== 'string' || !Object.hasOwn(STATUS_RANKS, status)) return null
  return { deliveryId, status, rank: STATUS_RANKS[status]! }
}

export interface MemoryStoreOptions {
  /** The largest number of stored events, and of stored deliveries. The oldest are removed. Default 100,000. */
  entriesMax?: number
}

const ENTRIES_MAX_DEFAULT = 100_000

/**
 * A store in memory for one process, lost when the process ends. Use it for development, or if repeated events do no
 * harm.
 */
export function createMemoryStore({ entriesMax = ENTRIES_MAX_DEFAULT }: MemoryStoreOptions = {}): ReceiverStore {
  const events = new Map<string, Promise<void>>()
  const ranks = new Map<number, number>()
  const turns = new Map<number, Promise<void>>()

  function trim(map: Map<unknown, unknown>): void {
    if (map.size > entriesMax) map.delete(map.keys().next().value)
  }

  /** Runs the events of one delivery one after another, so that `advanced` compares with all earlier ones. */
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
