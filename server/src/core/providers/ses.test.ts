import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { startSes } from '../../../test/vendors/ses.ts'
import { messageIdOf } from './message-id.ts'
import { sesReport, sesTagValue } from './ses-reports.ts'
import { sesResult } from './ses.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)

describe('the results of responses', () => {
  const table: [status: number, type: string, message: string, expected: string][] = [
    [429, 'TooManyRequestsException', 'Too many requests', 'rate_limited rate_limited'],
    [400, 'ThrottlingException', 'Maximum sending rate exceeded.', 'rate_limited rate_limited'],
    [400, 'LimitExceededException', 'Daily message quota exceeded.', 'rate_limited rate_limited'],
    [400, 'MessageRejected', 'Email address is not verified.', 'permanent message_refused'],
    [400, 'BadRequestException', "Missing final '@domain'", 'permanent invalid_address'],
    [400, 'BadRequestException', 'Configuration set name is not valid', 'permanent message_refused'],
    [400, 'MailFromDomainNotVerifiedException', 'MAIL FROM', 'permanent message_refused'],
    [404, 'NotFoundException', 'Configuration set does not exist', 'permanent message_refused'],
    [403, 'UnrecognizedClientException', 'The security token is invalid.', 'transient authentication_failed'],
    [403, 'InvalidSignatureException:http://a/', 'does not match', 'transient authentication_failed'],
    [403, 'InvalidSignatureException', 'Signature expired: 2015 is now earlier', 'transient provider_error'],
    [503, 'ServiceUnavailable', 'down', 'transient provider_error'],
  ]
  for (const [status, type, message, expected] of table)
    test(`${status} ${type} ${message}`, () => {
      const headers = { 'x-amzn-errortype': type }
      const body = Buffer.from(JSON.stringify({ message }))
      const result = sesResult({ kind: 'responded', status, headers, body }, NOW)
      assert.ok(result.result !== 'accepted')
      assert.equal(`${result.result} ${result.cause.split(':')[0]}`, expected)
    })
})

describe('the results of events', () => {
  const delivery = { accountId: 7, id: 8, createdAt: NOW }
  const mail = { messageId: 'm1', tags: { tidings_delivery: [sesTagValue(messageIdOf(delivery))] } }
  const recipient = (diagnosticCode: string) => [{ emailAddress: 'ada@example.com', diagnosticCode }]
  const bounce = (bounceType: string, bounceSubType: string, said = '') => ({
    eventType: 'Bounce',
    bounce: { bounceType, bounceSubType, bouncedRecipients: recipient(said), timestamp: '2026-06-08T10:20:01.000Z' },
  })
  const dead = { address: 'ada@example.com', reason: 'bounce' }
  const complaint = { complainedRecipients: [{ emailAddress: 'ada@example.com' }] }

  const table: [event: object, fact: string | null, word: string | null, suppress: object | null][] = [
    [bounce('Permanent', 'General', 'smtp; 550 5.1.1 user unknown'), 'bounced', 'mailbox_unavailable', dead],
    [bounce('Permanent', 'OnAccountSuppressionList'), 'bounced', 'mailbox_unavailable', dead],
    [bounce('Transient', 'MailboxFull', 'smtp; 452 4.2.2 full'), 'bounced', 'mailbox_full', null],
    [bounce('Transient', 'General', 'smtp; 550 5.1.1 user unknown'), 'bounced', 'mailbox_unavailable', dead],
    [bounce('Transient', 'General', 'smtp; 421 4.4.1 no answer'), 'bounced', 'unreachable', null],
    [bounce('Permanent', 'General', 'smtp; 550 5.1.8 bad sender'), 'bounced', 'message_refused', null],
    [bounce('Permanent', 'NoEmail'), 'bounced', 'mailbox_unavailable', dead],
    [bounce('Transient', 'MessageTooLarge'), 'failed', 'message_too_large', null],
    [bounce('Transient', 'ContentRejected'), 'failed', 'message_refused', null],
    [bounce('Undetermined', 'Undetermined'), 'failed', 'provider_error', null],
    [{ notificationType: 'Delivery', delivery: {} }, 'delivered', null, null],
    [{ eventType: 'Open', open: {} }, 'opened', null, null],
    [{ eventType: 'Reject', reject: { reason: 'Bad content' } }, 'failed', 'message_refused', null],
    [{ eventType: 'Complaint', complaint }, null, null, { ...dead, reason: 'complaint' }],
  ]
  for (const [event, fact, word, suppress] of table)
    test(JSON.stringify(event).slice(0, 90), () => {
      const report = sesReport({ mail, ...event }, 'id1')
      assert.deepEqual([report!.fact, report!.cause?.split(':')[0] ?? null], [fact, word])
      assert.deepEqual(report!.suppress, suppress)
      assert.deepEqual([report!.delivery, report!.providerMessageId, report!.providerEventId], [delivery, 'm1', 'id1'])
    })

  const ignored = [
    { eventType: 'Send' },
    { eventType: 'DeliveryDelay' },
    // An out-of-office reply. The mail has arrived.
    bounce('Transient', 'General'),
    { eventType: 'Complaint', complaint: { ...complaint, complaintFeedbackType: 'not-spam' } },
    { eventType: 'constructor' },
    null,
    [],
  ]
  for (const event of ignored)
    test(`nothing: ${JSON.stringify(event)}`, () => assert.equal(sesReport(event, 'id1'), null))
})

for (const version of ['1', '2'] as const)
  describeConformance(`Amazon SES, with SNS signatures of version ${version}`, {
    start: () => startSes(version),
    facts: ['delivered', 'opened', 'bounced', 'failed', 'complaint'],
    recipient: (number) => ({ fields: { email: `ada${number}@example.com` }, address: `ada${number}@example.com` }),
  })
