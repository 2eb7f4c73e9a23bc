/** The buckets with their servers, their size and their rate. */
import type { Databases } from '../../platform/db/servers/databases.ts'
import { sql } from '../../platform/db/sql.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'

export interface BucketRow {
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
