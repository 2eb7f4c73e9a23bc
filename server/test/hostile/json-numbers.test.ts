/** Bodies made of numbers: digits are kept at linear cost and within limits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RAW_NUMBERS_MAX } from '../../src/platform/json-numbers.ts'
import { parseJson } from '../../src/platform/http/body.ts'
import { assertLinear } from './growth.ts'

const list = (item: string) => (count: number) => Buffer.from(`[${Array(count).fill(item).join(',')}]`)

const SHAPES: Record<string, (size: number) => Buffer> = {
  'small integers': list('1'),
  'numbers with a zero at the end': list('1.0'),
  'long integers': list('12345678901234567890'),
  'decimals of seventeen digits': list('0.12345678901234567'),
  exponents: list('1e+5'),
  'digits without end': (size) => Buffer.from(`1${'0'.repeat(size)}`),
  'decimals without end': (size) => Buffer.from(`0.${'0'.repeat(size)}1`),
  'strings of backslashes': (size) => Buffer.from(`["${'\\\\'.repeat(size)}"]`),
  'strings of quotes': (size) => Buffer.from(`["${'\\"'.repeat(size)}"]`),
  'a string without an end': (size) => Buffer.from(`["${'\\'.repeat(size)}`),
  'signs alone': (size) => Buffer.from('-'.repeat(size)),
}

for (const [name, make] of Object.entries(SHAPES))
  test(`${name} cost as much as they are long`, async () => {
    await assertLinear(50_000, make, parseJson)
  })

test('more of them than the attributes of a batch are refused', () => {
  assert.equal(parseJson(list('1.0')(RAW_NUMBERS_MAX)).ok, true)
  assert.deepEqual(parseJson(list('1.0')(RAW_NUMBERS_MAX + 1)), {
    ok: false,
    sentence: 'The body contains more than 100000 numbers like 1.0 or 1e5: send some as strings',
  })
})

test('a number that would be an infinity, or that the database would write with thousands of digits, is refused', () => {
  for (const text of ['1e400', '{"a":[-1e400]}', `1${'0'.repeat(400)}`, '1e-16000', '0e-20000', '0e+20000'])
    assert.deepEqual(parseJson(Buffer.from(text)), {
      ok: false,
      sentence: 'The body contains a number beyond 1.8e308, or with an exponent below -330: send it as a string',
    })
})

test('a text that looks like a number that is being parsed stays a text, or is refused', () => {
  assert.deepEqual(parseJson(Buffer.from('["0001.0", "u00001.0"]')), { ok: true, value: ['0001.0', 'u00001.0'] })
  assert.equal(parseJson(Buffer.from('["\\u00001.0", 1.0]')).ok, false)
  assert.equal(parseJson(Buffer.from('["\u00001.0", 1.0]')).ok, false)
})
