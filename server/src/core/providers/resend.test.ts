import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { parseCallback } from '../../../test/callbacks.ts'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { startResend } from '../../../test/vendors/resend.ts'
import { resendProvider, resendResult } from './resend.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)

describe('the results of responses', () => {
  const table: [status: number, name: string, message: string, expected: string][] = [
    [429, 'rate_limit_exceeded', 'Too many requests.', 'rate_limited rate_limited'],
    [429, 'daily_quota_exceeded', 'You have reached your daily quota.', 'rate_limited rate_limited'],
    [409, 'concurrent_idempotent_requests', 'Same key in progress.', 'transient provider_error'],
    [409, 'invalid_idempotent_request', 'Same key, another payload.', 'permanent message_refused'],
    [422, 'validation_error', 'Invalid `to` field.', 'permanent invalid_address'],
    [422, 'validation_error', 'Invalid `from` field.', 'permanent message_refused'],
    [403, 'validation_error', 'The domain is not verified.', 'permanent message_refused'],
    [403, 'invalid_api_key', 'API key is invalid.', 'transient authentication_failed'],
    [401, 'missing_api_key', 'Missing API key.', 'transient authentication_failed'],
    [500, 'internal_server_error', 'Unexpected.', 'transient provider_error'],
  ]
  for (const [status, name, message, expected] of table)
    test(`${status} ${name} ${message}`, () => {
      const body = Buffer.from(JSON.stringify({ statusCode: status, name, message }))
      const result = resendResult({ kind: 'responded', status, headers: {}, body }, NOW)
      assert.ok(result.result !== 'accepted')
      assert.equal(`${result.result} ${result.cause.split(':')[0]}`, expected)
    })
})

describe('the results of bounces', () => {
  const key = Buffer.alloc(24, 1)
  const settings = { webhook_secret: `whsec_${key.toString('base64')}` }
  const bounce = (type: string, subType: string, said?: string) => ({
    ...{ type, subType, message: 'The provider of the recipient sent a bounce message' },
    ...(said === undefined ? {} : { diagnosticCode: [said] }),
  })
  const table: [bounce: object, expected: [fact: string, word: string, suppress: string | null] | null][] = [
    [bounce('Permanent', 'General', 'smtp; 550 5.1.1 user unknown'), ['bounced', 'mailbox_unavailable', 'bounce']],
    [bounce('Permanent', 'General'), ['bounced', 'mailbox_unavailable', 'bounce']],
    [bounce('Permanent', 'General', 'smtp; 550 5.7.1 blocked, see spamhaus'), ['bounced', 'message_refused', null]],
    [bounce('Transient', 'General', 'smtp; 550 5.1.1 user unknown'), ['bounced', 'mailbox_unavailable', 'bounce']],
    [bounce('Transient', 'General', 'smtp; 421 4.4.1 no answer'), ['bounced', 'unreachable', null]],
    [bounce('Undetermined', 'Undetermined'), ['failed', 'provider_error', null]],
    // An out-of-office reply. The mail has arrived.
    [bounce('Transient', 'General'), null],
  ]
  for (const [given, expected] of table)
    test(JSON.stringify(given), async () => {
      const body = JSON.stringify({ type: 'email.bounced', data: { to: ['ada@example.com'], bounce: given } })
      const signature = createHmac('sha256', key)
        .update(`m1.${NOW / 1000}.${body}`)
        .digest('base64')
      const headers = { 'svix-id': 'm1', 'svix-timestamp': String(NOW / 1000), 'svix-signature': `v1,${signature}` }
      const parsed = await parseCallback(resendProvider, { headers, body, receivedAt: NOW }, settings)
      assert.ok(parsed.result === 'reports')
      const seen = parsed.reports.map(({ fact, cause, suppress }) => [
        fact,
        cause?.split(':')[0],
        suppress?.reason ?? null,
      ])
      assert.deepEqual(seen, expected === null ? [] : [expected])
    })
})

test('its settings', () => {
  const right = { api_key: 're_x', from: 'shop@example.com' }
  assert.deepEqual(resendProvider.checkSettings(right), {})
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  assert.deepEqual(resendProvider.checkSettings({ ...right, webhook_secret: secret }), {})
  for (const wrong of ['whsec_', 'secret', 'whsec_short', `${secret}!`])
    assert.deepEqual(Object.keys(resendProvider.checkSettings({ ...right, webhook_secret: wrong })), ['webhook_secret'])
})

describeConformance('Resend', {
  start: startResend,
  facts: ['delivered', 'opened', 'bounced', 'failed', 'complaint'],
  recipient: (number) => ({ fields: { email: `ada${number}@example.com` }, address: `ada${number}@example.com` }),
})
