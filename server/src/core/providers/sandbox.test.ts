import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testCallbackAddresses } from '../../../test/callbacks.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { startDatabaseProxy } from '../../../test/faults/database-proxy.ts'
import type { Clock } from '../../platform/clock.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { createPool } from '../../platform/db/pool.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { createLogger } from '../../platform/log.ts'
import type { SendInput } from './provider.ts'
import { takeDueSandboxReports } from './queries.ts'
import { createProviders } from './registry.ts'
import { magicWordOf } from './sandbox.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createReturnPaths } from './return-path.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)
const clock: Clock = { now: () => NOW, wall: () => NOW, monotonic: () => 0 }
const SECOND_MS = 1000

const database = await endAfterTests(createTestDatabase())
const providers = await endAfterTests(
  createProviders({
    pool: database.pool,
    clock,
    log: createLogger('silent'),
    config: { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map() },
    returnPaths: createReturnPaths([Buffer.alloc(32)], null),
    callbackUrl: testCallbackAddresses.urlOf,
    guarded: createTestGuardedCalls(),
  }),
)

/** The sandbox on a database that may fail. */
function sandboxOf(url: string) {
  const limits = { connectionsMax: 1, connectTimeoutMs: 1000, statementTimeoutMs: 1000 }
  const pool = createPool({ url, ...limits, applicationName: 'tidings test', onError: () => {} })
  const { send } = createProviders({
    pool,
    clock,
    log: createLogger('silent'),
    config: { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map() },
    returnPaths: createReturnPaths([Buffer.alloc(32)], null),
    callbackUrl: testCallbackAddresses.urlOf,
    guarded: createTestGuardedCalls(),
  })
  return { pool, send: (input: SendInput) => send('sandbox', input) }
}

/** The ids of a day have partitions. */
let deliveries = 1_000_000

function sendInput(email: string, number = 1, id = ++deliveries): SendInput {
  return {
    delivery: { bucket: 5, accountId: 1, id, number, messageId: 1 },
    channel: { id: 9, name: 'Sandbox email', type: 'email' },
    settings: {},
    to: { email, phone: null, devices: [] },
    ...{ recipientId: 5, topicId: null, url: null },
    subject: 'Hi',
    body: 'Text',
    bodyFormat: 'text',
    messageId: `1.${id}.x`,
    unsubscribeUrl: null,
    content: {},
    attachments: [],
    signal: new AbortController().signal,
  }
}

/** The stored reports of a delivery, as `fact +ms` after the send. */
async function reportsOf(id: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ fact: string; due_at: number }>(
    'select fact, due_at from sandbox_reports where delivery_id = $1 order by due_at',
    [id],
  )
  return rows.map((row) => `${row.fact} +${row.due_at - NOW}`)
}

describe('magic recipients', () => {
  const table: [email: string, number: number, result: string, reports: string[]][] = [
    ['delivered@tidings.test', 1, 'accepted', ['delivered +200']],
    ['anybody@example.com', 1, 'accepted', ['delivered +200']],
    ['bounced@example.com', 1, 'accepted', ['delivered +200']],
    ['bouncedx@tidings.test', 1, 'accepted', ['delivered +200']],
    ['opened@tidings.test', 1, 'accepted', ['delivered +200', 'opened +400']],
    ['Opened+label+2@Tidings.test', 1, 'accepted', ['delivered +200', 'opened +400']],
    ['bounced@tidings.test', 1, 'accepted', ['bounced +200']],
    ['failed@tidings.test', 1, 'permanent', []],
    ['retry@tidings.test', 1, 'transient', []],
    ['retry@tidings.test', 2, 'transient', []],
    ['retry@tidings.test', 3, 'accepted', ['delivered +200']],
    ['exhausted@tidings.test', 1, 'transient', []],
    ['exhausted@tidings.test', 6, 'transient', []],
    ['silent@tidings.test', 1, 'accepted', []],
  ]
  for (const [email, number, result, reports] of table)
    test(`${email}, send ${number}: ${result}`, async () => {
      const input = sendInput(email, number)
      assert.equal((await providers.send('sandbox', input)).result, result)
      assert.deepEqual(await reportsOf(input.delivery.id), reports)
    })

  test('device tokens that start the same way', () => {
    const devices = (...tokens: (string | null)[]) =>
      tokens.map((token, id) => ({ id, platform: token === null ? 'web_push' : 'fcm', token, subscription: null }))
    const wordOf = (...tokens: (string | null)[]) =>
      magicWordOf('push', { email: 'failed@tidings.test', phone: null, devices: devices(...tokens) })
    assert.equal(wordOf('bounced-123'), 'bounced')
    assert.equal(wordOf('silent'), 'silent')
    assert.equal(wordOf('x-bounced'), 'delivered')
    assert.equal(wordOf(null, 'abc', 'retry:1', 'failed'), 'retry')
    assert.equal(magicWordOf('sms', { email: 'failed@tidings.test', phone: '+442071838750', devices: [] }), 'failed')
    assert.equal(magicWordOf('sms', { email: null, phone: '+442071838750', devices: [] }), 'delivered')
  })
})

describe('sandbox messages', () => {
  test('are stored for every send, also for failed ones', async () => {
    const id = ++deliveries
    for (const number of [1, 2, 3]) await providers.send('sandbox', sendInput('retry@tidings.test', number, id))
    const { rows } = await database.pool.query(
      'select number, channel_id, sent_to, subject, body, at from sandbox_messages where delivery_id = $1 order by number',
      [id],
    )
    const common = { channel_id: 9, sent_to: 'retry@tidings.test', subject: 'Hi', body: 'Text', at: NOW }
    assert.deepEqual(
      rows,
      [1, 2, 3].map((number) => ({ number, ...common })),
    )
  })

  test('are stored once for a repeated send, with one report', async () => {
    const input = sendInput('opened@tidings.test')
    const results = await Promise.all([providers.send('sandbox', input), providers.send('sandbox', input)])
    assert.deepEqual(
      results.map((result) => result.result),
      ['accepted', 'accepted'],
    )
    assert.equal((await reportsOf(input.delivery.id)).length, 2)
  })

  test('many at once', async () => {
    const inputs = Array.from({ length: 1200 }, (_, index) => sendInput(`user${index}@example.com`))
    const results = await Promise.all(inputs.map((input) => providers.send('sandbox', input)))
    assert.ok(results.every((result) => result.result === 'accepted'))
  })

  test('an unavailable database does not count as a send', async () => {
    const { pool, send } = sandboxOf('postgres://nobody@127.0.0.1:1/nothing')
    const result = await send(sendInput('a@example.com'))
    assert.deepEqual(result, { result: 'rate_limited', retryAfterMs: 1000, cause: 'overloaded' })
    await pool.end()
  })

  test('if the database goes silent after the insert, the message may be stored and reported on', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const { pool, send } = sandboxOf(proxy.url)
    proxy.hold(['sandbox.insert'], 'after')
    const input = sendInput('kept@example.com')
    assert.deepEqual(await send(input), { result: 'transient', retryAfterMs: null, cause: 'connection_reset' })
    assert.deepEqual(await reportsOf(input.delivery.id), ['delivered +200'])
    await pool.end()
    await proxy.close()
  })
})

describe('reports', () => {
  test('are taken when due, earliest first, by bucket, and stay due if the transaction fails', async () => {
    await database.pool.query('delete from sandbox_reports')
    const opened = sendInput('opened@tidings.test')
    const bounced = sendInput('bounced@tidings.test')
    await providers.send('sandbox', opened)
    await providers.send('sandbox', bounced)
    const take = (buckets: number[], afterMs: number, limit = 10) =>
      takeDueSandboxReports(database.pool, buckets, NOW + afterMs, limit)
    assert.deepEqual(await take([5], 199), [])
    assert.deepEqual(await take([1, 2], SECOND_MS), [])
    await assert.rejects(
      transaction(database.pool, async (connection) => {
        assert.equal((await takeDueSandboxReports(connection, [5], NOW + SECOND_MS, 10)).length, 3)
        throw new Error('stopped')
      }),
    )
    const first = await take([5], 200)
    const key = { bucket: 5, accountId: 1, dueAt: NOW + 200 }
    assert.deepEqual(first, [
      { ...key, deliveryId: opened.delivery.id, fact: 'delivered' },
      { ...key, deliveryId: bounced.delivery.id, fact: 'bounced' },
    ])
    assert.deepEqual(
      (await take([5], SECOND_MS)).map((report) => report.fact),
      ['opened'],
    )
    assert.deepEqual(await take([5], SECOND_MS), [])
  })
})

test('an unknown provider fails the send', async () => {
  const result = await providers.send('pigeon', sendInput('a@example.com'))
  assert.equal(result.result, 'permanent')
})
