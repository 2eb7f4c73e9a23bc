/** A request costs its account by its size, and never costs other accounts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { call, prepareMessages } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'

const PER_SECOND = 10
const BURST = 2 * PER_SECOND

let now = 1000

const clock = { now: () => Date.now(), wall: () => Date.now(), monotonic: () => now }
const { running } = await testService({ variables: { ROLES: 'api', API_RATE_LIMIT: String(PER_SECOND) }, clock })

/** After this time, all limits are full again. */
const rest = () => (now += 600_000)
const KEY = { 'idempotency-key': 'k1' }
const message = { external_user_id: 'ada', message_template_name: 'receipt' }

async function prepared(): Promise<Client> {
  const client = await running.client()
  await prepareMessages(client)
  rest()
  return client
}

test('a batch costs a request, and one more for each 5 messages, be they created or refused', async () => {
  const [client, other] = [await prepared(), await prepared()]
  for (const one of [message, { external_user_id: 'nobody' }]) {
    rest()
    // The burst is 20 requests. One is used, and 100 more are owed, so the account must wait.
    const messages = Array.from({ length: 500 }, () => one)
    assert.equal((await client.call('POST', '/api/v1/messages/batch', { messages })).status, 200)
    const refused = await client.call('POST', '/api/v1/messages', { message })
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'rate_limited')
    const seconds = Math.ceil((1 + 1 + 500 / 5 - BURST) / PER_SECOND)
    assert.equal(refused.headers.get('retry-after'), String(seconds))
    assert.equal((await other.call('POST', '/api/v1/messages', { message })).status, 201)
    now += seconds * 1000
    assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
  }
})

test('a batch that is not valid costs one request', async () => {
  const client = await prepared()
  for (let requests = 0; requests < BURST; requests++)
    assert.equal((await client.call('POST', '/api/v1/messages/batch', { messages: [] })).status, 422)
  assert.equal((await client.call('POST', '/api/v1/messages/batch', { messages: [] })).status, 429)
})

test('a large body costs a request more for each 16 KiB, also if it is refused', async () => {
  const client = await prepared()
  const messages = Array.from({ length: 500_000 }, () => 1)
  const refused = await client.call('POST', '/api/v1/messages/batch', { messages })
  assert.equal(refused.status, 422, JSON.stringify(refused.body).slice(0, 200))
  const bytes = JSON.stringify({ messages }).length
  const next = await client.call('POST', '/api/v1/messages', { message })
  assert.equal(next.status, 429)
  const seconds = Math.ceil((1 + 1 + Math.floor(bytes / 16_384) - BURST) / PER_SECOND)
  assert.equal(next.headers.get('retry-after'), String(seconds))
})

test('a response that is replayed costs by its bytes', async () => {
  const client = await prepared()
  const batch = { messages: Array.from({ length: 100 }, () => message) }
  const send = () => call(running.service.url!, client.apiKey, 'POST', '/api/v1/messages/batch', batch, KEY)
  assert.equal((await send()).status, 200)
  rest()
  const replayed = await send()
  assert.equal(replayed.headers.get('idempotency-replayed'), 'true')
  const left = BURST - 1 - Math.floor(JSON.stringify(replayed.body).length / 16_384)
  assert.ok(left < BURST - 1)
  const next = await client.call('GET', '/api/v1/account')
  assert.equal(next.headers.get('ratelimit')?.split(';')[1], `r=${left - 1}`)
})
