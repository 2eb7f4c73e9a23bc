import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { QueryConfig, QueryResultRow } from 'pg'
import { createSystemClock, isoTime } from '../../platform/clock.ts'
import { ensurePartitions } from '../../platform/db/partitions/make.ts'
import { createPool } from '../../platform/db/pool.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { withSession } from '../../platform/db/session.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { createEventIds } from '../../platform/ids.ts'
import { createLogger } from '../../platform/log.ts'
import { requireRecipient } from '../recipients/recipient-id.ts'
import { RECIPIENTS_OF_EVENTS } from '../webhooks/operation-routes.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { until } from '../../../test/service.ts'
import { createEmitter } from './event.ts'
import { eventBody } from './event.ts'
import { decodePosition, encodePosition } from './feed.ts'
import { eventRoutes } from './routes.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const PATH = '/api/v1/webhook_events'
const DAY_MS = 86_400_000

const clock = createSystemClock()
const eventIds = createEventIds(clock)
const emitter = createEmitter(() => {})

const database = await endAfterTests(createTestDatabase())
// Events of the hour before midnight, and of the week ahead, need more days than a test has.
await withSession(database.url, (session) => ensurePartitions(session, clock.now()))
const registerRoutes = (app: App) =>
  eventRoutes(app, { clock, log: createLogger('silent'), requireRecipient, recipients: RECIPIENTS_OF_EVENTS })
const server = await endAfterTests(startRoomServer(database.pool, registerRoutes))

/** Stores an event now, dated between yesterday and a week ahead, and returns its id. */
async function emit(
  connection: Transaction,
  { bucket, accountId }: Caller,
  { type = 'ping', deliveryId = null as number | null, ids = eventIds } = {},
): Promise<string> {
  const { id, timeMs } = ids.next(0)
  const data = deliveryId === null ? { message: id } : { delivery: { id: deliveryId } }
  const event = { bucket, accountId, id, type, deliveryId, createdAt: timeMs, source: 'api' as const }
  const body = eventBody(id, type, timeMs, data)
  await emitter.emit(connection, [{ ...event, body, about: null, outcomeBefore: null, outcomeAfter: null }])
  return id
}

const emitOne = (caller: Caller, options?: Parameters<typeof emit>[2]) =>
  transaction(database.pool, (tx) => emit(tx, caller, options))

async function emitMany(caller: Caller, count: number, options?: Parameters<typeof emit>[2]): Promise<string[]> {
  return transaction(database.pool, async (tx) => {
    const ids: string[] = []
    while (ids.length < count) ids.push(await emit(tx, caller, options))
    return ids
  })
}

async function page(caller: Caller, query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const response = await server.request(caller, 'GET', `${PATH}?${search.toString()}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  const ids: string[] = response.body.webhook_events.map((event: { id: string }) => event.id)
  const cursor: string = response.body.next_cursor
  return { ids, events: response.body.webhook_events, cursor, link: response.headers.get('link') }
}

/** Reads the whole feed after a cursor, page by page, until a page is empty and no more follow. */
async function readAll(caller: Caller, query: Record<string, string | number> = {}) {
  const ids: string[] = []
  let after = query['after'] === undefined ? {} : { after: query['after'] }
  for (;;) {
    const read = await page(caller, { ...query, ...after })
    ids.push(...read.ids)
    after = { after: read.cursor }
    if (read.ids.length === 0 && read.link === null) return { ids, cursor: read.cursor }
  }
}

/** Waits for all events, because other tests' transactions on the same server delay the feed. */
const settled = (caller: Caller, count: number) =>
  until(
    () => readAll(caller, { limit: 200 }),
    ({ ids }) => ids.length >= count,
  )

async function endpointOf({ bucket, accountId }: Caller): Promise<number> {
  const text = `insert into webhook_endpoints (bucket, account_id, url, secret, secret_last4, created_at, updated_at)
    values ($1, $2, 'https://receiver.test/', 's', 'last', now(), now()) returning id`
  return (await database.pool.query({ text, values: [bucket, accountId] })).rows[0].id
}

describe('the feed', () => {
  it('shows events oldest first, page by page, with a cursor on the last page too', async () => {
    const caller = server.newCaller()
    const empty = await page(caller)
    assert.deepEqual([empty.ids, empty.link], [[], null])
    const ids = await emitMany(caller, 5)
    await settled(caller, 5)
    const first = await page(caller, { limit: 2 })
    assert.deepEqual(first.ids, ids.slice(0, 2))
    assert.equal(first.link, `<${PATH}?limit=2&after=${first.cursor}>; rel="next"`)
    const second = await page(caller, { limit: 3, after: first.cursor })
    assert.deepEqual(second.ids, ids.slice(2))
    const last = await page(caller, { after: second.cursor })
    assert.deepEqual([last.ids, last.link, last.cursor], [[], null, second.cursor])
    const later = await emitOne(caller)
    const next = await until(
      () => page(caller, { after: last.cursor }),
      (read) => read.ids.length > 0,
    )
    assert.deepEqual(next.ids, [later])
    const fromEmpty = await readAll(caller, { after: empty.cursor })
    assert.deepEqual(fromEmpty.ids, [...ids, later])
  })

  it('begins with the events since a time', async () => {
    const caller = server.newCaller()
    const hourAgo = createEventIds({ ...clock, now: () => clock.now() - 3_600_000 })
    const ids = [await emitOne(caller, { ids: hourAgo }), await emitOne(caller)]
    await settled(caller, 2)
    const minutesAgo = (minutes: number) => new Date(clock.now() - minutes * 60_000).toISOString()
    assert.deepEqual((await page(caller, { since: minutesAgo(90) })).ids, ids)
    const recent = await page(caller, { since: minutesAgo(30) })
    assert.deepEqual(recent.ids, ids.slice(1))
    assert.deepEqual((await page(caller, { after: recent.cursor })).ids, [])
    assert.equal((await server.request(caller, 'GET', `${PATH}?since=yesterday`)).status, 422)
  })

  it('shows each event in its seven fields', async () => {
    const caller = server.newCaller()
    const id = await emitOne(caller, { type: 'delivery.sent', deliveryId: 7 })
    await settled(caller, 1)
    const { events } = await page(caller)
    const { created_at, ...rest } = events[0]
    assert.deepEqual(rest, {
      id,
      type: 'delivery.sent',
      data: { delivery: { id: 7 } },
      state: 'skipped',
      attempts_made: 0,
      next_attempt_at: null,
    })
    assert.match(created_at, /\.\d{3}Z$/)
  })

  it('hides events stored after an open transaction, and then shows both', async () => {
    const caller = server.newCaller()
    const open = await database.pool.connect()
    let early: string
    let late: string
    try {
      await open.query('begin')
      early = await emit({ query: (query) => open.query(query), afterCommit: () => {} }, caller)
      late = await emitOne(caller)
      const meanwhile = await page(caller)
      assert.deepEqual(meanwhile.ids, [])
    } finally {
      await open.query('commit')
      open.release()
    }
    assert.deepEqual((await settled(caller, 2)).ids, [early, late])
  })

  // Invariant 12
  it("shows no other account's events, and uses another account's cursor as a time", async () => {
    const caller = server.newCaller()
    const stranger = server.newCaller()
    const ids = await emitMany(caller, 3)
    await settled(caller, 3)
    const { cursor } = await page(caller, { limit: 2 })
    assert.deepEqual((await page(stranger)).ids, [])
    assert.deepEqual((await page(stranger, { after: cursor })).ids, [])
    const responses = []
    for (const id of [ids[0]!, eventIds.next(0).id, 'evt_1', '0', '%00', 'evt_'.padEnd(60, '0')])
      responses.push(await server.request(stranger, 'GET', `${PATH}/${id}`))
    for (const response of responses) {
      assert.equal(response.status, 404)
      assert.deepEqual({ ...response.body, request_id: '' }, { ...responses[1]!.body, request_id: '' })
    }
  })

  const PARALLEL_WRITERS = 30
  const EVENTS_OF_WRITER = 8
  it('with parallel writers and a slow one, shows every event once, and none before the cursor', async () => {
    const caller = server.newCaller()
    const written: string[] = []
    const seen: string[] = []
    let cursor = (await page(caller)).cursor
    let writing = true
    const writersPool = createPool({
      url: database.url,
      connectionsMax: PARALLEL_WRITERS,
      connectTimeoutMs: 10_000,
      statementTimeoutMs: 10_000,
      applicationName: 'writers',
      onError: () => {},
    })
    const slow = await database.pool.connect()
    await slow.query('begin')
    const slowOnes = [await emit({ query: (query) => slow.query(query), afterCommit: () => {} }, caller)]
    async function write(): Promise<void> {
      for (let count = 0; count < EVENTS_OF_WRITER; count++)
        written.push(await transaction(writersPool, (tx) => emit(tx, caller)))
    }
    async function read(): Promise<void> {
      const next = await page(caller, { after: cursor, limit: 7 })
      seen.push(...next.ids)
      cursor = next.cursor
    }
    const reader = (async () => {
      while (writing) await read()
    })()
    const writers = Array.from({ length: PARALLEL_WRITERS }, write)
    slowOnes.push(await emit({ query: (query) => slow.query(query), afterCommit: () => {} }, caller))
    await writers[0]
    await slow.query('commit')
    slow.release()
    await Promise.all(writers)
    writing = false
    await reader
    const all = [...written, ...slowOnes]
    await until(read, () => seen.length >= all.length)
    await read()
    await writersPool.end()
    assert.deepEqual(seen.toSorted(), all.toSorted())
  })
})

describe('a feed with rows stored again', () => {
  /** Stores rows again in another transaction, as a restore does. */
  async function storeAnew({ bucket, accountId }: Caller, ids: string[]): Promise<void> {
    const columns = 'bucket, account_id, id, type, delivery_id, created_at, source, body, skipped'
    await transaction(database.pool, async (tx) => {
      const values = [bucket, accountId, ids]
      const text = `delete from events where bucket = $1 and account_id = $2 and id = any($3) returning ${columns}`
      const { rows } = await tx.query({ text, values })
      for (const row of rows) {
        const times = { ...row, created_at: isoTime(row['created_at']) }
        const marks = Object.keys(times).map((_, index) => `$${index + 1}`)
        await tx.query({
          text: `insert into events (${columns}) values (${marks.join()})`,
          values: Object.values(times),
        })
      }
    })
  }

  it('continues a minute earlier, and misses no event', async () => {
    const caller = server.newCaller()
    const hourAgo = createEventIds({ ...clock, now: () => clock.now() - 3_600_000 })
    const old = await emitMany(caller, 2, { ids: hourAgo })
    const recent = await emitMany(caller, 4)
    await settled(caller, 6)
    const { cursor } = await page(caller, { limit: 4 })
    await storeAnew(caller, [...old, ...recent])
    await settled(caller, 6)
    assert.deepEqual((await readAll(caller, { after: cursor })).ids, recent)
  })

  it("continues if the cursor's row is deleted", async () => {
    const caller = server.newCaller()
    const ids = await emitMany(caller, 3)
    await settled(caller, 3)
    const { cursor } = await page(caller, { limit: 1 })
    const text = 'delete from events where bucket = $1 and account_id = $2 and id = $3'
    await database.pool.query({ text, values: [caller.bucket, caller.accountId, ids[0]] })
    assert.deepEqual((await readAll(caller, { after: cursor })).ids, ids.slice(1))
  })

  it('reads days in another order, in pages of any size', async () => {
    const caller = server.newCaller()
    const daysAhead = (days: number) => createEventIds({ ...clock, now: () => clock.now() + days * DAY_MS })
    const days: string[][] = []
    // Each day has its own transaction, so the sixth day comes before the first.
    for (const day of [6, 3, 0, 5]) days.push(await emitMany(caller, 3, { ids: daysAhead(day) }))
    await settled(caller, 12)
    for (const limit of [1, 2, 5]) assert.deepEqual((await readAll(caller, { limit })).ids, days.flat())
    // After reading in order, the lower bound of ids is a day before the last row.
    const { cursor } = await readAll(caller)
    assert.ok(decodePosition(cursor)!.fromMs > clock.now() + 3 * DAY_MS - DAY_MS)
  })
})

describe('filters', () => {
  it('by type, state and delivery', async () => {
    const caller = server.newCaller()
    const pings = await emitMany(caller, 3)
    const sent = await emitMany(caller, 2, { type: 'delivery.sent', deliveryId: 12 })
    const other = await emitMany(caller, 2, { type: 'delivery.queued', deliveryId: 13 })
    await settled(caller, 7)
    const filtered = async (query: Record<string, string | number>) => (await readAll(caller, query)).ids
    assert.deepEqual(await filtered({ type: 'ping' }), pings)
    assert.deepEqual(await filtered({ type: 'ping', limit: 2 }), pings)
    assert.deepEqual(await filtered({ delivery_id: 12 }), sent)
    assert.deepEqual(await filtered({ delivery_id: 12, limit: 1 }), sent)
    assert.deepEqual(await filtered({ delivery_id: 13, type: 'delivery.sent' }), [])
    assert.deepEqual(await filtered({ delivery_id: 99 }), [])
    assert.deepEqual(await filtered({ state: 'skipped' }), [...pings, ...sent, ...other])
    assert.deepEqual(await filtered({ state: 'skipped', type: 'delivery.queued', limit: 1 }), other)
    assert.deepEqual(await filtered({ state: 'pending' }), [])
  })

  it('one page looks at a bounded number of events and says that more follow', async () => {
    const caller = server.newCaller()
    await emitMany(caller, 60)
    const wanted = await emitOne(caller, { type: 'delivery.sent', deliveryId: 1 })
    await settled(caller, 61)
    const first = await page(caller, { type: 'delivery.sent' })
    assert.deepEqual(first.ids, [])
    assert.ok(first.link?.includes(`after=${first.cursor}`))
    const second = await page(caller, { type: 'delivery.sent', after: first.cursor })
    assert.deepEqual([second.ids, second.link], [[wanted], null])
  })

  const place = { tx: '5', id: eventIds.next(0).id, fromMs: 0 }
  const bad: [string, string][] = [
    ['limit', '0'],
    ['limit', '201'],
    ['limit', 'many'],
    ['type', 'delivery.lost'],
    ['state', 'lost'],
    ['delivery_id', '0'],
    ['delivery_id', 'x'],
    ['after', 'x'],
    ['after', ''],
    ['after', encodePosition({ ...place, tx: '18446744073709551616' })],
    ['after', encodePosition({ ...place, id: "evt_' or true" })],
    ['after', `${encodePosition(place)}=`],
  ]
  for (const [name, value] of bad)
    it(`422 on ${name}: ${value.slice(0, 30)}`, async () => {
      const search = new URLSearchParams({ [name]: value })
      const response = await server.request(server.newCaller(), 'GET', `${PATH}?${search.toString()}`)
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors), [name])
    })

  it('accepts every well-formed cursor', async () => {
    const last = encodePosition({ ...place, tx: '18446744073709551615' })
    assert.deepEqual((await page(server.newCaller(), { after: last })).ids, [])
    const far = encodePosition({ ...place, tx: '0', id: '', fromMs: 99_999_999_999_999 })
    assert.deepEqual((await page(server.newCaller(), { after: far })).ids, [])
  })
})

// Invariant 3
describe('the state of an event', () => {
  const minute = (number: number) => isoTime(clock.now() + number * 60_000)

  async function attempt(caller: Caller, id: string, number: number, result: 'retried' | 'failed' | 'delivered') {
    const text = `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final,
        response_code, error_message, duration_ms, response_head, created_at, signature)
      values ($1, $2, 1, $3, 'ping', $4, $5, $6, 200, null, 12, 'ok', $7, 't=1,v1=ab')`
    const succeeded = result === 'delivered'
    const values = [caller.bucket, caller.accountId, id, number, succeeded, result !== 'retried', minute(number)]
    await database.pool.query({ text, values })
  }

  async function drop(caller: Caller, id: string, reason: string, at: number) {
    const text = `with unqueued as (delete from webhook_queue where bucket = $1 and account_id = $2 and event_id = $3)
      insert into dropped_events (bucket, account_id, event_id, reason, at) values ($1, $2, $3, $4, $5)`
    await database.pool.query({ text, values: [caller.bucket, caller.accountId, id, reason, minute(at)] })
  }

  async function queue(caller: Caller, id: string, dueAt: string | null) {
    const text = `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
      values ($1, $2, 1, $3, 8, 8, $4) on conflict (bucket, account_id, event_id) do update set due_at = $4`
    await database.pool.query({ text, values: [caller.bucket, caller.accountId, id, dueAt] })
  }

  async function unqueue(caller: Caller, id: string) {
    const text = 'delete from webhook_queue where bucket = $1 and account_id = $2 and event_id = $3'
    await database.pool.query({ text, values: [caller.bucket, caller.accountId, id] })
  }

  type Step = (caller: Caller, id: string) => Promise<void>
  const attempted =
    (number: number, result: Parameters<typeof attempt>[3]): Step =>
    (caller, id) =>
      attempt(caller, id, number, result)
  const dropped =
    (reason: string, at: number): Step =>
    (caller, id) =>
      drop(caller, id, reason, at)
  const queuedAt =
    (dueAt: string | null): Step =>
    (caller, id) =>
      queue(caller, id, dueAt)
  const due = isoTime(clock.now() + 5000)

  const cases: [string, boolean, Step[], string, number, string | null, string | null][] = [
    ['fresh', true, [], 'pending', 0, null, null],
    ['retried', true, [attempted(1, 'retried'), queuedAt(due)], 'pending', 1, due, null],
    ['response 2xx', true, [attempted(1, 'retried'), attempted(2, 'delivered'), unqueue], 'delivered', 2, null, null],
    ['given up', true, [attempted(1, 'failed'), unqueue], 'failed', 1, null, null],
    ['emitted without an endpoint', false, [], 'skipped', 0, null, 'no_endpoint'],
    ['dropped at once', true, [dropped('endpoint_deleted', 0)], 'dropped', 0, null, 'endpoint_deleted'],
    ['dropped while retried', true, [attempted(1, 'retried'), dropped('expired', 2)], 'dropped', 1, null, 'expired'],
    ['failed and sent again', true, [attempted(8, 'failed'), queuedAt(null)], 'pending', 1, null, null],
    [
      'delivered in a second series',
      true,
      [attempted(8, 'failed'), attempted(9, 'delivered'), unqueue],
      'delivered',
      2,
      null,
      null,
    ],
    [
      'failed in a second series',
      true,
      [attempted(1, 'delivered'), attempted(2, 'failed'), unqueue],
      'failed',
      2,
      null,
      null,
    ],
    ['skipped, then replayed', false, [attempted(1, 'delivered')], 'delivered', 1, null, null],
    ['skipped, then being replayed', false, [queuedAt(null)], 'pending', 0, null, null],
    [
      'dropped, then delivered',
      true,
      [dropped('endpoint_deleted', 1), attempted(2, 'delivered')],
      'delivered',
      1,
      null,
      null,
    ],
    [
      'delivered, sent again, dropped',
      true,
      [attempted(1, 'delivered'), dropped('expired', 2)],
      'dropped',
      1,
      null,
      'expired',
    ],
  ]
  for (const [name, withEndpoint, steps, state, attemptsMade, nextAttemptAt, reason] of cases)
    it(`${name}: ${state}`, async () => {
      const caller = server.newCaller()
      if (withEndpoint) await endpointOf(caller)
      const id = await emitOne(caller)
      for (const step of steps) await step(caller, id)
      const response = await server.request(caller, 'GET', `${PATH}/${id}`)
      assert.equal(response.status, 200)
      const { webhook_event: shown } = response.body
      assert.deepEqual(
        [shown.state, shown.attempts_made, shown.next_attempt_at, shown.state_reason],
        [state, attemptsMade, nextAttemptAt, reason],
      )
      const newest = await server.request(caller, 'GET', `${PATH}/newest?state=${state}`)
      await settled(caller, 1)
      const { events } = await page(caller, { state })
      const { state_reason: _reason, body, attempts, ...inFeed } = shown
      assert.deepEqual(events, [inFeed])
      assert.deepEqual(newest.body.webhook_events, [inFeed])
      assert.deepEqual(JSON.parse(body).data, inFeed.data)
      assert.equal(attempts.length, attemptsMade)
    })

  it('fits the attempts of the same response, also if the event ends during the request', async (context) => {
    const caller = server.newCaller()
    await endpointOf(caller)
    const id = await emitOne(caller)
    const ending: ServicePool = {
      use: 'service',
      connect: () => database.pool.connect(),
      async query<Row extends QueryResultRow>(config: QueryConfig) {
        const result = await database.pool.query<Row>(config)
        await attempt(caller, id, 1, 'delivered')
        await unqueue(caller, id)
        return result
      },
    }
    const room = await startRoomServer(ending, registerRoutes)
    context.after(() => room.close())
    const { state, attempts } = (await room.request(caller, 'GET', `${PATH}/${id}`)).body.webhook_event
    assert.deepEqual([state, attempts], ['pending', []])
  })

  it('shows the attempts newest first, with the beginning of the response', async () => {
    const caller = server.newCaller()
    const id = await emitOne(caller)
    await attempt(caller, id, 1, 'retried')
    await attempt(caller, id, 2, 'delivered')
    const { attempts } = (await server.request(caller, 'GET', `${PATH}/${id}`)).body.webhook_event
    assert.deepEqual(
      attempts.map((one: { attempt_number: number }) => one.attempt_number),
      [2, 1],
    )
    const { created_at, ...first } = attempts[0]
    assert.match(created_at, /\.\d{3}Z$/)
    assert.deepEqual(first, {
      event_id: id,
      event_type: 'ping',
      attempt_number: 2,
      succeeded: true,
      response_code: 200,
      error_message: null,
      error_code: null,
      duration_ms: 12,
      url: null,
      response_head: 'ok',
      posted_again: false,
      request_headers: [
        { name: 'X-Service-Signature', value: 't=1,v1=ab' },
        { name: 'X-Service-Event', value: 'ping' },
        { name: 'X-Service-Event-Id', value: id },
        { name: 'Content-Type', value: 'application/json' },
        { name: 'User-Agent', value: 'Service-Webhooks/1.0' },
        { name: 'Accept', value: '*/*' },
      ],
    })
  })
})

describe('the newest events', () => {
  async function newest(caller: Caller, query: Record<string, string | number> = {}) {
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    const response = await server.request(caller, 'GET', `${PATH}/newest?${search.join('&')}`)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    const ids: string[] = response.body.webhook_events.map((event: { id: string }) => event.id)
    return { ids, cursor: response.body.next_cursor as string | null, link: response.headers.get('link') }
  }

  it('come first, page by page, and the last page has no cursor', async () => {
    const caller = server.newCaller()
    assert.deepEqual(await newest(caller), { ids: [], cursor: null, link: null })
    const ids = (await emitMany(caller, 5)).toReversed()
    const first = await newest(caller, { limit: 2 })
    assert.deepEqual(first.ids, ids.slice(0, 2))
    assert.equal(first.link, `<${PATH}/newest?limit=2&cursor=${first.cursor}>; rel="next"`)
    await emitOne(caller)
    const rest = await newest(caller, { limit: 3, cursor: first.cursor! })
    assert.deepEqual(rest, { ids: ids.slice(2), cursor: null, link: null })
    await emitOne(server.newCaller())
    assert.equal((await newest(caller)).ids.length, 6)
  })

  it('are filtered by type, delivery and time', async () => {
    const caller = server.newCaller()
    const hourAgo = createEventIds({ ...clock, now: () => clock.now() - 3_600_000 })
    const early = await emitOne(caller, { type: 'delivery.sent', deliveryId: 7, ids: hourAgo })
    const late = await emitOne(caller, { type: 'delivery.delivered', deliveryId: 7 })
    const other = await emitOne(caller, { type: 'delivery.sent', deliveryId: 8 })
    const halfAnHourAgo = new Date(clock.now() - 1_800_000).toISOString()
    assert.deepEqual((await newest(caller, { delivery_id: 7 })).ids, [late, early])
    assert.deepEqual((await newest(caller, { delivery_id: 7, limit: 1 })).ids, [late])
    assert.deepEqual((await newest(caller, { delivery_id: 9 })).ids, [])
    assert.deepEqual((await newest(caller, { type: 'delivery.sent' })).ids, [other, early])
    assert.deepEqual((await newest(caller, { type: 'delivery.sent', state: 'delivered' })).ids, [])
    assert.deepEqual((await newest(caller, { created_after: halfAnHourAgo })).ids, [other, late])
    assert.deepEqual((await newest(caller, { created_before: halfAnHourAgo })).ids, [early])
    assert.deepEqual((await newest(caller, { created_after: halfAnHourAgo, created_before: halfAnHourAgo })).ids, [])
  })

  it('with a filter scan a bounded number of rows, and the cursor leads further', async () => {
    const caller = server.newCaller()
    const first = await emitOne(caller, { type: 'delivery.failed' })
    await emitMany(caller, 80)
    const empty = await newest(caller, { type: 'delivery.failed', limit: 5 })
    assert.deepEqual(empty.ids, [])
    const found = await newest(caller, { type: 'delivery.failed', limit: 5, cursor: empty.cursor! })
    assert.deepEqual(found, { ids: [first], cursor: null, link: null })
    const matching = await newest(caller, { type: 'ping', limit: 50 })
    const rest = await newest(caller, { type: 'ping', limit: 50, cursor: matching.cursor! })
    assert.equal(new Set([...matching.ids, ...rest.ids]).size, 80)
  })

  it('refuse a cursor that is not theirs', async () => {
    const caller = server.newCaller()
    for (const cursor of ['x', '', Buffer.from('evt_1').toString('base64url')])
      assert.equal((await server.request(caller, 'GET', `${PATH}/newest?cursor=${cursor}`)).status, 422, cursor)
  })
})
