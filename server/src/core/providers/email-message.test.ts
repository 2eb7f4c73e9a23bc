import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkSender, emailOf, senderText } from './email-message.ts'
import type { SendInput } from './provider.ts'

const input: SendInput = {
  delivery: { bucket: 1, accountId: 7, id: 8, number: 1, messageId: 9 },
  channel: { id: 9, name: 'Mail', type: 'email' },
  settings: { from: 'Shop <shop@Bücher.example>' },
  to: { email: 'ada@Bücher.example', phone: null, devices: [] },
  ...{ recipientId: 5, topicId: null, url: null, content: {}, attachments: [] },
  subject: 'Hi',
  body: '<p>Hi <b>Ada</b></p>',
  bodyFormat: 'html',
  messageId: '7.8.abc',
  unsubscribeUrl: null,
  signal: new AbortController().signal,
}

describe('a message', () => {
  test('has a text besides its HTML, and ASCII domains', () => {
    assert.deepEqual(emailOf(input), {
      from: { name: 'Shop', address: 'shop@xn--bcher-kva.example' },
      to: 'ada@xn--bcher-kva.example',
      ...{ cc: [], bcc: [], replyTo: null, attachments: [] },
      subject: 'Hi',
      text: 'Hi Ada',
      html: '<p>Hi <b>Ada</b></p>',
      messageId: '<7.8.abc@xn--bcher-kva.example>',
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  })

  test('has the header fields for one click if its topic may be refused', () => {
    const unsubscribeUrl = 'https://tidings.example.com/unsubscribe/abc'
    const message = emailOf({ ...input, unsubscribeUrl })
    assert.ok('headers' in message)
    assert.deepEqual(message.headers, {
      'Auto-Submitted': 'auto-generated',
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })

  test('of text has no HTML', () => {
    const message = emailOf({ ...input, body: 'a <b', bodyFormat: 'text' })
    assert.ok('html' in message)
    assert.deepEqual([message.html, message.text], [null, 'a <b'])
  })

  test('has a subject of one line', () => {
    const message = emailOf({ ...input, subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody\0' })
    assert.ok('subject' in message)
    assert.equal(message.subject, 'Hi Bcc: eve@example.com body ')
  })

  test('has a subject of limited length, without a split character', () => {
    for (const subject of ['x'.repeat(9_000), '\u{1f600}'.repeat(4_500), 'word '.repeat(2_000)]) {
      const message = emailOf({ ...input, subject })
      assert.ok('subject' in message)
      assert.ok(message.subject.length <= 500 && message.subject.endsWith('…') && message.subject.isWellFormed())
    }
  })

  test('shows a typed encoded word as typed', () => {
    const typed = '=?utf-8?q?=0d=0aBcc:eve@example.com?='
    const message = emailOf({ ...input, subject: typed, settings: { from: `${typed} <shop@example.com>` } })
    assert.ok('subject' in message)
    for (const text of [message.subject, message.from.name]) {
      assert.ok(!text.includes('=?'))
      assert.equal(text.replaceAll('\u200b', ''), typed)
    }
  })

  for (const email of [
    null,
    '',
    'ada',
    'a@x, b@y',
    'A <a@example.com>',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    '"a b"@x.org',
  ])
    test(`goes to one address exactly: ${email}`, () => {
      const message = emailOf({ ...input, to: { ...input.to, email } })
      assert.deepEqual(message, { result: 'permanent', cause: 'invalid_address' })
    })
})

test('a sender as a header', () => {
  assert.equal(senderText({ name: '', address: 'a@example.com' }), 'a@example.com')
  assert.equal(senderText({ name: 'Tidings, Inc.', address: 'a@example.com' }), '"Tidings, Inc." <a@example.com>')
  assert.equal(senderText({ name: 'a "b" \\', address: 'a@example.com' }), '"a \\"b\\" \\\\" <a@example.com>')
})

test('a sender is one address', () => {
  assert.deepEqual(checkSender({ from: 'Shop <shop@example.com>' }), {})
  for (const from of ['', 'Shop', 'a@x, b@y', 'Shop\r\nBcc: <a@example.com>', undefined])
    assert.deepEqual(Object.keys(checkSender({ from })), ['from'], from)
})
