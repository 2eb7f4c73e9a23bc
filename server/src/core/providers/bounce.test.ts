import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockOf, bounceOf, isAutomaticReply, objectionOf } from './bounce.ts'
import type { BounceLabel } from './bounce.ts'

test('the reply of the server counts before the label of the provider', () => {
  const table: [label: BounceLabel, diagnostic: string, fact: string, word: string, suppressed: boolean][] = [
    ['permanent', '550 5.1.1 no such user', 'bounced', 'mailbox_unavailable', true],
    ['permanent', 'smtp; 550 no such user', 'bounced', 'mailbox_unavailable', true],
    ['permanent', '', 'bounced', 'mailbox_unavailable', true],
    ['permanent', 'Bounced Address', 'bounced', 'mailbox_unavailable', true],
    ['permanent', '552 5.2.2 over quota', 'bounced', 'mailbox_full', false],
    ['permanent', '552 too much', 'bounced', 'mailbox_full', false],
    ['permanent', '550 5.7.1 looks like spam', 'bounced', 'message_refused', false],
    ['permanent', '554 no', 'bounced', 'message_refused', false],
    ['permanent', '550 no', 'bounced', 'mailbox_unavailable', false],
    ['permanent', '552 5.3.4 too big', 'bounced', 'message_too_large', false],
    ['permanent', '4.2.2 452 over quota', 'bounced', 'mailbox_full', false],
    ['permanent', '451 4.4.1 no answer', 'bounced', 'unreachable', false],
    ['permanent', 'smtp;421 4.4.0 Unable to look up DNS', 'bounced', 'unreachable', false],
    ['permanent', 'smtp;451 4.3.0 busy', 'bounced', 'deferred', false],
    ['transient', 'smtp; 550 5.1.1 user unknown', 'bounced', 'mailbox_unavailable', true],
    ['transient', 'user unknown', 'bounced', 'deferred', false],
    ['transient', 'mailbox full', 'bounced', 'mailbox_full', false],
    ['transient', 'MailboxFull', 'bounced', 'mailbox_full', false],
    ['transient', '', 'bounced', 'deferred', false],
    ['unclear', 'smtp; 550 5.1.1 user unknown', 'bounced', 'mailbox_unavailable', true],
    ['unclear', '', 'failed', 'provider_error', false],
  ]
  for (const [label, diagnostic, ...expected] of table) {
    const { fact, cause, suppress } = bounceOf(label, 'ada@example.com', diagnostic)
    if (suppress !== null) assert.deepEqual(suppress, { address: 'ada@example.com', reason: 'bounce' })
    assert.deepEqual([fact, cause!.split(':')[0], suppress !== null], expected, `${label} ${diagnostic}`)
  }
})

test('a blocked message is failed, unless the reply says that the address does not exist', () => {
  const table: [diagnostic: string, fact: string, word: string, suppressed: boolean][] = [
    ['', 'failed', 'message_refused', false],
    ['550 no', 'failed', 'message_refused', false],
    ['5.7.1 550 5.7.1 blocked using zen.spamhaus.org', 'failed', 'message_refused', false],
    ['452 4.2.2 over quota', 'failed', 'mailbox_full', false],
    ['unable to get mx info: failed to get IPs from PTR record: lookup', 'failed', 'unreachable', false],
    ['5.1.1 550 5.1.1 no such user', 'bounced', 'mailbox_unavailable', true],
  ]
  for (const [diagnostic, ...expected] of table) {
    const { fact, cause, suppress } = blockOf('ada@example.com', diagnostic)
    assert.deepEqual([fact, cause!.split(':')[0], suppress !== null], expected, diagnostic)
  }
})

test('an automatic reply has no reply of a server', () => {
  assert.ok(isAutomaticReply('Transient', 'General', ''))
  assert.ok(!isAutomaticReply('Transient', 'General', 'smtp; 451 4.3.0 busy'))
  assert.ok(!isAutomaticReply('Transient', 'General', '5.3.0'))
  assert.ok(!isAutomaticReply('Transient', 'MailboxFull', ''))
  assert.ok(!isAutomaticReply('Permanent', 'General', ''))
})

test('only an address is suppressed', () => {
  for (const address of [null, '', 'a@x, b@y', 'Ada <ada@example.com>']) {
    assert.equal(bounceOf('permanent', address, '').suppress, null)
    assert.equal(objectionOf(address, 'complaint').suppress, null)
  }
})
