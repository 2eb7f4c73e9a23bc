import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cause, CAUSE_CHARACTERS_MAX, CAUSES, friendlySentence, withoutSecrets } from './causes.ts'

test('a cause is one line of bounded length that begins with its word', () => {
  assert.equal(cause('timeout'), 'timeout')
  assert.equal(cause('message_refused', '550 no\r\n  spam\0'), 'message_refused: 550 no spam')
  const long = cause('message_refused', '😀'.repeat(1000))
  assert.ok(long.length <= CAUSE_CHARACTERS_MAX && long.isWellFormed())
})

test('every cause has a sentence for a person', () => {
  assert.equal(friendlySentence('mailbox_full: 552 over quota'), CAUSES.mailbox_full)
  assert.equal(friendlySentence('timeout'), CAUSES.timeout)
  assert.equal(friendlySentence('toString'), CAUSES.provider_error)
  assert.equal(friendlySentence(''), CAUSES.provider_error)
})

test('secrets are taken out', () => {
  assert.equal(withoutSecrets('550 hunter2 and hunter2', ['hunter2', 5, 'x']), '550 [redacted] and [redacted]')
})
