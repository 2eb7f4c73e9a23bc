/** Handling of callbacks, independent of the provider. Each provider's own tests check its signatures. */
import { createShares } from '../../platform/admission/shares.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { testCallbackAddresses } from '../../../test/callbacks.ts'
import { createRecording } from '../../../test/factories.ts'
import { createTestGuardedCalls } from '../../../test/guarded.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { prepareMessages, until } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'
import { startSendgrid } from '../../../test/vendors/sendgrid.ts'
import type { CallbackPost, VendorSend } from '../../../test/vendors/vendor.ts'
import { createPool } from '../../platform/db/pool.ts'
import { callbackRoutes } from './callback-routes.ts'
import { createCallbackMetrics, createCallbacks } from './callbacks.ts'
import { removeOldProviderEvents } from './callback-queries.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'
import { plainFetch } from '../../../test/plain-fetch.ts'

const DAY_MS = 86_400_000

const vendor = await endAfterTests(startSendgrid())
const { database, running } = await testService({ variables: { PROVIDER_URLS: `sendgrid=${vendor.urls['sendgrid']}` } })
const client = await running.client()
const fields = { name: 'Mail', channel_type: 'email', provider: 'sendgrid', settings: vendor.settings }
const made = await client.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
const channel = made.body.notification_channel

const send: VendorSend = {
  reference: '1.2.abc',
  providerMessageId: 'm1',
  to: 'ada@example.com',
  subject: 'Hi',
  text: 'Hi',
  html: null,
  repetitionKey: null,
}

async function post({ url, headers, body }: CallbackPost): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await plainFetch(url, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text(), headers: response.headers }
}

const delivered = (url = channel.callback_url) => vendor.callbacks!.of.delivered!(send, url)

async function reportsCounted(result: string): Promise<number> {
  const text = await running.service.context.metrics.metrics()
  const pattern = new RegExp(`^tidings_provider_reports_total\\{provider="sendgrid",result="${result}"\\} (\\d+)$`, 'm')
  return Number(pattern.exec(text)?.[1] ?? 0)
}

test('a channel shows where its provider is to report', async () => {
  assert.match(channel.callback_url, /^http:\/\/127\.0\.0\.1:\d+\/callbacks\/[\w-]{40}$/)
  const { channel: sandbox } = await prepareMessages(await running.client())
  assert.equal(sandbox.callback_url, null)
})

test('another method is 405', async () => {
  const response = await fetch(channel.callback_url)
  assert.deepEqual([response.status, response.headers.get('allow')], [405, 'POST'])
  await response.arrayBuffer()
})

test('a report about an unknown message is 200, and counted', async () => {
  const before = await reportsCounted('unknown')
  assert.equal((await post(delivered())).status, 200)
  assert.equal(await reportsCounted('unknown'), before + 1)
  const { rows } = await database.pool.query('select count(*)::integer as count from provider_events')
  assert.equal(rows[0].count, 0)
})

test('a body of a megabyte is read, a longer one is not', async () => {
  const megabyte = 1024 * 1024
  const whole = (bytes: number) => vendor.signBody!(channel.callback_url, '['.padEnd(bytes - 1) + ']')
  assert.equal((await post(whole(megabyte))).status, 200)
  assert.equal((await post(whole(megabyte + 1))).status, 413)
})

test('bodies of any type reach the provider as they are', async () => {
  const { url, headers, body } = delivered()
  const { 'content-type': _, ...rest } = headers
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'no type'])
    assert.equal((await post({ url, headers: { ...rest, 'content-type': type }, body })).status, 200, type)
})

test('events are forgotten after some days; the facts stay', async () => {
  const { pool } = database
  const now = Date.now()
  const insert = `insert into provider_events (bucket, account_id, channel_id, event_id, created_at)
    select $1, $2, $3, 'old ' || number, $4 from generate_series(1, 2500) as number`
  await pool.query(insert, [client.bucket, client.accountId, channel.id, new Date(now - 3 * DAY_MS - 1000)])
  await pool.query(insert.replace('old', 'new'), [
    client.bucket,
    client.accountId,
    channel.id,
    new Date(now - 3 * DAY_MS + 60_000),
  ])
  await removeOldProviderEvents(pool, ALL_BUCKETS, now)
  const { rows } = await pool.query(
    `select left(event_id, 3) as age, count(*)::integer from provider_events group by 1`,
  )
  assert.deepEqual(rows, [{ age: 'new', count: 2500 }])
})

test('a callback of many events is recorded whole, each event once', async () => {
  const fields = { name: 'many', subject: 'Hi', body: 'Hi', body_format: 'text' }
  const channels = [{ notification_channel_id: channel.id }]
  await client.call('POST', '/api/v1/message_templates', { message_template: { ...fields, channels } })
  const recipients = Array.from({ length: 20 }, (_, number) => `many${number}@example.com`)
  for (const email of recipients) {
    const message = { message_template_name: 'many', external_user_id: email, notification_user: { email } }
    assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
  }
  await until(
    () => client.call('GET', '/api/v1/deliveries?status=sent&limit=200'),
    ({ body }) => body.deliveries.length === recipients.length,
  )
  const sends = vendor.sends.filter((sent) => sent.to.startsWith('many'))
  // 1200 events in one signed callback.
  const kinds = ['delivered', 'opened'] as const
  const events = Array.from({ length: 1200 }, (_, number) => {
    const { body } = vendor.callbacks!.of[kinds[number % 2]!]!(sends[number % sends.length]!, '')
    return JSON.parse(body)[1] as object
  })
  const before = await reportsCounted('recorded')
  const signed = vendor.signBody!(channel.callback_url, JSON.stringify(events))
  assert.equal((await post(signed)).status, 200)
  assert.equal(await reportsCounted('recorded'), before + 1200)
  assert.equal((await post(signed)).status, 200)
  assert.equal(await reportsCounted('recorded'), before + 1200)
  assert.equal(await reportsCounted('duplicate'), 1200)
  const text = `select type, count(*)::integer from events where account_id = $1 and type in ('delivery.delivered', 'delivery.opened')
    group by type order by type`
  const { rows } = await database.pool.query(text, [client.accountId])
  // Each delivery and kind has many reports: even numbers are delivered, odd ones opened.
  assert.deepEqual(rows, [
    { type: 'delivery.delivered', count: 10 },
    { type: 'delivery.opened', count: 10 },
  ])
})

test('a late report on an erased recipient brings neither words of the provider nor its address back', async () => {
  const email = 'late@example.com'
  const message = { message_template_name: 'many', external_user_id: email, notification_user: { email } }
  const made = await client.call('POST', '/api/v1/messages', { message })
  const { notification_user_id: id, deliveries } = made.body.message
  const find = () => client.call('GET', `/api/v1/deliveries/${deliveries[0].id}`)
  await until(find, ({ body }) => body.status === 'sent')
  assert.equal((await client.call('DELETE', `/api/v1/notification_users/${id}?erase=true`)).status, 200)
  const sent = vendor.sends.find(({ to }) => to === email)!
  assert.equal((await post(vendor.callbacks!.of.bounced!(sent, channel.callback_url))).status, 200)
  const { body } = await find()
  assert.deepEqual([body.status, body.error_message], ['bounced', 'mailbox_unavailable'])
  const { rows } = await database.pool.query(
    `select d.provider_message_id, (select count(*)::integer from suppressions) as suppressions,
       (select count(*)::integer from events e where e.delivery_id = d.id and e.body like '%5.1.1%') as events
     from deliveries d where d.id = $1`,
    [deliveries[0].id],
  )
  assert.deepEqual(rows, [{ provider_message_id: null, suppressions: 0, events: 0 }])
})

test('only the fault of the recipient suppresses an address', async () => {
  const cases = [
    ['unknown@example.com', { type: 'bounce', reason: '550 5.1.1 User unknown' }, 'bounced', 'mailbox_unavailable'],
    [
      'sender@example.com',
      { type: 'bounce', reason: '550 5.1.8 Access denied, bad outbound sender' },
      'bounced',
      'message_refused',
    ],
    [
      'listed@example.com',
      { type: 'bounce', reason: '550 part of their network is on our block list' },
      'bounced',
      'message_refused',
    ],
    ['later@example.com', { type: 'bounce', reason: '421 4.3.2 Service shutting down' }, 'bounced', 'deferred'],
    ['group@example.com', { event: 'group_unsubscribe', asm_group_id: 7 }, 'sent', null],
  ] as const
  for (const [email, fields, status, word] of cases) {
    const message = { message_template_name: 'many', external_user_id: email, notification_user: { email } }
    const [{ id }] = (await client.call('POST', '/api/v1/messages', { message })).body.message.deliveries
    const find = () => client.call('GET', `/api/v1/deliveries/${id}`)
    await until(find, ({ body }) => body.status === 'sent')
    const { reference } = vendor.sends.find(({ to }) => to === email)!
    const event = { event: 'bounce', email, sg_event_id: email, tidings_delivery: reference, ...fields }
    assert.equal((await post(vendor.signBody!(channel.callback_url, JSON.stringify([event])))).status, 200)
    const { body } = await find()
    assert.deepEqual([body.status, body.error_message?.split(':')[0] ?? null], [status, word], email)
    const { body: listed } = await client.call('GET', `/api/v1/suppressions?address=${email}`)
    assert.equal(listed.suppressions.length, email === 'unknown@example.com' ? 1 : 0, email)
  }
})

test('a report about a copy suppresses its address and leaves the delivery as it is', async () => {
  const [email, copy] = ['owner@example.com', 'copy@example.com']
  const fields = { name: 'copied', subject: 'Hi', body: 'Hi', body_format: 'text' }
  const channels = [{ notification_channel_id: channel.id, email: { cc: `${copy}, Owner@example.com` } }]
  await client.call('POST', '/api/v1/message_templates', { message_template: { ...fields, channels } })
  const message = { message_template_name: 'copied', external_user_id: email, notification_user: { email } }
  const [{ id }] = (await client.call('POST', '/api/v1/messages', { message })).body.message.deliveries
  const find = () => client.call('GET', `/api/v1/deliveries/${id}`)
  await until(find, ({ body }) => body.status === 'sent')
  const { reference } = vendor.sends.find(({ to }) => to === email)!
  const report = async (about: string, fields: object) => {
    const event = {
      email: about,
      sg_event_id: `${about} ${JSON.stringify(fields)}`,
      tidings_delivery: reference,
      ...fields,
    }
    assert.equal((await post(vendor.signBody!(channel.callback_url, JSON.stringify([event])))).status, 200)
    return (await find()).body.status
  }
  assert.equal(await report(copy, { event: 'delivered' }), 'sent')
  assert.equal(await report(copy, { event: 'bounce', type: 'bounce', reason: '550 5.1.1 User unknown' }), 'sent')
  const { body: listed } = await client.call('GET', `/api/v1/suppressions?address=${copy}`)
  assert.equal(listed.suppressions.length, 1)
  assert.equal(await report(email, { event: 'delivered' }), 'delivered')
})

test('ids of messages that cannot be stored are stored as their hash', async () => {
  const [sent] = vendor.sends
  const { reference } = sent!
  const [, id] = reference.split('.')
  for (const text of ['\u0000', '\u202e', 'x'.repeat(256)]) {
    // As if the response to the send had been lost.
    await database.pool.query(
      `update deliveries set provider_message_id = null, status = 'sent', delivered_at = null where id = $1`,
      [id],
    )
    const event = { event: 'delivered', sg_event_id: text, sg_message_id: text, tidings_delivery: reference }
    assert.equal((await post(vendor.signBody!(channel.callback_url, JSON.stringify([event])))).status, 200)
    const { rows } = await database.pool.query('select provider_message_id from deliveries where id = $1', [id])
    assert.match(rows[0].provider_message_id, /^sha256:[\w-]{43}$/)
  }
})

test('if the database is unavailable, the provider is asked to retry', async () => {
  const pool = createPool({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    connectionsMax: 1,
    connectTimeoutMs: 1000,
    statementTimeoutMs: 1000,
    applicationName: 'tidings test',
    onError: () => {},
  })
  const { context, cipher } = running.service
  const tools = { recorder: createRecording().recorder, cipher, guarded: createTestGuardedCalls() }
  const shares = createShares({ pool, connectionsMax: 10, waitMsMax: 10_000 })
  const metrics = createCallbackMetrics({ metrics: new Registry() })
  const callbacks = createCallbacks({ ...context, pool: shares.ofAll('callbacks') }, { ...tools, metrics })
  const server = await startRoomServer(database.pool, (app) =>
    callbackRoutes(app, {
      ...context,
      serverOf: () => ({ callbacks }),
      callbackAddresses: testCallbackAddresses,
      baseUrl: () => '',
    }),
  )
  const { pathname } = new URL(testCallbackAddresses.urlOf({ accountId: 1, channelId: 1 }))
  const response = await server.request(server.newCaller(), 'POST', pathname, [])
  assert.deepEqual([response.status, response.body.code], [503, 'unavailable'])
  assert.equal(response.headers.get('retry-after'), '1')
  await server.close()
  await pool.end()
})
