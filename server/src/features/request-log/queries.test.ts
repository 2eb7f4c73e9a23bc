/** The cost of the lists, and the removal. No service runs on this database, so that only they read its pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { insertRequests, listFailedRequests, listRequests, listRequestsWithId, removeOldRequests } from './queries.ts'
import type { LoggedRequest } from './request.ts'

const database = await endAfterTests(createTestDatabase())
const { pool } = database

const DAY_MS = 86_400_000
const ROWS = 20_000
const PAGES_MAX = 120
const NOW_MS = Date.parse('2026-05-01T12:00:00Z')
const ACCOUNT = [3, 1] as const
const ALL_TIMES = ['-infinity', 'infinity'] as const

/** A request of every second back from now. One in a thousand failed. */
const requests = Array.from({ length: ROWS }, (_, index): LoggedRequest => {
  const failed = index % 1000 === 999
  return {
    ...{ bucket: ACCOUNT[0], accountId: ACCOUNT[1], requestId: `id-${index % 10_000}`, actor: 'api_key:1' },
    ...{ method: 'POST', path: '/api/v1/messages', status: failed ? 422 : 201, durationMs: 3 },
    ...{ code: failed ? 'invalid' : null, errors: failed ? '{"to":["is missing"]}' : null },
    ...{ made: failed ? null : '{"message_id":7}', at: NOW_MS - index * 1000 },
  }
})
await insertRequests(pool, requests)
await pool.query({ text: 'vacuum analyze requests' })

test('a page of all, of the failed and of those with an id reads few pages', async () => {
  const deep = [new Date(NOW_MS - 15_000_000).toISOString(), 0, 21] as const
  for (const [name, list] of Object.entries({
    all: (connection: Parameters<typeof listRequests>[0]) =>
      listRequests(connection, ...ACCOUNT, null, null, 21, ...ALL_TIMES),
    deep: (connection: Parameters<typeof listRequests>[0]) =>
      listRequests(connection, ...ACCOUNT, ...deep, ...ALL_TIMES),
    failed: (connection: Parameters<typeof listRequests>[0]) =>
      listFailedRequests(connection, ...ACCOUNT, null, null, 21, ...ALL_TIMES),
    id: (connection: Parameters<typeof listRequests>[0]) =>
      listRequestsWithId(connection, ...ACCOUNT, null, null, 21, ...ALL_TIMES, 'id-77', false),
  })) {
    let found = 0
    const pages = await pagesRead(database.url, async (connection) => {
      found = (await list(connection)).length
    })
    assert.equal(found, { all: 21, deep: 21, failed: 20, id: 2 }[name], name)
    assert.ok(pages < PAGES_MAX, `${name}: ${pages} pages`)
  }
})

test('so does a page of an id that a caller gave to all requests', async () => {
  const account = [7, 2] as const
  const ofOneId = requests.map((one) => ({ ...one, bucket: account[0], accountId: account[1], requestId: 'same' }))
  await insertRequests(pool, ofOneId)
  await pool.query({ text: 'vacuum analyze requests' })
  const pages = await pagesRead(database.url, (connection) =>
    listRequestsWithId(connection, ...account, null, null, 21, ...ALL_TIMES, 'same', false),
  )
  assert.ok(pages < PAGES_MAX, `${pages} pages`)
  await pool.query({ text: 'delete from requests where bucket = 7' })
})

test('rows come newest first, and a page begins behind the one before', async () => {
  const [first, second] = await listRequests(pool, ...ACCOUNT, null, null, 2, ...ALL_TIMES)
  const cursor = [new Date(first!.created_at).toISOString(), first!.id] as const
  const [next] = await listRequests(pool, ...ACCOUNT, ...cursor, 1, ...ALL_TIMES)
  assert.equal(first!.created_at, NOW_MS)
  assert.equal(next!.id, second!.id)
  const failed = await listRequestsWithId(pool, ...ACCOUNT, null, null, 5, ...ALL_TIMES, 'id-999', true)
  assert.deepEqual(
    failed.map(({ errors }) => errors),
    [{ to: ['is missing'] }, { to: ['is missing'] }],
  )
})

test('a removal that finds nothing reads few pages, also with many accounts', async () => {
  const ofMany = Array.from({ length: 1000 }, (_, index) => ({ ...requests[0]!, bucket: 5, accountId: index + 10 }))
  await insertRequests(pool, ofMany)
  await pool.query({ text: 'vacuum analyze requests' })
  const pages = await pagesRead(database.url, (connection) => removeOldRequests(connection, [3, 4, 5], NOW_MS))
  assert.ok(pages < PAGES_MAX, `${pages} pages`)
  await pool.query({ text: 'delete from requests where bucket = 5' })
})

test('after seven days, the requests of these buckets are removed', async () => {
  const count = async () => {
    const { rows } = await pool.query<{ count: number }>({ text: 'select count(*)::int as count from requests' })
    return rows[0]!.count
  }
  await removeOldRequests(pool, [4], NOW_MS + 30 * DAY_MS)
  assert.equal(await count(), ROWS)
  await removeOldRequests(pool, [3], NOW_MS + 7 * DAY_MS - 5_000_000)
  assert.equal(await count(), 5001)
})
