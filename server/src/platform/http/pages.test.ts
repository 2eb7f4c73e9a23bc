import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '../errors.ts'
import { decodeCursor, encodeCursor, pageOf, pageValues, readPage } from './pages.ts'

const KEY = { createdAt: Date.UTC(2026, 5, 8), id: 42 }

test('a cursor brings its key back, and nothing else is one', () => {
  assert.deepEqual(decodeCursor(encodeCursor(KEY)), KEY)
  const others = [
    '',
    'abc',
    '%00',
    '../..',
    encodeCursor(KEY).slice(1),
    `${encodeCursor(KEY)}=`,
    ` ${encodeCursor(KEY)}`,
  ]
  const forged = ['-1.5', '1.9007199254740993', '1.5.6', 'NaN.1', '1.', '01.1', '999999999999999.1'].map((text) =>
    Buffer.from(text).toString('base64url'),
  )
  for (const cursor of [...others, ...forged]) {
    assert.equal(decodeCursor(cursor), null, cursor)
    assert.throws(
      () => readPage({ cursor }),
      (error: ApiError) => error.status === 422 && 'cursor' in error.errors!,
    )
  }
})

test('a page asks for one row more than it shows, and says how to go on only if it came', () => {
  const headers: Record<string, unknown> = {}
  const reply = { header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }) } as never
  const page = readPage({ limit: 2, cursor: encodeCursor(KEY) })
  assert.deepEqual(pageValues(page), ['2026-06-08T00:00:00.000Z', 42, 3])
  const rowsOf = (found: number, ...ids: number[]) => ids.map((id) => ({ createdAt: KEY.createdAt, id, found }))
  const rows = rowsOf(3, 3, 2, 1)
  const url = '/api/v1/things?limit=2&status=sent%20x&cursor=old'

  const few = rowsOf(2, 2, 1)
  const last = pageOf({ url }, reply, page, few, (row) => row)
  assert.deepEqual(last, { rows: few, nextCursor: null })
  assert.deepEqual(headers, {})

  const next = pageOf({ url }, reply, page, rows, (row) => row)
  assert.deepEqual(next.rows, rows.slice(0, 2))
  assert.deepEqual(decodeCursor(next.nextCursor!), { createdAt: KEY.createdAt, id: 2 })
  assert.equal(headers['link'], `</api/v1/things?limit=2&status=sent+x&cursor=${next.nextCursor}>; rel="next"`)

  pageOf({ url: '/api/v1/things?name=why?&limit=2' }, reply, page, rows, (row) => row)
  assert.match(headers['link'], /^<\/api\/v1\/things\?name=why%3F&limit=2&cursor=/)

  const cut = pageOf({ url }, reply, page, rowsOf(2, 3), (row) => row)
  assert.equal(cut.rows.length, 1, 'the database ended the page by its bytes')
  assert.equal(decodeCursor(cut.nextCursor!)?.id, 3)
})
