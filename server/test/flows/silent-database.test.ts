/**
 * The network to PostgreSQL goes silent in both directions while connections stay open, as if a machine or router
 * failed. The service's timeouts end the wait. It returns 503 and continues with new connections. No data of successful
 * responses is lost (invariant 11).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { judge } from '../faults/checker.ts'
import { addAccounts, createCluster, createMessage } from '../faults/cluster.ts'
import { RETRY_SCHEDULE_MS } from '../faults/settings.ts'
import type { Cluster } from '../faults/cluster.ts'
import { startDatabaseProxy } from '../faults/database-proxy.ts'
import type { DatabaseProxy } from '../faults/database-proxy.ts'
import { untilDrained } from '../drained.ts'
import type { ServiceProcess } from '../process.ts'
import { SANDBOX_WORDS } from '../sandbox-words.ts'
import { call, until } from '../service.ts'

const ACCOUNTS = 3
const CALLERS = 4
/** Deliveries created before each silence. */
const CREATES = 60
/** Timeout for events in other processes. */
const TIMEOUT_MS = 600_000

const TIME_OUTS = { STATEMENT_TIMEOUT: '1s', DATABASE_CONNECT_TIMEOUT: '1s', SWEEP_INTERVAL: '1s' }

describe('when the connections to the database fall silent', { timeout: TIMEOUT_MS }, () => {
  let cluster: Cluster
  let proxy: DatabaseProxy
  let api: ServiceProcess
  const acknowledgedDeliveryIds: number[] = []

  before(async () => {
    cluster = await createCluster()
    proxy = await startDatabaseProxy(cluster.database.url)
    api = await cluster.start('api,tasks', { ...TIME_OUTS, DATABASE_URL: proxy.url })
    await addAccounts(cluster, api, ACCOUNTS)
  })
  after(async () => {
    await cluster.close()
    await proxy.close()
  })

  const create = async (calls: number) => {
    const account = cluster.accounts[calls % ACCOUNTS]!
    const ids = await createMessage(account, api, SANDBOX_WORDS[calls % SANDBOX_WORDS.length]!)
    acknowledgedDeliveryIds.push(...ids)
  }

  async function createMany(): Promise<void> {
    const enough = acknowledgedDeliveryIds.length + CREATES
    const caller = async (first: number): Promise<void> => {
      for (let calls = first; acknowledgedDeliveryIds.length < enough; calls++) await create(calls)
    }
    await Promise.all(Array.from({ length: CALLERS }, (_, first) => caller(first)))
  }

  const ask = (method: string, path: string, body?: unknown) =>
    call(api.url, cluster.accounts[0]!.apiKey, method, path, body)
  const message = { message: { external_user_id: 'silent', message_template_name: 'receipt' } }

  test('the API returns 503 in bounded time, and works by new connections when they speak again', async (t) => {
    await createMany()
    // Under load, so that the silence begins in the middle of transactions.
    const under = Promise.all(Array.from({ length: CALLERS }, (_, calls) => create(calls)))
    proxy.silence()
    await under
    const responses = await Promise.all(Array.from({ length: 5 }, () => ask('POST', '/api/v1/messages', message)))
    for (const response of responses) {
      assert.equal(response.status, 503, JSON.stringify(response.body))
      assert.equal(response.headers.get('retry-after'), '1')
      assert.equal(response.body.code, 'unavailable')
    }
    const { status, body } = await ask('GET', '/readyz')
    assert.deepEqual([status, body.reasons], [503, ['the database is unavailable']])
    assert.equal((await ask('GET', '/healthz')).status, 200)

    proxy.speak()
    let refused = 0
    const response = await until(
      () => ask('POST', '/api/v1/messages', message),
      (found) => {
        assert.ok(found.status === 201 || found.status === 503, JSON.stringify(found.body))
        if (found.status === 503) refused += 1
        return found.status === 201
      },
    )
    acknowledgedDeliveryIds.push(...(response.body.message.deliveries as { id: number }[]).map(({ id }) => id))
    // At most one request fails per silent connection of the pool.
    t.diagnostic(`${refused} requests were refused by connections that had fallen silent`)
    assert.ok(refused <= 8)
    assert.equal((await ask('GET', '/readyz')).status, 200)
  })

  test('a dispatcher gives up in time, continues afterwards, and can be stopped', async () => {
    const dispatching = await cluster.start('dispatch', { ...TIME_OUTS, DATABASE_URL: proxy.url })
    await createMany()
    const arrived = cluster.receiver.requests.length
    await cluster.receiver.waitFor(() => cluster.receiver.requests.length > arrived, TIMEOUT_MS)
    proxy.silence()
    // Its leases could not be renewed. POSTs in flight were cut off before another process could own the buckets.
    await dispatching.printed(/"event":"buckets.aborted"/)
    proxy.speak()
    await createMany()
    await untilDrained(cluster.database.pool)
    const { breaches, events } = await judge({
      pool: cluster.database.pool,
      received: cluster.receiver.requests,
      endpoints: cluster.accounts.map((account) => account.endpoint),
      acknowledgedDeliveryIds,
      retryScheduleMs: RETRY_SCHEDULE_MS,
      outputs: cluster.outputs(),
    })
    assert.deepEqual(breaches, [])
    assert.ok(events > acknowledgedDeliveryIds.length)
    // A stop does not wait for silent connections, including the one for hints.
    proxy.silence()
    assert.equal(await dispatching.stop(), 0)
  })
})
