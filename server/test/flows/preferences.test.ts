/** Topics and preferences: which messages a recipient gets, and when. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HeldClock } from '../held-clock.ts'
import { prepareMessages, until } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { testService } from '../test-service.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const clock = new HeldClock()
const { running } = await testService({ clock })

const advance = (ms: number) => clock.moveTo(clock.now() + ms)

interface Prepared {
  client: Client
  templateId: number
  recipientId: number
  /** The path of the preferences. */
  path: string
}

async function topic(client: Client, name: string, required = false): Promise<number> {
  const { status, body } = await client.call('POST', '/api/v1/topics', { topic: { name, label: name, required } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.topic.id
}

/** An account with the topics news and law, and a template of the topic with an email and a push channel. */
async function prepared(topicName: string | null = 'news'): Promise<Prepared> {
  const client = await running.client()
  const { channel, template, recipient } = await prepareMessages(client)
  await topic(client, 'news')
  await topic(client, 'law', true)
  const fields = { name: 'Push', channel_type: 'push', provider: 'sandbox' }
  const push = await client.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
  const channels = [channel.id, push.body.notification_channel.id].map((id) => ({ notification_channel_id: id }))
  const changed = await client.call('PATCH', `/api/v1/message_templates/${template.id}`, {
    message_template: { channels, topic: topicName },
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  assert.equal(changed.body.message_template.topic, topicName)
  const device = { platform: 'fcm', token: 'delivered-token' }
  await client.call('POST', `/api/v1/notification_users/${recipient.id}/devices`, { device })
  const path = `/api/v1/notification_users/${recipient.id}/preferences`
  return { client, templateId: template.id, recipientId: recipient.id, path }
}

async function put(client: Client, path: string, body: object): Promise<ApiResponse> {
  const response = await client.call('PUT', path, body)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response
}

const choice = (channel_type: string, enabled: boolean, name = 'news') => ({ topic: name, channel_type, enabled })
const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }
const CRITICAL = { ...RECEIPT, critical: true }
const BY_EXTERNAL_ID = '/api/v1/notification_users/by_external_id/ada'
const BATCH = '/api/v1/messages/batch'

async function create(client: Client, fields: object = {}) {
  const { status, body } = await client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, ...fields } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

const skippedOf = (of: { skipped_channels: { notification_channel: { channel_type: string }; reason: string }[] }) =>
  of.skipped_channels.map(({ notification_channel: channel, reason }) => `${channel.channel_type} ${reason}`)

const typesOf = ({ deliveries }: { deliveries: { notification_channel: { channel_type: string } }[] }) =>
  deliveries.map(({ notification_channel: channel }) => channel.channel_type)

const statusOf = async (client: Client, id: number) => (await client.call('GET', `/api/v1/deliveries/${id}`)).body

/** The delivery after its send. The reports of the sandbox wait for the held clock. */
const settled = (client: Client, id: number) =>
  until(
    () => statusOf(client, id),
    ({ status }) => ['sent', 'failed', 'canceled'].includes(status),
  )

describe('a message that is sent at once', () => {
  test('makes no delivery on a channel that a preference excludes, and says why', async () => {
    const { client, path } = await prepared()
    const stored = await put(client, path, { preferences: [choice('email', false)] })
    const email = stored.body.preferences.find(
      (one: { topic: string; channel_type: string }) => one.topic === 'news' && one.channel_type === 'email',
    )
    assert.deepEqual([email.enabled, email.source], [false, 'api'])
    const message = await create(client)
    assert.deepEqual(typesOf(message), ['push'])
    assert.deepEqual(skippedOf(message), ['email topic_disabled'])
    const shown = await client.call('GET', `/api/v1/messages/${message.id}`)
    assert.deepEqual(shown.body.message.skipped_channels, message.skipped_channels)
    const listed = await client.call('GET', '/api/v1/messages')
    assert.deepEqual(listed.body.messages[0].skipped_channels, message.skipped_channels)
    const exported = await client.call('GET', `/api/v1/notification_users/${message.notification_user_id}/export`)
    assert.deepEqual(exported.body.messages[0].skipped_channels, message.skipped_channels)
    const preview = await client.call('POST', '/api/v1/messages/preview', { message: RECEIPT })
    assert.deepEqual(skippedOf(preview.body.preview), ['email topic_disabled'])
    const batch = await client.call('POST', '/api/v1/messages/batch', { messages: [RECEIPT] })
    assert.deepEqual(skippedOf(batch.body.results[0].message), ['email topic_disabled'])
    await put(client, path, { preferences: [choice('email', true)] })
    assert.deepEqual(typesOf(await create(client)), ['email', 'push'])
  })

  test('is created without deliveries if all its channels are excluded, and is in the feed', async () => {
    const { client, path, recipientId } = await prepared()
    await put(client, path, { paused: true })
    const message = await create(client)
    assert.deepEqual(message.deliveries, [])
    assert.deepEqual(skippedOf(message), ['email recipient_paused', 'push recipient_paused'])
    const feed = await client.call('GET', `/api/v1/messages/new_messages_for?notification_user_id=${recipientId}`)
    assert.deepEqual(
      feed.body.messages.map(({ id }: { id: number }) => id),
      [message.id],
    )
  })

  test('of a required topic is not stopped, and its topic cannot be disabled', async () => {
    const { client, path } = await prepared('law')
    const refused = await client.call('PUT', path, { preferences: [choice('email', false, 'law')] })
    assert.deepEqual(refused.body.errors, { 'preferences.0.topic': ['is required'] })
    await put(client, path, { paused: true, quiet_hours: { from: '00:00', until: '20:00' } })
    const message = await create(client)
    assert.deepEqual(typesOf(message), ['email', 'push'])
    assert.deepEqual(message.skipped_channels, [])
  })

  test('without a topic is stopped by the pause only', async () => {
    const { client, path } = await prepared(null)
    await put(client, path, { preferences: [choice('email', false), choice('push', false)] })
    assert.deepEqual(typesOf(await create(client)), ['email', 'push'])
    await put(client, path, { paused: true })
    assert.deepEqual(typesOf(await create(client)), [])
  })

  test('with an inline recipient follows the stored preferences', async () => {
    const { client, path } = await prepared()
    await put(client, path, { preferences: [choice('push', false)] })
    const message = await create(client, { notification_user: { first_name: 'Augusta' } })
    assert.deepEqual([typesOf(message), skippedOf(message)], [['email'], ['push topic_disabled']])
    const batch = await client.call('POST', '/api/v1/messages/batch', {
      messages: [{ ...RECEIPT, notification_user: { first_name: 'Ada' } }],
    })
    assert.deepEqual(skippedOf(batch.body.results[0].message), ['push topic_disabled'])
  })
})

describe('a scheduled message', () => {
  const at = (aheadMs: number) => new Date(clock.now() + aheadMs).toISOString()

  test('is judged when it is dispatched: an excluded delivery is canceled as requested, the others are sent', async () => {
    const { client, path } = await prepared()
    await put(client, path, { preferences: [choice('push', false)] })
    const message = await create(client, { send_at: at(HOUR_MS) })
    assert.deepEqual([typesOf(message), message.skipped_channels], [['email', 'push'], []])
    await put(client, path, { preferences: [choice('push', true), choice('email', false)] })
    advance(HOUR_MS + MINUTE_MS)
    const [email, push] = message.deliveries
    const canceled = await settled(client, email.id)
    assert.deepEqual(
      [canceled.status, canceled.error_message, canceled.friendly_error_message],
      ['canceled', 'requested', 'The recipient does not want messages of this topic on this type of channel'],
    )
    assert.equal((await settled(client, push.id)).status, 'sent')
    // The feed shows an event after all transactions that are older.
    const { body } = await until(
      () => client.call('GET', `/api/v1/webhook_events?delivery_id=${email.id}`),
      ({ body: { webhook_events: events } }) => events.length === 2,
    )
    assert.deepEqual(
      body.webhook_events.map(({ type }: { type: string }) => type),
      ['delivery.scheduled', 'delivery.canceled'],
    )
  })
})

describe('quiet hours', () => {
  /** Hours of UTC around now, that end in two to three hours. */
  function quietNow() {
    const hourOf = (aheadHours: number) => new Date(clock.now() + aheadHours * HOUR_MS).getUTCHours()
    const text = (hour: number) => `${String(hour).padStart(2, '0')}:00`
    return { from: text(hourOf(-1)), until: text(hourOf(3)) }
  }

  test('delay a message and drop nothing; a critical message does not wait', async () => {
    const { client, path } = await prepared()
    await put(client, path, { quiet_hours: quietNow() })
    const waiting = await create(client)
    const critical = await create(client, { critical: true })
    assert.equal(critical.critical, true)
    for (const { id } of critical.deliveries) assert.equal((await settled(client, id)).status, 'sent')
    const scheduled = await create(client, { send_at: new Date(clock.now() + HOUR_MS).toISOString() })
    const dueAt = async () => {
      const { rows } = await running.service.context.pool.query<{ due_at: number }>({
        text: 'select due_at from send_queue where bucket = $1 and account_id = $2',
        values: [client.bucket, client.accountId],
      })
      return rows.map((row) => row.due_at)
    }
    await until(dueAt, (times) => times.filter((time) => time > clock.now() + HOUR_MS + MINUTE_MS).length === 2)
    advance(HOUR_MS + MINUTE_MS)
    await until(dueAt, (times) => times.length === 4 && times.every((time) => time > clock.now()))
    const ids = [...waiting.deliveries, ...scheduled.deliveries].map(({ id }: { id: number }) => id)
    const statuses = await Promise.all(ids.map(async (id) => (await statusOf(client, id)).status))
    assert.deepEqual(statuses, ['queued', 'queued', 'scheduled', 'scheduled'])
    advance(3 * HOUR_MS)
    for (const id of ids) assert.equal((await settled(client, id)).status, 'sent')
  })

  /** The times until which the sends of the account wait. */
  async function waitingUntil(client: Client): Promise<number[]> {
    const { rows } = await running.service.context.pool.query<{ due_at: number }>({
      text: 'select due_at from send_queue where bucket = $1 and account_id = $2 and due_at > $3::timestamptz',
      values: [client.bucket, client.accountId, new Date(clock.now() + MINUTE_MS).toISOString()],
    })
    return rows.map((row) => row.due_at)
  }

  const allWait = (client: Client, count: number) =>
    until(
      () => waitingUntil(client),
      (times) => times.length === count,
    )

  test('a message that waits can be canceled, and is sent at once if the quiet hours are removed', async () => {
    const { client, path } = await prepared()
    await put(client, path, { quiet_hours: quietNow() })
    const [canceled, released] = [await create(client), await create(client)]
    const [end] = await allWait(client, 4)
    const explanation = `/api/v1/deliveries/${canceled.deliveries[0].id}/explanation`
    const { body: explained } = await client.call('GET', explanation)
    const { waits_until, sentence } = explained.explanation
    assert.equal(waits_until, new Date(end!).toISOString())
    assert.match(sentence, /because it waits for the end of the recipient's quiet hours at /)
    const shown = `/api/v1/messages/${canceled.id}?expand=waits_until`
    assert.equal((await client.call('GET', shown)).body.message.waits_until, waits_until)
    const cancel = () => client.call('POST', `/api/v1/messages/${canceled.id}/cancel`)
    assert.equal((await cancel()).status, 200)
    for (const { id } of canceled.deliveries) {
      const { status, error_message: error } = await statusOf(client, id)
      assert.deepEqual([status, error], ['canceled', 'requested'])
    }
    assert.equal((await cancel()).status, 409)
    assert.equal((await client.call('GET', explanation)).body.explanation.waits_until, null)
    assert.equal((await client.call('GET', shown)).body.message.waits_until, null)
    await put(client, path, { quiet_hours: null })
    for (const { id } of released.deliveries) assert.equal((await settled(client, id)).status, 'sent')
    assert.equal((await client.call('POST', `/api/v1/messages/${released.id}/cancel`)).status, 409)
  })

  test('a new time zone moves the end of the wait, or ends it, by each way to change the recipient', async () => {
    const { client, path, recipientId } = await prepared()
    await put(client, path, { quiet_hours: quietNow() })
    const waiting = await create(client)
    const [inUtc] = await allWait(client, 2)
    const recipient = `/api/v1/notification_users/${recipientId}`
    const changes: [zone: string, change: (notification_user: object) => Promise<unknown>][] = [
      ['Etc/GMT-1', (notification_user) => client.call('PATCH', recipient, { notification_user })],
      ['Etc/GMT', (fields) => client.call('PUT', BY_EXTERNAL_ID, { notification_user: fields })],
      ['Etc/GMT-1', (notification_user) => create(client, { critical: true, notification_user })],
      [
        'Etc/GMT',
        (notification_user) => client.call('POST', BATCH, { messages: [{ ...CRITICAL, notification_user }] }),
      ],
    ]
    for (const [time_zone, change] of changes) {
      await change({ time_zone })
      const moved = inUtc! - (time_zone === 'Etc/GMT' ? 0 : HOUR_MS)
      await until(
        () => waitingUntil(client),
        (times) => times.filter((time) => time === moved).length === 2,
      )
    }
    await client.call('PATCH', recipient, { notification_user: { time_zone: 'Etc/GMT-12' } })
    for (const { id } of waiting.deliveries) assert.equal((await settled(client, id)).status, 'sent')
  })

  test('a delivery that waits fails if the recipient refuses the topic meanwhile, and can still be canceled if it is scheduled', async () => {
    const { client, path } = await prepared()
    await put(client, path, { quiet_hours: quietNow() })
    const waiting = await create(client)
    // A send that has read the preferences must not read the time after them.
    await allWait(client, 2)
    await put(client, path, { preferences: [choice('email', false), choice('push', false)] })
    advance(4 * HOUR_MS)
    for (const { id } of waiting.deliveries) {
      const { status, error_message: error } = await settled(client, id)
      assert.deepEqual([status, error], ['failed', 'unsubscribed: topic_disabled'])
    }
  })

  test('are refused without an end, or with too few hours left', async () => {
    const { client, path } = await prepared()
    for (const quiet_hours of [{ from: '22:00', until: '22:00' }, { from: '22:00', until: '21:00' }, { from: '22:00' }])
      assert.equal((await client.call('PUT', path, { quiet_hours })).status, 422)
    const { body } = await put(client, path, { quiet_hours: { from: '22:00', until: '07:00' } })
    assert.deepEqual(body.quiet_hours, { from: '22:00', until: '07:00' })
    assert.equal((await put(client, path, { quiet_hours: null })).body.quiet_hours, null)
  })
})

describe('topics', () => {
  test('have unique names, and cannot be deleted while a template has them', async () => {
    const { client, templateId } = await prepared()
    const taken = await client.call('POST', '/api/v1/topics', { topic: { name: 'news', label: 'News' } })
    assert.deepEqual([taken.status, taken.body.code], [409, 'name_taken'])
    const listed = await client.call('GET', '/api/v1/topics?name=news')
    const [{ id }] = listed.body.topics
    const inUse = await client.call('DELETE', `/api/v1/topics/${id}`)
    assert.deepEqual([inUse.status, inUse.body.code], [409, 'topic_in_use'])
    const renamed = await client.call('PATCH', `/api/v1/topics/${id}`, { topic: { name: 'letters' } })
    assert.equal(renamed.body.topic.name, 'letters')
    const clash = await client.call('PATCH', `/api/v1/topics/${id}`, { topic: { name: 'law' } })
    assert.deepEqual([clash.status, clash.body.code], [409, 'name_taken'])
    const template = await client.call('GET', `/api/v1/message_templates/${templateId}`)
    assert.equal(template.body.message_template.topic, 'letters')
    const unknown = { message_template: { topic: 'nothing' } }
    const refused = await client.call('PATCH', `/api/v1/message_templates/${templateId}`, unknown)
    assert.deepEqual(refused.body.errors, { topic: ['is unknown'] })
    const kept = { message_template: { subject: 'New' } }
    const patched = await client.call('PATCH', `/api/v1/message_templates/${templateId}`, kept)
    assert.equal(patched.body.message_template.topic, 'letters')
    await client.call('PATCH', `/api/v1/message_templates/${templateId}`, { message_template: { topic: null } })
    assert.equal((await client.call('DELETE', `/api/v1/topics/${id}`)).status, 204)
    assert.equal((await client.call('GET', `/api/v1/topics/${id}`)).status, 404)
    assert.equal((await client.call('POST', '/api/v1/topics', { topic: { name: 'letters', label: 'L' } })).status, 201)
  })

  test('and preferences of another account are not found', async () => {
    const [mine, other] = [await prepared(), await prepared()]
    const { body } = await other.client.call('GET', '/api/v1/topics?name=news')
    const path = `/api/v1/topics/${body.topics[0].id}`
    for (const [method, input] of [['GET'], ['DELETE'], ['PATCH', { topic: { label: 'Mine' } }]] as const)
      assert.equal((await mine.client.call(method, path, input)).status, 404)
    assert.equal((await mine.client.call('GET', other.path)).status, 404)
    assert.equal((await mine.client.call('PUT', other.path, { paused: true })).status, 404)
    const named = await mine.client.call('PUT', mine.path, { preferences: [choice('email', false, 'nothing')] })
    assert.deepEqual(named.body.errors, { 'preferences.0.topic': ['is unknown'] })
  })

  test('a deleted recipient leaves no preferences', async () => {
    const { client, path, recipientId } = await prepared()
    await put(client, path, { preferences: [choice('email', false)], paused: true })
    await client.call('DELETE', `/api/v1/notification_users/${recipientId}`)
    assert.equal((await client.call('GET', path)).status, 404)
    const { rows } = await running.service.context.pool.query<{ preferences: unknown[]; paused: boolean }>({
      text: 'select preferences, paused from recipients where bucket = $1 and account_id = $2 and id = $3',
      values: [client.bucket, client.accountId, recipientId],
    })
    assert.deepEqual(rows, [{ preferences: [], paused: false }])
  })
})
