/** What an account asks for costs as much of its limits as it is large, and nothing of another account's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { prepareMessages, startTestService } from '../service.ts'
import type { Client, TestService } from '../service.ts'

const PER_SECOND = 10
const BURST = 2 * PER_SECOND
const KIB_PER_SECOND = 4 * PER_SECOND
const READ_BURST_KIB = 2 * KIB_PER_SECOND

let database: TestDatabase
let running: TestService
let now = 1000

before(async () => {
  database = await createTestDatabase()
  const clock = { now: () => Date.now(), wall: () => Date.now(), monotonic: () => now }
  running = await startTestService(database, { ROLES: 'api', API_RATE_LIMIT: String(PER_SECOND) }, clock)
})
after(async () => {
  await running.stop()
  await database.close()
})

/** Long enough for every limit to be whole again. */
const rest = () => (now += 600_000)
const message = { external_user_id: 'ada', message_template_name: 'receipt' }
const read = (client: Client) => client.call('GET', '/api/v1/messages')

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
    // Of 20 requests one is taken; 100 more are not there, and are waited for.
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

test('what is read costs by its bytes: then reading waits, and sending does not', async () => {
  const [client, other] = [await prepared(), await prepared()]
  const template = { name: 'large', subject: 'Large', body: 'x'.repeat(50 * 1024), body_format: 'text', channels: [] }
  assert.equal((await client.call('POST', '/api/v1/message_templates', { message_template: template })).status, 201)
  const large = { external_user_id: 'ada', message_template_name: 'large' }
  assert.equal((await client.call('POST', '/api/v1/messages', { message: large })).status, 201)
  rest()

  let readKib = 0
  while (readKib <= READ_BURST_KIB - 1) {
    const page = await read(client)
    assert.equal(page.status, 200)
    readKib += JSON.stringify(page.body).length / 1024
  }
  const refused = await read(client)
  assert.equal(refused.status, 429)
  assert.equal(refused.body.code, 'rate_limited')
  assert.match(refused.body.error, /read too much/)
  const seconds = Math.ceil((1 + readKib - READ_BURST_KIB) / KIB_PER_SECOND)
  assert.equal(refused.headers.get('retry-after'), String(seconds))
  assert.equal((await client.call('HEAD', '/api/v1/messages')).status, 429)
  assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
  assert.equal((await read(other)).status, 200)
  now += seconds * 1000
  assert.equal((await read(client)).status, 200)
})
