import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { startPostmark } from '../../../test/vendors/postmark.ts'
import { messageIdOf } from './message-id.ts'
import { postmarkProvider, postmarkResult } from './postmark.ts'
import { parseCallback } from '../../../test/callbacks.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)

describe('the results of responses', () => {
  const table: [status: number, code: number, message: string, expected: string][] = [
    [422, 300, "Invalid 'To' address: 'x'.", 'permanent invalid_address'],
    [422, 300, "Invalid 'From' address: 'x'.", 'permanent message_refused'],
    [422, 406, 'You tried to send to a recipient that has been marked as inactive.', 'permanent mailbox_unavailable'],
    [422, 405, 'Your account has run out of credits.', 'rate_limited rate_limited'],
    [422, 412, 'Your account is pending approval.', 'permanent message_refused'],
    [401, 10, 'No Account or Server API tokens were supplied.', 'transient authentication_failed'],
    [503, 100, 'Maintenance', 'transient provider_error'],
    [429, 429, 'Rate limit exceeded.', 'rate_limited rate_limited'],
    [500, 0, 'Internal', 'transient provider_error'],
  ]
  for (const [status, ErrorCode, Message, expected] of table)
    test(`${status} ${ErrorCode} ${Message}`, () => {
      const body = Buffer.from(JSON.stringify({ ErrorCode, Message }))
      const result = postmarkResult({ kind: 'responded', status, headers: {}, body }, NOW)
      assert.ok(result.result !== 'accepted')
      assert.equal(`${result.result} ${result.cause.split(':')[0]}`, expected)
    })
})

describe('the results of reports', () => {
  const settings = { webhook_username: 'u', webhook_password: 'p'.repeat(16) }
  const headers = { authorization: `Basic ${Buffer.from(`u:${settings.webhook_password}`).toString('base64')}` }
  const delivery = { accountId: 7, id: 8, createdAt: NOW }
  const common = { MessageID: 'm1', Metadata: { tidings_delivery: messageIdOf(delivery) }, Email: 'Ada@example.com' }
  const dead = { address: 'Ada@example.com', reason: 'bounce' }

  const table: [event: object, fact: string | null, word: string | null, suppress: object | null][] = [
    [{ Type: 'HardBounce', Details: 'smtp;550 5.1.1 unknown' }, 'bounced', 'mailbox_unavailable', dead],
    [{ Type: 'BadEmailAddress', Details: '' }, 'bounced', 'mailbox_unavailable', dead],
    [{ Type: 'SoftBounce', Details: 'smtp;452 4.2.2 over quota' }, 'bounced', 'mailbox_full', null],
    [{ Type: 'HardBounce', Details: 'smtp;550 5.1.8 bad outbound sender' }, 'bounced', 'message_refused', null],
    [{ Type: 'SoftBounce', Details: 'smtp; 450 4.2.1 receiving mail too quickly' }, 'bounced', 'rate_limited', null],
    [{ Type: 'SoftBounce', Details: '' }, 'bounced', 'deferred', null],
    [{ Type: 'Unknown', Details: '' }, 'failed', 'provider_error', null],
    [{ Type: 'Blocked', Details: 'no' }, 'failed', 'message_refused', null],
    [{ Type: 'SpamNotification', Details: '' }, 'failed', 'message_refused', null],
    [{ Type: 'Unsubscribe' }, null, null, { ...dead, reason: 'unsubscribe' }],
    [{ RecordType: 'SpamComplaint', Type: 'SpamComplaint' }, null, null, { ...dead, reason: 'complaint' }],
    [
      {
        RecordType: 'SubscriptionChange',
        SuppressSending: true,
        SuppressionReason: 'ManualSuppression',
        Recipient: 'a@b.c',
      },
      null,
      null,
      { address: 'a@b.c', reason: 'unsubscribe' },
    ],
  ]
  for (const [event, fact, word, suppress] of table)
    test(JSON.stringify(event), async () => {
      const body = { RecordType: 'Bounce', ID: 42, BouncedAt: '2026-06-08T10:20:00.1234567Z', ...common, ...event }
      const parsed = await parseCallback(postmarkProvider, { headers, body: JSON.stringify(body) }, settings)
      assert.ok(parsed.result === 'reports')
      const [report] = parsed.reports
      assert.deepEqual([report!.fact, report!.cause?.split(':')[0] ?? null], [fact, word])
      assert.deepEqual(report!.suppress, suppress)
      assert.deepEqual([report!.delivery, report!.providerMessageId, report!.at], [delivery, 'm1', NOW + 123])
    })

  const ignored = [
    ...['Transient', 'DnsError', 'AutoResponder', 'Subscribe', 'ChallengeVerification', 'constructor'].map((Type) => {
      return { RecordType: 'Bounce', Type }
    }),
    { RecordType: 'SubscriptionChange', SuppressSending: true, SuppressionReason: 'HardBounce', Recipient: 'a@b.c' },
    ...[{ RecordType: 'Click' }, { RecordType: 'SubscriptionChange', SuppressSending: false }, [], null, 'text'],
  ]
  for (const event of ignored)
    test(`nothing: ${JSON.stringify(event)}`, async () => {
      const parsed = await parseCallback(postmarkProvider, { headers, body: JSON.stringify(event) }, settings)
      assert.deepEqual(parsed, { result: 'reports', reports: [] })
    })
})

test('its settings', () => {
  const right = { server_token: 'x', from: 'shop@example.com' }
  assert.deepEqual(postmarkProvider.checkSettings(right), {})
  const webhook = { webhook_username: 'u', webhook_password: 'p'.repeat(16) }
  assert.deepEqual(postmarkProvider.checkSettings({ ...right, ...webhook }), {})
  for (const [wrong, field] of [
    [{ from: 'Shop' }, 'from'],
    [{ ...webhook, webhook_username: 'a:b' }, 'webhook_username'],
    [{ ...webhook, webhook_username: undefined }, 'webhook_username'],
    [{ ...webhook, webhook_password: undefined }, 'webhook_password'],
    [{ ...webhook, webhook_password: 'short' }, 'webhook_password'],
  ] as const)
    assert.deepEqual(Object.keys(postmarkProvider.checkSettings({ ...right, ...wrong })), [field])
})

describeConformance('Postmark', {
  start: startPostmark,
  facts: ['delivered', 'opened', 'bounced', 'failed', 'complaint'],
  recipient: (number) => ({ fields: { email: `ada${number}@example.com` }, address: `ada${number}@example.com` }),
})
