/** Limits of memory for incoming bodies, per account. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import { startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { endAfterTests } from '../end-after-tests.ts'

const MIB = 1024 * 1024
/** The size limit of a batch. */
const BATCH_BYTES_MAX = 5 * MIB
/** This many of them fit into an account's limit. */
const AT_ONCE = 12

const database = await endAfterTests(createTestDatabase())
const running = await endAfterTests(startTestService(database, { ROLES: 'api' }))

/** Begins a batch without sending its body. Resolves with the response's status. */
function responseTo(client: Client, sockets: Socket[], length: string): Promise<string> {
  const { hostname, port } = new URL(running.service.url!)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.write(
    `POST /api/v1/messages/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.apiKey}\r\n` +
      `Content-Type: application/json\r\n${length}\r\n\r\n`,
  )
  return new Promise((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())![1]!))
  })
}

/** After two later responses, the service has also read a request. */
async function twoResponses(client: Client): Promise<null> {
  for (let count = 0; count < 2; count++) await client.call('GET', '/api/v1/account')
  return null
}

/** Begins a batch without sending its body. Returns the response's status, null if the service waits for the body. */
function begin(client: Client, sockets: Socket[], length: string): Promise<string | null> {
  return Promise.race([responseTo(client, sockets, length), twoResponses(client)])
}

for (const [what, length] of [
  ['announced', `Content-Length: ${BATCH_BYTES_MAX}`],
  ['not announced', 'Transfer-Encoding: chunked'],
] as const)
  test(`bodies whose length is ${what}: ${AT_ONCE} of the largest at a time of an account, others are not concerned`, async () => {
    const [client, other] = [await running.client(), await running.client()]
    const sockets: Socket[] = []
    try {
      const responses: string[] = []
      for (let tries = 0; tries < AT_ONCE + 3; tries++)
        void responseTo(client, sockets, length).then((status) => responses.push(status))
      await until(
        () => Promise.resolve(responses.length),
        (count) => count >= 3,
      )
      await twoResponses(client)
      assert.deepEqual(responses, ['429', '429', '429'])
      assert.equal(await begin(other, sockets, length), null)
      // Small bodies still fit, and requests without a body do not count.
      const { status, body } = await client.call('POST', '/api/v1/messages', { message: {} })
      assert.deepEqual([status, body.code], [422, 'invalid'])
      assert.equal((await client.call('GET', '/api/v1/messages')).status, 200)
      for (const socket of sockets.splice(0)) socket.destroy()
      // After their callers have hung up, they no longer count.
      await until(
        () => begin(client, sockets, length),
        (response) => response === null,
      )
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

test('callers that hang up while their key is looked up leave nothing counted', async () => {
  const client = await running.client()
  const { hostname, port } = new URL(running.service.url!)
  const connection = await database.pool.connect()
  try {
    // Every lookup of a key waits until the callers have hung up.
    await connection.query({ text: 'begin' })
    await connection.query({ text: 'lock table api_keys in access exclusive mode' })
    for (let tries = 0; tries < AT_ONCE + 3; tries++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(
        `POST /api/v1/messages/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.apiKey}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${BATCH_BYTES_MAX}\r\n\r\n`,
      )
      // A later response on another connection shows that the service has read the request.
      await fetch(`${running.service.url}/healthz`)
      socket.resetAndDestroy()
      await fetch(`${running.service.url}/healthz`)
    }
    await connection.query({ text: 'rollback' })
  } finally {
    connection.release()
  }
  const sockets: Socket[] = []
  try {
    for (let tries = 0; tries < AT_ONCE; tries++)
      assert.equal(await begin(client, sockets, `Content-Length: ${BATCH_BYTES_MAX}`), null)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

test('a body above the limit of the route is refused unread, and not counted', async () => {
  const client = await running.client()
  const sockets: Socket[] = []
  for (let tries = 0; tries < AT_ONCE + 3; tries++)
    assert.equal(await responseTo(client, sockets, `Content-Length: ${BATCH_BYTES_MAX + 1}`), '413')
  for (const socket of sockets) socket.destroy()
})

test('small bodies are taken however many large ones are under way', async () => {
  const sockets: Socket[] = []
  const clients = await Promise.all(Array.from({ length: 5 }, () => running.client()))
  try {
    for (const client of clients.slice(0, 4))
      for (let tries = 0; tries < AT_ONCE; tries++)
        assert.equal(await begin(client, sockets, `Content-Length: ${BATCH_BYTES_MAX}`), null)
    const [, , , , other] = clients
    // The rest of the total limit, after four accounts have used theirs. It is smaller than the limit of one account.
    for (let tries = 0; tries < AT_ONCE; tries++) await begin(other!, sockets, `Content-Length: ${BATCH_BYTES_MAX}`)
    assert.equal(await responseTo(other!, sockets, `Content-Length: ${BATCH_BYTES_MAX}`), '503')
    const { status, body } = await other!.call('POST', '/api/v1/messages', { message: {} })
    assert.deepEqual([status, body.code], [422, 'invalid'])
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})
