/** Plans moves that give all servers about the same load. Pure functions. */
import type { Databases } from '../../platform/db/servers/databases.ts'
import { sql } from '../../platform/db/sql.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'

// The buckets with their servers, their size and their rate.

interface BucketRow {
  bucket: number
  server: string
  accounts: number
  /** All rows of the bucket, by the statistics of PostgreSQL. */
  rows: number
  /** Events of the last whole day. */
  events: number
}

const countAccounts = sql('buckets.count_accounts', 'select bucket, count(*) as count from accounts group by bucket')

/**
 * Statistics name the most common values of a column. There are 64 buckets, so they name all that matter. A table without
 * statistics does not count.
 */
const estimateRows = sql(
  'buckets.estimate_rows',
  `select common.bucket as "bucket!", round(sum(c.reltuples * common.share))::bigint as "count!"
   from pg_catalog.pg_stats s
   join pg_catalog.pg_class c on c.relname = s.tablename and c.relnamespace = s.schemaname::regnamespace
   cross join lateral unnest(s.most_common_vals::text::smallint[], s.most_common_freqs) as common (bucket, share)
   where s.schemaname = current_schema() and s.attname = 'bucket' and c.relkind = 'r' and c.reltuples > 0
   group by common.bucket`,
)

const countEvents = sql(
  'buckets.count_events',
  `select bucket, sum(events)::bigint as "count!" from event_counts
   where hour >= date_trunc('hour', now()) - interval '1 day' group by bucket`,
)

type Counts = ReadonlyMap<number, number>

function countsOf(rows: readonly { bucket: number; count: number }[]): Counts {
  return new Map(rows.map(({ bucket, count }) => [bucket, count]))
}

/** A row per bucket, in order. Throws if a server is away. */
export async function listBuckets({ directory, all, of }: Databases): Promise<BucketRow[]> {
  const accounts = countsOf(await countAccounts(directory.pool))
  const found = new Map<string, { rows: Counts; events: Counts }>()
  for (const { name, pool } of all)
    found.set(name, { rows: countsOf(await estimateRows(pool)), events: countsOf(await countEvents(pool)) })
  return ALL_BUCKETS.map((bucket) => {
    const server = of(bucket).name
    const { rows, events } = found.get(server)!
    const count = (counts: Counts) => counts.get(bucket) ?? 0
    return { bucket, server, accounts: count(accounts), rows: count(rows), events: count(events) }
  })
}

interface PlannedMove {
  bucket: number
  from: string
  to: string
}

type Load = Pick<BucketRow, 'bucket' | 'server' | 'accounts' | 'rows' | 'events'>

/** The plan ends if the most and the least loaded server differ by less than this share of an equal load. */
const DIFFERENCE_MIN = 0.1

/**
 * The load of each bucket: the mean of its shares of all rows, events and accounts. The sum of all is 1. Without any rows,
 * events or accounts, all buckets have the same load.
 */
function loadsOf(buckets: readonly Load[]): Map<number, number> {
  const shares = (['rows', 'events', 'accounts'] as const).flatMap((kind) => {
    const sum = buckets.reduce((total, one) => total + one[kind], 0)
    return sum === 0 ? [] : [(one: Load) => one[kind] / sum]
  })
  const loadOf = (one: Load) =>
    shares.length === 0 ? 1 / buckets.length : shares.reduce((total, share) => total + share(one), 0) / shares.length
  return new Map(buckets.map((one) => [one.bucket, loadOf(one)]))
}

/**
 * Moves from the most to the least loaded server, one bucket at a time: the bucket that brings the two closest. A bucket
 * moves at most once.
 */
export function planMoves(buckets: readonly Load[], servers: readonly string[]): PlannedMove[] {
  const loads = loadsOf(buckets)
  const places = new Map(buckets.map(({ bucket, server }) => [bucket, server]))
  const moves: PlannedMove[] = []
  while (moves.length < buckets.length) {
    const totals = servers.map((name) => ({
      name,
      load: buckets.reduce((sum, { bucket }) => sum + (places.get(bucket) === name ? loads.get(bucket)! : 0), 0),
    }))
    const [least, most] = [
      totals.toSorted((a, b) => a.load - b.load)[0]!,
      totals.toSorted((a, b) => b.load - a.load)[0]!,
    ]
    const difference = most.load - least.load
    if (difference < DIFFERENCE_MIN / servers.length) return moves
    // A bucket with half of the difference makes both equal. One with all of it changes nothing.
    const distance = (bucket: number) => Math.abs(loads.get(bucket)! - difference / 2)
    const [best] = buckets
      .map(({ bucket }) => bucket)
      .filter((bucket) => places.get(bucket) === most.name && !moves.some((move) => move.bucket === bucket))
      .filter((bucket) => loads.get(bucket)! > 0 && loads.get(bucket)! < difference)
      .toSorted((a, b) => distance(a) - distance(b))
    if (best === undefined) return moves
    moves.push({ bucket: best, from: most.name, to: least.name })
    places.set(best, least.name)
  }
  return moves
}
