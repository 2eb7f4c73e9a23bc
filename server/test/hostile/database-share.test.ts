/** One account makes as many requests as it can. Other accounts, leases, dispatchers and health keep working. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { createSystemClock } from '../../src/platform/clock.ts'
import { divideConnections } from '../../src/platform/db/servers/database.ts'
import { closePool, createPool } from '../../src/platform/db/pool.ts'
import type { ConnectionPool } from '../../src/platform/db/pool.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { startDatabaseProxy } from '../faults/database-proxy.ts'
import type { DatabaseProxy } from '../faults/database-proxy.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Client, TestService } from '../service.ts'

const LONG = '60s'
const LONG_MS = 60_000

interface Running {
  service: TestService
  proxy: DatabaseProxy
  database: TestDatabase
  pools: { own: ConnectionPool; requests: ConnectionPool }
  /** Log lines of level `warn` and above. */
  lines: string[]
  stop(): Promise<void>
}

/** Starts the service with `connectionsMax` connections through a proxy, divided as in production. */
async function start(connectionsMax: number): Promise<Running> {
  const database = await createTestDatabase()
  const proxy = await startDatabaseProxy(database.url)
  const roles = ['api', 'dispatch', 'tasks'] as const
  const config = { databaseConnectionsMax: connectionsMax, roles } as unknown as Parameters<typeof divideConnections>[0]
  const divided = divideConnections(config)
  const poolOf = (max: number) =>
    createPool({
      url: proxy.url,
      connectionsMax: max,
      connectTimeoutMs: LONG_MS,
      statementTimeoutMs: LONG_MS,
      applicationName: 'test',
      onError: () => {},
    })
  const pools = { own: poolOf(divided.own), requests: poolOf(divided.requests) }
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const service = await startTestService(
    { ...database, pool: pools.own, requests: pools.requests },
    { DATABASE_CONNECT_TIMEOUT: LONG, STATEMENT_TIMEOUT: LONG },
    createSystemClock(),
    log,
    { leaseRenewIntervalMs: 200 },
  )
  return {
    service,
    proxy,
    database,
    pools,
    lines,
    async stop() {
      await service.stop()
      await Promise.all([closePool(pools.own, LONG_MS), closePool(pools.requests, LONG_MS)])
      await proxy.close()
      await database.close()
    },
  }
}

describe('two accounts ask for forty lists each at once, and the database answers none', () => {
  const LISTS = 40
  const CONNECTIONS = 20
  /** The share of one account: a quarter, rounded up, of the five connections for accounts. */
  const SHARE = 2
  const HELD = 2 * SHARE

  let running: Running
  let quiet: Client
  let greedy: Client
  let greedyToo: Client
  let deliveryId: number
  let responses: Promise<{ status: number }>[]
  let held: ReturnType<DatabaseProxy['hold']>[]
  let isBeyondReached = false

  before(async () => {
    running = await start(CONNECTIONS)
    const { service, proxy } = running
    quiet = await service.client()
    greedy = await service.client()
    greedyToo = await service.client()
    await prepareMessages(quiet)
    await prepareMessages(greedy)
    await prepareMessages(greedyToo)
    deliveryId = await send()
    // Only lists are unnamed statements.
    held = Array.from({ length: 2 * LISTS }, () => proxy.hold([''], 'before'))
    void held[HELD]!.reached.then(() => (isBeyondReached = true))
    responses = [greedy, greedyToo].flatMap((client) =>
      Array.from({ length: LISTS }, () => client.call('GET', '/api/v1/messages?limit=200')),
    )
    await Promise.all(held.slice(0, HELD).map((hold) => hold.reached))
  })
  after(async () => {
    for (const hold of held) hold.release()
    await running.stop()
  })

  async function send(): Promise<number> {
    const message = {
      external_user_id: 'ada',
      message_template_name: 'receipt',
      message_attributes_attributes: [{ name: 'order.id', value: 'A-1' }],
    }
    const { status, body } = await quiet.call('POST', '/api/v1/messages', { message })
    assert.equal(status, 201)
    return body.message.deliveries[0].id
  }

  test('another account is answered', async () => {
    const all = await Promise.all(
      Array.from({ length: 200 }, () => quiet.call('GET', `/api/v1/deliveries/${deliveryId}`)),
    )
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
  })

  test('the greedy ones may still create messages, and be told who they are', async () => {
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    for (const client of [greedy, greedyToo])
      assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
  })

  test('created messages are dispatched', async () => {
    const id = await send()
    await until(
      () => quiet.call('GET', `/api/v1/deliveries/${id}`),
      ({ body }) => body.sent_at !== null,
    )
  })

  test('leases are renewed', async () => {
    const renewals = async () => {
      const { rows } = await running.database.pool.query<{ at: number }>(
        'select max(expires_at) as at from bucket_leases',
      )
      return rows[0]!.at
    }
    const now = await renewals()
    await until(renewals, (at) => at > now)
    assert.deepEqual(
      running.lines.filter((line) => line.includes('buckets.')),
      [],
    )
  })

  test('the service is ready', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => fetch(`${running.service.service.url}/readyz`)))
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
    // The record of an earlier request may use one more for a moment.
    await until(
      async () => (await fetch(`${running.service.service.url}/metrics`)).text(),
      (text) => text.includes('tidings_database_connections{server="main",pool="requests",state="busy"} 4\n'),
    )
  })

  test('no more than its share was ever asked for, and all eighty are answered in the end', async () => {
    assert.equal(isBeyondReached, false)
    for (const hold of held) hold.release()
    const all = await Promise.all(responses)
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
  })
})

describe('with the fewest connections', () => {
  let running: Running
  before(async () => void (running = await start(4)))
  after(() => running.stop())

  test('no request waits for a connection while it holds one', async () => {
    const client = await running.service.client()
    const { template, channel } = await prepareMessages(client)
    const call = (method: string, path: string, body?: unknown) => client.call(method, `/api/v1/${path}`, body)
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const endpoint = await call('POST', 'webhook_endpoints', {
      webhook_endpoint: { url: 'https://127.0.0.1:4430/' },
    })
    const endpointId = endpoint.body.webhook_endpoint.id
    const created = await call('POST', 'messages', { message })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    const work = (n: number): Promise<{ status: number }>[] => [
      call('POST', 'messages', { message }),
      call('POST', 'messages', {
        message: { ...message, external_user_id: `new-${n}`, notification_user: { first_name: 'New' } },
      }),
      call('POST', 'messages/batch', { messages: [message, message, { ...message, send_at: later }] }),
      call('POST', 'messages/preview', { message }),
      call('PATCH', `messages/${created.body.message.id}/mark_as_seen`),
      call('GET', `deliveries/${created.body.message.deliveries[0].id}/timeline`),
      call('GET', 'messages'),
      call('HEAD', 'messages'),
      call('PATCH', `message_templates/${template.id}`, { message_template: { body: `Number ${n}` } }),
      call('POST', 'message_templates', {
        message_template: { name: `t-${n}`, body: '', channels: [{ notification_channel_id: channel.id }] },
      }),
      call('POST', 'notification_channels', {
        notification_channel: { name: `c-${n}`, channel_type: 'sms', provider: 'sandbox' },
      }),
      call('POST', 'suppressions', { suppression: { address: `user-${n}@example.com` } }),
      call('POST', 'api_keys', { api_key: { name: `key-${n}` } }),
      call('PATCH', `webhook_endpoints/${endpointId}`, { webhook_endpoint: { active: n % 2 === 0 } }),
      call('GET', `webhook_endpoints/${endpointId}/stats`),
      call('POST', `notification_channels/${channel.id}/test_send`, { test_send: { to: 'delivered@tidings.test' } }),
      call('DELETE', `message_templates/${1000 + n}`),
    ]
    const all = await Promise.all(Array.from({ length: 6 }, (_, n) => work(n)).flat())
    const failed = all.filter(({ status }) => status >= 500)
    assert.deepEqual(failed, [])
  })

  test('streams hold no place while they are open', async () => {
    const client = await running.service.client()
    const ending = new AbortController()
    const streams = await Promise.all(
      Array.from({ length: 3 }, () =>
        fetch(`${running.service.service.url}/api/v1/live`, {
          headers: { authorization: `Bearer ${client.apiKey}` },
          signal: ending.signal,
        }),
      ),
    )
    assert.deepEqual(new Set(streams.map(({ status }) => status)), new Set([200]))
    assert.equal((await client.call('GET', '/api/v1/messages')).status, 200)
    ending.abort()
  })
})

test('connections are divided by the roles of the process', () => {
  const divided = (databaseConnectionsMax: number, roles: string[]) => {
    const { own, requests } = divideConnections({ databaseConnectionsMax, roles } as never)
    return [own, requests]
  }
  assert.deepEqual(divided(20, ['api', 'dispatch', 'tasks']), [10, 10])
  assert.deepEqual(divided(5, ['api', 'dispatch']), [3, 2])
  assert.deepEqual(divided(4, ['api']), [1, 3])
  assert.deepEqual(divided(4, ['dispatch', 'tasks']), [4, 0])
})

test('sessions of one account are looked up in its share, and another account’s at once', async () => {
  const { service, proxy, stop } = await start(20)
  try {
    const share = 2
    const held = Array.from({ length: share }, () => proxy.hold(['sessions.find'], 'before'))
    const look = async (accountId: number) => {
      const cookie = `tidings_session=ses_${accountId}_${'a'.repeat(43)}`
      return (await fetch(`${service.service.url}/api/v1/session`, { headers: { cookie } })).status
    }
    let responded = 0
    const flood = Array.from({ length: 100 }, () => look(1).finally(() => (responded += 1)))
    await Promise.all(held.map((hold) => hold.reached))
    assert.deepEqual(await Promise.all(Array.from({ length: 20 }, () => look(2))), Array(20).fill(401))
    assert.equal(responded, 0)
    for (const hold of held) hold.release()
    assert.deepEqual(new Set(await Promise.all(flood)), new Set([401]))
  } finally {
    await stop()
  }
})

describe('a reader that does not read', () => {
  const SHARE = 2
  let running: Running
  before(async () => void (running = await start(16)))
  after(() => running.stop())

  /** Asks for the list without reading the response. */
  async function ask(client: Client): Promise<Socket> {
    const { hostname, port } = new URL(running.service.service.url!)
    const socket = createConnection(Number(port), hostname).pause()
    await once(socket, 'connect')
    socket.write(`GET /api/v1/messages HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.apiKey}\r\n\r\n`)
    await once(socket, 'readable')
    return socket
  }

  test('has no more responses in memory than its account has places', async () => {
    const greedy = await running.service.client()
    const quiet = await running.service.client()
    const { template, recipient } = await prepareMessages(greedy)
    await running.database.pool.query({
      text: `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
          rendered_body, attributes, created_at, updated_at)
        values ($1, $2, nextval('messages_id_seq'), $3, $4, 1, '', repeat('b', 40000000), '[]', now(), now())`,
      values: [greedy.bucket, greedy.accountId, recipient.id, template.id],
    })
    const sockets = await Promise.all(Array.from({ length: SHARE }, () => ask(greedy)))
    let hasResponse = false
    const third = greedy.call('GET', '/api/v1/message_templates').finally(() => (hasResponse = true))
    for (let turn = 0; turn < 20; turn++) assert.equal((await quiet.call('GET', '/api/v1/messages')).status, 200)
    assert.equal(hasResponse, false)
    for (const socket of sockets) socket.destroy()
    assert.equal((await third).status, 200)
  })
})
