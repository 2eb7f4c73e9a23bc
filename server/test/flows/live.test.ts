import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { endAfterTests } from '../end-after-tests.ts'

const STREAMS_OF_ACCOUNT_MAX = 20

const database = await endAfterTests(createTestDatabase())
const running = await endAfterTests(startTestService(database))

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

test('a service that stops ends its streams in order', async () => {
  const apart = await startTestService(database)
  const client = await apart.client()
  const response = await fetch(`${apart.service.url}/api/v1/live`, {
    headers: { authorization: `Bearer ${client.apiKey}` },
  })
  const messages = read(response)
  await messages.next()
  await apart.stop()
  const { done } = await messages.next()
  assert.equal(done, true)
})
