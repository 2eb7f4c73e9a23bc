import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createClient as createRedisClient, createCluster } from '@redis/client'
import { Cluster, Redis } from 'ioredis'
import pg from 'pg'
import { FACT_RANKS } from '../../server/src/core/deliveries/status.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import {
  createMemoryStore,
  createPostgresStore,
  createReceiver,
  createRedisStore,
  createSqliteStore,
  POSTGRES_MIGRATIONS,
  STATUS_RANKS,
} from './index.ts'
import type { PostgresClient, ReceiverStore, RedisClient, SqliteDatabase } from './index.ts'
import { endAfterTests } from '../../server/test/end-after-tests.ts'
import { eventOf, newDeliveryId, receive, recording, requestOf, SECRET } from '../test/events.ts'
import { startRedis, startRedisCluster } from '../test/redis-server.ts'

it('knows the ranks of the service', () => {
  assert.deepEqual(STATUS_RANKS, FACT_RANKS)
})

const database = await endAfterTests(createTestDatabase())
const pool = new pg.Pool({ connectionString: database.url, max: 10 })
await endAfterTests({ close: () => pool.end() })
// Dropping the database ends pool connections that are still closing.
pool.on('connect', (client) => client.on('error', () => {}))
const postgresStore = createPostgresStore(pool)
// Like processes that start at the same time, and later ones.
await Promise.all(Array.from({ length: 5 }, () => postgresStore.createTables()))
await postgresStore.createTables()

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
const redisCluster = await startRedisCluster()
if (redis === null || redisCluster === null)
  it('the store in Redis', (t) => t.diagnostic('NOT TESTED HERE: redis-server is not on this machine'))
else {
  await endAfterTests(redis)
  await endAfterTests(redisCluster)
  const rootNode = { host: '127.0.0.1', port: redisCluster.port }
  const byIoredis = new Redis({ path: redis.socket })
  const clusterByIoredis = new Cluster([rootNode])
  const byRedis = await createRedisClient({ socket: { path: redis.socket, tls: false } }).connect()
  const clusterByRedis = await createCluster({ rootNodes: [{ socket: rootNode }] }).connect()
  for (const client of [byIoredis, clusterByIoredis]) await endAfterTests({ close: () => client.disconnect() })
  for (const client of [byRedis, clusterByRedis]) await endAfterTests({ close: () => client.destroy() })
  stores.push(['in Redis, by ioredis', () => createRedisStore(byIoredis)])
  stores.push(['in Redis, by redis', () => createRedisStore(byRedis, { prefix: 'app:' })])
  stores.push(['in a cluster of Redis, by ioredis', () => createRedisStore(clusterByIoredis)])
  stores.push(['in a cluster of Redis, by redis', () => createRedisStore(clusterByRedis, { prefix: 'app:' })])
  it('the store in Redis lets all its keys expire', async () => {
    const { receiver } = recording(createRedisStore(byIoredis, { prefix: 'expiry:' }))
    assert.equal(await receive(receiver, eventOf('sent')), 204)
    const keys = await byIoredis.keys('expiry:*')
    assert.deepEqual(new Set(keys.map((key) => key.split(':')[3])), new Set(['event', 'rank']))
    for (const key of keys) assert.ok((await byIoredis.ttl(key)) > 30 * 86_400)
  })
}

for (const [name, create] of stores)
  describe(`a receiver with a store ${name}`, () => {
    it('handles an event once, also if it arrives repeatedly or in parallel', async () => {
      const { receiver, handled } = recording(create())
      const event = eventOf('sent')
      const responses = await Promise.all(Array.from({ length: 20 }, () => receive(receiver, event)))
      assert.deepEqual(new Set(responses), new Set([204]))
      assert.equal(await receive(receiver, event), 204)
      assert.deepEqual(
        handled.map((one) => one.event),
        [event],
      )
    })

    it('tells which statuses are new, in any order', async () => {
      const { receiver, handled } = recording(create())
      const id = newDeliveryId()
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
      const id = newDeliveryId()
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

  it('returns 500 if the database ends the connection while onEvent waits, and the process lives', async () => {
    const ownPool = new pg.Pool({ connectionString: database.url, max: 1 })
    ownPool.on('error', () => {})
    const errors: unknown[] = []
    let isEnding = true
    const receiver = createReceiver<PostgresClient>({
      secret: SECRET,
      store: createPostgresStore(ownPool),
      async onEvent(_event, _change, client) {
        if (!isEnding) return
        // The client reports the lost connection as an error before its end, at any time.
        const ended = new Promise((resolve) => (client as pg.PoolClient).once('end', resolve))
        const { rows } = await client.query('select pg_backend_pid() as pid')
        await pool.query('select pg_terminate_backend($1)', [rows[0]!['pid']])
        await ended
      },
      onError: (error) => errors.push(error),
    })
    const event = eventOf('sent')
    assert.equal(await receive(receiver, event), 500)
    assert.match((errors[0] as Error).message, /terminating connection/)
    isEnding = false
    assert.equal(await receive(receiver, event), 204)
    await ownPool.end()
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

  it('waits for another connection that writes or reads, at the start and for an event', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'tidings-sqlite-'))
    const [own, other] = [0, 1].map(() => new DatabaseSync(join(directory, 'app.db'), { timeout: 0 }))
    t.after(() => {
      for (const one of [own, other]) one!.close()
      rmSync(directory, { recursive: true })
    })
    const store = createSqliteStore(own!)
    const { receiver } = recording(store)
    const event = () => receive(receiver, eventOf('sent'))
    for (const [lock, work, expected] of [
      ['begin immediate', () => store.createTables(), undefined],
      ['begin immediate', event, 204],
      ['begin immediate', () => store.forgetOldEvents(), 0],
      // Readers let others begin, but not commit.
      ['begin; select * from webhook_received_events', event, 204],
    ] as const) {
      other!.exec(lock)
      const running = work()
      await setImmediate()
      other!.exec('commit')
      assert.equal(await running, expected)
    }
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

describe('the store in Redis', () => {
  /** Records the commands, and responds like a server without keys. */
  const recorder = () => {
    const commands: string[][] = []
    const respond = (command: string[]) => {
      commands.push(command)
      return Promise.resolve({ SET: 'OK', GET: null, EVAL: 1 }[command[0]!])
    }
    return { commands, respond }
  }
  const keysOf = ([name, ...values]: string[]) =>
    name === 'EVAL' ? values.slice(2, 2 + Number(values[1])) : [values[0]!]
  /** What chooses the slot of a key in a cluster. */
  const slotTextOf = (key: string) => /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key

  it('has all keys of an event in one slot of a cluster', async () => {
    for (const prefix of [undefined, '', 'app:', '{app}:', '{', '}', 'a}b{c'])
      for (const event of [eventOf('sent'), eventOf('shredded'), eventOf(null)]) {
        const { commands, respond } = recorder()
        const client = { call: (...command: string[]) => respond(command) }
        const { receiver } = recording(createRedisStore(client, prefix === undefined ? {} : { prefix }))
        assert.equal(await receive(receiver, event), 204)
        assert.equal(new Set(commands.flatMap(keysOf).map(slotTextOf)).size, 1, prefix)
      }
    for (const prefix of ['{}:', 'app{}'])
      assert.throws(() => createRedisStore({ call: () => Promise.resolve() }, { prefix }), /must not have {}/)
  })

  it('knows one event by one key, also if a later version knows its status', async () => {
    const id = newDeliveryId()
    const keys = []
    for (const status of ['sent', 'shredded']) {
      const { commands, respond } = recorder()
      const event = { ...eventOf(status, id), id: 'evt_1' }
      await receive(recording(createRedisStore({ call: (...command) => respond(command) })).receiver, event)
      keys.push(commands.slice(0, 2).map(keysOf))
    }
    assert.deepEqual(keys[0], keys[1])
  })

  it('sends a command as each client takes it, and refuses other clients', async () => {
    const clients: ((respond: (command: string[]) => Promise<unknown>) => RedisClient)[] = [
      (respond) => ({ call: (...command) => respond(command) }),
      (respond) => ({ sendCommand: (command: string[]) => respond(command) }),
      (respond) => ({ send: (name, values) => respond([name, ...values]) }),
      (respond) => ({
        sendCommand: (_isReadonly: boolean, command: string[]) => respond(command),
        getMasterNode: () => null,
      }),
      (respond) => ({
        sendCommand(key: string, _isReadonly: boolean, command: string[]) {
          assert.equal(slotTextOf(keysOf(command)[0]!), slotTextOf(key))
          return respond(command)
        },
        getSlotMaster: () => null,
      }),
    ]
    for (const clientOf of clients) {
      const { commands, respond } = recorder()
      assert.equal(await receive(recording(createRedisStore(clientOf(respond))).receiver, eventOf('sent')), 204)
      assert.deepEqual(
        commands.map(([name]) => name),
        ['SET', 'GET', 'GET', 'EVAL', 'EVAL'],
      )
    }
    const withCallback = { sendCommand: (_name: string, _values: string[], _callback: () => void) => true }
    assert.throws(() => createRedisStore(withCallback as never), /a client of redis, ioredis or Bun/)
  })
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
