/** Limits of channels and of their providers, through the whole service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { fcmError, startFcm } from '../vendors/fcm.ts'
import { endAfterTests } from '../end-after-tests.ts'

const vendor = await endAfterTests(startFcm())
const urls = Object.entries(vendor.urls).map(([name, url]) => `${name}=${url}`)
const { running: service } = await testService({ variables: { PROVIDER_URLS: urls.join(',') } })

async function made(client: Client, path: string, root: string, fields: object) {
  const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body[root]
}

/** Creates a channel with these limits, a template with the same name, and a recipient with one device. */
async function prepare(client: Client, name: string, limits: object) {
  const about = { name, channel_type: 'push', provider: 'fcm', settings: vendor.settings }
  const channel = await made(client, 'notification_channels', 'notification_channel', { ...about, ...limits })
  const texts = { subject: name, body: 'Hello', body_format: 'text' }
  const channels = [{ notification_channel_id: channel.id }]
  await made(client, 'message_templates', 'message_template', { name, ...texts, channels })
}

async function newClient(): Promise<Client> {
  const client = await service.client()
  const user = await made(client, 'notification_users', 'notification_user', { external_user_id: 'ada' })
  await made(client, `notification_users/${user.id}/devices`, 'device', { platform: 'fcm', token: `t${user.id}` })
  return client
}

async function send(client: Client, name: string): Promise<number> {
  const message = await made(client, 'messages', 'message', { external_user_id: 'ada', message_template_name: name })
  return message.deliveries[0].id
}

const seen = async (client: Client, id: number) => (await client.call('GET', `/api/v1/deliveries/${id}`)).body

test('no more calls at a time than the channel allows', async () => {
  const client = await newClient()
  await prepare(client, 'narrow', { max_concurrency: 3, max_per_second: 10_000 })
  let underWay = 0
  let most = 0
  vendor.onAccepted = async () => {
    most = Math.max(most, ++underWay)
    // Meanwhile others may start, if the limit allows it.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
  }
  const ids = await Promise.all(Array.from({ length: 40 }, () => send(client, 'narrow')))
  for (const id of ids)
    await until(
      () => seen(client, id),
      ({ status }) => status === 'sent',
    )
  assert.ok(most >= 1 && most <= 3, `${most} at a time`)
})

test('a rate limit holds the whole channel back, and no other', async () => {
  const client = await newClient()
  for (const name of ['limited', 'free']) await prepare(client, name, {})
  const quota = fcmError(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded', 'QUOTA_EXCEEDED')
  const first = await (async () => {
    vendor.responses.push({ ...quota, headers: { 'retry-after': '3600' } })
    return send(client, 'limited')
  })()
  const sendsOf = async (id: number) => {
    const { body } = await client.call('GET', `/api/v1/deliveries/${id}/timeline`)
    return body.timeline.filter(({ kind }: { kind: string }) => kind === 'send').length
  }
  await until(
    () => sendsOf(first),
    (sends) => sends === 1,
  )
  const second = await send(client, 'limited')
  const free = await send(client, 'free')
  await until(
    () => seen(client, free),
    ({ status }) => status === 'sent',
  )
  assert.equal(await sendsOf(second), 0)
  assert.deepEqual([(await seen(client, first)).status, (await seen(client, second)).status], ['queued', 'queued'])
})
