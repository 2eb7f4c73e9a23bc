/** Finding the events of a replay, chunk by chunk, outside a transaction: a long one would hold the feed back. */
import { isoTime } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import type { EventState } from '../../events/state.ts'
import { findChunkEnd, findReplayable } from './event-queries.ts'

/** Events that one statement looks at: it takes some 10 ms. */
const CHUNK_EVENTS = 2000

/** States that are found without working out the state of every event. */
const QUICKLY_FOUND = new Set<EventState>(['failed', 'skipped', 'pending'])

export interface Search {
  bucket: number
  accountId: number
  /** Ids of events: the first that is looked at, and the first behind the range. */
  fromId: string
  belowId: string
  states: readonly EventState[]
  /** Null: every type. */
  types: readonly string[] | null
  /** ms since the epoch: what has ended since then is left out. */
  askedAt: number
}

export interface Found {
  /** Ascending. */
  ids: string[]
  /** Where to go on; `belowId` or behind it when all has been looked at. */
  nextId: string
}

/** The lowest text behind an id, since all ids are of one length. */
export function justBehind(eventId: string): string {
  return `${eventId}0`
}

/** Looks at the next chunks of the range, `chunksMax` at the most, and finds `idsMax` events at the most. */
export async function findAgain(pool: Pool, search: Search, chunksMax: number, idsMax: number): Promise<Found> {
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
