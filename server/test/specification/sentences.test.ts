/** Every sentence of the specification has a test that exists. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SENTENCES } from './sentences.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const COUNT = 149

/** The names of a file's tests, as the source writes them. Skipped tests are left out. */
function namesIn(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(/^\s*(?:test|it)\(\s*(['"`])((?:\\.|(?!\1).)*)\1,/gm)].map(([, , name]) => name!)
}

/** The numbers at the beginning of a test's name, for example `15, 16: ...`. */
function numbersOf(name: string): number[] {
  return (/^(\d+(?:, \d+)*): /.exec(name)?.[1] ?? '').split(', ').map(Number)
}

const files = new Map(SENTENCES.flatMap(({ proof }) => proof.map(({ file }) => [file, namesIn(file)])))

test(`the table has the sentences 1 to ${COUNT}, each with a test`, () => {
  assert.deepEqual(
    SENTENCES.map(({ number }) => number),
    Array.from({ length: COUNT }, (_, index) => index + 1),
  )
  assert.deepEqual(
    SENTENCES.filter(({ proof }) => proof.length === 0),
    [],
  )
})

test('each test of the table exists', () => {
  const lost = SENTENCES.flatMap(({ number, proof }) =>
    proof.flatMap(({ file, name }) => {
      const names = files.get(file)!
      const exists = name === null ? names.some((one) => numbersOf(one).includes(number)) : names.includes(name)
      return exists ? [] : [`${number}: ${file}: ${name ?? `no name begins with ${number}`}`]
    }),
  )
  assert.deepEqual(lost, [])
})

test('each test with numbers is in the table', () => {
  const inTable = new Set(
    SENTENCES.flatMap(({ number, proof }) =>
      proof.flatMap(({ file, name }) => (name === null ? [`${file} ${number}`] : [])),
    ),
  )
  for (const file of new Set([...inTable].map((entry) => entry.split(' ')[0]!)))
    for (const name of files.get(file)!)
      for (const number of numbersOf(name)) assert.ok(inTable.has(`${file} ${number}`), `${file}: ${name}`)
})
