/** How the client reacts to streams with an early end, a refusal or silence. The server speaks the wire format of streams. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { createInbox } from './inbox.ts'
import type { Inbox, InboxOptions } from './inbox.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, count: number) => void | Promise<void>

const message = (id: number) => ({
  ...{ message_id: id, delivery_id: id, title: `Title ${id}`, body: '', url: null, topic: null },
  ...{ created_at: new Date(id * 1000).toISOString(), seen_at: null, read_at: null, archived_at: null },
})

const event = (name: string, data: object, id?: number): string =>
  `event: ${name}\n${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
const BEGIN = `retry: 10\nid: 0\nevent: counts\ndata: {"unseen":0,"unread":0}\n\n`

const servers: Server[] = []
const inboxes: Inbox[] = []
after(() => {
  for (const inbox of inboxes) inbox.stop()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server with a list of messages. `onStream` responds to streams. Returns a client on it, and its requests. */
async function follow(onStream: Handler, options: Partial<InboxOptions> = {}, list: number[] = []) {
  const requests: string[] = []
  let streams = 0
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    if (request.url!.includes('/stream')) return void onStream(request, response, ++streams)
    if (request.headers.authorization === 'Bearer old') return response.writeHead(401).end()
    const body = request.url!.includes('/counts')
      ? { counts: { unseen: list.length, unread: list.length } }
      : { inbox_messages: list.map(message), next_cursor: null }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const inbox = createInbox({ url: `http://127.0.0.1:${port}`, token: 'abc', ...options })
  inboxes.push(inbox)
  const reported: number[] = []
  inbox.onMessage(({ message_id }) => reported.push(message_id))
  inbox.start()
  return { inbox, requests, reported }
}

/** Resolves when the state satisfies the condition. */
function until({ inbox }: { inbox: Inbox }, holds: (state: Inbox['state']) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!holds(inbox.state)) return
      end()
      resolve()
    }
    const end = inbox.subscribe(check)
    check()
  })
}

const begin = (response: ServerResponse): ServerResponse => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).write(BEGIN)
  return response
}
const ids = ({ messages }: Inbox['state']): number[] => messages.map(({ message_id }) => message_id)

test('a stream that is cut off in the middle of an event continues from the last whole one', async () => {
  const followed = await follow((request, response, count) => {
    const stream = begin(response)
    if (count === 1) stream.write(event('message', message(1), 1))
    if (count === 1) stream.write(event('message', message(2), 2).slice(0, -30), () => stream.destroy())
    // The server sends the first one again: the client shows it once.
    if (count === 2) {
      assert.match(request.url!, /last_event_id=1$/)
      stream.write(event('message', message(1), 1) + event('message', message(2), 2))
    }
  })
  await until(followed, (state) => state.messages.length === 2)
  assert.deepEqual(ids(followed.inbox.state), [2, 1])
  assert.deepEqual(followed.reported, [1, 2])
  assert.equal(followed.requests.filter((one) => one.startsWith('GET /api/v1/inbox/messages')).length, 1)
})

test('a reset reads the list anew and continues from its id', async () => {
  const list = [1]
  const followed = await follow(
    async (request, response, count) => {
      const stream = begin(response)
      if (count === 1) {
        // A message of the first list is not new.
        await until(followed, (state) => state.messages.length === 1)
        return void stream.end()
      }
      if (count === 2) {
        list.push(5)
        stream.write(event('reset', {}, 9), () => stream.destroy())
        return
      }
      assert.match(request.url!, /last_event_id=9$/)
    },
    {},
    list,
  )
  await until(followed, (state) => state.messages.length === 2)
  assert.deepEqual(followed.reported, [5])
})

test('a cursor that the server does not know is given up, and the list is read anew', async () => {
  const followed = await follow((request, response, count) => {
    if (count === 1) return void begin(response).end()
    if (request.url!.includes('last_event_id')) return void response.writeHead(422).end()
    begin(response)
  })
  await until(followed, () => followed.requests.filter((one) => one.includes('/messages')).length === 2)
  await until(followed, ({ connection }) => connection === 'live')
})

test('the client polls if streams fail, and reports new messages once', async () => {
  const list = [1]
  const followed = await follow((_request, response) => void response.writeHead(503).end(), {}, list)
  await until(followed, ({ connection }) => connection === 'polling')
  assert.deepEqual(ids(followed.inbox.state), [1])
  list.unshift(2)
  followed.inbox.retry()
  await until(followed, ({ messages }) => messages.length === 2)
  assert.deepEqual(followed.inbox.state.counts, { unseen: 2, unread: 2 })
  assert.deepEqual(followed.reported, [2])
})

test('after a 401 the app gives another token', async () => {
  const given = ['old', 'new']
  const followed = await follow(
    ({ headers }, response) => {
      if (headers.authorization === 'Bearer old') return void response.writeHead(401).end()
      begin(response)
    },
    { token: null, getToken: () => Promise.resolve(given.shift() ?? 'new') },
  )
  await until(followed, ({ connection }) => connection === 'live')
  assert.deepEqual(given, [])
})

test('after three refusals the client asks no more, until it gets another token', async () => {
  let calls = 0
  const followed = await follow(
    ({ headers }, response) => {
      if (headers.authorization !== 'Bearer good') return void response.writeHead(401).end()
      begin(response)
    },
    { token: null, getToken: () => Promise.resolve(`bad ${++calls}`) },
  )
  await until(followed, ({ connection }) => connection === 'unauthorized')
  assert.equal(calls, 3)
  followed.inbox.setToken('good')
  await until(followed, ({ connection }) => connection === 'live')
})

test('an event that is no event of the inbox changes nothing', async () => {
  const followed = await follow((_request, response) => {
    const stream = begin(response)
    stream.write('event: message\ndata: {"message_id":"x"}\n\nevent: message\ndata: {\n\nevent: later\ndata: {}\n\n')
    stream.write(event('message', message(3), 3))
  })
  await until(followed, ({ messages }) => messages.length === 1)
  assert.deepEqual(ids(followed.inbox.state), [3])
})

test('a stopped client sends nothing more and starts again', async () => {
  const followed = await follow((_request, response) => void begin(response))
  await until(followed, ({ connection }) => connection === 'live')
  followed.inbox.stop()
  assert.equal(followed.inbox.state.connection, 'stopped')
  followed.inbox.start()
  await until(followed, ({ connection }) => connection === 'live')
})
