import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusesRecipient, smtpResult } from './smtp-result.ts'
import type { SmtpFailure } from './smtp-result.ts'

const table: [failure: SmtpFailure, result: string, word: string][] = [
  [{ code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 no such user' }, 'permanent', 'mailbox_unavailable'],
  [{ code: 'EENVELOPE', responseCode: 550, response: '550 no such user' }, 'permanent', 'mailbox_unavailable'],
  [{ code: 'EENVELOPE', responseCode: 551, response: '551 moved' }, 'permanent', 'mailbox_unavailable'],
  [{ code: 'EENVELOPE', responseCode: 552, response: '552 5.2.2 over quota' }, 'permanent', 'mailbox_full'],
  [{ code: 'EMESSAGE', responseCode: 552, response: '552 5.3.4 too big' }, 'permanent', 'message_too_large'],
  [{ code: 'EMESSAGE', responseCode: 554, response: '554 5.7.1 spam' }, 'permanent', 'message_refused'],
  [{ code: 'EMESSAGE', responseCode: 554, response: '554 no' }, 'permanent', 'message_refused'],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 unknown', command: 'MAIL FROM' },
    'permanent',
    'message_refused',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.8 bad outbound sender', command: 'MAIL FROM' },
    'permanent',
    'message_refused',
  ],
  [
    { code: 'EENVELOPE', responseCode: 552, response: '552 5.3.4 too big', command: 'MAIL FROM' },
    'permanent',
    'message_too_large',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 relay not permitted', command: 'RCPT TO' },
    'permanent',
    'message_refused',
  ],
  [
    { code: 'EENVELOPE', responseCode: 550, response: '550 no', command: 'RCPT TO' },
    'permanent',
    'mailbox_unavailable',
  ],
  [{ code: 'EMESSAGE', responseCode: 550, response: '550 no', command: 'DATA' }, 'permanent', 'message_refused'],
  [
    {
      code: 'EMESSAGE',
      responseCode: 554,
      response: '554 5.2.252 SendAsDenied; not allowed to send as',
      command: 'DATA',
    },
    'permanent',
    'message_refused',
  ],
  [
    { code: 'EMESSAGE', responseCode: 550, response: '550-5.4.5 Daily user sending limit exceeded', command: 'DATA' },
    'rate_limited',
    'rate_limited',
  ],
  [
    { code: 'EENVELOPE', responseCode: 552, response: '552 5.2.2 quota exceeded', command: 'MAIL FROM' },
    'rate_limited',
    'rate_limited',
  ],
  [
    { code: 'EENVELOPE', responseCode: 454, response: '454 Throttling failure: Daily message quota exceeded.' },
    'rate_limited',
    'rate_limited',
  ],
  [
    { code: 'EENVELOPE', responseCode: 454, response: '454 4.7.1 Relay access denied', command: 'RCPT TO' },
    'transient',
    'provider_error',
  ],
  [{ code: 'EAUTH', responseCode: 454, response: '454 try later' }, 'transient', 'authentication_failed'],
  [{ code: 'EENVELOPE', responseCode: 503, response: '503 bad sequence' }, 'transient', 'provider_error'],
  [{ code: 'EENVELOPE', responseCode: 421, response: '421 closing' }, 'transient', 'provider_error'],
  [
    { code: 'EENVELOPE', responseCode: 451, response: '451 4.7.1 greylisted, try again later' },
    'transient',
    'provider_error',
  ],
  [{ code: 'EENVELOPE', responseCode: 452, response: '452 4.2.2 mailbox full' }, 'transient', 'provider_error'],
  [
    { code: 'EENVELOPE', responseCode: 421, response: '421 4.7.28 our system has detected' },
    'rate_limited',
    'rate_limited',
  ],
  [{ code: 'EENVELOPE', responseCode: 450, response: '450 4.2.1 rate limit exceeded' }, 'rate_limited', 'rate_limited'],
  [{ code: 'ECONNECTION', responseCode: 421, response: '421 too many connections' }, 'rate_limited', 'rate_limited'],
  [{ code: 'EPROTOCOL', responseCode: 554, response: '554 go away' }, 'transient', 'provider_error'],
  [{ code: 'EAUTH', responseCode: 535, response: '535 bad password' }, 'transient', 'authentication_failed'],
  [
    { code: 'EENVELOPE', responseCode: 530, response: '530 authentication required' },
    'transient',
    'authentication_failed',
  ],
  [{ code: 'EAUTH' }, 'transient', 'authentication_failed'],
  [{ code: 'EENVELOPE' }, 'permanent', 'invalid_address'],
  [{ code: 'EMESSAGE' }, 'permanent', 'message_too_large'],
  [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'transient', 'dns_error'],
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'transient', 'connection_refused'],
  [{ code: 'ESOCKET', originalCode: 'ECONNRESET' }, 'transient', 'connection_reset'],
  [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'transient', 'tls_error'],
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'transient', 'tls_error'],
  [{ code: 'ETLS' }, 'transient', 'tls_error'],
  [{ code: 'ECONNECTION' }, 'transient', 'connection_reset'],
  [{ code: 'ETIMEDOUT' }, 'transient', 'timeout'],
  [{ code: 'ESTREAM' }, 'transient', 'provider_error'],
  [{}, 'transient', 'provider_error'],
]

for (const [failure, result, word] of table)
  test(`${JSON.stringify(failure)} is ${result}`, () => {
    const found = smtpResult(failure)
    assert.ok(found.result !== 'accepted')
    assert.deepEqual([found.result, found.cause.split(':')[0]], [result, word])
  })

test('only a refusal for good of a mailbox that does not exist is one of the recipient', () => {
  const refused = (responseCode: number, response: string, command = 'RCPT TO', code = 'EENVELOPE') =>
    refusesRecipient({ code, responseCode, response, command })
  assert.ok(refused(550, '550 5.1.1 no such user'))
  assert.equal(refused(550, '550 no'), false)
  assert.equal(refused(450, '450 4.1.1 no such user'), false)
  assert.equal(refused(550, '550 5.1.1 unknown', 'MAIL FROM'), false)
  assert.equal(refused(550, '550 5.1.1 no such user', 'DATA', 'EMESSAGE'), false)
  assert.equal(refused(552, '552 5.2.2 over quota'), false)
})

test('a limit of one mailbox does not stop the other mails of the channel', () => {
  const limitOf = (response: string) =>
    smtpResult({ code: 'EENVELOPE', responseCode: 550, response, command: 'RCPT TO' })
  const mailbox = limitOf('550 5.2.1 The user is receiving mail at a rate that prevents additional messages')
  assert.ok(mailbox.result === 'rate_limited' && mailbox.scope === 'recipient')
  const sender = limitOf('550 Domain example.com has exceeded the max emails per hour')
  assert.ok(sender.result === 'rate_limited' && sender.scope === undefined)
})

test("a server's text about credentials is not repeated", () => {
  const found = smtpResult({ code: 'EAUTH', responseCode: 535, response: '535 hunter2 is not your password' })
  assert.ok(found.result === 'transient')
  assert.equal(found.cause, 'authentication_failed: 535')
})
