/**
 * Messages, deliveries and their events, by the numbers of the specification's sentences (`sentences.ts`). A receiver
 * records the events of some messages. Most tests look at this record.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createSystemClock, isoTime } from '../../src/platform/clock.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startReceiver } from '../receiver.ts'
import type { ReceivedRequest } from '../receiver.ts'
import { responseOf, prepareMessages, until } from '../service.ts'
import { testService } from '../test-service.ts'
import { verify } from '../verify.ts'

const MESSAGES = '/api/v1/messages'
const ENDPOINTS = '/api/v1/webhook_endpoints'
const DELIVERY_TYPES = ['scheduled', 'queued', 'sent', 'delivered', 'opened', 'failed', 'bounced', 'canceled'].map(
  (state) => `delivery.${state}`,
)
const TIME_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const TIME_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const HOUR_MS = 3_600_000

const system = createSystemClock()
let aheadMs = 0
const clock: Clock = { ...system, now: () => system.now() + aheadMs }
const later = () => isoTime(clock.now() + HOUR_MS)

interface Event {
  request: ReceivedRequest
  id: string
  type: string
  created_at: string
  data: any
}

/** The receiver loses each first response to `delivery.queued`, and fails each first `delivery.sent`. */
const seen = new Set<string>()
const receiver = await endAfterTests(
  startReceiver({
    respond({ headers }) {
      const [id, type] = [String(headers['x-service-event-id']), headers['x-service-event']]
      const isFirst = !seen.has(id)
      seen.add(id)
      if (isFirst && type === 'delivery.queued') return 'drop'
      return { status: isFirst && type === 'delivery.sent' ? 500 : 200 }
    },
  }),
)
const { running } = await testService({
  variables: {
    WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
    WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 7 }, () => '20ms').join(','),
  },
  clock,
})
const client = await running.client()
const { channel: mail, template: receipt, recipient: ada } = await prepareMessages(client)

async function made(path: string, root: string, fields: object) {
  const { status, body } = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body[root]
}

const makeChannel = (name: string, channel_type: string) =>
  made('notification_channels', 'notification_channel', { name, channel_type, provider: 'sandbox' })

const makeTemplate = (name: string, channels: { id: number }[]) =>
  made('message_templates', 'message_template', {
    ...{ name, subject: 'News for {{ user.first_name }}', body: 'News', body_format: 'text' },
    channels: channels.map(({ id }) => ({ notification_channel_id: id })),
  })

const create = (fields: object = {}) =>
  made('messages', 'message', { external_user_id: 'ada', message_template_name: 'receipt', ...fields })

/** Creates a message to an address of the sandbox, with its recipient. */
const createTo = (word: string, fields: object = {}) =>
  create({ external_user_id: word, notification_user: { email: `${word}@tidings.test` }, ...fields })

const deliveryOf = async (id: number) => (await client.call('GET', `/api/v1/deliveries/${id}`)).body

const eventOf = (request: ReceivedRequest): Event => ({ request, ...JSON.parse(request.body.toString()) })

/** Every event of a delivery, each once, in the order of their emission. */
function eventsOf(deliveryId: number): Event[] {
  const events = receiver.requests.map(eventOf).filter(({ data }) => data.delivery?.id === deliveryId)
  const once = new Map(events.map((event) => [event.id, event]))
  return [...once.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

const typesOf = (deliveryId: number) => eventsOf(deliveryId).map(({ type }) => type.replace('delivery.', ''))

async function eventsAre(deliveryId: number, types: string[]): Promise<void> {
  await receiver.waitFor(() => typesOf(deliveryId).length >= types.length)
  assert.deepEqual(typesOf(deliveryId), types)
}

const push = await makeChannel('Åsas Telefon ✉', 'push')
const spare = await makeChannel('Spare', 'email')
const lone = await makeChannel('Lone', 'email')
await makeTemplate('news', [mail, push])
await makeTemplate('spared', [mail, spare])
const ofLone = await makeTemplate('alone', [lone])
await made(`notification_users/${ada.id}/devices`, 'device', { platform: 'fcm', token: 'silent-1' })

const url = receiver.url
const endpoint = await made('webhook_endpoints', 'webhook_endpoint', { url })
const { secret } = endpoint

const news = await create({ message_template_name: 'news' })
const [newsMail, newsPush] = news.deliveries.map(({ id }: { id: number }) => id)
const attributes = [{ name: 'order.id', value: 42 }]
const opened = await createTo('opened', { message_attributes_attributes: attributes })
const scheduled = await create({ send_at: later() })
const ended: Record<string, any> = {
  opened,
  scheduled,
  bounced: await createTo('bounced'),
  failed: await createTo('failed'),
  retry: await createTo('retry'),
  exhausted: await createTo('exhausted'),
  silent: await createTo('silent'),
}
const first = (name: string): number => ended[name].deliveries[0].id

// A report comes late: first that the message was opened, then that it was delivered.
ended['late'] = await createTo('silent')
await until(
  () => deliveryOf(first('late')),
  ({ status }) => status === 'sent',
)
for (const fact of ['opened', 'delivered']) {
  const path = `/api/v1/sandbox_messages/${first('late')}/report`
  assert.equal((await client.call('POST', path, { sandbox_report: { fact } })).status, 200)
}

// The four reasons to cancel a scheduled delivery.
ended['requested'] = await create({ send_at: later() })
await client.call('POST', `${MESSAGES}/${ended['requested'].id}/cancel`)
ended['recipient_deleted'] = await createTo('leaves', { send_at: later() })
await client.call('DELETE', `/api/v1/notification_users/${ended['recipient_deleted'].notification_user_id}`)
ended['no_live_channels'] = await create({ message_template_name: 'alone', send_at: later() })
const detached = { message_template: { channels: [] } }
assert.equal((await client.call('PATCH', `/api/v1/message_templates/${ofLone.id}`, detached)).status, 200)
const spared = await create({ message_template_name: 'spared', send_at: later() })
const [sparedMail, sparedSpare] = spared.deliveries.map(({ id }: { id: number }) => id)
await client.call('DELETE', `/api/v1/notification_channels/${spare.id}`)

for (const deliveryId of [first('scheduled'), sparedMail]) await eventsAre(deliveryId, ['scheduled'])
aheadMs = HOUR_MS
const tested = await client.call('POST', `${ENDPOINTS}/${endpoint.id}/test`)

/** The events of each recorded delivery, in the order of their emission. */
const EMITTED: [deliveryId: number, types: string[]][] = [
  [newsMail, ['queued', 'sent', 'delivered']],
  [newsPush, ['queued', 'sent']],
  [first('opened'), ['queued', 'sent', 'delivered', 'opened']],
  [first('bounced'), ['queued', 'sent', 'bounced']],
  [first('failed'), ['queued', 'failed']],
  [first('retry'), ['queued', 'sent', 'delivered']],
  [first('exhausted'), ['queued', 'failed']],
  [first('silent'), ['queued', 'sent']],
  [first('late'), ['queued', 'sent', 'opened', 'delivered']],
  [first('scheduled'), ['scheduled', 'queued', 'sent', 'delivered']],
  ...['requested', 'recipient_deleted', 'no_live_channels'].map((reason): [number, string[]] => {
    return [first(reason), ['scheduled', 'canceled']]
  }),
  [sparedSpare, ['scheduled', 'canceled']],
  [sparedMail, ['scheduled', 'queued', 'sent', 'delivered']],
]
for (const [deliveryId, types] of EMITTED) await eventsAre(deliveryId, types)
await until(
  () => client.call('GET', '/api/v1/webhook_events?state=pending&limit=1'),
  ({ body }) => body.webhook_events.length === 0,
)
const recorded = receiver.requests.map(eventOf)
const ofDeliveries = recorded.filter(({ type }) => type !== 'ping')
const ping = recorded.find(({ type }) => type === 'ping')!
const snapshots = ofDeliveries.map(({ data }) => data.delivery)
const last = (deliveryId: number): Event => eventsOf(deliveryId).at(-1)!
const namesIn = (template: number, fields: object) => ({ message_template_id: template, ...fields })

function refused({ status, body }: { status: number; body: any }, expected: number, fields?: string[]): void {
  assert.equal(status, expected, JSON.stringify(body))
  if (fields !== undefined) assert.deepEqual(Object.keys(body.errors), fields)
}

const form = async (pairs: string[]) =>
  responseOf(
    await fetch(`${running.service.url}${MESSAGES}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${client.apiKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: pairs.map((pair) => pair.replace(/[[\]]/g, encodeURIComponent)).join('&'),
    }),
  )

test('1, 68: a message is made from a template for a recipient, and is sent', async () => {
  const sandbox = (await client.call('GET', `/api/v1/sandbox_messages/${first('opened')}`)).body.sandbox_message
  assert.deepEqual([opened.notification_user_id > 0, opened.message_template_id], [true, receipt.id])
  assert.deepEqual([sandbox.to, sandbox.subject], ['opened@tidings.test', 'Order 42'])
})

test('2, 3: a template has an email and a push channel, and each channel gets one delivery of a message', () => {
  const channels = news.deliveries.map((one: { notification_channel: object }) => one.notification_channel)
  assert.deepEqual(channels, [
    { id: mail.id, name: mail.name, channel_type: 'email' },
    { id: push.id, name: push.name, channel_type: 'push' },
  ])
})

test('4: the deliveries of one message have a state each', async () => {
  const states = [(await deliveryOf(newsMail)).status, (await deliveryOf(newsPush)).status]
  assert.deepEqual(states, ['delivered', 'sent'])
})

test('5, 22, 75: a delivery in an event is what GET returns, to the byte', async () => {
  for (const [deliveryId] of EMITTED) {
    const headers = { authorization: `Bearer ${client.apiKey}` }
    const shown = await fetch(`${running.service.url}/api/v1/deliveries/${deliveryId}`, { headers })
    const body = last(deliveryId).request.body.toString()
    assert.ok(body.endsWith(`"data":{"delivery":${await shown.text()}}}`), body)
  }
})

test('6: a message is sent at once, or scheduled for its time', async () => {
  assert.deepEqual([opened.send_at, opened.deliveries[0].status], [null, 'queued'])
  const at = later()
  const waiting = await create({ send_at: at })
  assert.deepEqual([waiting.send_at, waiting.deliveries[0].status], [at, 'scheduled'])
})

test('7: a scheduled send is canceled before its dispatch, and is not sent', async () => {
  const shown = await deliveryOf(first('requested'))
  assert.deepEqual([shown.status, shown.sent_at], ['canceled', null])
  assert.equal((await client.call('GET', `/api/v1/sandbox_messages/${first('requested')}`)).status, 404)
  refused(await client.call('POST', `${MESSAGES}/${scheduled.id}/cancel`), 409)
})

test('10: each change of a state is POSTed as signed JSON, also changes back to back', async () => {
  for (const [deliveryId, types] of EMITTED) {
    const { timeline } = (await client.call('GET', `/api/v1/deliveries/${deliveryId}/timeline`)).body
    const facts = timeline.flatMap(({ fact }: { fact?: string }) => fact ?? [])
    const emitted = facts.filter((fact: string) => fact !== 'retrying')
    assert.deepEqual(emitted.toSorted(), types.toSorted())
  }
  for (const { request } of recorded) {
    assert.equal(request.method, 'POST')
    assert.ok(verify(request.body, request.headers['x-service-signature'], secret))
  }
})

test('11, 124: an event whose response is lost arrives again, with the same id and bytes', () => {
  const queued = EMITTED.flatMap(([deliveryId]) =>
    eventsOf(deliveryId).filter(({ type }) => type === 'delivery.queued'),
  )
  assert.equal(queued.length, 11)
  for (const { id, request } of queued) {
    const same = recorded.filter((one) => one.id === id)
    assert.ok(same.length > 1, id)
    for (const one of same) assert.ok(one.request.body.equals(request.body))
  }
})

test('13: the fields of a message are under message', async () => {
  const fields = { external_user_id: 'ada', message_template_name: 'receipt' }
  refused(await client.call('POST', MESSAGES, fields), 400)
  refused(await client.call('POST', MESSAGES, { message: {}, ...fields }), 422)
  assert.equal((await client.call('POST', MESSAGES, { message: fields })).status, 201)
})

test('14: message[field] in a form is the same message', async () => {
  const list = 'message[message_attributes_attributes]'
  const { status, body } = await form([
    `message[notification_user_id]=${ada.id}`,
    `message[message_template_id]=${receipt.id}`,
    ...[`${list}[0][name]=order.id`, `${list}[0][value]=7`, `${list}[1][name]=order.size`, `${list}[1][value]=L`],
  ])
  assert.equal(status, 201, JSON.stringify(body))
  const { rendered_subject: subject, message_attributes: found, notification_user_id: recipient } = body.message
  assert.deepEqual([subject, recipient, found.length], ['Order 7', ada.id, 2])
})

test('15, 16: external_user_id or notification_user_id names the recipient, and one is required', async () => {
  for (const names of [{ external_user_id: 'ada' }, { notification_user_id: ada.id }])
    assert.equal((await made('messages', 'message', namesIn(receipt.id, names))).notification_user_id, ada.id)
  const response = await client.call('POST', MESSAGES, { message: namesIn(receipt.id, {}) })
  refused(response, 422)
  assert.match(response.body.error, /external_user_id|External user/)
  for (const notification_user_id of ['ada', 1.5, true])
    refused(await client.call('POST', MESSAGES, { message: namesIn(receipt.id, { notification_user_id }) }), 422)
})

test('17, 18: message_template_name or message_template_id names the template, and one is required', async () => {
  for (const names of [{ message_template_name: 'receipt' }, { message_template_id: receipt.id }])
    assert.equal(
      (await made('messages', 'message', { external_user_id: 'ada', ...names })).message_template_id,
      receipt.id,
    )
  const response = await client.call('POST', MESSAGES, { message: { external_user_id: 'ada' } })
  refused(response, 422)
  assert.match(response.body.error, /message_template_name|Message template/)
  const named = { external_user_id: 'ada', message_template_id: 'receipt' }
  refused(await client.call('POST', MESSAGES, { message: named }), 422, ['message_template_id'])
})

test('19: attributes are optional objects of a name and a value', async () => {
  assert.deepEqual((await create()).message_attributes, [])
  const { message_attributes: found } = opened
  assert.deepEqual(
    found.map(({ name, value }: { name: string; value: unknown }) => ({ name, value })),
    attributes,
  )
  assert.equal(opened.rendered_subject, 'Order 42')
})

test('20, 69: GET returns a message with its recipient, its template, its texts and its deliveries', async () => {
  const { status, body } = await client.call('GET', `${MESSAGES}/${opened.id}`)
  assert.equal(status, 200)
  // Libraries of browsers add it against caches.
  assert.equal((await client.call('GET', `${MESSAGES}/${opened.id}?_=1700000000`)).status, 200)
  const { seen: isSeen, ...rest } = body.message
  assert.equal(isSeen, false)
  for (const name of [
    ...['id', 'notification_user_id', 'message_template_id', 'message_attributes', 'send_at', 'created_at'],
    ...['subject', 'body', 'rendered_subject', 'rendered_body'],
  ])
    assert.deepEqual(rest[name], opened[name], name)
  const [{ id, status: state, notification_channel: channel }] = rest.deliveries
  assert.deepEqual([id, state, channel.id], [first('opened'), 'opened', mail.id])
})

test('21: the value of an attribute is any JSON, and comes back unchanged', async () => {
  const values = ['text', 7, -0.5, true, null, ['a', 1], { deep: { er: [{}] } }]
  const given = values.map((value, at) => ({ name: `name${at}`, value }))
  const { id } = await create({ message_attributes_attributes: given })
  const { message_attributes: found } = (await client.call('GET', `${MESSAGES}/${id}`)).body.message
  assert.deepEqual(
    found.map(({ value }: { value: unknown }) => value),
    values,
  )
})

test('23, 28: id and message_id are integers, and lead to the delivery and to its message', async () => {
  for (const { id, message_id: messageId } of snapshots) assert.ok(Number.isSafeInteger(id + messageId))
  for (const name of ['opened', 'requested']) {
    const shown = await deliveryOf(first(name))
    assert.deepEqual([shown.id, shown.message_id], [first(name), ended[name].id])
    const { message } = (await client.call('GET', `${MESSAGES}/${shown.message_id}`)).body
    assert.equal(message.deliveries[0].id, shown.id)
  }
})

test('24, 51, 125: the status in an event is the state at the time of its emission', () => {
  for (const [deliveryId, types] of EMITTED) {
    if (deliveryId === first('late')) continue
    const statuses = eventsOf(deliveryId).map(({ data }) => data.delivery.status)
    assert.deepEqual(statuses, types)
  }
})

test('25: error_message of delivery.canceled is one of the four reasons', () => {
  for (const reason of ['requested', 'recipient_deleted', 'no_live_channels'])
    assert.equal(last(first(reason)).data.delivery.error_message, reason)
  assert.equal(last(sparedSpare).data.delivery.error_message, 'channel_deleted_or_detached')
})

test('26: sent_at, failed_at, delivered_at and opened_at are null until then, and UTC with milliseconds', () => {
  const timed = ['sent', 'failed', 'delivered', 'opened']
  for (const [deliveryId] of EMITTED) {
    const before = new Set<string>()
    for (const { type, data } of eventsOf(deliveryId)) {
      before.add(type.replace('delivery.', ''))
      for (const fact of timed) {
        const time = data.delivery[`${fact}_at`]
        if (before.has(fact)) assert.match(time, TIME_MS)
        else assert.equal(time, null, `${fact}_at of ${type}`)
      }
    }
  }
})

test('27: created_at and updated_at are UTC with milliseconds, and only updated_at moves', () => {
  for (const [deliveryId] of EMITTED) {
    const times = eventsOf(deliveryId).map(({ data }) => data.delivery)
    for (const { created_at: created, updated_at: updated } of times) {
      assert.match(created, TIME_MS)
      assert.match(updated, TIME_MS)
      assert.ok(updated >= created)
      assert.equal(created, times[0].created_at)
    }
  }
})

test('29: friendly_error_message is a text on delivery.failed, and otherwise null or a text', () => {
  for (const { type, data } of ofDeliveries) {
    const { friendly_error_message: sentence } = data.delivery
    if (type === 'delivery.failed') assert.ok(sentence.length > 0)
    else assert.ok(sentence === null || type === 'delivery.bounced', type)
  }
})

test('30: limit_feature_key is null', () => {
  for (const delivery of snapshots) assert.equal(delivery.limit_feature_key, null)
})

test('31: notification_channel has an integer id, a name and a channel_type', () => {
  for (const { notification_channel: channel } of snapshots)
    assert.deepEqual(
      [Object.keys(channel), Number.isSafeInteger(channel.id), typeof channel.name],
      [['id', 'name', 'channel_type'], true, 'string'],
    )
  assert.deepEqual(last(newsPush).data.delivery.notification_channel, {
    ...{ id: push.id, name: 'Åsas Telefon ✉', channel_type: 'push' },
  })
})

test('32: a channel_type is email, push, sms or in_app', async () => {
  for (const [channelType, provider] of [
    ['email', 'sandbox'],
    ['push', 'sandbox'],
    ['sms', 'sandbox'],
    ['in_app', 'inbox'],
  ] as const)
    await made('notification_channels', 'notification_channel', { name: 'C', channel_type: channelType, provider })
  const other = { notification_channel: { name: 'C', channel_type: 'fax', provider: 'sandbox' } }
  refused(await client.call('POST', '/api/v1/notification_channels', other), 422, ['channel_type'])
})

test('39, 93: the id of an event begins with evt_, is the header and stays over retries', () => {
  for (const { id, request } of recorded) {
    assert.match(id, /^evt_\w+$/)
    assert.equal(request.headers['x-service-event-id'], id)
  }
  for (const { id } of recorded.filter(({ type }) => type === 'delivery.sent'))
    assert.equal(recorded.filter((one) => one.id === id).length, 2)
  assert.equal(new Set(recorded.map(({ id }) => id)).size, EMITTED.flatMap(([, types]) => types).length + 1)
})

test('40, 92: the type of an event is the header', () => {
  for (const { type, request } of recorded) {
    assert.ok([...DELIVERY_TYPES, 'ping'].includes(type))
    assert.equal(request.headers['x-service-event'], type)
  }
})

test('41: created_at of an event is UTC with seconds', () => {
  for (const { created_at: created } of recorded) assert.match(created, TIME_SECONDS)
})

test('42, 113, 148: an event of a delivery has its four fields, no version, and the delivery alone as its data', () => {
  assert.ok(ofDeliveries.length > 0)
  for (const { request, data } of ofDeliveries) {
    assert.deepEqual(Object.keys(JSON.parse(request.body.toString())), ['id', 'type', 'created_at', 'data'])
    assert.deepEqual(Object.keys(data), ['delivery'])
    assert.equal(Object.keys(data.delivery).length, 13)
  }
})

test('43, 122: a ping has a message and no delivery', () => {
  assert.deepEqual([tested.status, ping.id], [202, tested.body.event_id])
  assert.deepEqual([Object.keys(ping.data), typeof ping.data.message], [['message'], 'string'])
})

test('52: a late delivery.delivered of an opened message has the status opened', async () => {
  const events = eventsOf(first('late')).map(({ type, data }) => [type, data.delivery.status])
  assert.deepEqual(events.slice(2), [
    ['delivery.opened', 'opened'],
    ['delivery.delivered', 'opened'],
  ])
  assert.equal((await deliveryOf(first('late'))).status, 'opened')
})

test('53, 54, 123: a delivery that recovers was retrying, and emits delivery.sent and nothing for its retries', async () => {
  const { timeline } = (await client.call('GET', `/api/v1/deliveries/${first('retry')}/timeline`)).body
  assert.deepEqual(
    timeline.flatMap(({ fact }: { fact?: string }) => fact ?? []),
    ['queued', 'retrying', 'sent', 'delivered'],
  )
  assert.deepEqual(typesOf(first('retry')), ['queued', 'sent', 'delivered'])
})

test('55, 119: delivery.failed comes after the last of the sends, with a sentence for people', async () => {
  const { timeline } = (await client.call('GET', `/api/v1/deliveries/${first('exhausted')}/timeline`)).body
  const order = timeline.flatMap(({ kind, fact }: { kind: string; fact?: string }) => {
    return kind === 'send' || fact === 'failed' ? [fact ?? kind] : []
  })
  assert.deepEqual(order, [...Array.from({ length: 6 }, () => 'send'), 'failed'])
  assert.ok(last(first('exhausted')).data.delivery.friendly_error_message.length > 0)
})

test('56, 114, 115: a scheduled delivery emits delivery.scheduled when it is scheduled, and delivery.queued at dispatch', () => {
  const [atSchedule, atDispatch] = eventsOf(first('scheduled'))
  assert.deepEqual([atSchedule!.type, atDispatch!.type], ['delivery.scheduled', 'delivery.queued'])
  const { status, sent_at: sent } = atSchedule!.data.delivery
  assert.deepEqual([status, sent], ['scheduled', null])
  for (const deliveryId of [newsMail, newsPush]) assert.equal(eventsOf(deliveryId)[0]!.type, 'delivery.queued')
})

test('70, 118: mark_as_seen marks the message seen, and opens its push', async () => {
  const message = await create({ message_template_name: 'news' })
  const { status, body } = await client.call('PATCH', `${MESSAGES}/${message.id}/mark_as_seen`)
  assert.deepEqual([status, body.message.seen], [200, true])
  const pushed = message.deliveries[1].id
  await receiver.waitFor(() => typesOf(pushed).includes('opened'))
  const event = eventsOf(pushed).find(({ type }) => type === 'delivery.opened')!
  assert.match(event.data.delivery.opened_at, TIME_MS)
  assert.ok(typesOf(first('opened')).includes('opened'))
})

test('71: mark_as_delivered marks the message delivered', async () => {
  const message = await create({ message_template_name: 'news' })
  const { status, body } = await client.call('PATCH', `${MESSAGES}/${message.id}/mark_as_delivered`)
  assert.equal(status, 200)
  assert.match(body.message.delivered_at, TIME_MS)
  await receiver.waitFor(() => typesOf(message.deliveries[1].id).includes('delivered'))
})

test('72: render_message returns the rendered subject and body', async () => {
  const { status, body } = await client.call('GET', `${MESSAGES}/${opened.id}/render_message`)
  assert.deepEqual([status, body.subject], [200, 'Order 42'])
  assert.match(body.body, /^Hello .*, order 42 is on its way\.$/)
})

test('73: new_messages_for requires the integer notification_user_id', async () => {
  const path = `${MESSAGES}/new_messages_for`
  for (const query of ['', '?notification_user_id=', '?notification_user_id=ada'])
    refused(await client.call('GET', `${path}${query}`), 422, ['notification_user_id'])
  assert.equal((await client.call('GET', `${path}?notification_user_id=${ada.id}`)).status, 200)
})

test('74: new_messages_for returns all unseen messages of the recipient', async () => {
  const messages = Array.from({ length: 250 }, () => ({ external_user_id: 'reader', message_template_name: 'receipt' }))
  const reader = await made('notification_users', 'notification_user', { external_user_id: 'reader' })
  const { body } = await client.call('POST', `${MESSAGES}/batch`, { messages })
  const [read, ...unread] = body.results.map(({ message }: { message: { id: number } }) => message.id)
  await client.call('PATCH', `${MESSAGES}/${read}/mark_as_seen`)
  const feed = await client.call('GET', `${MESSAGES}/new_messages_for?notification_user_id=${reader.id}`)
  const found = feed.body.messages.map(({ id }: { id: number }) => id)
  assert.deepEqual(new Set(found), new Set(unread))
})

test('90, 94, 95, 146: a request is a POST of one JSON object, of Service-Webhooks/1.0', () => {
  for (const { request } of recorded) {
    const { 'content-type': type, 'user-agent': agent } = request.headers
    assert.deepEqual([request.method, type, agent], ['POST', 'application/json', 'Service-Webhooks/1.0'])
  }
})

test('91, 105, 106, 107: X-Service-Signature has t and v1, the hex HMAC-SHA256 of t, a dot and the body', () => {
  for (const { request } of recorded) {
    const header = String(request.headers['x-service-signature'])
    const [, time, hex] = /^t=(\d{10}),v1=([0-9a-f]{64})$/.exec(header) ?? assert.fail(header)
    const signed = Buffer.concat([Buffer.from(`${time}.`), request.body])
    assert.equal(createHmac('sha256', secret).update(signed).digest('hex'), hex)
    assert.ok(Math.abs(Number(time) - request.receivedAtMs / 1000) < 300)
  }
})

test('110: the signature covers the raw bytes, and a re-serialized body does not verify', () => {
  const { request } = eventsOf(newsPush)[0]!
  const { 'x-service-signature': header } = request.headers
  assert.ok(request.body.includes(Buffer.from('Åsas Telefon ✉')))
  assert.ok(verify(request.body, header, secret))
  assert.ok(!verify(JSON.stringify(JSON.parse(request.body.toString()), null, 1), header, secret))
})

test('112: an endpoint receives every type of event, and cannot choose', async () => {
  assert.deepEqual(new Set(recorded.map(({ type }) => type)), new Set([...DELIVERY_TYPES, 'ping']))
  for (const name of ['events', 'event_types', 'enabled_events']) {
    const fields = { webhook_endpoint: { [name]: ['delivery.sent'] } }
    refused(await client.call('PATCH', `${ENDPOINTS}/${endpoint.id}`, fields), 422, [name])
  }
})

test('116: delivery.sent says that the provider took the message without an error', () => {
  assert.ok(!typesOf(first('failed')).includes('sent'))
  assert.equal(last(first('silent')).type, 'delivery.sent')
  assert.equal(last(first('silent')).data.delivery.error_message, null)
})

test('117: delivery.delivered comes only with the report of the provider', () => {
  assert.deepEqual(typesOf(first('silent')), ['queued', 'sent'])
  assert.deepEqual(typesOf(first('late')), ['queued', 'sent', 'opened', 'delivered'])
})

test('120: delivery.bounced comes with the bounce that the provider reports', () => {
  const { type, data } = last(first('bounced'))
  assert.deepEqual([type, data.delivery.status], ['delivery.bounced', 'bounced'])
  assert.match(data.delivery.sent_at, TIME_MS)
})

test('121: delivery.canceled of a removed channel leaves the other deliveries of the message', () => {
  assert.deepEqual(typesOf(sparedSpare), ['scheduled', 'canceled'])
  assert.deepEqual(typesOf(sparedMail), ['scheduled', 'queued', 'sent', 'delivered'])
})
