import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { distinctBuckets, listSql, sql } from './sql.ts'
import { JSON_WITH_DIGITS } from './types.ts'

interface Lists {
  texts: (string | null)[]
  bigints: (number | null)[]
  integers: (number | null)[]
  smallints: (number | null)[]
  truths: (boolean | null)[]
  times: (number | null)[]
}

const echo = sql<Lists>(
  'test.echo',
  `select $1::text[] as texts, $2::bigint[] as bigints, $3::integer[] as integers, $4::smallint[] as smallints,
     $5::boolean[] as truths,
     coalesce((select array_agg((extract(epoch from time) * 1000)::bigint order by place)
       from unnest($6::timestamptz[]) with ordinality as given (time, place)), '{}') as times`,
)

const countMade = sql<{ made: number }>(
  'test.count_made',
  'select cardinality($1::smallint[]) + cardinality($2::integer[]) + cardinality($3::bigint[]) as made',
)

/** A type that goes as text. */
const echoVaried = sql<{ texts: (string | null)[] }>('test.echo_varied', 'select $1::varchar[] as texts')

const readTimes = sql<{ first: number }>('test.read_times', 'select ($1::timestamptz[])[1] as first')

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
  const integerOf = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 })
  const lists = fc.record<Lists>({
    texts: fc.array(fc.option(text)),
    bigints: fc.array(fc.option(fc.maxSafeInteger())),
    integers: fc.array(fc.option(integerOf(32))),
    smallints: fc.array(fc.option(integerOf(16))),
    truths: fc.array(fc.option(fc.boolean())),
    times: fc.array(
      fc.option(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(Number)),
    ),
  })
  await fc.assert(
    fc.asyncProperty(lists, async ({ texts, bigints, integers, smallints, truths, times }) => {
      const [echoed] = await echo(database.pool, texts, bigints, integers, smallints, truths, times)
      assert.deepEqual(echoed, { texts, bigints, integers, smallints, truths, times })
    }),
    { numRuns: 300 },
  )
})

test('what is no value of its type is for PostgreSQL to refuse, which says what is wrong', async () => {
  const outOfRange: [number[], number[], number[]][] = [
    [[32_768], [], []],
    [[-32_769], [], []],
    [[], [2 ** 31], []],
    [[], [], [2 ** 63]],
  ]
  for (const lists of outOfRange) await assert.rejects(countMade(database.pool, ...lists), { code: '22003' })
  await assert.rejects(countMade(database.pool, [], [1.5], []), { code: '22P02' })
  assert.deepEqual(await countMade(database.pool, [32_767, -32_768], [2 ** 31 - 1], [Number.MAX_SAFE_INTEGER]), [
    { made: 4 },
  ])
})

test('a list of another type goes as text', async () => {
  const texts = [...AWKWARD, null]
  assert.deepEqual(await echoVaried(database.pool, texts), [{ texts }])
})

test('one parameter is no list of two types', () => {
  const text = 'select $1::text[] as texts, $1::bigint[] as bigints'
  assert.throws(() => sql('test.two_types', text), /\$1 is a list of two types/)
})

test('a time in a list is ms since the epoch, or its text', async () => {
  const timeMs = Date.UTC(2026, 5, 8, 10, 20, 0, 123)
  for (const time of [timeMs, new Date(timeMs).toISOString()])
    assert.deepEqual(await readTimes(database.pool, [time]), [{ first: timeMs }])
  assert.deepEqual(await readTimes(database.pool, [timeMs + 0.9]), [{ first: timeMs }])
  assert.deepEqual(await readTimes(database.pool, ['-infinity']), [{ first: -Infinity }])
  for (const time of [Number.NaN, Infinity, 8.65e15]) await assert.rejects(readTimes(database.pool, [time]), RangeError)
})

test('the buckets of a batch are given once and in order, which PostgreSQL need not sort again', () => {
  const rows = [9, 63, 10, 9, 0, 63].map((bucket) => ({ bucket }))
  assert.deepEqual(distinctBuckets(rows), [0, 9, 10, 63])
})

test('numbers in JSON keep their digits where a statement asks for it, and nowhere else', async () => {
  const text = `select '{"price": 1.10}'::jsonb as json, 2::int8 as count`
  interface Row {
    json: unknown
    count: number
  }
  const made = (types?: typeof JSON_WITH_DIGITS) =>
    [sql, listSql].map((make) => make<Row, []>(`test.json_${make.name}_${types !== undefined}`, text, types))
  for (const read of made(JSON_WITH_DIGITS)) {
    const [row] = await read(database.pool)
    assert.deepEqual([JSON.stringify(row!.json), row!.count], ['{"price":1.10}', 2])
  }
  for (const read of made()) assert.deepEqual((await read(database.pool))[0], { json: { price: 1.1 }, count: 2 })
})
