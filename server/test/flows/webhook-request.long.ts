/**
 * Checks thousands of requests at the receivers of two accounts: first attempts, retries, resends, with one secret and
 * with two.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilDrained } from '../drained.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { EVENT_TYPES, eventIdOf, judgeRequest, startWireReceiver } from '../webhook-wire.ts'
import type { CapturedRequest } from '../webhook-wire.ts'
import { endAfterTests } from '../end-after-tests.ts'

const REQUESTS_MIN = 2000
/** Per account. Each has an email, an SMS and a push. */
const SENT = 120
const SCHEDULED = 12
const PINGS = 6
const RESENT = 100

/** Texts with characters of all planes, combining, right-to-left, escaped in JSON, and control characters. */
const TEXTS = [
  'Grüße',
  '日本語',
  '👩‍👩‍👧',
  'e\u0301',
  '\u202eright to left',
  '"quoted" \\ / \u2028',
  '\u0001\t\r\n',
  '\uffff',
]
/** JSON numbers. Some have more digits than a double. */
const NUMBERS = [
  '-0',
  '1e308',
  '5e-324',
  '0.1000000000000000055511151231257827',
  '12345678901234567890',
  '1.10',
  '1E+2',
]

const WORDS = ['delivered', 'bounced', 'failed', 'opened', 'retry', 'exhausted', 'silent']

/** Every fifth event fails at first, with an error response or without any. */
function failingAtFirst(): (request: CapturedRequest) => number | null {
  const met = new Set<string>()
  return (request) => {
    const id = eventIdOf(request)
    if (met.has(id)) return 200
    met.add(id)
    return met.size % 10 === 0 ? null : met.size % 5 === 0 ? 503 : 200
  }
}

async function made(client: Client, path: string, root: string, fields: object) {
  const response = await client.call('POST', `/api/v1/${path}`, { [root]: fields })
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body[root]
}

/** Creates channels, a template and recipients for each magic word. */
async function prepare(client: Client): Promise<void> {
  const channels = []
  for (const [index, channel_type] of ['email', 'sms', 'push'].entries())
    channels.push(
      await made(client, 'notification_channels', 'notification_channel', {
        ...{ name: `${channel_type} ${TEXTS[index]}`, channel_type, provider: 'sandbox' },
      }),
    )
  await made(client, 'message_templates', 'message_template', {
    ...{ name: 'odd', subject: '{{ text }}', body: '{{ text }} {{ number }}', body_format: 'text' },
    channels: channels.map(({ id }) => ({ notification_channel_id: id })),
  })
  for (const word of WORDS) {
    const { id } = await made(client, 'notification_users', 'notification_user', {
      ...{ external_user_id: word, email: `${word}@tidings.test`, phone: '+4366012345', first_name: 'Zoë 👋' },
    })
    await made(client, `notification_users/${id}/devices`, 'device', { platform: 'fcm', token: `${word}-token` })
  }
}

/** A batch as text, because `JSON.stringify` cannot write these numbers. */
function batchOf(count: number, sendAt: string | null): string {
  const messages = Array.from({ length: count }, (_, index) => {
    const text = JSON.stringify(TEXTS[index % TEXTS.length])
    const number = NUMBERS[index % NUMBERS.length]
    return `{"external_user_id":"${WORDS[index % WORDS.length]}","message_template_name":"odd",
      "send_at":${JSON.stringify(sendAt)},"message_attributes_attributes":[
      {"name":"text","value":${text}},{"name":"number","value":${number}},{"name":"nested","value":{"ü":[${number}]}}]}`
  })
  return `{"messages":[${messages.join(',')}]}`
}

async function createMessages(client: Client, count: number, sendAt: string | null = null): Promise<number[]> {
  const { status, body } = await client.call('POST', '/api/v1/messages/batch', batchOf(count, sendAt))
  assert.equal(status, 200)
  return body.results.map(
    (result: { message?: { id: number } }) => result.message?.id ?? assert.fail(JSON.stringify(body)),
  )
}

const receiver = await endAfterTests(startWireReceiver(failingAtFirst()))
const { database, running } = await testService({
  variables: {
    WEBHOOK_EXTRA_CA_FILE: receiver.caPath,
    WEBHOOK_RETRY_SCHEDULE: '20ms,20ms,20ms,20ms,20ms,20ms,20ms',
  },
})

/** Collects the requests for a new account. `isRotated`: it has two secrets, in the overlap of a rotation. */
async function requestsOf(isRotated: boolean): Promise<{ requests: CapturedRequest[]; secrets: string[] }> {
  const { url, captured } = receiver
  const from = captured.length
  const client = await running.client()
  await prepare(client)
  const { id, secret } = await made(client, 'webhook_endpoints', 'webhook_endpoint', { url })
  const path = `/api/v1/webhook_endpoints/${id}`
  const post = async (what: string, status: number, body?: object) => {
    const response = await client.call('POST', what, body)
    assert.equal(response.status, status, JSON.stringify(response.body))
    return response.body
  }
  const rotated = isRotated ? await post(`${path}/rotate_secret`, 200, { overlap_seconds: 3600 }) : null

  await createMessages(client, SENT)
  const scheduled = await createMessages(client, SCHEDULED, new Date(Date.now() + 3_600_000).toISOString())
  for (const message of scheduled) await post(`/api/v1/messages/${message}/cancel`, 200)
  for (let pings = 0; pings < PINGS; pings++) await post(`${path}/test`, 202)
  await untilDrained(database.pool)
  const { body } = await client.call('GET', `/api/v1/webhook_events?limit=${RESENT}`)
  for (const event of body.webhook_events) await post(`/api/v1/webhook_events/${event.id}/resend`, 202)
  await untilDrained(database.pool)
  const secrets = rotated === null ? [secret] : [rotated.webhook_endpoint.secret, secret]
  return { requests: captured.slice(from), secrets }
}

test('thousands of requests: none deviates, and each event always has the same bytes', async (t) => {
  const types = new Map<string, number>()
  const bodies = new Map<string, Buffer>()
  const deviations: string[] = []
  let judged = 0
  let again = 0
  for (const isRotated of [false, true]) {
    const { requests, secrets } = await requestsOf(isRotated)
    for (const request of requests) {
      judged += 1
      try {
        const type = judgeRequest(request, secrets)
        types.set(type, (types.get(type) ?? 0) + 1)
        const id = eventIdOf(request)
        const before = bodies.get(id)
        again += before === undefined ? 0 : 1
        assert.ok(before === undefined || before.equals(request.body), `${id} came with other bytes`)
        bodies.set(id, request.body)
      } catch (error) {
        deviations.push(String(error))
      }
    }
  }
  const counts = EVENT_TYPES.map((type) => `${type} ${types.get(type) ?? 0}`).join(', ')
  t.diagnostic(`${judged} requests, ${again} of them repetitions, ${deviations.length} deviations: ${counts}`)
  assert.deepEqual(deviations, [])
  assert.deepEqual([...types.keys()].toSorted(), EVENT_TYPES)
  assert.ok(judged >= REQUESTS_MIN, `${judged} requests`)
  assert.ok(again >= 2 * RESENT, `${again} repetitions`)
})
