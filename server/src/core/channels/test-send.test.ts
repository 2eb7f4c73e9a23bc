import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startSendgrid } from '../../../test/vendors/sendgrid.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { testService } from '../../../test/test-service.ts'

const vendor = await endAfterTests(startSendgrid())
const urls = `sendgrid=${vendor.urls['sendgrid']}`
// Without a dispatcher, because the request itself sends the test.
const { database, running } = await testService({
  variables: { PROVIDER_URLS: urls, ROLES: 'api', API_RATE_LIMIT: '1000' },
})
const client = await running.client()

async function makeChannel(fields: object = {}, by = client): Promise<number> {
  const right = { name: 'Mail', channel_type: 'email', provider: 'sendgrid', settings: vendor.settings }
  const response = await by.call('POST', '/api/v1/notification_channels', {
    notification_channel: { ...right, ...fields },
  })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body.notification_channel.id
}

const testSend = (id: number, body: object, by = client) =>
  by.call('POST', `/api/v1/notification_channels/${id}/test_send`, body)

describe('a test message', () => {
  test('goes through the provider at once, by an inactive channel too', async () => {
    const id = await makeChannel({ active: false })
    const response = await testSend(id, { to: 'accepted@example.com' })
    assert.equal(response.status, 200)
    const sent = vendor.sends.find((send) => send.to === 'accepted@example.com')
    assert.match(sent!.text, /test message/)
    const { test_send } = response.body
    assert.ok(test_send.duration_ms >= 0)
    assert.deepEqual(test_send, {
      result: 'accepted',
      provider_message_id: sent!.providerMessageId,
      cause: null,
      friendly_error_message: null,
      duration_ms: test_send.duration_ms,
    })
    const { body } = await client.call('GET', '/api/v1/deliveries')
    assert.deepEqual(body.deliveries, [])
    const { body: log } = await client.call('GET', '/api/v1/audit_log')
    const [entry] = log.audit_log
    assert.deepEqual([entry.action, entry.target], ['notification_channel.tested', `notification_channel:${id}`])
    assert.ok(!JSON.stringify(entry).includes('accepted@example.com'))
  })

  test('returns the result of the provider, without secrets', async () => {
    const wrong = { ...vendor.settings, api_key: 'SG.another-key' }
    const { body } = await testSend(await makeChannel({ settings: wrong }), { to: 'ada@example.com' })
    assert.equal(body.test_send.result, 'transient')
    assert.equal(body.test_send.cause, 'authentication_failed: 401')
    assert.match(body.test_send.friendly_error_message, /credentials/)
  })

  test('to an invalid address', async () => {
    const { body } = await testSend(await makeChannel(), { to: 'ada' })
    assert.equal(body.test_send.cause, 'invalid_address')
  })

  test('by the sandbox keeps nothing of a delivery that there is not', async () => {
    for (const [type, to] of [
      ['email', 'bounced@tidings.test'],
      ['sms', '+4366012345'],
      ['push', 'delivered'],
    ]) {
      const id = await makeChannel({ channel_type: type, provider: 'sandbox', settings: {} })
      const { body } = await testSend(id, { to })
      assert.equal(body.test_send.result, 'accepted', type)
    }
    const { rows } = await database.pool.query({ text: 'select delivery_id from sandbox_messages' })
    assert.deepEqual(rows, [])
  })

  test('by web push needs a subscription', async () => {
    const { body } = await client.call('GET', '/api/v1/providers')
    const webPush = body.providers.find((one: any) => one.name === 'web_push')
    assert.deepEqual(webPush.platforms, ['web_push'])
    const id = await makeChannel()
    await database.pool.query({
      text: `update channels set provider = 'web_push', channel_type = 'push' where id = $1`,
      values: [id],
    })
    assert.equal((await testSend(id, { to: 'a token' })).status, 422)
  })

  test('6 a minute', async () => {
    const id = await makeChannel({ provider: 'sandbox', settings: {} })
    const to = 'delivered@tidings.test'
    for (let tests = 0; tests < 6; tests++) assert.equal((await testSend(id, { to })).status, 200)
    const refused = await testSend(id, { to })
    assert.equal(refused.status, 429)
    assert.ok(Number(refused.headers.get('retry-after')) >= 1)
    assert.equal((await testSend(await makeChannel({ provider: 'sandbox', settings: {} }), { to })).status, 200)
  })

  test('404 of another account, 422 without an address', async () => {
    const id = await makeChannel()
    assert.equal((await testSend(id, { to: 'ada@example.com' }, await running.client())).status, 404)
    assert.equal((await testSend(id, {})).status, 422)
  })
})

test('the providers with their settings', async () => {
  const { status, body } = await client.call('GET', '/api/v1/providers')
  assert.equal(status, 200)
  const names = new Set(body.providers.map((one: any) => one.name))
  for (const name of ['sandbox', 'smtp', 'sendgrid', 'postmark', 'resend', 'ses']) assert.ok(names.has(name), name)
  const smtp = body.providers.find((one: any) => one.name === 'smtp')
  assert.deepEqual([smtp.title, smtp.channel_types, smtp.has_callbacks], ['SMTP', ['email'], true])
  assert.deepEqual(smtp.settings.required, ['host', 'from'])
  assert.equal(smtp.settings.properties.password.secret, true)
  assert.equal(smtp.settings.properties.host.secret, undefined)
  const sendgrid = body.providers.find((one: any) => one.name === 'sendgrid')
  assert.equal(sendgrid.has_callbacks, true)
  assert.deepEqual(sendgrid.settings.properties.region.enum, ['global', 'eu'])
  for (const { settings, title } of body.providers) {
    assert.equal(settings.type, 'object')
    assert.notEqual(title, '')
  }
})
