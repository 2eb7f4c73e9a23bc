import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeConformance } from '../../test/provider-conformance.ts'
import { startResend } from '../../test/vendors/resend.ts'
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
    [403, 'invalid_api_key', 'API key is invalid.', 'permanent authentication_failed'],
    [401, 'missing_api_key', 'Missing API key.', 'permanent authentication_failed'],
    [500, 'internal_server_error', 'Unexpected.', 'transient provider_error'],
  ]
  for (const [status, name, message, expected] of table)
    test(`${status} ${name} ${message}`, () => {
      const body = Buffer.from(JSON.stringify({ statusCode: status, name, message }))
      const result = resendResult({ kind: 'answered', status, headers: {}, body }, NOW)
      assert.ok(result.result !== 'accepted')
      assert.equal(`${result.result} ${result.cause.split(':')[0]}`, expected)
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
