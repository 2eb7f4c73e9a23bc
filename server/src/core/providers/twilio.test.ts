import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { describeConformance } from '../../../test/provider-conformance.ts'
import { providerDependencies, sendInput } from '../../../test/send-input.ts'
import { startTwilio, twilioError } from '../../../test/vendors/twilio.ts'
import type { TwilioVendor } from '../../../test/vendors/twilio.ts'
import type { CallbackReport } from './callback.ts'
import type { Provider } from './provider.ts'
import { isSignedByTwilio, twilioSignature } from './twilio-signature.ts'
import { twilioProvider } from './twilio.ts'

describeConformance('Twilio', {
  start: startTwilio,
  facts: ['delivered', 'opened', 'bounced', 'failed'],
  recipient(number) {
    const phone = `+1500555${String(number).padStart(4, '0')}`
    return { fields: { phone }, address: phone }
  },
})

let vendor: TwilioVendor
let provider: Provider

const send = (phone: string, given: Partial<Parameters<typeof sendInput>[0]> = {}) =>
  provider.send(
    sendInput({
      settings: vendor.settings,
      channel: { id: 9, name: 'Text', type: 'sms' },
      to: { email: null, phone, devices: [] },
      ...given,
    }),
  )

describe('Twilio', () => {
  before(async () => {
    vendor = await startTwilio()
    const config = { batchWaitMs: 5000, publicUrl: null, providerUrls: new Map(Object.entries(vendor.urls)) }
    provider = twilioProvider.create(providerDependencies({ config }))
  })
  after(async () => {
    await provider.close()
    await vendor.close()
  })
  beforeEach(() => {
    vendor.sends.length = 0
    vendor.forms.length = 0
  })

  test('a formatted number, a text from HTML, and a callback URL', async () => {
    const input = { body: '<p>On its way</p>', bodyFormat: 'html' as const, messageId: '7.5.abc' }
    assert.equal((await send('+1 (500) 555-0006', input)).result, 'accepted')
    const [form] = vendor.forms
    assert.deepEqual(Object.fromEntries(form!), {
      To: '+15005550006',
      Body: 'On its way',
      From: '+15005550001',
      StatusCallback: 'https://notify.example.com/callbacks/7-9?delivery=7.5.abc',
    })
    assert.deepEqual(vendor.violations, [])
  })

  test('HTML without text is not sent, and the failure says so', async () => {
    const sent = vendor.forms.length
    const input = { subject: 'Hi', body: '<p><img src="https://x.example/a.png"></p>', bodyFormat: 'html' as const }
    const refused = { result: 'permanent', cause: 'no_text' }
    assert.deepEqual(await send('+15005550006', input), refused)
    assert.equal(vendor.forms.length, sent)
  })

  test('a messaging service instead of a number, a subject instead of an empty text, a long text', async () => {
    const { from: _, ...settings } = vendor.settings
    const service = `MG${'0'.repeat(32)}`
    await send('+15005550006', { settings: { ...settings, messaging_service_sid: service }, body: ' ', subject: 'Hi' })
    await send('+15005550006', { body: 'ä'.repeat(2000) })
    const [first, second] = vendor.forms
    assert.deepEqual([first!.get('MessagingServiceSid'), first!.get('From'), first!.get('Body')], [service, null, 'Hi'])
    assert.equal(second!.get('Body'), `${'ä'.repeat(1597)}...`)
    vendor.violations.length = 0
  })

  test('without callbacks if the service has no public address', async () => {
    vendor.responses.push(twilioError(400, 21609, "The 'StatusCallback' URL is not a valid URL."))
    assert.equal((await send('+15005550006')).result, 'accepted')
    assert.deepEqual(
      vendor.forms.map((form) => form.has('StatusCallback')),
      [true, false],
    )
    vendor.violations.length = 0
  })

  test('the codes of refusals', async () => {
    const unsubscribed = { channelType: 'sms', address: '+15005550006', reason: 'unsubscribe' }
    const table: [status: number, code: number, result: object][] = [
      [400, 21610, { result: 'permanent', cause: 'unsubscribed: 21610 Told', suppress: unsubscribed }],
      [400, 21211, { result: 'permanent', cause: 'invalid_address: 21211 Told' }],
      [400, 21614, { result: 'permanent', cause: 'invalid_address: 21614 Told' }],
      [400, 21611, { result: 'rate_limited', retryAfterMs: null, cause: 'rate_limited: 21611 Told' }],
      [429, 20429, { result: 'rate_limited', retryAfterMs: null, cause: 'rate_limited: 429 20429 Told' }],
      [400, 21608, { result: 'permanent', cause: 'message_refused: 400 21608 Told' }],
      [401, 20003, { result: 'transient', retryAfterMs: null, cause: 'authentication_failed: 401' }],
      [
        500,
        20500,
        { result: 'transient', retryAfterMs: null, cause: 'provider_error: 500 20500 Told', notTaken: true },
      ],
    ]
    for (const [status, code, result] of table) {
      vendor.responses.push(twilioError(status, code, 'Told'))
      assert.deepEqual(await send('+15005550006'), result, String(code))
    }
    const mistake = 'invalid_address: The number must begin with + and a country code, like +442071838750'
    assert.deepEqual(await send('by pigeon'), { result: 'permanent', cause: mistake })
  })

  test('a signature is of the URL with its port or without it, whatever the port', () => {
    const form = new URLSearchParams({ MessageSid: 'SM1' })
    const cases: [url: string, signed: string, isValid: boolean][] = [
      ['https://a.example/c?d=1', 'https://a.example/c?d=1', true],
      ['https://a.example/c?d=1', 'https://a.example:443/c?d=1', true],
      ['https://a.example:443/c', 'https://a.example/c', true],
      ['https://a.example:8443/c', 'https://a.example/c', true],
      ['https://a.example:8443/c', 'https://a.example:8443/c', true],
      ['https://a.example:8443?d=1', 'https://a.example?d=1', true],
      ['http://[2001:db8::1]:8080/c', 'http://[2001:db8::1]/c', true],
      ['http://[2001:db8::1]/c', 'http://[2001:db8::1]:80/c', true],
      ['https://a.example:8443/c', 'https://a.example:443/c', false],
      ['https://a.example:8443/c', 'https://a.example:84/c', false],
      ['https://a.example:8443/c', 'https://b.example/c', false],
    ]
    for (const [url, signed, isValid] of cases)
      assert.equal(
        isSignedByTwilio('token', url, form, twilioSignature('token', signed, form)),
        isValid,
        `${url} ${signed}`,
      )
  })

  test('the codes of reports', async () => {
    const url = 'https://notify.example.com/callbacks/7-9?delivery=7.5.abc'
    async function report(status: string, code: string | null): Promise<CallbackReport | undefined> {
      const form = new URLSearchParams({ MessageSid: 'SM1', MessageStatus: status, To: '+15005550006' })
      if (code !== null) form.set('ErrorCode', code)
      const signature = twilioSignature(String(vendor.settings['auth_token']), url, form)
      const request = {
        method: 'POST',
        url,
        headers: { 'x-twilio-signature': signature },
        receivedAt: 0,
        returnPath: null,
      }
      const body = Buffer.from(form.toString())
      const dependencies = providerDependencies()
      const result = await twilioProvider.callbacks!.parse({ ...request, body }, vendor.settings, dependencies)
      assert.ok(result.result === 'reports')
      return result.reports[0]
    }
    const table: [status: string, code: string | null, told: string | undefined][] = [
      ['queued', null, undefined],
      ['sent', null, undefined],
      ['delivered', null, 'delivered null null'],
      ['read', null, 'opened null null'],
      ['undelivered', '30003', 'failed unreachable: 30003 null'],
      ['undelivered', '30004', 'failed message_refused: 30004 null'],
      ['undelivered', '30005', 'bounced invalid_address: 30005 bounce'],
      ['undelivered', '30006', 'bounced invalid_address: 30006 null'],
      ['undelivered', '30007', 'failed message_refused: 30007 null'],
      ['undelivered', '30008', 'failed provider_error: 30008 null'],
      ['failed', '21610', 'failed unsubscribed: 21610 unsubscribe'],
      ['failed', null, 'failed provider_error: failed null'],
    ]
    for (const [status, code, told] of table) {
      const one = await report(status, code)
      assert.equal(one && `${one.fact} ${one.cause} ${one.suppress?.reason ?? null}`, told, `${status} ${code}`)
      if (one !== undefined)
        assert.deepEqual([one.delivery?.accountId, one.delivery?.id, one.providerMessageId], [7, 5, 'SM1'])
    }
  })

  test('settings name one sender', () => {
    assert.deepEqual(twilioProvider.checkSettings(vendor.settings), {})
    const { from: _, ...none } = vendor.settings
    const both = { ...vendor.settings, messaging_service_sid: `MG${'0'.repeat(32)}` }
    for (const wrong of [none, both]) assert.deepEqual(Object.keys(twilioProvider.checkSettings(wrong)), ['from'])
  })
})
