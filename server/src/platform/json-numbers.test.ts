import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseWithDigits, scanJson } from './json-numbers.ts'

const KEPT = [
  '12345678901234567890',
  '-12345678901234567890',
  '9007199254740993',
  '1.10',
  '1.0',
  '-1.0',
  '0.0',
  '-0',
  '-0.0',
  '1e5',
  '1E5',
  '1e+5',
  '1.5e0',
  '1e-400',
  '0.0000001',
  '0.1000000000000000055511151231257827',
  '123456789012345.678901',
]
const PLAIN = [
  '0',
  '1',
  '-1',
  '42',
  '123456789012345',
  '1.5',
  '-0.25',
  '0.000001',
  '1e-7',
  '1e+21',
  '0.30000000000000004',
]

test('numbers that the language would write in another way keep their digits', () => {
  for (const text of KEPT) {
    const value = parseWithDigits(text)
    assert.ok(JSON.isRawJSON(value), text)
    assert.equal(value.rawJSON, text)
    assert.equal(JSON.stringify(value), text)
  }
})

test('all others are numbers of the language', () => {
  for (const text of PLAIN) assert.equal(parseWithDigits(text), Number(text), text)
})

test('numbers that JavaScript would change are found in every notation', () => {
  for (const text of ['1e400', '-1e400', `1${'0'.repeat(400)}`, `[{"a":-1${'0'.repeat(400)}.5}]`])
    assert.equal(scanJson(text).hasExtreme, true, text)
  for (const text of ['1e308', '"1e400"', '1e-300']) assert.equal(scanJson(text).hasExtreme, false, text)
})

test('digits in strings and names are none of numbers', () => {
  const text = JSON.stringify({ '1.0': 'a 1.10 b', quote: '"1.0', backslash: '\\', after: ['\\"', '1e5'] })
  assert.deepEqual(scanJson(text), { depth: 2, rawNumbers: [], hasExtreme: false })
  assert.deepEqual(parseWithDigits(text), JSON.parse(text))
})

test('the member __proto__ and repeated members are as without digits', () => {
  const text = '{"__proto__":{"a":1},"b":2,"b":1.0}'
  const value = parseWithDigits(text) as Record<string, unknown>
  assert.deepEqual(Object.keys(value), ['__proto__', 'b'])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
  assert.equal(JSON.stringify(value), '{"__proto__":{"a":1},"b":1.0}')
})

test('numbers keep their digits, next to any other text', () => {
  const number = fc.stringMatching(/^-?(0|[1-9]\d{0,24})(\.\d{1,24})?([eE][+-]?\d{1,2})?$/)
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      number,
      fc.string().map((text) => JSON.stringify(text.replaceAll('\0', ''))),
      fc.constantFrom('true', 'false', 'null'),
      fc.array(tie('tree')).map((items) => `[${items.join(',')}]`),
      fc.array(tie('tree')).map((items) => `{${items.map((item, index) => `"n${index}":${item}`).join(',')}}`),
    ),
  }))
  fc.assert(
    fc.property(tree, (text) => assert.equal(JSON.stringify(parseWithDigits(text)), text)),
    { numRuns: 2000 },
  )
})

test('invalid JSON is scanned to its end, and does not parse', () => {
  for (const text of [
    '',
    '-',
    '1.',
    '.5',
    '01.0',
    '1e',
    '"1.0',
    '[1.0',
    '1.0.0',
    '--1',
    '1.0"',
    '\\"1.0',
    'NaN',
    'Infinity',
    '-Infinity',
  ]) {
    scanJson(text)
    assert.throws(() => parseWithDigits(text), SyntaxError, text)
  }
})
