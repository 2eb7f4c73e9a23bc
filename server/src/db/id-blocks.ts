import type { Pool } from './pool.ts'
import { sql } from './sql.ts'

/** Ids fetched at once. What a process had in hand when it ended is never used: ids are not dense. */
const BLOCK_IDS = 1000
/** With fewer at hand the next block is fetched, so that nobody waits for it. */
const FEW_IDS = BLOCK_IDS / 2

/** Their text in one row: a thousand rows cost the driver ten times as much. */
const takeIds = sql<{ ids: string }, [sequence: string, count: number]>(
  'ids.take',
  `select string_agg(nextval($1::text::regclass)::text, ' ') as ids from generate_series(1, $2::integer)`,
)

export interface IdBlocks {
  /** `count` unused ids of the sequence; known before the insert, so that a statement needs no answer for them. */
  take(count: number): Promise<number[]>
}

/** Ids of one sequence, fetched in blocks: under load a message costs no round trip for its ids. */
export function createIdBlocks(pool: Pool, sequence: string): IdBlocks {
  const ids: number[] = []
  let fetching: Promise<void> | null = null

  async function fetchBlock(): Promise<void> {
    const [taken] = await takeIds(pool, sequence, BLOCK_IDS)
    ids.push(...taken!.ids.split(' ').map(Number))
  }

  function fetchNext(): Promise<void> {
    fetching ??= fetchBlock().finally(() => (fetching = null))
    return fetching
  }

  return {
    async take(count) {
      if (count === 0) return []
      while (ids.length < count) await fetchNext()
      const taken = ids.splice(0, count)
      // Should it fail, whoever finds too few fetches anew, and is told.
      if (ids.length < FEW_IDS) fetchNext().catch(() => {})
      return taken
    },
  }
}
