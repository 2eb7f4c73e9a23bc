import assert from 'node:assert/strict'
import { test } from 'node:test'
import { partsOf, readTraceparent, writeTraceparent } from './traceparent.ts'

const VALID = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

test('a valid traceparent is read, and written as it was', () => {
  assert.equal(readTraceparent(VALID), VALID)
  const parts = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7', traceFlags: 1 }
  assert.deepEqual(partsOf(VALID), parts)
  assert.equal(writeTraceparent(parts), VALID)
  assert.equal(writeTraceparent({ ...parts, traceFlags: 0 }), VALID.replace(/01$/, '00'))
})

const invalid: [name: string, given: unknown][] = [
  ['absent', undefined],
  ['empty', ''],
  ['no text', 5],
  ['several headers', [VALID]],
  ['another version', VALID.replace(/^00/, '01')],
  ['the forbidden version', VALID.replace(/^00/, 'ff')],
  ['capitals', VALID.toUpperCase()],
  ['an empty trace', VALID.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`)],
  ['an empty span', VALID.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`)],
  ['a letter beyond f', VALID.replace('4bf9', '4bg9')],
  ['one character too few', VALID.slice(0, -1)],
  ['one character too many', `${VALID}0`],
  ['a further part', `${VALID}-00`],
  ['a blank before it', ` ${VALID}`],
  ['a line break behind it', `${VALID}\n`],
  ['no hyphens', VALID.replaceAll('-', '0')],
]
for (const [name, given] of invalid)
  test(`an invalid traceparent is null: ${name}`, () => assert.equal(readTraceparent(given), null))
