// Invariants 3, 5 and 6 over a failover: a primary is replaced by its standby, and comes back as a standby.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster } from '../faults/cluster.ts'
import { startDatabasePair } from '../faults/database-pair.ts'
import type { DatabasePair } from '../faults/database-pair.ts'
import { judged, readiness, Traffic } from '../faults/traffic.ts'
import { until } from '../service.ts'

async function withPair(run: (pair: DatabasePair, cluster: Cluster) => Promise<void>): Promise<void> {
  const pair = await startDatabasePair()
  const cluster = await createCluster(pair)
  try {
    await run(pair, cluster)
  } finally {
    await cluster.close()
  }
}

const ROLES = 'api,dispatch,tasks'
/** Creates acknowledged by a process before the failover, and again after it. */
const CREATES = 15

test(
  'a failover loses nothing, and no create fails but with 503, behind one address and between the servers of the URL',
  { timeout: 600_000 },
  () =>
    withPair(async (pair, cluster) => {
      const behindAddress = await cluster.start(ROLES, { DATABASE_URL: pair.address })
      const withBoth = await cluster.start(ROLES, { DATABASE_URL: pair.url })
      await addAccounts(cluster, behindAddress, 2)
      const traffic = [behindAddress, withBoth].map((api, at) => new Traffic([cluster.accounts[at]!], api))
      const [ofAddress, ofBoth] = traffic as [Traffic, Traffic]
      const further = (more: number) => Promise.all(traffic.map((one) => one.further(201, more)))
      await further(CREATES)
      await pair.failOver()
      // The address still leads to the old primary, a standby now.
      const read = await until(
        () => readiness(behindAddress),
        ({ reasons }) => reasons.some((one) => /accepts no writes/.test(one)),
      )
      assert.equal(read.status, 503)
      await ofAddress.further(503, 10)
      // Meanwhile the other process has found the new primary.
      await ofBoth.further(201, CREATES)
      pair.followPrimary()
      await further(CREATES)
      for (const api of [behindAddress, withBoth])
        await until(
          () => readiness(api),
          ({ status }) => status === 200,
        )
      await Promise.all(traffic.map((one) => one.stop()))
      const others = traffic.flatMap(({ statuses }) => [...statuses.keys()].filter((one) => one !== 201 && one !== 503))
      assert.deepEqual(others, [])
      await judged(cluster, ...traffic)
    }),
)
