// Invariants 3, 5 and 6 over an upgrade: both versions run on one database, and the former one comes back.
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../../src/db/migrations.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { judged, readiness, Traffic } from '../faults/traffic.ts'
import { failToStart } from '../process.ts'
import { until } from '../service.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const VERSION = readMigrations(MIGRATIONS_DIRECTORY).length
const ROLES = 'api,dispatch,tasks'

/** A version of the service with further migrations: its file to run. */
function versionWith(migrations: Record<string, string>): string {
  const copy = mkdtempSync(join(tmpdir(), 'tidings-upgrade-'))
  after(() => rmSync(copy, { recursive: true, force: true }))
  for (const folder of ['src', 'migrations', 'package.json'])
    cpSync(join(ROOT, 'server', folder), join(copy, 'server', folder), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const [index, [name, text]] of Object.entries(migrations).entries()) {
    const file = `${String(VERSION + index + 1).padStart(4, '0')}_${name}.sql`
    writeFileSync(join(copy, 'server', 'migrations', file), text)
  }
  return join(copy, 'server', 'src', 'main.ts')
}

const expand = {
  expand: `-- oldest version: ${VERSION}\nalter table messages add column added text;\n`,
  index: `-- oldest version: ${VERSION}\n-- outside a transaction\ncreate index concurrently messages_added on messages (added);\n`,
}

const cluster = await endAfterTests(createCluster())

test(
  'both versions work on the new schema under load, and the former one can come back',
  { timeout: 600_000 },
  async () => {
    const newVersion = versionWith(expand)
    const former = await cluster.start(ROLES)
    await addAccounts(cluster, former, 1)
    const onFormer = new Traffic(cluster, former)
    await onFormer.further(201, 50)

    const upgraded = await cluster.start(ROLES, {}, newVersion)
    const onUpgraded = new Traffic(cluster, upgraded)
    await Promise.all([onFormer.further(201, 50), onUpgraded.further(201, 50)])
    assert.deepEqual(await readiness(former), { status: 200, reasons: [] })
    assert.deepEqual(await readiness(upgraded), { status: 200, reasons: [] })
    await onFormer.stop()
    assert.equal(await former.stop(), 0)

    // Back: the former version starts on the newer database.
    const again = await cluster.start(ROLES)
    const onAgain = new Traffic(cluster, again)
    await onUpgraded.stop()
    assert.equal(await upgraded.stop(), 0)
    await onAgain.further(201, 50)
    assert.deepEqual(await readiness(again), { status: 200, reasons: [] })
    await onAgain.stop()
    for (const traffic of [onFormer, onUpgraded, onAgain]) assert.deepEqual([...traffic.statuses.keys()], [201])
    await judged(cluster, onFormer, onUpgraded, onAgain)

    // A migration that the former version cannot bear takes it out of service, and says so.
    const contract = await cluster.start(
      'tasks',
      {},
      versionWith({ ...expand, contract: 'alter table messages drop column added;\n' }),
    )
    const { reasons } = await until(
      () => readiness(again),
      ({ status }) => status === 503,
    )
    assert.match(reasons.join(), new RegExp(`needs a version with migration ${VERSION + 3}, this one has ${VERSION}`))
    const refused = await failToStart('/nonexistent', cluster.variables)
    assert.equal(refused.code, 1)
    assert.match(refused.errors.join('\n'), /was migrated by a newer version of Tidings/)
    await contract.stop()
  },
)
