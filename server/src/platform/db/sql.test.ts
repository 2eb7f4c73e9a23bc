import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { listSql } from './sql.ts'

const { pool } = await endAfterTests(createTestDatabase())

declare module './sql.ts' {
  interface Statements {
    'test.read_back': {
      values: [text: string | null, number: number, flag: boolean | null, list: string[]]
      row: { text: string | null; number: number; flag: boolean | null; list: string[] }
    }
  }
}

const readBack = listSql(
  'test.read_back',
  `select $1::text as text, $2::float8 as number, $3::boolean as flag, $4::text[] as list where 'it''s' <> '' and $2=$2`,
)

/** Well-formed text, with the characters of SQL among it. The driver replaces lone surrogates, and PostgreSQL refuses NUL. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom(`'`, `"`, '\\', '$1', '$', '{', ',', '--', '/*', '\n', ';'),
      fc.string({ unit: 'binary' }),
    ),
  })
  .map((value) => value.replaceAll('\0', '').toWellFormed())

test('a list reads its values back as they were given, and none of them is SQL', async () => {
  const values = fc.tuple(
    fc.option(text),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.option(fc.boolean()),
    fc.array(text),
  )
  await fc.assert(
    fc.asyncProperty(values, async ([word, number, flag, list]) => {
      const rows = await readBack(pool, word, number, flag, list)
      assert.deepEqual(rows, [{ text: word, number: number + 0, flag, list }])
    }),
  )
})

test('a text with the character 0 is refused as PostgreSQL refuses it', async () => {
  await assert.rejects(readBack(pool, '\0', 1, null, []), { code: '22021' })
})
