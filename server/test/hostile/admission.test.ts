/** Limits of one caller, met through the whole service. Other callers are served all the same. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { LIMITS } from '../../src/platform/admission/limits.ts'
import { callInbox, openStream, prepareInbox, sendToInbox, tokenOf } from '../inbox.ts'
import type { Stream } from '../inbox.ts'
import { until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

/** Three quarters are for streams of inboxes, and three quarters of these for one account. */
const CONNECTIONS = 60
const STREAMS = 45
const STREAMS_OF_ACCOUNT = 33

/** No rate gains a token. */
const clock = { now: () => Date.now(), wall: () => Date.now(), monotonic: () => 1000 }
const { database, running } = await testService({
  // Connections of a trusted proxy are counted in all only.
  variables: {
    HTTP_CONNECTIONS_MAX: String(CONNECTIONS),
    TRUST_PROXY: '127.0.0.1',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    API_RATE_LIMIT: '1000000',
  },
  clock,
})
const url = running.service.url!

async function recipients(client: Client, count: number): Promise<string[]> {
  const { recipientId } = await prepareInbox(client)
  const others = Array.from({ length: count - 1 }, async (_, index) => {
    const user = { external_user_id: `other ${index}` }
    const { body } = await client.call('POST', '/api/v1/notification_users', { notification_user: user })
    return body.notification_user.id as number
  })
  return Promise.all([recipientId, ...(await Promise.all(others))].map((id) => tokenOf(client, id)))
}

test('a recipient may make 60 requests at once; another recipient of the account is served', async () => {
  const [ada, grace] = await recipients(await running.client(), 2)
  const statusOf = async (token: string) => (await callInbox(url, token, 'GET', '/counts')).status
  for (let requests = 0; requests < LIMITS.inboxRequests.max.burst; requests++) assert.equal(await statusOf(ada!), 200)
  assert.equal(await statusOf(ada!), 429)
  assert.equal(await statusOf(grace!), 200)
})

test('streams of inboxes have a limit for a recipient, for an account and in all', async () => {
  const [client, other] = [await running.client(), await running.client()]
  const [ada, grace] = await recipients(client, 2)
  const [ofOther, another] = await recipients(other, 2)
  const streams: Stream[] = []
  /** Opens streams until one is refused. Returns their number. */
  async function fill(token: string): Promise<number> {
    for (let count = 0; ; count++) {
      const stream = await openStream(url, token)
      if (stream.status === 429) return count
      assert.equal(stream.status, 200)
      streams.push(stream)
    }
  }
  const ofRecipient = LIMITS.inboxStreamsOfRecipient.max
  assert.equal(await fill(ada!), ofRecipient)
  assert.equal(await fill(grace!), STREAMS_OF_ACCOUNT - ofRecipient)
  assert.equal(await fill(ofOther!), STREAMS - STREAMS_OF_ACCOUNT)
  assert.equal(await fill(another!), 0)
  for (const stream of streams) stream.close()
  await until(
    () => openStream(url, another!),
    ({ status, close }) => {
      close()
      return status === 200
    },
  )
})

test('an account has two exports at a time, until their readers have them', async () => {
  const client = await running.client()
  const { recipientId } = await prepareInbox(client)
  await sendToInbox(client, '1')
  // More than the sockets hold.
  const text = `update messages set rendered_body = repeat('x', 20000000) where account_id = ${client.accountId}`
  await database.pool.query({ text })
  const stopping = new AbortController()
  const begin = (signal: AbortSignal) =>
    fetch(`${url}/api/v1/notification_users/${recipientId}/export`, {
      headers: { authorization: `Bearer ${client.apiKey}` },
      signal,
    })
  // Kept, because `fetch` closes the connection of a response that is collected as garbage.
  const held: Response[] = []
  for (let count = 0; count < LIMITS.exportsOfAccount.max; count++) held.push(await begin(stopping.signal))
  assert.equal((await begin(stopping.signal)).status, 429)
  assert.ok(held.every(({ status }) => status === 200))
  stopping.abort()
  // A body that is not read keeps its socket open.
  const again = new AbortController()
  await until(
    async () => (await begin(again.signal)).status,
    (status) => status === 200,
  )
  again.abort()
})

test('eight receivers that respond to no test are waited for; the next test is refused', async () => {
  const sockets: { destroy(): void }[] = []
  const silent = createServer((socket) => sockets.push(socket.on('error', () => {})))
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const endpoints = await Promise.all(
    Array.from({ length: LIMITS.connectionTests.max + 1 }, async () => {
      const client = await running.client()
      const endpoint = { webhook_endpoint: { url: `https://127.0.0.1:${port}/` } }
      const { body } = await client.call('POST', '/api/v1/webhook_endpoints', endpoint)
      return () => client.call('POST', `/api/v1/webhook_endpoints/${body.webhook_endpoint.id}/test_connection`)
    }),
  )
  const last = endpoints.pop()!
  const waiting = endpoints.map((begin) => begin())
  await until(
    async () => sockets.length,
    (count) => count === LIMITS.connectionTests.max,
  )
  const refused = await last()
  assert.deepEqual([refused.status, refused.body.code], [503, 'overloaded'])
  silent.close()
  for (const socket of sockets) socket.destroy()
  for (const { body } of await Promise.all(waiting)) assert.equal(body.connection_test.succeeded, false)
})
