/** Finds the events of a replay in chunks, outside of a transaction. A long transaction would delay the event feed. */
import { isoTime } from '../../platform/clock.ts'
import type { EventState } from '../../core/events/state.ts'
import { findChunkEnd, findReplayable } from './event-queries.ts'
import type { Connection } from '../../platform/db/sql.ts'

/** Events searched by one statement: about 10 ms. */
const CHUNK_EVENTS = 2000

/** States found without deriving the state of every event. */
const QUICKLY_FOUND = new Set<EventState>(['failed', 'skipped', 'pending'])

export interface Search {
  bucket: number
  accountId: number
  /** Event ids: the first one searched, and the first one after the range. */
  fromId: string
  belowId: string
  states: readonly EventState[]
  /** Null: all types. */
  types: readonly string[] | null
  /** ms since the epoch. Events ended later are left out. */
  askedAt: number
}

export interface Found {
  /** Ascending. */
  ids: string[]
  /** Where to continue. `belowId` or higher when the whole range is searched. */
  nextId: string
}

/** The lowest text after an id. All ids have the same length. */
export function justBehind(eventId: string): string {
  return `${eventId}0`
}

/** Searches the next chunks of the range, at most `chunksMax`, for at most `idsMax` events. */
export async function findAgain(pool: Connection, search: Search, chunksMax: number, idsMax: number): Promise<Found> {
  const { bucket, accountId, belowId, states, types, askedAt } = search
  const anyState = states.some((state) => !QUICKLY_FOUND.has(state))
  const ids: string[] = []
  let nextId = search.fromId
  for (let chunks = 0; chunks < chunksMax && ids.length < idsMax && nextId < belowId; chunks++) {
    const [end] = await findChunkEnd(pool, bucket, accountId, nextId, belowId, CHUNK_EVENTS)
    const endId = end?.id ?? belowId
    const what = [states, types, anyState, idsMax - ids.length, isoTime(askedAt)] as const
    const rows = await findReplayable(pool, bucket, accountId, nextId, endId, ...what)
    ids.push(...rows.map((row) => row.id))
    nextId = ids.length === idsMax ? justBehind(ids.at(-1)!) : endId
  }
  return { ids, nextId }
}
