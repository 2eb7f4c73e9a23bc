// Invariants 3, 5 and 6 over a failover: a primary is replaced by its standby, and comes back as a standby.
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { describe, test } from 'node:test'
import { untilDrained } from '../drained.ts'
import { judge } from '../faults/checker.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import type { Cluster, ClusterAccount } from '../faults/cluster.ts'
import { startDatabasePair } from '../faults/database-pair.ts'
import type { DatabasePair } from '../faults/database-pair.ts'
import { RETRY_SCHEDULE_MS } from '../faults/settings.ts'
import type { ServiceProcess } from '../process.ts'
import { until } from '../service.ts'

/** Creates that run at the same time, each after the one before it. */
const CALLERS = 4

/** Creates messages one after another until it is stopped, and counts the answers by status. */
class Traffic {
  readonly statuses = new Map<number, number>()
  readonly deliveryIds: number[] = []
  #isStopped = false
  readonly #answered = new EventEmitter()
  readonly #running: Promise<unknown>

  constructor(cluster: Cluster, api: ServiceProcess) {
    this.#running = Promise.all(Array.from({ length: CALLERS }, () => this.#create(cluster.accounts[0]!, api)))
    this.#running.catch((error: unknown) => this.#answered.emit('error', error))
  }

  async #create(account: ClusterAccount, api: ServiceProcess): Promise<void> {
    const message = { external_user_id: 'delivered', message_template_name: 'receipt' }
    while (!this.#isStopped) {
      const { status, headers, body } = await account.call(api, 'POST', '/api/v1/messages', { message })
      this.statuses.set(status, this.count(status) + 1)
      if (status === 503) assert.equal(headers.get('retry-after'), '1')
      if (status === 201) for (const { id } of body.message.deliveries as { id: number }[]) this.deliveryIds.push(id)
      this.#answered.emit('answer')
    }
  }

  count(status: number): number {
    return this.statuses.get(status) ?? 0
  }

  /** Waits until `more` further creates are answered with the status. */
  async further(status: number, more: number): Promise<void> {
    const wanted = this.count(status) + more
    while (this.count(status) < wanted) await once(this.#answered, 'answer')
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }
}

async function judged(cluster: Cluster, traffic: Traffic): Promise<void> {
  await untilDrained(cluster.database.pool)
  const judgement = await judge({
    pool: cluster.database.pool,
    received: cluster.receiver.requests,
    endpoints: cluster.accounts.map((one) => one.endpoint),
    answeredDeliveryIds: traffic.deliveryIds,
    retryScheduleMs: RETRY_SCHEDULE_MS,
    outputs: cluster.outputs(),
  })
  assert.deepEqual(judgement.breaches, [])
}

async function readiness(api: ServiceProcess): Promise<{ status: number; reasons: string[] }> {
  const response = await fetch(`${api.url}/readyz`)
  const { reasons = [] } = (await response.json()) as { reasons?: string[] }
  return { status: response.status, reasons }
}

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
        const traffic = new Traffic(cluster, api)
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
