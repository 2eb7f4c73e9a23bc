import type { SystemClock } from '../src/clock.ts'
import { DatabaseAddress } from '../src/db/address.ts'
import type { Database } from '../src/db/database.ts'
import { onlyDatabase } from '../src/db/databases.ts'
import type { Databases } from '../src/db/databases.ts'
import { ensurePartitions } from '../src/db/partitions.ts'
import { withSession } from '../src/db/session.ts'
import { ALL_BUCKETS } from '../src/ids.ts'
import type { TestDatabase } from './database.ts'

/** The test's database as the only server of a service in the test's process. */
export function testDatabases(
  { url, pool, requests = null }: TestDatabase & Partial<Pick<Database, 'requests'>>,
  clock: Pick<SystemClock, 'now'>,
): Databases {
  return onlyDatabase({
    name: 'main',
    buckets: () => ALL_BUCKETS,
    prepare: () => Promise.resolve(),
    isReady: true,
    pool,
    // By default requests share the test's connections.
    requests,
    maintenanceAddress: new DatabaseAddress(url),
    embedded: true,
    withMaintenanceSession: (work) => withSession(url, work),
    failures: new Map(),
    makePartitions: async () => void (await withSession(url, (session) => ensurePartitions(session, clock.now()))),
    rereadUrls: () => {},
    close: () => Promise.resolve(),
  })
}
