import type { Clock } from '../clock.ts'
import { idFloor, idTime } from '../ids.ts'
import type { Pool } from './pool.ts'
import { sql } from './sql.ts'

/** Ids fetched at once. When a process ends, its unused ids are lost, so ids have gaps. */
const BLOCK_IDS = 1000
/** With fewer ids left, the next block is fetched, so that callers do not wait for it. */
const FEW_IDS = BLOCK_IDS / 2

type Taken = { ids: string }

/** The ids as text in one row. A thousand rows cost the driver ten times as much. */
const takeIds = sql<Taken, [sequence: string, count: number]>(
  'ids.take',
  `select string_agg(nextval($1::text::regclass)::text, ' ') as ids from generate_series(1, $2::integer)`,
)

/** Ids of the database's current day. */
export const takeIdsOfDay = sql<Taken, [sequence: string, count: number]>(
  'ids.take_of_day',
  'select take_ids($1::text::regclass, $2::integer, clock_timestamp()) as ids',
)

/** Grows with every move of buckets between servers. */
let moves = 0

/** Call it if a bucket may have come to a server. Its sequences were raised then, so ids in memory may be in use. */
export function forgetIds(): void {
  moves += 1
}

export interface IdBlocks {
  /**
   * Takes `count` unused ids of the sequence before the insert, so that the insert need not return them. Ids in memory
   * below `lowest` are not used.
   */
  take(count: number, lowest?: number): Promise<number[]>
}

/**
 * Ids of one sequence, fetched in blocks. So creating a message needs no round trip for its ids. `clock`: the ids begin
 * with their day, and those left from an earlier day are not used.
 */
export function createIdBlocks(pool: Pool, sequence: string, clock?: Clock): IdBlocks {
  let ids: number[] = []
  let fetching: Promise<void> | null = null

  let seenMoves = moves

  async function fetchBlock(): Promise<void> {
    const movesBefore = moves
    const [taken] = await (clock === undefined ? takeIds : takeIdsOfDay)(pool, sequence, BLOCK_IDS)
    if (movesBefore === moves) ids.push(...taken!.ids.split(' ').map(Number))
  }

  function fetchNext(): Promise<void> {
    fetching ??= fetchBlock().finally(() => (fetching = null))
    return fetching
  }

  return {
    async take(count, lowest = 0) {
      if (count === 0) return []
      if (seenMoves !== moves) ids = []
      seenMoves = moves
      // Before the wait: if this clock is ahead of the database's, fetched ids of its day are used.
      const floor = Math.max(lowest, clock === undefined ? 0 : idFloor(clock.now()))
      if (ids.length > 0 && ids[0]! < floor) ids = ids.filter((id) => id >= floor)
      while (ids.length < count) await fetchNext()
      const taken = ids.splice(0, count)
      // If this fails, the next caller without enough ids fetches again and gets the error.
      if (ids.length < FEW_IDS) fetchNext().catch(() => {})
      return taken
    },
  }
}

/**
 * Takes an id for a message and `count` for its deliveries, all of the same day, because lookups from one to the other
 * search this day. Around midnight, ids of the day before are given up.
 */
export async function takeIdsOfMessage(
  messages: IdBlocks,
  deliveries: IdBlocks,
  count: number,
): Promise<{ message: number; deliveries: number[] }> {
  for (let lowest = 0; ;) {
    const [[message], taken] = await Promise.all([messages.take(1, lowest), deliveries.take(count, lowest)])
    const days = [message!, ...taken].map(idTime)
    lowest = idFloor(Math.max(...days))
    if (days.every((day) => day === days[0])) return { message: message!, deliveries: taken }
  }
}
