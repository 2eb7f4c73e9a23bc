import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginningOf } from './attempt.ts'

test('the stored text is a kilobyte of characters that PostgreSQL takes', () => {
  assert.equal(beginningOf(Buffer.from('')), '')
  assert.equal(beginningOf(Buffer.from('a\0b')), 'a\uFFFDb')
  assert.equal(beginningOf(Buffer.from('x'.repeat(5000))), 'x'.repeat(1024))
  assert.equal(beginningOf(Buffer.from(`${'x'.repeat(1022)}€€`)), 'x'.repeat(1022))
  assert.equal(beginningOf(Buffer.from([0xff, 0x41])), '\uFFFDA')
})
