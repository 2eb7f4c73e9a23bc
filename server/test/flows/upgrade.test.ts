// Invariants 3, 5 and 6 over an upgrade: both versions run on one database, and the former one comes back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAfterTests } from '../end-after-tests.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { judged, readiness, Traffic } from '../faults/traffic.ts'
import { VERSION, versionWith } from '../newer-version.ts'
import { failToStart } from '../process.ts'
import { until } from '../service.ts'

const ROLES = 'api,dispatch,tasks'
const expand = {
  expand: `-- oldest version: ${VERSION}\nalter table messages add column added text;\n`,
  index: `-- oldest version: ${VERSION}\n-- outside a transaction\ncreate index concurrently send_queue_sends on send_queue (sends_made);\n`,
}

const cluster = await endAfterTests(createCluster())

test(
  'both versions work on the new schema under load, and the former one can come back',
  { timeout: 600_000 },
  async () => {
    const newVersion = await versionWith(expand)
    const former = await cluster.start(ROLES)
    await addAccounts(cluster, former, 1)
    const onFormer = new Traffic(cluster.accounts.slice(0, 1), former)
    await onFormer.further(201, 20)

    const upgraded = await cluster.start(ROLES, {}, newVersion.main)
    const onUpgraded = new Traffic(cluster.accounts.slice(0, 1), upgraded)
    await Promise.all([onFormer.further(201, 20), onUpgraded.further(201, 20)])
    assert.deepEqual(await readiness(former), { status: 200, reasons: [] })
    assert.deepEqual(await readiness(upgraded), { status: 200, reasons: [] })
    await onFormer.stop()
    assert.equal(await former.stop(), 0)

    // Back: the former version starts on the newer database.
    const again = await cluster.start(ROLES)
    const onAgain = new Traffic(cluster.accounts.slice(0, 1), again)
    await onUpgraded.stop()
    assert.equal(await upgraded.stop(), 0)
    await onAgain.further(201, 20)
    assert.deepEqual(await readiness(again), { status: 200, reasons: [] })
    await onAgain.stop()
    for (const traffic of [onFormer, onUpgraded, onAgain]) assert.deepEqual([...traffic.statuses.keys()], [201])
    await judged(cluster, onFormer, onUpgraded, onAgain)

    // A migration that the former version cannot bear takes it out of service, and says so.
    const newest = await versionWith({ ...expand, contract: 'alter table messages drop column added;\n' })
    const contract = await cluster.start('tasks', {}, newest.main)
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
