import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { distinctBuckets, sql } from './sql.ts'

const echo = sql<
  { texts: (string | null)[]; numbers: number[]; truths: boolean[] },
  [texts: readonly (string | null)[], numbers: readonly number[], truths: readonly boolean[]]
>('test.echo', 'select $1::text[] as texts, $2::bigint[] as numbers, $3::boolean[] as truths')

let database: TestDatabase
before(async () => {
  database = await createTestDatabase()
})
after(() => database.close())

/** What JSON, or PostgreSQL's text of an array, writes in a way of its own. */
const AWKWARD = [
  '',
  'null',
  'NULL',
  '{}',
  '{"a":"b\\"c\\n"}',
  ' a ',
  ',',
  '\\',
  '"',
  '\t\r\n"',
  '\u001f\\',
  '\u2028"',
  '"😀',
]

test('lists reach PostgreSQL as they are', async () => {
  // A lone surrogate is no text, and PostgreSQL knows no NUL.
  const text = fc.oneof(
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0')),
    fc.json(),
  )
  const lists = fc.record({
    texts: fc.array(fc.option(text)),
    numbers: fc.array(fc.maxSafeInteger()),
    truths: fc.array(fc.boolean()),
  })
  await fc.assert(
    fc.asyncProperty(lists, async ({ texts, numbers, truths }) => {
      assert.deepEqual(await echo(database.pool, texts, numbers, truths), [{ texts, numbers, truths }])
    }),
    { numRuns: 300 },
  )
})

test('the buckets of a batch are given once and in order, which PostgreSQL need not sort again', () => {
  const rows = [9, 63, 10, 9, 0, 63].map((bucket) => ({ bucket }))
  assert.deepEqual(distinctBuckets(rows), [0, 9, 10, 63])
})
