/** Counts of the past weeks, so that the charts show more than the hour in which the pictures are taken. */
import { createSystemClock } from '../../server/src/platform/clock.ts'
import { loadConfig } from '../../server/src/platform/config/config.ts'
import { openDatabases } from '../../server/src/platform/db/servers/databases.ts'
import { createLogger } from '../../server/src/platform/log.ts'

const HOURS = 24 * 40

/** Repeats the counts of the newest hours in each earlier hour, more by day than by night. */
const REPEAT = `insert into delivery_counts
  select c.bucket, c.account_id, c.grouped_by, c.start - make_interval(hours => hour), c.value, 0, 0, c.sent * times,
    c.failed * times, c.delivered * times, c.bounced * (times % 3), c.opened * times, 0
  from delivery_counts c
  cross join generate_series(2, ${HOURS}) as hour
  cross join lateral (select (hour * 7919) % 5 * (1 + hour / 12 % 2) as times) t
  where times > 0
  on conflict do nothing`

/** Adds the past to every account. `environment`: the variables of the running service. */
export async function addHistory(environment: Record<string, string>): Promise<void> {
  const loaded = loadConfig(environment)
  if (!loaded.ok) throw new Error(loaded.mistakes.join('\n'))
  const databases = await openDatabases(loaded.config, {
    clock: createSystemClock(),
    log: createLogger('fatal'),
    onProgress() {},
    whenInUse: 'join',
  })
  try {
    await databases.directory.pool.query({ text: REPEAT, values: [] })
  } finally {
    await databases.close()
  }
}
