import type { Pool } from './pool.ts'
import { sql } from './sql.ts'

/** Ids fetched at once. When a process ends, its unused ids are lost, so ids have gaps. */
const BLOCK_IDS = 1000
/** With fewer ids left, the next block is fetched, so that callers do not wait for it. */
const FEW_IDS = BLOCK_IDS / 2

/** The ids as text in one row. A thousand rows cost the driver ten times as much. */
const takeIds = sql<{ ids: string }, [sequence: string, count: number]>(
  'ids.take',
  `select string_agg(nextval($1::text::regclass)::text, ' ') as ids from generate_series(1, $2::integer)`,
)

/** Grows with every move of buckets between servers. */
let moves = 0

/** Call it if a bucket may have come to a server. Its sequences were raised then, so ids in memory may be in use. */
export function forgetIds(): void {
  moves += 1
}

export interface IdBlocks {
  /** Takes `count` unused ids of the sequence before the insert, so that the insert need not return them. */
  take(count: number): Promise<number[]>
}

/** Ids of one sequence, fetched in blocks. So creating a message needs no round trip for its ids. */
export function createIdBlocks(pool: Pool, sequence: string): IdBlocks {
  const ids: number[] = []
  let fetching: Promise<void> | null = null

  let seenMoves = moves

  async function fetchBlock(): Promise<void> {
    const movesBefore = moves
    const [taken] = await takeIds(pool, sequence, BLOCK_IDS)
    if (movesBefore === moves) ids.push(...taken!.ids.split(' ').map(Number))
  }

  function fetchNext(): Promise<void> {
    fetching ??= fetchBlock().finally(() => (fetching = null))
    return fetching
  }

  return {
    async take(count) {
      if (count === 0) return []
      if (seenMoves !== moves) ids.length = 0
      seenMoves = moves
      while (ids.length < count) await fetchNext()
      const taken = ids.splice(0, count)
      // If this fails, the next caller without enough ids fetches again and gets the error.
      if (ids.length < FEW_IDS) fetchNext().catch(() => {})
      return taken
    },
  }
}
