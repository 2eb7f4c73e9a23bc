import type { Connection } from './sql.ts'
import type { Clock } from '../clock.ts'
import { rangeStart } from '../ids.ts'
import { sql } from './sql.ts'

/** Ids fetched at once. When a process ends, its unused ids are lost, so ids have gaps. */
const BLOCK_IDS = 1000
/** With fewer ids left, the next block is fetched, so that callers do not wait for it. */
const FEW_IDS = BLOCK_IDS / 2
/**
 * Ids without a later fetch are given up after this time: retention removes ranges whose rows are older than a day or more,
 * and the range of an id in memory must exist. So an id is used within twice this time.
 */
const KEPT_MS = 6 * 3_600_000

/** The sequence of the ids of messages and deliveries. */
export const MESSAGE_IDS = 'messages_id_seq'

/** The ids as text in one row. A thousand rows cost the driver ten times as much. */
export const takeIds = sql(
  'ids.take',
  `select string_agg(nextval($1::text::regclass)::text, ' ') as "ids!" from generate_series(1, $2::integer)`,
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

/** Ids of one sequence, fetched in blocks. So creating a message needs no round trip for its ids. They ascend. */
export function createIdBlocks(pool: Connection, sequence: string, clock: Clock): IdBlocks {
  let ids: number[] = []
  let fetching: Promise<void> | null = null
  let fetchedMs = 0
  let seenMoves = moves

  async function fetchBlock(): Promise<void> {
    const movesBefore = moves
    const beganMs = clock.monotonic()
    const [taken] = await takeIds(pool, sequence, BLOCK_IDS)
    if (movesBefore !== moves) return
    ids.push(...taken!.ids.split(' ').map(Number))
    fetchedMs = beganMs
  }

  function fetchNext(): Promise<void> {
    fetching ??= fetchBlock().finally(() => (fetching = null))
    return fetching
  }

  return {
    async take(count) {
      if (count === 0) return []
      if (seenMoves !== moves || clock.monotonic() - fetchedMs > KEPT_MS) ids = []
      seenMoves = moves
      while (ids.length < count) await fetchNext()
      const taken = ids.splice(0, count)
      // If this fails, the next caller without enough ids fetches again and gets the error.
      if (ids.length < FEW_IDS) fetchNext().catch(() => {})
      return taken
    },
  }
}

/**
 * Takes an id for a message and `count` for its deliveries, all of the same range, because lookups from one to the other
 * search this range. Ids on both sides of a boundary are given up.
 */
export async function takeIdsOfMessage(
  ids: IdBlocks,
  count: number,
): Promise<{ message: number; deliveries: number[] }> {
  for (;;) {
    const [message, ...deliveries] = await ids.take(1 + count)
    if (rangeStart(message!) === rangeStart(deliveries.at(-1) ?? message!)) return { message: message!, deliveries }
  }
}
