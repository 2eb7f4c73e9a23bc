import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createConnection } from 'node:net'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import fastify from 'fastify'
import { decodeCursor } from '../../platform/http/pages.ts'
import { allNewMessages, NEW_MESSAGES_MAX } from './all-new.ts'
import type { Message } from './message.ts'

/** Turns of the event loop without a read: the reader's and the service's buffers are full. */
const QUIET_TURNS = 1_000

function messageOf(id: number, body: string): Message {
  const texts = { subject: 'News', body, renderedSubject: 'News', renderedBody: body }
  const times = { sendAt: null, seenAt: null, deliveredAt: null, canceledAt: null, createdAt: id, updatedAt: id }
  const lists = { channelTexts: null, attributes: [], deliveries: [], skippedChannels: [], attachments: null }
  const ids = {
    id,
    accountId: 1,
    recipientId: 1,
    templateId: 1,
    actorId: null,
    reference: null,
    metadata: null,
    priority: null,
  }
  return { ...ids, ...texts, ...times, ...lists, critical: false, locale: null, bodyFormat: 'html' }
}

/** A route with the messages `all` to 1. A page has at most `pageRows`, because it also ends at its bytes. */
async function serve(all: number, pageRows: number, body: string) {
  const place = { leave: () => {} }
  let rowsRead = 0
  const app = fastify()
  app.get('/', (request, reply) => {
    const asked = Object.assign(request, { leaveResponses: place.leave })
    return allNewMessages(asked, reply, { limit: 50, after: null }, ({ limit, after }) => {
      const newest = (after?.id ?? all + 1) - 1
      const messages = Array.from({ length: Math.min(limit, pageRows, newest) }, (_, at) =>
        messageOf(newest - at, body),
      )
      rowsRead += messages.length
      const end = newest - messages.length + 1
      return Promise.resolve({ messages, scan: { full: end > 1, last: { createdAt: end, id: end } } })
    })
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, port: (app.server.address() as AddressInfo).port, rowsRead: () => rowsRead }
}

test('up to 10,000 messages are one response, newest first, and a cursor leads to the others', async () => {
  for (const all of [1, 200, 201, NEW_MESSAGES_MAX, NEW_MESSAGES_MAX + 1]) {
    const { app, port } = await serve(all, 200, 'x')
    const response = await fetch(`http://127.0.0.1:${port}/`)
    const { messages, next_cursor: cursor } = (await response.json()) as {
      messages: Message[]
      next_cursor: string | null
    }
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    const shown = Math.min(all, NEW_MESSAGES_MAX)
    assert.deepEqual(
      messages.map(({ id }) => id),
      Array.from({ length: shown }, (_, at) => all - at),
    )
    assert.deepEqual(cursor && decodeCursor(cursor), all === shown ? null : { createdAt: 2, id: 2 })
    await app.close()
  }
})

test('for a reader that stops, little is read, and nothing after it has left', async () => {
  const { app, port, rowsRead } = await serve(NEW_MESSAGES_MAX, 15, '<p>News</p>'.repeat(3_000))
  const socket = createConnection(port, '127.0.0.1').pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  let quiet = 0
  for (let rows = 0; quiet < QUIET_TURNS; quiet++, rows = rowsRead()) {
    await nextTurn()
    if (rowsRead() === 0 || rowsRead() !== rows) quiet = 0
  }
  const held = rowsRead()
  assert.ok(held < NEW_MESSAGES_MAX / 10, `${held} messages of 66 KB`)
  socket.destroy()
  await once(socket, 'close')
  await app.close()
  assert.ok(rowsRead() <= held + 15, `${rowsRead()} of ${held}`)
})
