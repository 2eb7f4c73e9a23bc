/**
 * A receiver that stores each request as raw bytes, without an HTTP parser, and checks of these bytes (specification
 * 2.2, 2.4, 4.4).
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { verify } from './verify.ts'
import { createCertificateAuthority } from './certificates.ts'

const HEAD =
  /^POST \/hooks\?a=1 HTTP\/1\.1\r\nHost: 127\.0\.0\.1:\d+\r\nX-Service-Signature: (t=\d{10}((?:,v1=[0-9a-f]{64})+))\r\nX-Service-Event: ([a-z.]+)\r\nX-Service-Event-Id: (evt_[0-9A-HJKMNP-TV-Z]{26})\r\nContent-Type: application\/json\r\nUser-Agent: Service-Webhooks\/1\.0\r\nAccept: \*\/\*\r\nContent-Length: (\d+)\r\n\r\n$/

const TIME_MS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const TIME_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

const isInteger = Number.isSafeInteger
const isText = (value: unknown) => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isTime = (value: unknown) => typeof value === 'string' && TIME_MS.test(value)
const isTimeOrNull = (value: unknown) => value === null || isTime(value)

/** The keys of a delivery in order, with a check of each value. */
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

/** All event types. */
export const EVENT_TYPES = [
  ...['bounced', 'canceled', 'delivered', 'failed', 'opened', 'queued', 'scheduled', 'sent'].map(
    (word) => `delivery.${word}`,
  ),
  'ping',
]

export interface CapturedRequest {
  head: string
  body: Buffer
}

export interface WireReceiver {
  url: string
  /** The path of the authority to trust, for WEBHOOK_EXTRA_CA_FILE. */
  caPath: string
  captured: CapturedRequest[]
  close(): void
}

/** Stores every request of a connection as bytes, and responds with a status. Null closes the connection instead. */
function capture(
  socket: TLSSocket,
  captured: CapturedRequest[],
  statusFor: (request: CapturedRequest) => number | null,
): void {
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
      const request = { head, body: bytes.subarray(headEnd, end) }
      captured.push(request)
      bytes = bytes.subarray(end)
      const status = statusFor(request)
      if (status === null) return void socket.destroy()
      socket.write(`HTTP/1.1 ${status} Status\r\nContent-Length: 0\r\n\r\n`)
    }
  })
}

/** Starts a receiver on a free loopback port. */
export async function startWireReceiver(
  statusFor: (request: CapturedRequest) => number | null = () => 200,
): Promise<WireReceiver> {
  const authority = await createCertificateAuthority()
  const captured: CapturedRequest[] = []
  const server = createServer({ ...(await authority.issue()) }, (socket) => capture(socket, captured, statusFor))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?a=1`,
    caPath: authority.pemPath,
    captured,
    close() {
      server.close()
      authority.close()
    },
  }
}

/** The event id in the request's header. */
export function eventIdOf({ head }: CapturedRequest): string {
  return HEAD.exec(head)?.[4] ?? assert.fail(head)
}

/** Checks a request, and returns its event type. `secrets`: all signing secrets, in order. */
export function judgeRequest({ head, body }: CapturedRequest, secrets: readonly string[]): string {
  const [, signature, signatures, type, id, length] = HEAD.exec(head) ?? assert.fail(head)
  assert.equal(Number(length), body.length)
  const values = signatures!.slice(1).split(',')
  assert.equal(values.length, secrets.length, head)
  const [time] = signature!.split(',', 1)
  for (const [index, secret] of secrets.entries()) assert.ok(verify(body, `${time},${values[index]}`, secret), head)
  const text = body.toString()
  const event = JSON.parse(text)
  assert.ok(Buffer.from(text).equals(body), 'The body is UTF-8')
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
