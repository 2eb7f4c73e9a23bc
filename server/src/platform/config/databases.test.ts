import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseDatabases } from './postgres-url.ts'

const A = 'postgresql://tidings:secret@a:5432,b:5432/tidings'
const B = 'postgres://tidings:p%2Cw@c/tidings?sslmode=verify-full'

function must(text: string): string {
  const parsed = parseDatabases(text)
  assert.ok('must' in parsed, text)
  assert.doesNotMatch(parsed.must, /secret|p%2Cw/)
  return parsed.must
}

describe('the list of database servers', () => {
  it('has names and URLs, separated by commas or line ends', () => {
    const value = [
      { name: 'first', url: A },
      { name: 'b-2', url: B },
    ]
    for (const between of [',', ', ', '\n', ',\n', ' , '])
      assert.deepEqual(parseDatabases(`first=${A}${between}b-2=${B}`), { value }, JSON.stringify(between))
    assert.deepEqual(parseDatabases(` first=${A},\nb-2=${B},\n`), { value })
  })

  it('refuses wrong items, without their URLs', () => {
    assert.match(must(A), /item 1 is not valid/)
    assert.match(must(`a=${A},b=mysql://secret@x/y`), /item 1 is not valid|URL of a/)
    assert.match(must(`A=${A}`), /the name A must begin/)
    assert.match(must(`a${'b'.repeat(31)}=${A}`), /at most 31/)
    assert.match(must(`a=${A},a=${B}`), /the name a occurs twice/)
    assert.match(must(`a=${A},b=${B.replace('verify-full', 'verify')}`), /the URL of b must have sslmode/)
    assert.match(must(Array.from({ length: 65 }, (_, index) => `a${index}=${A}`).join()), /at most 64 servers/)
    assert.match(must('x'.repeat(100_000)), /item 1 is not valid/)
  })

  it('takes linear time for hostile texts', () => {
    for (const text of [','.repeat(100_000), ' ,'.repeat(50_000), 'a='.repeat(50_000)]) must(text)
  })
})
