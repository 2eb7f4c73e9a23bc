import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { JSON_DEPTH_MAX, parseJson } from './body.ts'
import { isStorable } from './text.ts'

function parse(text: string | Uint8Array) {
  return parseJson(Buffer.from(text))
}

test('any JSON value stays unchanged', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' }), (value) => {
      const text = JSON.stringify(value)
      let storable = true
      const expected: unknown = JSON.parse(text, (key, item: unknown) => {
        for (const each of [key, item]) if (typeof each === 'string') storable &&= isStorable(each)
        return item
      })
      const parsed = parse(text)
      if (storable) assert.deepEqual(parsed, { ok: true, value: expected })
      else assert.equal(parsed.ok, false)
    }),
    { numRuns: 2000 },
  )
})

test('depth is counted outside strings', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.equal(parse(nested(JSON_DEPTH_MAX)).ok, true)
  assert.deepEqual(parse(nested(JSON_DEPTH_MAX + 1)), {
    ok: false,
    sentence: 'The body is nested more than 100 levels deep',
  })
  assert.equal(parse('{"a":'.repeat(5_000_000)).ok, false)
  assert.equal(parse(JSON.stringify({ a: '[{'.repeat(1000), b: '\\"[{' })).ok, true)
  assert.equal(parse(`[${Array.from({ length: 1000 }, () => '{}').join()}]`).ok, true)
})

test('escapes of characters that cannot be stored are refused, others are accepted', () => {
  for (const text of ['"\\u0000"', '{"\\u0000":1}', '[{"a":"\\ud800"}]', '"\\udc00\\ud800"'])
    assert.equal(parse(text).ok, false)
  assert.deepEqual(parse('"\\u00e9\\ud83d\\ude00\\\\u0000"'), { ok: true, value: 'é😀\\u0000' })
  assert.equal(parse(Uint8Array.of(0x22, 0x00, 0x22)).ok, false)
})

test('a byte order mark is no part of the value', () => {
  assert.deepEqual(parse('\uFEFF{}'), { ok: true, value: {} })
})
