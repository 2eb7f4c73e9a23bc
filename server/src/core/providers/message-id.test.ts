import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageIdOf, parseMessageId } from './message-id.ts'

test('a message id contains its delivery', () => {
  const reference = { accountId: 7, id: Number.MAX_SAFE_INTEGER, createdAt: Date.UTC(2026, 5, 8, 10, 20) }
  assert.deepEqual(parseMessageId(messageIdOf(reference)), reference)
  for (const text of [
    '',
    '7.8',
    '7.8.',
    '0.8.a',
    '7.08.a',
    '7.8.a ',
    '7.8.A',
    '-7.8.a',
    '7.8.a.b',
    '9007199254740993.1.a',
  ])
    assert.equal(parseMessageId(text), null, text)
})
