import assert from 'node:assert/strict'
import { createECDH } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { createCertificateAuthority } from '../../../test/certificates.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { startTestService } from '../../../test/service.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { testService } from '../../../test/test-service.ts'
import { startExpo } from '../../../test/vendors/expo.ts'
import { startFcm } from '../../../test/vendors/fcm.ts'
import { startPostmark } from '../../../test/vendors/postmark.ts'
import { RESEND_FULL_KEY, startResend } from '../../../test/vendors/resend.ts'
import { SENDGRID_READING_KEY, startSendgrid } from '../../../test/vendors/sendgrid.ts'
import { startSes } from '../../../test/vendors/ses.ts'
import { startSmtp } from '../../../test/vendors/smtp.ts'
import { startTwilio } from '../../../test/vendors/twilio.ts'
import type { Vendor } from '../../../test/vendors/vendor.ts'

const starts = [startSmtp, startSendgrid, startPostmark, startResend, startSes, startTwilio, startFcm, startExpo]
const vendors: Vendor[] = []
for (const start of starts) vendors.push(await endAfterTests<Vendor>(start()))
const urls = vendors.flatMap((vendor) => Object.entries(vendor.urls)).map(([name, url]) => `${name}=${url}`)
const { database, running } = await testService({
  variables: { PROVIDER_URLS: urls.join(','), ROLES: 'api', API_RATE_LIMIT: '0' },
})
const client = await running.client()
/** Another process, with limits. Its monotonic time stands still, so a slow machine does not refill them. */
const limited = await endAfterTests(
  startTestService(
    database,
    { ROLES: 'api', API_RATE_LIMIT: '1000', SEND_TIMEOUT: '1s' },
    { ...createSystemClock(), monotonic: () => 0 },
  ),
)

const vendorCalled = (name: string) => vendors.find((vendor) => vendor.name === name)!
const smtp = vendorCalled('smtp')

interface Tested {
  ok: boolean
  cause: string | null
  sentence: string | null
  field: string | null
  duration_ms: number
}

async function check(type: string, provider: string, settings: object, by = client): Promise<Tested> {
  const { status, body } = await by.call('POST', '/api/v1/notification_channels/test_connection', {
    notification_channel: { name: 'New', channel_type: type, provider, settings },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.connection_test
}

function assertGood(tested: Tested): void {
  assert.deepEqual(
    { ...tested, duration_ms: 0 },
    { ok: true, cause: null, sentence: null, field: null, duration_ms: 0 },
  )
}

describe('settings of a provider', () => {
  for (const { name, channelType, settings } of vendors)
    test(`${name}: right ones are good`, async () => assertGood(await check(channelType, name, settings)))

  test('without credentials need no call', async () => {
    for (const type of ['email', 'push', 'sms']) assertGood(await check(type, 'sandbox', {}))
    assertGood(await check('in_app', 'inbox', {}))
    const pair = createECDH('prime256v1')
    const vapid_public_key = pair.generateKeys('base64url')
    const vapid_private_key = pair.getPrivateKey('base64url')
    const vapid_subject = 'mailto:ada@example.com'
    assertGood(await check('push', 'web_push', { vapid_public_key, vapid_private_key, vapid_subject }))
  })

  const wrong: [provider: string, settings: Record<string, string>, field: string, sentence: RegExp][] = [
    ['smtp', { password: 'not-the-password' }, 'password', /rejected.*user name and the password/],
    ['sendgrid', { api_key: 'SG.wrong' }, 'api_key', /permission Mail Send/],
    ['sendgrid', { api_key: SENDGRID_READING_KEY }, 'api_key', /permission Mail Send/],
    ['postmark', { server_token: 'wrong' }, 'server_token', /Server API token/],
    ['resend', { api_key: 're_wrong' }, 'api_key', /resend\.com/],
    ['ses', { secret_access_key: 'wrong' }, 'secret_access_key', /access key/],
    ['twilio', { auth_token: 'wrong' }, 'auth_token', /account SID/],
    ['expo', { access_token: 'wrong' }, 'access_token', /Expo account/],
  ]
  for (const [provider, settings, field, sentence] of wrong)
    test(`${provider}: a wrong ${field} is named (${Object.values(settings)[0]})`, async () => {
      const vendor = vendorCalled(provider)
      const tested = await check(vendor.channelType, provider, { ...vendor.settings, ...settings })
      assert.deepEqual([tested.ok, tested.field], [false, field])
      assert.match(tested.cause!, /^authentication_failed/)
      assert.match(tested.sentence!, sentence)
      assert.ok(!JSON.stringify(tested).includes(Object.values(settings)[0]!))
    })

  test('an unknown account of Twilio, and a deleted key of Google', async () => {
    const twilio = vendorCalled('twilio')
    const account_sid = `AC${'f'.repeat(32)}`
    const unknown = await check('sms', 'twilio', { ...twilio.settings, account_sid })
    assert.deepEqual([unknown.ok, unknown.field], [false, 'account_sid'])
    assert.match(unknown.sentence!, /^The provider refused the test\. Twilio does not know/)
    const file = JSON.parse(String(vendorCalled('fcm').settings['service_account']))
    const other = JSON.parse(String((await endAfterTests(startFcm())).settings['service_account']))
    const service_account = JSON.stringify({ ...file, private_key: other.private_key })
    const deleted = await check('push', 'fcm', { service_account })
    assert.deepEqual(
      [deleted.ok, deleted.field, deleted.cause],
      [false, 'service_account', 'authentication_failed: invalid_grant'],
    )
  })

  test('a key of Resend with full access is good too', async () => {
    assertGood(await check('email', 'resend', { ...vendorCalled('resend').settings, api_key: RESEND_FULL_KEY }))
  })
})

describe('a mail server', () => {
  const failing = async (changes: object, by = client) => {
    const { ok, cause, sentence, field } = await check('email', 'smtp', { ...smtp.settings, ...changes }, by)
    assert.equal(ok, false)
    return { cause, field, sentence }
  }

  test('with a certificate of an unknown authority, or for another name', async () => {
    const { ca_certificate: _, ...settings } = smtp.settings
    const unknown = await check('email', 'smtp', settings)
    assert.deepEqual([unknown.ok, unknown.field], [false, 'ca_certificate'])
    assert.match(unknown.cause!, /^tls_error/)
    const authority = await createCertificateAuthority()
    const other = await failing({ ca_certificate: authority.pem })
    authority.close()
    assert.equal(other.field, 'ca_certificate')
  })

  test('that does not begin with TLS', async () => {
    const { cause, field } = await failing({ secure: true })
    assert.deepEqual([cause!.split(':', 1)[0], field], ['tls_error', 'secure'])
  })

  test('that listens at no port, or whose name is unknown', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo
    free.close()
    await once(free, 'close')
    assert.deepEqual(await failing({ port }), {
      cause: `connection_refused: 127.0.0.1:${port}`,
      field: 'port',
      sentence: 'The provider could not be reached. Check the host and the port. Most servers accept mail on port 587',
    })
  })

  test('that is silent ends at the time limit, and its connection is closed', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const closed = once(silent, 'connection').then(([socket]) => once(socket.resume(), 'close'))
    const { port } = silent.address() as AddressInfo
    const { cause, field } = await failing({ port }, await limited.client())
    assert.deepEqual([cause, field], ['timeout', 'port'])
    await closed
    silent.close()
  })
})

describe('a test of the connection', () => {
  test('stores nothing, and sends nothing', async () => {
    const { body } = await client.call('GET', '/api/v1/notification_channels')
    assert.deepEqual(body.notification_channels, [])
    for (const { name, sends, violations } of vendors) assert.deepEqual([name, sends, violations], [name, [], []])
  })

  test('refuses what a create refuses', async () => {
    const call = (fields: object) =>
      client.call('POST', '/api/v1/notification_channels/test_connection', { notification_channel: fields })
    const base = { name: 'Mail', channel_type: 'email', provider: 'smtp' }
    const missing = await call(base)
    assert.deepEqual([missing.status, Object.keys(missing.body.errors)], [422, ['settings.host', 'settings.from']])
    const other = await call({ ...base, channel_type: 'sms' })
    assert.deepEqual([other.status, Object.keys(other.body.errors)], [422, ['provider']])
  })

  test('counts with test messages: 30 a minute for an account', async () => {
    const by = await limited.client()
    const fields = { name: 'Mail', channel_type: 'email', provider: 'sandbox' }
    const { body } = await by.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
    const { id } = body.notification_channel
    const to = 'delivered@tidings.test'
    assert.equal((await by.call('POST', `/api/v1/notification_channels/${id}/test_send`, { to })).status, 200)
    const statuses: number[] = []
    for (let tests = 0; tests < 30; tests++) {
      const response = await by.call('POST', '/api/v1/notification_channels/test_connection', {
        notification_channel: fields,
      })
      statuses.push(response.status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 29 }, () => 200), 429])
  })
})
