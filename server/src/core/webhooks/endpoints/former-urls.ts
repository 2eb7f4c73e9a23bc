import { isoTime } from '../../../platform/clock.ts'
import { byKey } from '../../../platform/db/id-conditions.ts'
import { removeInChunks } from '../../../platform/db/in-chunks.ts'
import type { ServicePool } from '../../../platform/db/pool.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Task } from '../../../platform/task-runner.ts'

const DAY_MS = 86_400_000

const removeUrls = sql(
  'former_webhook_urls.remove',
  `with old as (
     select bucket, account_id, endpoint_id, number from former_webhook_urls
     where bucket = any($1::smallint[]) and replaced_at < $2::timestamptz
     order by bucket, account_id, endpoint_id, number limit $3
     for update
   ), removed as (
     delete from former_webhook_urls f using old
     where ${byKey('f', 'old', 'endpoint_id')} and f.number = old.number
     returning f.number
   )
   select number from removed`,
)

/** Deletes the URLs that an endpoint had before all kept attempts, in chunks. */
async function removeFormerUrls(
  pool: ServicePool,
  buckets: readonly number[],
  nowMs: number,
  retentionDays: number,
): Promise<void> {
  // The events of their attempts are older. Events are removed with their whole day.
  const before = isoTime(nowMs - (retentionDays + 1) * DAY_MS)
  await removeInChunks((rows) => removeUrls(pool, buckets, before, rows))
}

export const formerUrlRemoval: Task = {
  name: 'former_webhook_urls_removed',
  intervalMs: 3_600_000,
  run: ({ pool, buckets, clock, config }) => removeFormerUrls(pool, buckets(), clock.now(), config.eventRetentionDays),
}
