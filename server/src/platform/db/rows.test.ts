import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTestDatabase } from '../../../test/database.ts'
import { columns } from './rows.ts'
import { listSql, sql } from './sql.ts'
import { JSON_WITH_DIGITS } from './types.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

declare module './sql.ts' {
  interface Statements {
    'test.echo': { values: []; row: { place: number; time: number | null; textGiven: string | null } }
    'test.count_made': { values: []; row: { made: number } }
    'test.read_times': { values: []; row: { time: number } }
    'test.find': { values: []; row: never }
    'test.json': { values: []; row: { json: unknown; count: number } }
  }
}

const echo = columns(
  `text_given text null, bigint_given bigint null, integer_given integer null, smallint_given smallint null,
   truth boolean null, bytes bytea null, time timestamptz null, place for ordinality`,
).sql(
  'test.echo',
  ({ input }) => `select place, text_given, bigint_given, integer_given, smallint_given, truth, bytes,
     (extract(epoch from time) * 1000)::bigint as time from ${input} order by place`,
)

type Row = Parameters<typeof echo>[1][number]

const countMade = columns('small smallint, medium integer, large bigint').sql(
  'test.count_made',
  ({ input }) => `select count(*) as made from ${input}`,
)

const readTimes = columns('time timestamptz').sql('test.read_times', ({ input }) => `select time from ${input}`)

const database = await endAfterTests(createTestDatabase())

/** Texts that JSON or PostgreSQL's array text writes in a special way. */
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

test('rows reach PostgreSQL as they are, and in their order', async () => {
  // A lone surrogate is not valid text, and PostgreSQL cannot store NUL.
  const text = fc.oneof(
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: 'binary' }).filter((some) => some.isWellFormed() && !some.includes('\0')),
    fc.json(),
  )
  const integerOf = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 })
  const row = fc.record<Row>({
    textGiven: fc.option(text),
    bigintGiven: fc.option(fc.maxSafeInteger()),
    integerGiven: fc.option(integerOf(32)),
    smallintGiven: fc.option(integerOf(16)),
    truth: fc.option(fc.boolean()),
    bytes: fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
    time: fc.option(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(Number),
    ),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      const expected = rows.map((one, index) => ({
        place: index + 1,
        time: one.time,
        textGiven: one.textGiven,
        bigintGiven: one.bigintGiven,
        integerGiven: one.integerGiven,
        smallintGiven: one.smallintGiven,
        truth: one.truth,
        bytes: one.bytes,
      }))
      assert.deepEqual(await echo(database.pool, rows), expected)
    }),
    { numRuns: 300 },
  )
})

test('PostgreSQL refuses a value of another type with its own error', async () => {
  const row = { small: 0, medium: 0, large: 0 }
  const outOfRange = [{ small: 32_768 }, { small: -32_769 }, { medium: 2 ** 31 }, { large: 2 ** 63 }]
  for (const wrong of outOfRange)
    await assert.rejects(countMade(database.pool, [{ ...row, ...wrong }]), { code: '22003' })
  await assert.rejects(countMade(database.pool, [{ ...row, medium: 1.5 }]), { code: '22P02' })
  const extremes = [
    { small: 32_767, medium: 2 ** 31 - 1, large: Number.MAX_SAFE_INTEGER },
    { small: -32_768, medium: -(2 ** 31), large: Number.MIN_SAFE_INTEGER },
  ]
  assert.deepEqual(await countMade(database.pool, extremes), [{ made: 2 }])
})

test('a time is ms since the epoch', async () => {
  const time = Date.UTC(2026, 5, 8, 10, 20, 0, 123)
  assert.deepEqual(await readTimes(database.pool, [{ time }, { time: time + 0.9 }]), [{ time }, { time }])
  for (const none of [Number.NaN, Infinity, 8.65e15])
    assert.throws(() => readTimes(database.pool, [{ time: none }]), RangeError)
})

test('a statement names only columns that its rows have, and its rows have all of its columns', () => {
  const text = columns('bucket smallint, cause text null, place for ordinality')
  assert.throws(() => text.sql('test.find', ({ between }) => between('id', 'account_id')), /no column account_id/)
  const find = text.sql('test.find', ({ input }) => `select from ${input}`)
  type Given = Parameters<typeof find>[1][number]
  const same: Given = { bucket: 1, cause: null } satisfies { bucket: number; cause: string | null }
  assert.deepEqual(same, { bucket: 1, cause: null })
  // @ts-expect-error: a cause may be null, a bucket may not
  const none: Given = { bucket: null, cause: null }
  // @ts-expect-error: a column is missing
  const missing: Given = { bucket: 1 }
  assert.notDeepEqual(none, missing)
})

test('numbers in JSON keep their digits only for statements that ask for it', async () => {
  const text = `select '{"price": 1.10}'::jsonb as json, 2::int8 as count`
  const made = (types?: typeof JSON_WITH_DIGITS) =>
    [sql, listSql].map((make) => make(`test.json_${make.name}_${types !== undefined}` as 'test.json', text, types))
  for (const read of made(JSON_WITH_DIGITS)) {
    const [row] = await read(database.pool)
    assert.deepEqual([JSON.stringify(row!.json), row!.count], ['{"price":1.10}', 2])
  }
  for (const read of made()) assert.deepEqual((await read(database.pool))[0], { json: { price: 1.1 }, count: 2 })
})
