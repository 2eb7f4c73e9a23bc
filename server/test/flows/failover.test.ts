// Invariants 3, 5 and 6 over a failover: a primary is replaced by its standby, and comes back as a standby.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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

describe('a failover', { timeout: 600_000 }, () => {
  for (const [form, urlOf] of [
    ['behind one address', (pair: DatabasePair) => pair.address],
    ['between the servers of the URL', (pair: DatabasePair) => pair.url],
  ] as const)
    test(`${form} loses nothing, and no create fails but with 503`, async () => {
      await withPair(async (pair, cluster) => {
        const api = await cluster.start('api,dispatch,tasks', { DATABASE_URL: urlOf(pair) })
        await addAccounts(cluster, api, 1)
        const traffic = new Traffic(cluster.accounts.slice(0, 1), api)
        await traffic.further(201, 100)
        await pair.failOver()
        if (urlOf(pair) === pair.address) {
          // The address still leads to the old primary, a standby now.
          const read = await until(
            () => readiness(api),
            ({ reasons }) => reasons.some((one) => /accepts no writes/.test(one)),
          )
          assert.equal(read.status, 503)
          await traffic.further(503, 20)
          pair.followPrimary()
        }
        await traffic.further(201, 100)
        await until(
          () => readiness(api),
          ({ status }) => status === 200,
        )
        await traffic.stop()
        assert.deepEqual(
          [...traffic.statuses.keys()].filter((status) => status !== 201 && status !== 503),
          [],
        )
        await judged(cluster, traffic)
      })
    })
})
