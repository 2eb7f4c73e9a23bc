/** The cost of the lists, and the removal. No service runs on this database, so that only they read its pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import type { Page } from '../../platform/http/pages.ts'
import { ANY_REQUEST, insertRequests, listRequests, removeOldRequests } from './queries.ts'
import type { RequestFilters, RequestRow } from './queries.ts'
import type { LoggedRequest } from './request.ts'

const database = await endAfterTests(createTestDatabase())
const { pool } = database

const DAY_MS = 86_400_000
const ROWS = 20_000
const PAGES_MAX = 120
const NOW_MS = Date.parse('2026-05-01T12:00:00Z')
const ACCOUNT = [3, 1] as const

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

type Account = Parameters<typeof listRequests>[1]
const account: Account = { bucket: ACCOUNT[0], accountId: ACCOUNT[1] }
const FIRST = { limit: 20, after: null }
/** The pages of a list, and its rows. */
async function cost(filters: Partial<RequestFilters>, page: Page = FIRST, of: Account = account) {
  let rows: RequestRow[] = []
  const pages = await pagesRead(database.url, async (connection) => {
    rows = (await listRequests(connection, of, page, { ...ANY_REQUEST, ...filters })).requests
  })
  return { rows, pages }
}

test('a page of all, of the failed, of those with an id and of other filters reads few pages', async () => {
  const deep = { limit: 20, after: { createdAt: NOW_MS - 15_000_000, id: 0 } }
  const cases: [filters: Partial<RequestFilters>, found: number, page?: Page][] = [
    [{}, 21],
    [{}, 21, deep],
    [{ isFailed: true }, 20],
    [{ requestId: 'id-77' }, 2],
    [{ path: '/messages', method: 'POST', status: 201, actor: 'api_key:1' }, 21],
    [{ status: 422 }, 1],
    [{ isFailed: true, actor: 'api_key:2' }, 0],
  ]
  for (const [filters, found, page] of cases) {
    const { rows, pages } = await cost(filters, page)
    assert.equal(rows.length, found, JSON.stringify(filters))
    assert.ok(pages < PAGES_MAX, `${JSON.stringify(filters)}: ${pages} pages`)
  }
})

test('so does a page of an id that a caller gave to all requests', async () => {
  const ofOneId = requests.map((one) => ({ ...one, bucket: 7, accountId: 2, requestId: 'same' }))
  await insertRequests(pool, ofOneId)
  await pool.query({ text: 'vacuum analyze requests' })
  const { pages } = await cost({ requestId: 'same' }, FIRST, { bucket: 7, accountId: 2 })
  assert.ok(pages < PAGES_MAX, `${pages} pages`)
  await pool.query({ text: 'delete from requests where bucket = 7' })
})

test('rows come newest first, and a page begins behind the one before', async () => {
  const { rows } = await cost({}, { limit: 1, after: null })
  const [first, second] = rows
  const { rows: next } = await cost({}, { limit: 1, after: { createdAt: first!.createdAt, id: first!.id } })
  assert.equal(first!.createdAt, NOW_MS)
  assert.equal(next[0]!.id, second!.id)
  const { rows: failed } = await cost({ requestId: 'id-999', isFailed: true })
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
