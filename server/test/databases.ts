import assert from 'node:assert/strict'
import { createSystemClock } from '../src/platform/clock.ts'
import type { SystemClock } from '../src/platform/clock.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { DatabaseAddress } from '../src/platform/db/servers/address.ts'
import type { Database } from '../src/platform/db/servers/database.ts'
import { onlyDatabase, openDatabases } from '../src/platform/db/servers/databases.ts'
import type { Databases } from '../src/platform/db/servers/databases.ts'
import { ensurePartitions } from '../src/platform/db/partitions/make.ts'
import type { DaysAround } from '../src/platform/db/partitions/make.ts'
import { withSession } from '../src/platform/db/session.ts'
import { ALL_BUCKETS } from '../src/platform/ids.ts'
import { createLogger } from '../src/platform/log.ts'
import type { TestDatabase } from './database.ts'

/**
 * The fewest days with which a service is ready. PostgreSQL plans a statement for all partitions, on each connection of each
 * test.
 */
export const TEST_DAYS: DaysAround = { before: 0, after: 2 }

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
    async makePartitions() {
      await withSession(url, (session) => ensurePartitions(session, clock.now(), TEST_DAYS))
    },
    rereadUrls: () => {},
    close: () => Promise.resolve(),
  })
}

/** Tables that only the directory has. */
export const DIRECTORY_TABLES = [
  'api_keys',
  'bucket_places',
  'member_invitations',
  'member_sessions',
  'members',
  'people',
  'person_accounts',
]

const NAMES = 'abcdefgh'

/** Divides the buckets of a new directory between the servers in turn. */
export async function divideBuckets(directory: TestDatabase['pool'], names: readonly string[]): Promise<void> {
  await directory.query({
    text: 'insert into bucket_places select b, ($1::text[])[b % $2 + 1] from generate_series(0, 63) b',
    values: [names, names.length],
  })
}

type ServerOfTest = Pick<TestDatabase, 'url' | 'pool'>

/**
 * Opens test databases as the servers a, b, ... of a service in the test's process. The buckets are divided in turn. All
 * servers but the first lose the tables of the directory.
 */
export async function openTestServers(given: readonly ServerOfTest[]): Promise<Databases> {
  const names = given.map((_, index) => NAMES[index]!)
  const [directory, ...others] = given as [ServerOfTest, ...ServerOfTest[]]
  await divideBuckets(directory.pool, names)
  for (const { pool } of others) await pool.query(`drop table ${DIRECTORY_TABLES.join(', ')}`)
  return reopenTestServers(given)
}

/** Opens servers that were opened before. */
export function reopenTestServers(given: readonly ServerOfTest[]): Promise<Databases> {
  const names = given.map((_, index) => NAMES[index]!)
  const loaded = loadConfig({
    DATABASES: given.map(({ url }, index) => `${names[index]}=${url}`).join(', '),
    SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  })
  assert.ok(loaded.ok, loaded.ok ? '' : loaded.mistakes.join('; '))
  const options = { clock: createSystemClock(), log: createLogger('error'), onProgress: () => {} }
  return openDatabases(loaded.config, options)
}
