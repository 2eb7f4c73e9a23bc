import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { createClient as createRedisClient } from '@redis/client'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { Redis } from 'ioredis'
import pg from 'pg'
import { FACT_RANKS } from '../../server/src/deliveries/status.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import {
  createMemoryStore,
  createPostgresStore,
  createReceiver,
  createRedisStore,
  createSqliteStore,
  expressHandler,
  fastifyReceiver,
  fetchHandler,
  honoHandler,
  nodeHandler,
  POSTGRES_MIGRATIONS,
  STATUS_RANKS,
} from './index.ts'
import type { PostgresClient, Receiver, ReceiverStore, SqliteDatabase, StatusChange, WebhookEvent } from './index.ts'
import { endAfterTests } from '../../server/test/end-after-tests.ts'
import { startRedis } from '../test/redis-server.ts'

const SECRET = `whsec_${'a'.repeat(43)}`

let events = 0
let deliveries = 0

function eventOf(status: string | null, deliveryId = ++deliveries): WebhookEvent {
  const data = status === null ? { message: 'Test event — ünïcode' } : { delivery: { id: deliveryId, status } }
  const type = status === null ? 'ping' : `delivery.${status}`
  const id = `evt_${String(++events).padStart(26, '0')}`
  // Not complete, and with statuses of later versions.
  return { id, type, created_at: '2026-06-08T10:20:00Z', data } as unknown as WebhookEvent
}

function requestOf(event: WebhookEvent, secret = SECRET) {
  // No serializer would write it like this again.
  const body = JSON.stringify(event, null, 1)
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-service-signature': `t=${timestamp},v1=${signature}` }
  return { method: 'POST', body, headers }
}

interface Handled {
  event: WebhookEvent
  change: StatusChange | null
}

/** A receiver that records handled events, and fails while `failing` is set. */
function recording<Connection>(store: ReceiverStore<Connection>) {
  const handled: Handled[] = []
  const errors: unknown[] = []
  const state = { failing: false }
  const receiver = createReceiver({
    secret: SECRET,
    store,
    onEvent(event, change) {
      if (state.failing) throw new Error('out of order')
      handled.push({ event, change })
    },
    onError: (error) => errors.push(error),
  })
  return { receiver, handled, errors, state }
}

function webRequestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', url = '/' } = incoming
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  const body = method === 'GET' ? null : (Readable.toWeb(incoming) as ReadableStream)
  return new Request(new URL(url, 'http://127.0.0.1'), { method, headers, body, duplex: 'half' })
}

const receive = async (receiver: Receiver, event: WebhookEvent) => {
  const { body, headers } = requestOf(event)
  return (await receiver.receive(Buffer.from(body), headers)).status
}

it('knows the ranks of the service', () => {
  assert.deepEqual(STATUS_RANKS, FACT_RANKS)
})

const database = await endAfterTests(createTestDatabase())
const pool = new pg.Pool({ connectionString: database.url, max: 10 })
// Dropping the database ends pool connections that are still closing.
pool.on('connect', (client) => client.on('error', () => {}))
const postgresStore = createPostgresStore(pool)
// Like processes that start at the same time, and later ones.
await Promise.all(Array.from({ length: 5 }, () => postgresStore.createTables()))
await postgresStore.createTables()
after(async () => {
  await pool.end()
})

const stores: [string, () => ReceiverStore<unknown>][] = [
  ['in memory', () => createMemoryStore()],
  ['in PostgreSQL', () => postgresStore],
  ['in SQLite', () => sqliteStore],
]

const sqlite = new DatabaseSync(':memory:')
const sqliteStore = createSqliteStore(sqlite)
await sqliteStore.createTables()
await sqliteStore.createTables()
after(() => sqlite.close())

const redis = await startRedis()
if (redis === null)
  it('the store in Redis', (t) => t.diagnostic('NOT TESTED HERE: redis-server is not on this machine'))
else {
  const byIoredis = new Redis({ path: redis.socket })
  const byRedis = await createRedisClient({ socket: { path: redis.socket, tls: false } }).connect()
  stores.push(['in Redis, by ioredis', () => createRedisStore(byIoredis)])
  stores.push(['in Redis, by redis', () => createRedisStore(byRedis, { prefix: 'app:' })])
  it('the store in Redis lets all its keys expire', async () => {
    const { receiver } = recording(createRedisStore(byIoredis, { prefix: 'expiry:' }))
    assert.equal(await receive(receiver, eventOf('sent')), 204)
    const keys = await byIoredis.keys('expiry:*')
    assert.deepEqual(new Set(keys.map((key) => key.split(':')[1])), new Set(['event', 'rank']))
    for (const key of keys) assert.ok((await byIoredis.ttl(key)) > 30 * 86_400)
  })
  after(async () => {
    byIoredis.disconnect()
    byRedis.destroy()
    await redis.close()
  })
}

for (const [name, create] of stores)
  describe(`a receiver with a store ${name}`, () => {
    it('handles an event once, also if it arrives repeatedly or in parallel', async () => {
      const { receiver, handled } = recording(create())
      const event = eventOf('sent')
      const answers = await Promise.all(Array.from({ length: 20 }, () => receive(receiver, event)))
      assert.deepEqual(new Set(answers), new Set([204]))
      assert.equal(await receive(receiver, event), 204)
      assert.deepEqual(
        handled.map((one) => one.event),
        [event],
      )
    })

    it('tells which statuses are new, in any order', async () => {
      const { receiver, handled } = recording(create())
      const id = ++deliveries
      const statuses = ['queued', 'delivered', 'sent', 'opened', 'delivered', 'failed', 'shredded']
      for (const status of statuses) await receive(receiver, eventOf(status, id))
      assert.deepEqual(
        handled.map(({ change }) => change && [change.deliveryId, change.status, change.advanced]),
        [
          [id, 'queued', true],
          [id, 'delivered', true],
          [id, 'sent', false],
          [id, 'opened', true],
          [id, 'delivered', false],
          [id, 'failed', false],
          null,
        ],
      )
      await receive(receiver, eventOf(null))
      assert.equal(handled.at(-1)!.change, null)
    })

    it('ends at the highest status, also with parallel events', async () => {
      const advanced: string[] = []
      const receiver = createReceiver({
        secret: SECRET,
        store: create(),
        onEvent(_event, change) {
          if (change?.advanced === true) advanced.push(change.status)
        },
      })
      const id = ++deliveries
      const statuses = Object.keys(STATUS_RANKS).toReversed()
      await Promise.all(statuses.map((status) => receive(receiver, eventOf(status, id))))
      assert.equal(advanced.at(-1), 'canceled')
      const ranks = advanced.map((status) => STATUS_RANKS[status]!)
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      )
    })

    it('returns 500 if the work fails, and handles the event when it arrives again', async () => {
      const { receiver, handled, errors, state } = recording(create())
      const event = eventOf('opened')
      state.failing = true
      assert.equal(await receive(receiver, event), 500)
      assert.equal((errors[0] as Error).message, 'out of order')
      state.failing = false
      assert.equal(await receive(receiver, event), 204)
      assert.deepEqual(
        handled.map(({ change }) => change?.advanced),
        [true],
      )
    })

    it('returns 400 to requests that are not authentic, without reading them', async () => {
      const { receiver, handled } = recording(create())
      const { body, headers } = requestOf(eventOf('sent'), 'whsec_another')
      assert.equal((await receiver.receive(body, headers)).status, 400)
      assert.equal((await receiver.receive(body, {})).status, 400)
      assert.equal((await receiver.receive('', headers)).status, 400)
      assert.deepEqual(handled, [])
    })
  })

describe('the store in PostgreSQL', () => {
  it("commits the work's writes with the event, or neither", async () => {
    await pool.query('create table orders (id int primary key, state text)')
    let fail = true
    const receiver = createReceiver<PostgresClient>({
      secret: () => [SECRET, 'whsec_next'],
      store: createPostgresStore(pool),
      async onEvent(_event, _change, client) {
        await client.query(`insert into orders values (1, 'told')`)
        if (fail) throw new Error('no')
      },
    })
    const event = eventOf('delivered')
    assert.equal(await receive(receiver, event), 500)
    assert.deepEqual((await pool.query('select * from orders')).rows, [])
    fail = false
    assert.equal(await receive(receiver, event), 204)
    assert.deepEqual((await pool.query('select * from orders')).rows, [{ id: 1, state: 'told' }])
  })

  it('forgets old events', async () => {
    await pool.query(`insert into webhook_received_events values ('evt_old', now() - interval '32 days')`)
    assert.equal(await postgresStore.forgetOldEvents(), 1)
    assert.equal(await postgresStore.forgetOldEvents(), 0)
  })

  it('runs each migration once', async () => {
    const { rows } = await pool.query('select step from webhook_store_migrations order by step')
    assert.deepEqual(
      rows.map(({ step }) => step),
      [...POSTGRES_MIGRATIONS.keys()],
    )
  })
})

describe('the store in SQLite', () => {
  it("commits the work's writes with the event, or neither", async () => {
    sqlite.exec('create table orders (id integer primary key, state text)')
    let fail = true
    const receiver = createReceiver<SqliteDatabase>({
      secret: SECRET,
      store: sqliteStore,
      async onEvent(_event, _change, database) {
        database.exec(`insert into orders values (1, 'told')`)
        await Promise.resolve()
        if (fail) throw new Error('no')
      },
    })
    const event = eventOf('delivered')
    const rows = () =>
      sqlite
        .prepare('select state from orders')
        .all()
        .map(({ state }) => state)
    assert.equal(await receive(receiver, event), 500)
    assert.deepEqual(rows(), [])
    fail = false
    assert.equal(await receive(receiver, event), 204)
    assert.deepEqual(rows(), ['told'])
  })

  it('forgets old events', async () => {
    sqlite.exec(`insert into webhook_received_events values ('evt_old', unixepoch() - 32 * 86400)`)
    assert.equal(await sqliteStore.forgetOldEvents(), 1)
    assert.equal(await sqliteStore.forgetOldEvents(), 0)
  })
})

it('refuses wrong options at construction', () => {
  const right = { secret: SECRET, store: createMemoryStore(), onEvent: () => {} }
  for (const wrong of [{ store: undefined }, { store: {} }, { onEvent: undefined }, { onError: 'x' }])
    assert.throws(() => createReceiver({ ...right, ...wrong } as never), TypeError)
  for (const create of [createPostgresStore, createSqliteStore, createRedisStore])
    for (const wrong of [undefined, null, {}]) assert.throws(() => create(wrong as never), TypeError)
})

describe('the store in memory', () => {
  it('is limited', async () => {
    const { receiver, handled } = recording(createMemoryStore({ entriesMax: 2 }) as ReceiverStore<unknown>)
    const [first, ...others] = [eventOf('sent'), eventOf('sent'), eventOf('sent')]
    for (const event of [first, ...others, first, others[1]]) await receive(receiver, event)
    assert.deepEqual(
      handled.map(({ event }) => event.id),
      [first.id, others[0].id, others[1].id, first.id],
    )
  })
})

describe('servers', () => {
  const listening = async (server: Server): Promise<{ url: string; close(): Promise<void> }> => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const close = async () => {
      server.close()
      await once(server, 'close')
    }
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close }
  }

  /** Passes requests of `node:http` to a handler of the web, as servers of frameworks do. */
  const webServer = (handler: (request: Request) => Response | Promise<Response>) =>
    listening(
      createServer((incoming, outgoing) => {
        void (async () => {
          const response = await handler(webRequestOf(incoming))
          outgoing.writeHead(response.status, [...response.headers].flat()).end(await response.text())
          incoming.resume()
        })()
      }),
    )

  const servers: [string, (receiver: Receiver) => Promise<{ url: string; close(): Promise<void> }>][] = [
    ['node:http', async (receiver) => listening(createServer(nodeHandler(receiver)))],
    [
      'Express',
      async (receiver) => {
        const app = express()
        app.post('/webhooks', expressHandler(receiver))
        app.use(express.json())
        return listening(createServer(app))
      },
    ],
    [
      'Express with its raw parser',
      async (receiver) => {
        const app = express().set('env', 'test')
        app.post('/webhooks', express.raw({ type: '*/*', limit: '1mb' }), expressHandler(receiver))
        return listening(createServer(app))
      },
    ],
    [
      'Fastify',
      async (receiver) => {
        const app = fastify()
        await app.register(fastifyReceiver(receiver, '/webhooks'))
        app.post('/parsed', (request) => Promise.resolve({ parsed: request.body }))
        const origin = await app.listen({ port: 0, host: '127.0.0.1' })
        const answer = await fetch(`${origin}/parsed`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"a":1}',
        })
        assert.deepEqual(await answer.json(), { parsed: { a: 1 } }, 'other routes parse their bodies')
        return { url: `${origin}/webhooks`, close: () => app.close() }
      },
    ],
    ['Hono', async (receiver) => webServer(new Hono().post('/webhooks', honoHandler(receiver)).fetch)],
    ['the Request and Response of the web', async (receiver) => webServer(fetchHandler(receiver))],
  ]
  for (const [name, start] of servers)
    it(`${name}: 204, 400, 413, 500`, async () => {
      const { receiver, handled, state } = recording(createMemoryStore() as ReceiverStore<unknown>)
      const { url, close } = await start(receiver)
      const post = async (request: ReturnType<typeof requestOf>) => (await fetch(url, request)).status
      try {
        const event = eventOf('sent')
        assert.equal(await post(requestOf(event)), 204)
        assert.equal(await post(requestOf(event)), 204)
        assert.deepEqual(
          handled.map((one) => one.event),
          [event],
        )
        assert.equal(await post(requestOf(eventOf('sent'), 'whsec_other')), 400)
        assert.equal(await post({ ...requestOf(event), body: 'x'.repeat(2 * 1024 * 1024) }), 413)
        state.failing = true
        assert.equal(await post(requestOf(eventOf('sent'))), 500)
      } finally {
        await close()
      }
    })

  for (const [name, start] of servers.filter(([name]) => name === 'node:http' || name === 'Express'))
    it(`${name}: a body without end is cut off`, async () => {
      const { receiver, handled, errors } = recording(createMemoryStore() as ReceiverStore<unknown>)
      const { url, close } = await start(receiver)
      const request = httpRequest(url, { method: 'POST' })
      const ended = Promise.withResolvers<void>()
      request.on('error', () => ended.resolve()).on('response', (response) => response.resume())
      request.on('close', () => ended.resolve())
      const chunk = Buffer.alloc(64 * 1024)
      const sendMore = () => {
        while (!request.destroyed && request.write(chunk));
      }
      request.on('drain', sendMore)
      sendMore()
      await ended.promise
      request.destroy()
      assert.deepEqual([handled, errors], [[], []])
      await close()
    })

  it('node:http and the web: 405 on another method', async () => {
    const { receiver } = recording(createMemoryStore() as ReceiverStore<unknown>)
    for (const start of [
      () => listening(createServer(nodeHandler(receiver))),
      () => webServer(fetchHandler(receiver)),
    ]) {
      const { url, close } = await start()
      const answer = await fetch(url)
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
      await close()
    }
  })

  it('Express: a body parsed before is an error with advice', async () => {
    const { receiver, handled } = recording(createMemoryStore() as ReceiverStore<unknown>)
    const app = express()
    const seen: string[] = []
    app.use(express.json())
    app.post('/webhooks', expressHandler(receiver))
    app.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
      seen.push(error.message)
      response.status(500).end()
    })
    const { url, close } = await listening(createServer(app))
    assert.equal((await fetch(url, requestOf(eventOf('sent')))).status, 500)
    assert.match(seen[0]!, /put expressHandler before express\.json\(\)/)
    assert.deepEqual(handled, [])
    await close()
  })
})
