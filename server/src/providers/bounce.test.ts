import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bounceOf, objectionOf, softBounceOf } from './bounce.ts'

test('a permanent bounce and its address', () => {
  const table: [diagnostic: string, word: string, suppressed: boolean][] = [
    ['550 5.1.1 no such user', 'mailbox_unavailable', true],
    ['smtp; 550 no such user', 'mailbox_unavailable', true],
    ['', 'mailbox_unavailable', true],
    ['552 5.2.2 over quota', 'mailbox_full', false],
    ['552 too much', 'mailbox_full', false],
    ['550 5.7.1 looks like spam', 'message_refused', false],
    ['554 no', 'message_refused', false],
    ['552 5.3.4 too big', 'message_too_large', false],
    ['4.2.2 452 over quota', 'mailbox_full', false],
    ['451 4.4.1 no answer', 'mailbox_unavailable', false],
  ]
  for (const [diagnostic, word, suppressed] of table) {
    const { fact, cause, suppress } = bounceOf('ada@example.com', diagnostic)
    assert.deepEqual([fact, cause!.split(':')[0]], ['bounced', word], diagnostic)
    assert.deepEqual(suppress, suppressed ? { address: 'ada@example.com', reason: 'bounce' } : null, diagnostic)
  }
})

test('only an address is suppressed', () => {
  for (const address of [null, '', 'a@x, b@y', 'Ada <ada@example.com>']) {
    assert.equal(bounceOf(address, '').suppress, null)
    assert.equal(objectionOf(address, 'complaint').suppress, null)
  }
})

test('a soft bounce suppresses nothing', () => {
  assert.deepEqual(softBounceOf('mailbox full'), {
    fact: 'bounced',
    cause: 'mailbox_full: mailbox full',
    suppress: null,
  })
  assert.deepEqual(softBounceOf(''), { fact: 'bounced', cause: 'mailbox_unavailable', suppress: null })
})
