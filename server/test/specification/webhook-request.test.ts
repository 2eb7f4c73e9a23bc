/** What a receiver gets, byte for byte (specification 2.2, 2.4, 4.4): read from the connection by no HTTP parser. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { after, before, describe, test } from 'node:test'
import { verify } from '../../../sdk/src/verify.ts'
import { createCertificateAuthority } from '../certificates.ts'
import { createTestDatabase } from '../database.ts'
import type { TestDatabase } from '../database.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { TestService } from '../service.ts'

/** Each is queued, sent and delivered; those of the second kind are scheduled and canceled. */
const SENT = 150
const SCHEDULED = 20

const HEAD =
  /^POST \/hooks\?a=1 HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nX-Service-Signature: (t=\d{10},v1=[0-9a-f]{64})\r\nX-Service-Event: ([a-z.]+)\r\nX-Service-Event-Id: (evt_[0-9A-HJKMNP-TV-Z]{26})\r\nContent-Type: application\/json\r\nUser-Agent: Service-Webhooks\/1\.0\r\nContent-Length: (\d+)\r\n\r\n$/

const TIME_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const TIME_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const isInteger = Number.isSafeInteger
const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isTime = (value: unknown) => typeof value === 'string' && TIME_MS.test(value)
const isTimeOrNull = (value: unknown) => value === null || isTime(value)

/** The keys of a delivery in their order, and what each may hold. */
const DELIVERY: Record<string, (value: any) => boolean> = {
  id: isInteger,
  status: (value) => /^(scheduled|queued|retrying|sent|delivered|opened|failed|bounced|canceled)$/.test(value),
  error_message: isTextOrNull,
  sent_at: isTimeOrNull,
  failed_at: isTimeOrNull,
  delivered_at: isTimeOrNull,
  opened_at: isTimeOrNull,
  created_at: isTime,
  updated_at: isTime,
  message_id: isInteger,
  friendly_error_message: isTextOrNull,
  limit_feature_key: isTextOrNull,
  notification_channel: (value) => {
    assert.deepEqual(Object.keys(value), ['id', 'name', 'channel_type'])
    return isInteger(value.id) && isText(value.name) && ['email', 'push', 'sms'].includes(value.channel_type)
  },
}

interface Captured {
  head: string
  body: Buffer
}

/** Keeps every request of a connection as bytes, and answers 200 to each. */
function capture(socket: TLSSocket, captured: Captured[]): void {
  let bytes = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk])
    for (;;) {
      const headEnd = bytes.indexOf('\r\n\r\n') + 4
      if (headEnd < 4) return
      const head = bytes.toString('latin1', 0, headEnd)
      const end = headEnd + Number(/\r\nContent-Length: (\d+)\r\n/.exec(head)?.[1] ?? 0)
      if (bytes.length < end) return
      captured.push({ head, body: bytes.subarray(headEnd, end) })
      bytes = bytes.subarray(end)
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    }
  })
}

function check({ head, body }: Captured, secret: string): string {
  const [, signature, type, id, length] = HEAD.exec(head) ?? assert.fail(head)
  assert.equal(Number(length), body.length)
  assert.ok(verify(body, signature!, secret))
  const text = body.toString()
  const event = JSON.parse(text)
  assert.equal(JSON.stringify(event), text)
  assert.deepEqual(Object.keys(event), ['id', 'type', 'created_at', 'data'])
  assert.equal(event.id, id)
  assert.equal(event.type, type)
  assert.match(event.created_at, TIME_SECONDS)
  if (type === 'ping') {
    assert.deepEqual(Object.keys(event.data), ['message'])
    assert.ok(isText(event.data.message))
    return type
  }
  assert.deepEqual(Object.keys(event.data), ['delivery'])
  const { delivery } = event.data
  assert.deepEqual(Object.keys(delivery), Object.keys(DELIVERY))
  for (const [name, holds] of Object.entries(DELIVERY)) assert.ok(holds(delivery[name]), `${name} in ${text}`)
  return type!
}

describe('a webhook request on the wire', () => {
  let database: TestDatabase
  let running: TestService
  let caPath: string
  let closeAuthority: () => void
  const captured: Captured[] = []
  const server = createServer((socket) => capture(socket, captured))

  before(async () => {
    const authority = await createCertificateAuthority()
    ;({ pemPath: caPath, close: closeAuthority } = authority)
    server.setSecureContext(await authority.issue())
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    database = await createTestDatabase()
    running = await startTestService(database, { WEBHOOK_EXTRA_CA_FILE: caPath })
  })
  after(async () => {
    await running.stop()
    server.close()
    closeAuthority()
    await database.close()
  })

  test('hundreds of requests: headers as the specification spells and orders them, bodies of its fields and types', async () => {
    const client = await running.client()
    await prepareMessages(client)
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=1`
    const made = await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint: { url } })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id, secret } = made.body.webhook_endpoint
    for (const [external_user_id, email] of [
      ['bo', 'bounced@tidings.test'],
      ['cy', 'failed@tidings.test'],
      ['di', 'opened@tidings.test'],
    ])
      await client.call('POST', '/api/v1/notification_users', { notification_user: { external_user_id, email } })
    const message = (external_user_id: string, send_at: string | null = null) => {
      return { external_user_id, message_template_name: 'receipt', send_at }
    }
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const messages = [
      ...Array.from({ length: SENT }, (_, index) => message(['ada', 'bo', 'cy', 'di'][index % 4]!)),
      ...Array.from({ length: SCHEDULED }, () => message('ada', soon)),
    ]
    const created = await client.call('POST', '/api/v1/messages/batch', { messages })
    assert.equal(created.status, 200)
    const scheduled = created.body.results.slice(SENT) as { message: { id: number } }[]
    for (const one of scheduled)
      assert.equal((await client.call('POST', `/api/v1/messages/${one.message.id}/cancel`)).status, 200)
    assert.equal((await client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)).status, 202)
    // Of four: queued, sent, delivered; queued, sent, bounced; queued, failed; queued, sent, delivered, opened.
    const [full, rest] = [Math.floor(SENT / 4), SENT % 4]
    const due = full * 12 + [0, 3, 6, 8][rest]! + 2 * SCHEDULED + 1
    await until(
      async () => {
        await new Promise((resolve) => setImmediate(resolve))
        const counts = await client.call('GET', '/api/v1/webhook_events?state=pending&limit=1')
        return { pending: counts.body.webhook_events.length as number, captured: captured.length }
      },
      (found) => found.pending === 0 && found.captured >= due,
    )
    const types = new Map<string, number>()
    for (const one of captured) {
      const type = check(one, secret)
      types.set(type, (types.get(type) ?? 0) + 1)
    }
    assert.deepEqual(
      [...types.keys()].toSorted(),
      ['bounced', 'canceled', 'delivered', 'failed', 'opened', 'queued', 'scheduled', 'sent']
        .map((word) => `delivery.${word}`)
        .concat('ping'),
    )
    assert.ok(captured.length >= due)
  })
})
