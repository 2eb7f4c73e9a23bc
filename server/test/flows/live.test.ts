import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSystemClock } from '../../src/platform/clock.ts'
import { openStream, prepareInbox, sendToInbox, tokenOf } from '../inbox.ts'
import type { Stream } from '../inbox.ts'
import { makeMember, signInAs } from '../members.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { endAfterTests } from '../end-after-tests.ts'

const STREAMS_OF_ACCOUNT_MAX = 20

const { database, running } = await testService()

interface Message {
  id: string
  event: string
  data: string
}

function open(client: Client, headers: Record<string, string> = {}): Promise<Response> {
  const authorization = `Bearer ${client.apiKey}`
  return fetch(`${running.service.url}/api/v1/live`, { headers: { authorization, ...headers } })
}

/** The stream's messages as they arrive. Ends with the stream. */
async function* read(response: Response): AsyncGenerator<Message> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ''
      yield { id: field('id'), event: field('event'), data: field('data') }
    }
  }
}

/** Reads until `count` events have arrived. */
async function take(messages: AsyncGenerator<Message>, count: number): Promise<{ types: string[]; lastId: string }> {
  const types: string[] = []
  let lastId = ''
  while (types.length < count) {
    const { value, done } = await messages.next()
    assert.ok(!done, 'the stream goes on')
    lastId = value.id || lastId
    if (value.event === 'events') types.push(...JSON.parse(value.data).events.map(({ type }: { type: string }) => type))
  }
  return { types, lastId }
}

async function send(client: Client): Promise<void> {
  const fields = { external_user_id: 'ada', message_template_name: 'receipt' }
  assert.equal((await client.call('POST', '/api/v1/messages', { message: fields })).status, 201)
}

test('a stream has the events of its own account since its beginning', async () => {
  const [client, other] = [await running.client(), await running.client()]
  await prepareMessages(client)
  await prepareMessages(other)
  const response = await open(client)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const messages = read(response)
  const first = await messages.next()
  assert.ok(first.value.id !== '', 'the first message says where the stream begins')
  await send(other)
  await send(client)
  const { types } = await take(messages, 3)
  assert.deepEqual(types, ['delivery.queued', 'delivery.sent', 'delivery.delivered'])
  await response.body!.cancel().catch(() => {})
})

test('a stream that comes back goes on where it was', async () => {
  const client = await running.client()
  await prepareMessages(client)
  const response = await open(client)
  const messages = read(response)
  await messages.next()
  await send(client)
  const { lastId } = await take(messages, 3)
  await messages.return(undefined)
  await send(client)
  const again = read(await open(client, { 'last-event-id': lastId }))
  const { types } = await take(again, 3)
  assert.deepEqual(types, ['delivery.queued', 'delivery.sent', 'delivery.delivered'])
  await again.return(undefined)
})

test('it needs a key, and a cursor that is one', async () => {
  const client = await running.client()
  assert.equal((await fetch(`${running.service.url}/api/v1/live`)).status, 401)
  const refused = await open(client, { 'last-event-id': 'nonsense' })
  assert.equal(refused.status, 422)
  await refused.body!.cancel()
})

test('an account has a limited number of streams; closing one makes room', async () => {
  const client = await running.client()
  const streams: AsyncGenerator<Message>[] = []
  for (let count = 0; count < STREAMS_OF_ACCOUNT_MAX; count++) {
    const messages = read(await open(client))
    await messages.next()
    streams.push(messages)
  }
  const refused = await open(client)
  assert.equal(refused.status, 429)
  assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited')
  await streams[0]!.return(undefined)
  // The service notices a closed connection a moment later.
  const reopened = async () => {
    const response = await open(client)
    await response.body!.cancel()
    return response.status
  }
  await until(reopened, (status) => status === 200)
  await Promise.all(streams.map((messages) => messages.return(undefined)))
})

test('streams end within 10 seconds of their credential, and a service that stops ends the others in order', async () => {
  let stepMs = 0
  const system = createSystemClock()
  const clock = { ...system, monotonic: () => system.monotonic() + stepMs }
  const apart = await endAfterTests(startTestService(database, {}, clock))
  const client = await apart.client()
  const { url } = apart.service

  const { api_key: key } = (await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'Short' } })).body
  const ofKey = read(await fetch(`${url}/api/v1/live`, { headers: { authorization: `Bearer ${key.key}` } }))
  const member = await signInAs(apart, await makeMember(database, client, 'viewer'))
  const ofSession = read(await fetch(`${url}/api/v1/live`, { headers: member.headers }))
  const { recipientId } = await prepareInbox(client)
  // The newest key signs.
  const [inboxes, signingKeys] = [[] as Stream[], [] as number[]]
  for (const name of ['Deleted', 'Kept']) {
    const made = await client.call('POST', '/api/v1/recipient_signing_keys', { recipient_signing_key: { name } })
    signingKeys.push(made.body.recipient_signing_key.id)
    inboxes.push(await openStream(url!, await tokenOf(client, recipientId)))
  }
  await Promise.all([
    ofKey.next(),
    ofSession.next(),
    ...inboxes.map((inbox) => inbox.waitFor(({ length }) => length > 0)),
  ])

  assert.equal((await client.call('DELETE', `/api/v1/api_keys/${key.id}`)).status, 204)
  assert.equal((await member.call('DELETE', '/api/v1/session')).status, 204)
  assert.equal((await client.call('DELETE', `/api/v1/recipient_signing_keys/${signingKeys[0]}`)).status, 204)
  stepMs = 5_000
  assert.deepEqual([(await ofKey.next()).done, (await ofSession.next()).done], [true, true])
  await inboxes[0]!.ended
  await sendToInbox(client, '7')
  await inboxes[1]!.waitFor((events) => events.some(({ name }) => name === 'message'))

  const response = await fetch(`${apart.service.url}/api/v1/live`, {
    headers: { authorization: `Bearer ${client.apiKey}` },
  })
  const messages = read(response)
  await messages.next()
  await apart.stop()
  // Events of the last message may come before the end.
  while ((await messages.next()).done !== true);
  await inboxes[1]!.ended
})
