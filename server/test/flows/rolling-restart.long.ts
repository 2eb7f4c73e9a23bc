// No request fails while each of five processes behind nginx is restarted. Invariants 3, 4 and 11 hold throughout.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAfterTests } from '../end-after-tests.ts'
import { addAccounts, createCluster } from '../faults/cluster.ts'
import { startNginx } from '../faults/nginx.ts'
import { SteadyTraffic } from '../faults/steady-traffic.ts'
import { judged, readiness } from '../faults/traffic.ts'
import type { ServiceProcess } from '../process.ts'

const PER_SECOND = 40
/** Requests between two restarts. */
const REQUESTS_BETWEEN = 5 * PER_SECOND
const ROUNDS = 3
/** Longer than nginx keeps an idle connection. */
const SHUTDOWN_DELAY = '6s'

const cluster = await endAfterTests(createCluster())

test('a rolling restart of five processes behind nginx fails no request', async (context) => {
  const variables = { SHUTDOWN_DELAY, TRUST_PROXY: '127.0.0.1' }
  const places = ['api', 'api', 'dispatch', 'dispatch', 'tasks'].map((roles) => ({ roles, port: '0' }))
  const running: ServiceProcess[] = []
  for (const place of places) {
    const started = await cluster.start(place.roles, variables)
    if (place.roles === 'api') place.port = new URL(started.url).port
    running.push(started)
  }
  await addAccounts(cluster, running[0]!, 1)
  const nginx = await startNginx(places.filter(({ roles }) => roles === 'api').map(({ port }) => port))
  context.after(() => nginx.stop())
  const traffic = new SteadyTraffic([nginx.url], [cluster.accounts[0]!.apiKey], PER_SECOND)
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { roles, port }] of places.entries()) {
      await traffic.further(REQUESTS_BETWEEN)
      assert.equal(await running[index]!.stop(), 0)
      running[index] = await cluster.start(roles, { ...variables, PORT: port })
      if (roles === 'api') assert.equal((await readiness(running[index])).status, 200)
    }
  await traffic.further(REQUESTS_BETWEEN)
  await traffic.stop()
  console.log(`${places.length * ROUNDS} restarts, responses by status:`, Object.fromEntries(traffic.statuses))
  assert.deepEqual(new Set(traffic.statuses.keys()), new Set([200, 201]))
  await judged(cluster, traffic)
})
