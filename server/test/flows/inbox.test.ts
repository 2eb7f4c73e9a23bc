/** The inbox through the whole service: from the create to the webhook, live, and across a restart. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { callInbox, openStream, prepareInbox, sendToInbox, tokenOf } from '../inbox.ts'
import type { Stream, StreamEvent } from '../inbox.ts'
import { startReceiver } from '../receiver.ts'
import { call, startTestService, until } from '../service.ts'
import type { Client, TestService } from '../service.ts'

const database = await endAfterTests(createTestDatabase())
const receiver = await endAfterTests(startReceiver())
const start = () => startTestService(database, { WEBHOOK_EXTRA_CA_FILE: receiver.caPath, SHUTDOWN_TIMEOUT: '2s' })
let running: TestService = await start()
await endAfterTests(Promise.resolve({ stop: () => running.stop() }))

const ids = (events: StreamEvent[], name: string): number[] =>
  events.filter((event) => event.name === name).map(({ data }) => data.message_id)
const has = (name: string, messageId: number) => (events: StreamEvent[]) => ids(events, name).includes(messageId)
const lastCounts = (events: StreamEvent[]) => events.findLast(({ name }) => name === 'counts')?.data

interface Prepared {
  client: Client
  recipientId: number
  token: string
  /** Sends a request to the inbox. */
  inbox(method: string, path: string, body?: unknown): ReturnType<typeof callInbox>
  stream(options?: Parameters<typeof openStream>[2]): Promise<Stream>
}

async function prepared(): Promise<Prepared> {
  const client = await running.client()
  const { recipientId } = await prepareInbox(client)
  const token = await tokenOf(client, recipientId)
  return {
    ...{ client, recipientId, token },
    inbox: (method, path, body) => callInbox(running.service.url!, token, method, path, body),
    stream: (options) => openStream(running.service.url!, token, options),
  }
}

const statusOf = async (client: Client, messageId: number): Promise<string> =>
  (await client.call('GET', `/api/v1/messages/${messageId}`)).body.message.deliveries[0].status

describe('the inbox', { timeout: 600_000 }, () => {
  test('a message is streamed, listed, seen, and opened at the webhook', async () => {
    const { client, inbox, stream } = await prepared()
    const url = `${receiver.url}/${client.accountId}`
    const endpoint = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(endpoint.status, 201, JSON.stringify(endpoint.body))
    const live = await stream()
    assert.equal(live.status, 200)
    assert.deepEqual(await live.waitFor((events) => events.length > 0), [
      { name: 'counts', id: live.lastEventId, data: { unseen: 0, unread: 0 } },
    ])
    const messageId = await sendToInbox(client, 'A/1')
    const events = await live.waitFor((all) => has('message', messageId)(all) && lastCounts(all).unseen === 1)
    const { data } = events.find(({ name }) => name === 'message')!
    const { delivery_id, created_at, ...shown } = data
    assert.deepEqual(shown, {
      message_id: messageId,
      title: 'Order A/1',
      body: 'Hello Ada',
      url: 'https://shop.example.com/orders/A%2F1',
      topic: null,
      seen_at: null,
      read_at: null,
      archived_at: null,
    })
    assert.ok(Date.parse(created_at) > 0)
    const rendered = await client.call('GET', `/api/v1/messages/${messageId}/render_message`)
    assert.equal(rendered.body.channels[0].url, data.url)
    await until(
      () => statusOf(client, messageId),
      (status) => status === 'delivered',
    )
    const timeline = await client.call('GET', `/api/v1/deliveries/${delivery_id}/timeline`)
    const send = timeline.body.timeline.find(({ kind }: { kind: string }) => kind === 'send')
    assert.deepEqual([send.result, send.sent_to], ['accepted', null])
    const list = await inbox('GET', '/messages?status=unseen')
    assert.deepEqual(list.body, { inbox_messages: [data], next_cursor: null })
    assert.deepEqual((await inbox('GET', '/counts')).body, { counts: { unseen: 1, unread: 1 } })

    const seen = await inbox('PATCH', `/messages/${messageId}`, { seen: true })
    assert.equal(seen.status, 200)
    assert.ok(seen.body.inbox_message.seen_at !== null && seen.body.inbox_message.read_at === null)
    await live.waitFor((all) => has('change', messageId)(all) && lastCounts(all).unseen === 0)
    assert.deepEqual((await inbox('GET', '/messages?status=unseen')).body.inbox_messages, [])
    const posted = () =>
      receiver.requests
        .filter(({ path }) => url.endsWith(path))
        .map(({ body }) => JSON.parse(body.toString()))
        .filter(({ data: { delivery } }) => delivery.id === delivery_id)
        .map(({ type }) => type as string)
    await receiver.waitFor(() => posted().includes('delivery.opened'))
    await receiver.waitFor(() => posted().length >= 4)
    assert.deepEqual(posted().toSorted(), ['delivery.delivered', 'delivery.opened', 'delivery.queued', 'delivery.sent'])
    live.close()
  })

  test('a message that the app or the inbox marks as seen is seen for both', async () => {
    const { client, inbox, stream, recipientId } = await prepared()
    const live = await stream()
    const [byApp, byInbox] = [await sendToInbox(client, '1'), await sendToInbox(client, '2')]
    await live.waitFor((events) => ids(events, 'message').length === 2)
    assert.equal((await client.call('PATCH', `/api/v1/messages/${byApp}/mark_as_seen`)).status, 200)
    await live.waitFor((all) => has('change', byApp)(all) && lastCounts(all).unseen === 1)
    assert.equal(await statusOf(client, byApp), 'opened')
    const listed = await inbox('GET', '/messages?status=unseen')
    assert.deepEqual(
      listed.body.inbox_messages.map(({ message_id }: { message_id: number }) => message_id),
      [byInbox],
    )
    const isNew = async () => {
      const path = `/api/v1/messages/new_messages_for?notification_user_id=${recipientId}`
      return (await client.call('GET', path)).body.messages.map(({ id }: { id: number }) => id)
    }
    assert.deepEqual(await isNew(), [byInbox])
    assert.equal((await inbox('PATCH', `/messages/${byInbox}`, { read: true })).status, 200)
    assert.deepEqual(await isNew(), [])
    assert.equal((await client.call('GET', `/api/v1/messages/${byInbox}`)).body.message.seen, true)
    live.close()
  })

  test('two streams of a recipient follow each other, and an archived message leaves the list', async () => {
    const { client, inbox, stream } = await prepared()
    const [tab, phone] = [await stream(), await stream()]
    const [first, second, third] = [
      await sendToInbox(client, '1'),
      await sendToInbox(client, '2'),
      await sendToInbox(client, '3'),
    ]
    for (const one of [tab, phone]) await one.waitFor((events) => ids(events, 'message').length === 3)
    await inbox('PATCH', `/messages/${first}`, { read: true, archived: true })
    for (const one of [tab, phone]) {
      const events = await one.waitFor(has('change', first))
      const { data } = events.find(({ name }) => name === 'change')!
      assert.ok(data.seen_at !== null && data.read_at !== null && data.archived_at !== null)
    }
    const idsOf = async (status: string) =>
      (await inbox('GET', `/messages?status=${status}`)).body.inbox_messages.map(
        ({ message_id }: { message_id: number }) => message_id,
      )
    assert.deepEqual(new Set(await idsOf('active')), new Set([second, third]))
    assert.deepEqual(await idsOf('archived'), [first])
    const response = await inbox('PATCH', '/messages', { read: true })
    assert.deepEqual(response.body, { counts: { unseen: 0, unread: 0 } })
    for (const one of [tab, phone]) {
      const events = await one.waitFor((all) => all.some(({ name }) => name === 'change_all'))
      const { data } = events.find(({ name }) => name === 'change_all')!
      assert.deepEqual(Object.keys(data), ['read_at', 'up_to'])
      assert.equal(data.up_to, null)
    }
    for (const id of [second, third])
      await until(
        () => statusOf(client, id),
        (status) => status === 'opened',
      )
    const unread = await inbox('PATCH', `/messages/${second}`, { read: false })
    assert.ok(unread.body.inbox_message.read_at === null && unread.body.inbox_message.seen_at !== null)
    tab.close()
    phone.close()
  })

  test('a change of all reaches the named message and older ones', async () => {
    const { client, inbox } = await prepared()
    const sent: number[] = []
    for (const order of ['1', '2', '3']) {
      sent.push(await sendToInbox(client, order))
      await until(
        async () => (await inbox('GET', '/messages')).body.inbox_messages.length,
        (length) => length === sent.length,
      )
    }
    const response = await inbox('PATCH', '/messages', { seen: true, up_to: sent[1] })
    assert.deepEqual(response.body, { counts: { unseen: 1, unread: 3 } })
    assert.equal((await inbox('PATCH', '/messages', { seen: true, up_to: 1 })).status, 422)
    assert.equal((await inbox('PATCH', '/messages', { seen: true, read: true })).status, 422)
    const page = await inbox('GET', '/messages?limit=2')
    assert.deepEqual(
      page.body.inbox_messages.map(({ message_id }: { message_id: number }) => message_id),
      [sent[2], sent[1]],
    )
    const rest = await inbox('GET', `/messages?limit=2&cursor=${page.body.next_cursor}`)
    assert.deepEqual([rest.body.inbox_messages.length, rest.body.next_cursor], [1, null])
  })

  test('after a restart, a stream continues from its last id: nothing is missed, nothing comes twice', async () => {
    const { client, token } = await prepared()
    const { apiKey } = client
    // A restarted service has another address.
    const now = {
      ...client,
      call: (...args: Parameters<Client['call']>) => call(running.service.url!, apiKey, ...args),
    }
    let live = await openStream(running.service.url!, token)
    const sent = [await sendToInbox(now, 'first')]
    await live.waitFor(has('message', sent[0]!))
    const received = [...ids(live.events, 'message')]
    for (let restarts = 1; restarts <= 2; restarts++) {
      await running.stop()
      await live.ended
      running = await start()
      for (const order of ['a', 'b', 'c']) sent.push(await sendToInbox(now, order))
      live = await openStream(running.service.url!, token, { after: live.lastEventId })
      for (const order of ['d', 'e']) sent.push(await sendToInbox(now, order))
      const missing = sent.length - received.length
      await live.waitFor((events) => ids(events, 'message').length >= missing)
      received.push(...ids(live.events, 'message'))
    }
    assert.deepEqual(new Set(received), new Set(sent))
    assert.equal(received.length, sent.length, 'nothing comes twice')
    live.close()
  })

  test('a cursor of another database or of a past time makes the reader begin anew', async () => {
    const { stream, client } = await prepared()
    const first = await stream()
    await first.waitFor((events) => events.length > 0)
    const [database, tx, , id] = Buffer.from(first.lastEventId!, 'base64url').toString().split('.')
    first.close()
    for (const parts of [
      [database, tx, '1', id],
      ['1-1', tx, Date.now(), id],
    ]) {
      const again = await stream({ after: Buffer.from(parts.join('.')).toString('base64url') })
      const events = await again.waitFor((all) => all.length >= 2)
      assert.deepEqual(
        events.map(({ name }) => name),
        ['counts', 'reset'],
      )
      const messageId = await sendToInbox(client, 'new')
      await again.waitFor(has('message', messageId))
      again.close()
    }
    assert.equal((await stream({ after: 'bm8' })).status, 422)
  })

  test('the recipient reads and changes her preferences, and a disabled topic stays out of the inbox', async () => {
    const { client, inbox } = await prepared()
    const topic = { name: 'orders', label: 'Orders', description: '', required: false }
    assert.equal((await client.call('POST', '/api/v1/topics', { topic })).status, 201)
    const changed = await inbox('PUT', '/preferences', {
      preferences: [{ topic: 'orders', channel_type: 'in_app', enabled: false }],
    })
    assert.equal(changed.status, 200)
    const { body } = await inbox('GET', '/preferences')
    const choice = body.preferences.find((one: { channel_type: string }) => one.channel_type === 'in_app')
    assert.deepEqual([choice.enabled, choice.source], [false, 'inbox'])
  })
})
