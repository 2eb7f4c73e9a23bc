/** The cost of the list of the audit log. No service runs on this database, so that only the list reads its pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { recordAudit } from './audit.ts'
import { listAuditEntries } from './queries.ts'
import type { AuditFilters } from './queries.ts'

const database = await endAfterTests(createTestDatabase())

const ENTRIES = 20_000
const PAGES_MAX = 120
const PAGE_ROWS = 21
const NOW_MS = Date.parse('2026-05-01T12:00:00Z')
const ACCOUNT = { bucket: 3, accountId: 1 }
const NO_FILTERS: AuditFilters = { object: null, actor: null, createdAfter: null, createdBefore: null }

/** An entry of every second back from now. */
const entries = Array.from({ length: ENTRIES }, (_, index) => ({
  ...{ ...ACCOUNT, action: index === ENTRIES - 1 ? 'member.added' : 'api_key.created', actor: 'api_key:1' },
  ...{ at: NOW_MS - index * 1000, origin: '127.0.0.1', target: 'member:1', details: {} },
}))
await recordAudit(database.pool, entries)
await database.pool.query({ text: 'vacuum analyze audit_log' })

const FIRST = [null, null, PAGE_ROWS] as const

test('a page far behind the newest entries, and each filter on its worst value, read few pages', async () => {
  const deep = [new Date(NOW_MS - 15_000_000).toISOString(), 0, PAGE_ROWS] as const
  const createdBefore = new Date(NOW_MS).toISOString()
  const cases: [page: typeof FIRST | typeof deep, filters: Partial<AuditFilters>, found: number][] = [
    [deep, {}, PAGE_ROWS],
    [deep, { object: 'api_key' }, PAGE_ROWS],
    [deep, { actor: 'api_key:1', createdBefore }, PAGE_ROWS],
    [FIRST, { object: 'member' }, 1],
    [FIRST, { object: 'none' }, 0],
    [FIRST, { actor: 'member:1' }, 0],
    [FIRST, { object: 'member', actor: 'api_key:1' }, 1],
  ]
  for (const [page, filters, expected] of cases) {
    let found = 0
    const pages = await pagesRead(database.url, async (connection) => {
      found = (await listAuditEntries(connection, ACCOUNT, page, { ...NO_FILTERS, ...filters })).length
    })
    assert.equal(found, expected)
    assert.ok(pages < PAGES_MAX, `${JSON.stringify(filters)}: ${pages} pages`)
  }
})

test('a page begins behind the one before, also within the same time', async () => {
  const same = { ...entries[0]!, bucket: 4 }
  await recordAudit(database.pool, [same, same, same])
  const account = { ...ACCOUNT, bucket: 4 }
  const [first, second] = await listAuditEntries(database.pool, account, [null, null, 2], NO_FILTERS)
  const cursor = [new Date(second!.createdAt).toISOString(), second!.id, PAGE_ROWS] as const
  const next = await listAuditEntries(database.pool, account, cursor, NO_FILTERS)
  assert.deepEqual(
    next.map(({ id }) => id),
    [second!.id - (first!.id - second!.id)],
  )
})
