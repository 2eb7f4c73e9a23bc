/**
 * One of two database servers is killed under load. Its accounts get 503, and all other accounts go on without an error.
 * Nothing of a successful response is lost (invariant 11).
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createSystemClock } from '../../src/platform/clock.ts'
import { ensurePartitions } from '../../src/platform/db/partitions/make.ts'
import { createPool } from '../../src/platform/db/pool.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { openTestServers, reopenTestServers } from '../databases.ts'
import { untilDrained } from '../drained.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { judge } from '../faults/checker.ts'
import type { WatchedEndpoint } from '../faults/checker.ts'
import { faultVariables, RETRY_SCHEDULE_MS } from '../faults/settings.ts'
import { startPostgresServer } from '../postgres-server.ts'
import { pause } from '../pause.ts'
import { startReceiver } from '../receiver.ts'
import { call, prepareMessages, startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'

/** Creates of the accounts on the living server, before the kill, during the outage, and after it. */
const CREATES = 30
const CALLERS = 4
/** Between two calls of a caller, ms. */
const PAUSE_MS = 50

async function startServer() {
  const server = await endAfterTests(startPostgresServer())
  const url = server.migratedUrl
  await withSession(url, (session) => ensurePartitions(session, createSystemClock().now()))
  const pool = createPool({
    url,
    connectionsMax: 2,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
    applicationName: 'tidings test',
    onError: () => {},
  })
  return { server, url, pool, close: () => pool.end() }
}

const directory = await endAfterTests(startServer())
const other = await endAfterTests(startServer())
const receiver = await endAfterTests(startReceiver())
const servers = await endAfterTests(openTestServers([directory, other]))
const running = await endAfterTests(
  startTestService({ ...directory, servers }, { ...faultVariables(receiver.caPath), LOG_LEVEL: 'fatal' }),
)

interface Account {
  client: Client
  endpoint: WatchedEndpoint
  deliveryIds: number[]
}

async function accountOn(name: string): Promise<Account> {
  let client = await running.client()
  while (servers.of(client.bucket).name !== name) client = await running.client()
  await prepareMessages(client)
  const path = `/hooks/${client.accountId}`
  const webhook_endpoint = { url: new URL(path, receiver.url).href }
  const { status, body } = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint })
  assert.equal(status, 201)
  const secrets = [{ secret: body.webhook_endpoint.secret as string, replacedAtMs: null }]
  return { client, endpoint: { accountId: client.accountId, path, secrets, quiet: [] }, deliveryIds: [] }
}

async function create({ client, deliveryIds }: Account): Promise<number> {
  const message = { external_user_id: 'ada', message_template_name: 'receipt' }
  const { status, body, headers } = await client.call('POST', '/api/v1/messages', { message })
  if (status === 201) for (const { id } of body.message.deliveries) deliveryIds.push(id)
  if (status === 503) assert.ok(headers.get('retry-after') !== null)
  return status
}

/** Creates messages by several callers, all of which must succeed. Returns the durations, ms, in ascending order. */
async function createMany(account: Account, count = CREATES): Promise<number[]> {
  const durations: number[] = []
  let left = count
  const caller = async () => {
    while (left-- > 0) {
      const startedAt = performance.now()
      assert.equal(await create(account), 201)
      durations.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  return durations.toSorted((a, b) => a - b)
}

const percentile = (durations: number[], part: number) => durations[Math.floor((durations.length - 1) * part)]!

/** Creates of the account, one after another, until stopped. Returns the counts of the statuses. */
function keepCreating(account: Account) {
  const statuses = new Map<number, number>()
  let isStopped = false
  let onCreated = () => {}
  const loop = (async () => {
    while (!isStopped) {
      const status = await create(account)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      onCreated()
      await pause(PAUSE_MS)
    }
  })()
  return {
    statuses,
    async until(isReached: (counts: typeof statuses) => boolean) {
      while (!isReached(statuses)) await Promise.race([loop, new Promise<void>((resolve) => (onCreated = resolve))])
    },
    async stop() {
      isStopped = true
      await loop
    },
  }
}

async function ready(url = running.service.url): Promise<{ status: number; servers: Record<string, string[]> }> {
  const response = await fetch(`${url}/readyz`)
  const { servers: named = {} } = (await response.json()) as { servers?: Record<string, string[]> }
  return { status: response.status, servers: named }
}

async function judged(pool: typeof other.pool, { client, endpoint, deliveryIds }: Account): Promise<void> {
  await untilDrained(pool)
  const received = receiver.requests.filter(({ path }) => path === endpoint.path)
  const { breaches } = await judge({
    ...{ pool, accountId: client.accountId, received, endpoints: [endpoint] },
    ...{ acknowledgedDeliveryIds: deliveryIds, retryScheduleMs: RETRY_SCHEDULE_MS },
  })
  assert.deepEqual(breaches, [])
}

/** Kills a server under load, and checks the account of the other server meanwhile and both afterwards. */
async function outage(
  context: TestContext,
  {
    killed,
    living,
    duringOutage,
  }: { killed: 'a' | 'b'; living: 'a' | 'b'; duringOutage(account: Account): Promise<void> },
): Promise<void> {
  const [alive, dead] = [await accountOn(living), await accountOn(killed)]
  const of = { a: directory, b: other }
  const before = await createMany(alive)
  const load = keepCreating(dead)
  await of[killed].server.kill()
  await until(ready, ({ servers: named }) => named[killed] !== undefined)
  assert.equal((await ready()).status, 200)
  const during = await createMany(alive)
  await load.until((statuses) => (statuses.get(503) ?? 0) > 0)
  await duringOutage(alive)
  const p99 = (durations: number[]) =>
    `p50 ${percentile(durations, 0.5).toFixed(1)}, p99 ${percentile(durations, 0.99).toFixed(1)} ms`
  context.diagnostic(`before: ${p99(before)}; during the outage: ${p99(during)}`)
  await of[killed].server.start()
  await until(ready, ({ servers: named }) => Object.keys(named).length === 0)
  const succeeded = load.statuses.get(201) ?? 0
  await load.until((statuses) => (statuses.get(201) ?? 0) > succeeded + 5)
  await load.stop()
  assert.deepEqual(
    [...load.statuses.keys()].filter((status) => status !== 201 && status !== 503),
    [],
  )
  await createMany(alive)
  await judged(of[living].pool, alive)
  await judged(of[killed].pool, dead)
}

describe('if a database server is killed', { timeout: 600_000 }, () => {
  test('only its own accounts stop', async (context) => {
    await outage(context, {
      killed: 'b',
      living: 'a',
      async duringOutage(alive) {
        // The directory is there, so keys are made and revoked at once.
        const made = await alive.client.call('POST', '/api/v1/api_keys', { api_key: { name: 'New' } })
        assert.equal(made.status, 201)
      },
    })
  })

  test('and it is the directory, callers who are known go on, and others get 503', async (context) => {
    const { apiKey: unknown } = await running.client()
    await outage(context, {
      killed: 'a',
      living: 'b',
      async duringOutage({ client }) {
        const { url } = running.service
        assert.equal((await client.call('GET', '/api/v1/messages')).status, 200)
        assert.equal((await call(url!, unknown, 'GET', '/api/v1/messages')).status, 503)
        assert.equal((await client.call('GET', '/api/v1/api_keys')).status, 503)
        const session = { email: 'nobody@example.com', password: 'none' }
        assert.equal((await call(url!, '', 'POST', '/api/v1/session', { session })).status, 503)
      },
    })
  })

  test('a process starts without it, and joins it when it responds', async () => {
    const [alive, dead] = [await accountOn('a'), await accountOn('b')]
    await other.server.kill()
    const reopened = await reopenTestServers([directory, other])
    const second = await startTestService({ ...directory, servers: reopened }, { LOG_LEVEL: 'fatal' })
    try {
      const { url } = second.service
      const read = async ({ client: { apiKey } }: Account) =>
        (await call(url!, apiKey, 'GET', '/api/v1/account')).status
      assert.equal(await read(alive), 200)
      assert.equal(await read(dead), 503)
      const { status, servers: named } = await ready(url)
      assert.deepEqual([status, Object.keys(named)], [200, ['b']])
      await other.server.start()
      await until(
        () => read(dead),
        (code) => code === 200,
      )
    } finally {
      await second.stop()
      await reopened.close()
    }
  })
})
