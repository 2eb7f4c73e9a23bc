/** One delivery to all devices of its recipient, through the whole service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { startFcm } from '../vendors/fcm.ts'
import { endAfterTests } from '../end-after-tests.ts'

const vendor = await endAfterTests(startFcm())
const urls = Object.entries(vendor.urls).map(([name, url]) => `${name}=${url}`)
const { running: service } = await testService({ variables: { PROVIDER_URLS: urls.join(',') } })

async function made(client: Client, path: string, root: string, fields: object) {
  const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.ok(response.status === 201, JSON.stringify(response.body))
  return response.body[root]
}

interface Sent {
  client: Client
  userId: number
  delivery: any
}

/** Sends a message over FCM to a recipient with these devices. Returns the delivery after it has ended. */
async function sendTo(devices: { platform: string; token: string }[]): Promise<Sent> {
  const client = await service.client()
  const about = { name: 'App', channel_type: 'push', provider: 'fcm', settings: vendor.settings }
  const channel = await made(client, 'notification_channels', 'notification_channel', about)
  const texts = { name: 'hello', subject: 'Hello', body: 'You', body_format: 'text' }
  const channels = [{ notification_channel_id: channel.id }]
  await made(client, 'message_templates', 'message_template', { ...texts, channels })
  const user = await made(client, 'notification_users', 'notification_user', { external_user_id: 'ada' })
  for (const device of devices) await made(client, `notification_users/${user.id}/devices`, 'device', device)
  const message = await made(client, 'messages', 'message', { external_user_id: 'ada', message_template_name: 'hello' })
  const read = async () => (await client.call('GET', `/api/v1/deliveries/${message.deliveries[0].id}`)).body
  const delivery = await until(read, ({ status }) => status === 'sent' || status === 'failed')
  return { client, userId: user.id, delivery }
}

async function tokensOf({ client, userId }: Sent): Promise<string[]> {
  const { body } = await client.call('GET', `/api/v1/notification_users/${userId}/devices`)
  return body.devices.map((device: { token: string }) => device.token)
}

test('sent when one device accepts; those that are dead are removed, those of other platforms left alone', async () => {
  vendor.modeOf = (token) => (token.startsWith('gone') ? 'refuse_address' : 'accept')
  const sent = await sendTo([
    { platform: 'fcm', token: 'gone-1' },
    { platform: 'apns', token: 'iphone' },
    { platform: 'fcm', token: 'phone' },
    { platform: 'fcm', token: 'tablet' },
    { platform: 'fcm', token: 'gone-2' },
  ])
  assert.equal(sent.delivery.status, 'sent')
  assert.deepEqual(vendor.sends.map(({ to }) => to).toSorted(), ['phone', 'tablet'])
  assert.deepEqual(await tokensOf(sent), ['iphone', 'phone', 'tablet'])
})

test('all devices dead: failed for good, and none is left', async () => {
  vendor.modeOf = () => 'refuse_address'
  const sent = await sendTo([{ platform: 'fcm', token: 'gone' }])
  const { status, error_message: error, friendly_error_message: sentence } = sent.delivery
  assert.deepEqual([status, error], ['failed', 'device_unregistered: UNREGISTERED'])
  assert.match(sentence, /no longer accepts messages/)
  assert.deepEqual(await tokensOf(sent), [])
})

test('a device that fails for now is pushed to again, unless another one of the recipient has it', async () => {
  const tries = new Map<string, number>()
  vendor.modeOf = (token) => {
    tries.set(token, (tries.get(token) ?? 0) + 1)
    return token === 'weak' && tries.get(token) === 1 ? 'unavailable' : 'accept'
  }
  const { delivery } = await sendTo([{ platform: 'fcm', token: 'weak' }])
  assert.equal(delivery.status, 'sent')
  assert.equal(tries.get('weak'), 2)
  tries.clear()
  const { delivery: both } = await sendTo([
    { platform: 'fcm', token: 'weak' },
    { platform: 'fcm', token: 'strong' },
  ])
  assert.equal(both.status, 'sent')
  // One device has the message, so it is not sent again.
  assert.deepEqual([...tries.values()], [1, 1])
})

test('a recipient with devices of other platforms only has none for the channel', async () => {
  const { client, delivery } = await sendTo([{ platform: 'apns', token: 'iphone' }])
  assert.deepEqual([delivery.status, delivery.error_message], ['failed', 'The recipient has no device'])
  const message = { external_user_id: 'ada', message_template_name: 'hello' }
  const { body } = await client.call('POST', '/api/v1/messages/preview', { message })
  assert.equal(body.preview.channels[0].address_missing, true)
})
