import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { describe, test } from 'node:test'
import { parseCallback } from '../../../test/callbacks.ts'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { startSendgrid } from '../../../test/vendors/sendgrid.ts'
import { isSignedBySendgrid, sendgridProvider, sendgridResult } from './sendgrid.ts'

const NOW = Date.UTC(2026, 5, 8, 10, 20)
const clock = { now: () => NOW, wall: () => NOW }

// Published in sendgrid/sendgrid-nodejs, packages/eventwebhook/src/eventwebhook.spec.js.
const PUBLIC_KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEDr2LjtURuePQzplybdC+u4CwrqDqBaWjcMMsTbhdbcwHBcepxo7yAQGhHPTnlvFYPAZFceEu/1FwCM/QmGUhA=='
const SIGNATURE = 'MEUCIQCtIHJeH93Y+qpYeWrySphQgpNGNr/U+UyUlBkU6n7RAwIgJTz2C+8a8xonZGi6BpSzoQsbVRamr2nlxFDWYNH2j/0='
const TIMESTAMP = '1588788367'
const PAYLOAD = '{"category":"example_payload","event":"test_event","message_id":"message_id"}'

test('the published signature is valid, altered ones are not', () => {
  const key = createPublicKey({ key: Buffer.from(PUBLIC_KEY, 'base64'), format: 'der', type: 'spki' })
  const body = Buffer.from(PAYLOAD)
  assert.ok(isSignedBySendgrid(key, TIMESTAMP, body, SIGNATURE))
  assert.ok(!isSignedBySendgrid(key, '1588788368', body, SIGNATURE))
  assert.ok(!isSignedBySendgrid(key, TIMESTAMP, Buffer.from('payload'), SIGNATURE))
  assert.ok(!isSignedBySendgrid(key, TIMESTAMP, body, SIGNATURE.replace('H2j', 'H3j')))
  assert.ok(!isSignedBySendgrid(key, TIMESTAMP, body, 'no signature'))
  const { publicKey: another } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  assert.ok(!isSignedBySendgrid(another, TIMESTAMP, body, SIGNATURE))
})

describe('the results of responses', () => {
  const table: [status: number, message: string, field: string | null, expected: string][] = [
    [401, 'Maximum credits exceeded', null, 'rate_limited rate_limited'],
    [401, 'authorization grant is invalid', null, 'transient authentication_failed'],
    [403, 'The from address does not match a verified Sender Identity.', 'from', 'permanent message_refused'],
    [403, 'access forbidden', null, 'transient authentication_failed'],
    [400, 'Does not contain a valid address.', 'personalizations.0.to.0.email', 'permanent invalid_address'],
    [413, 'JSON in request is too large.', null, 'permanent message_too_large'],
    [500, 'unexpected', null, 'transient provider_error'],
  ]
  for (const [status, message, field, expected] of table)
    test(`${status} ${message}`, () => {
      const body = Buffer.from(JSON.stringify({ errors: [{ message, field, help: null }] }))
      const result = sendgridResult({ kind: 'responded', status, headers: {}, body }, clock)
      assert.ok(result.result !== 'accepted')
      assert.equal(`${result.result} ${result.cause.split(':')[0]}`, expected)
    })

  test('429 waits until the time that it names', () => {
    const headers = { 'x-ratelimit-reset': String(NOW / 1000 + 42) }
    const result = sendgridResult({ kind: 'responded', status: 429, headers, body: Buffer.from('') }, clock)
    assert.ok(result.result === 'rate_limited' && result.retryAfterMs === 42_000)
  })
})

describe('the results of events', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const settings = { webhook_public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }

  /** The reports of one event, signed `ageMs` ago, or the reason of the refusal. */
  async function read(event: object, ageMs = 0) {
    const body = JSON.stringify([{ email: 'ada@example.com', ...event }])
    const seconds = String((NOW - ageMs) / 1000)
    const headers = {
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(seconds + body), privateKey).toString(
        'base64',
      ),
      'x-twilio-email-event-webhook-timestamp': seconds,
    }
    const parsed = await parseCallback(sendgridProvider, { headers, body, receivedAt: NOW }, settings)
    return parsed.result === 'reports' ? parsed.reports : parsed.reason
  }

  const table: [event: object, expected: [fact: string | null, word: string | null, suppress: string | null] | null][] =
    [
      [{ event: 'bounce', type: 'bounce', reason: '550 no such user' }, ['bounced', 'mailbox_unavailable', 'bounce']],
      [{ event: 'bounce', type: 'bounce', reason: '550 5.1.8 bad sender' }, ['bounced', 'message_refused', null]],
      [{ event: 'bounce', type: 'blocked', reason: '550 5.7.1 (S3150)' }, ['failed', 'message_refused', null]],
      [{ event: 'dropped', reason: 'Bounced Address' }, ['bounced', 'mailbox_unavailable', 'bounce']],
      [{ event: 'dropped', reason: 'Invalid' }, ['bounced', 'mailbox_unavailable', 'bounce']],
      [{ event: 'dropped', reason: 'Invalid SMTPAPI header' }, ['failed', 'message_refused', null]],
      [{ event: 'dropped', reason: 'Unsubscribed Address' }, ['failed', 'message_refused', 'unsubscribe']],
      [{ event: 'unsubscribe' }, [null, null, 'unsubscribe']],
      [{ event: 'group_unsubscribe', asm_group_id: 7 }, null],
      [{ event: 'deferred', response: '451 busy' }, null],
    ]
  for (const [event, expected] of table)
    test(JSON.stringify(event), async () => {
      const reports = await read(event)
      assert.ok(Array.isArray(reports))
      const seen = reports.map(({ fact, cause, suppress }) => [
        fact,
        cause?.split(':')[0] ?? null,
        suppress?.reason ?? null,
      ])
      assert.deepEqual(seen, expected === null ? [] : [expected])
    })

  test('a report is read for as long as SendGrid repeats it', async () => {
    const hours = 3_600_000
    assert.equal((await read({ event: 'delivered' }, 24 * hours)).length, 1)
    assert.equal(await read({ event: 'delivered' }, 26 * hours), 'it is too old')
    assert.equal(await read({ event: 'delivered' }, -1 * hours), 'it is too old')
  })
})

test('its settings', () => {
  const right = { api_key: 'SG.x', from: 'Shop <shop@example.com>', webhook_public_key: PUBLIC_KEY }
  assert.deepEqual(sendgridProvider.checkSettings(right), {})
  const wrong = sendgridProvider.checkSettings({ ...right, from: 'Shop', webhook_public_key: 'MFkw' })
  assert.deepEqual(Object.keys(wrong), ['from', 'webhook_public_key'])
})

describeConformance('SendGrid', {
  start: startSendgrid,
  facts: ['delivered', 'opened', 'bounced', 'failed', 'complaint'],
  recipient: (number) => ({
    fields: { email: `Ada${number}@example.com`, first_name: 'Ada' },
    address: `ada${number}@example.com`,
  }),
})
