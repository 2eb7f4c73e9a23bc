/**
 * 5,000 open streams on one process: each recipient gets its message exactly once. Prints the memory of a stream, and the
 * rate of creates with and without the streams.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { createApiKey, newApiKey } from '../../src/core/accounts/api-keys.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { createTestDatabase } from '../database.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { prepareInbox, sendToInbox } from '../inbox.ts'
import { startProcess } from '../process.ts'
import { call } from '../service.ts'
import type { Client } from '../service.ts'

const STREAMS = 5_000
/** Streams opened at the same time. */
const OPENING_MAX = 100
/** Each network may have a quarter of all connections. */
const NETWORKS = 4
/** Creates of a measurement, and how many run at the same time. */
const CREATES = 4_000
const CREATING_MAX = 32
/** Far above the expected size, and far below a copy of anything large for each stream. */
const STREAM_BYTES_MAX = 100 * 1024

const database = await endAfterTests(createTestDatabase())
const dataDir = mkdtempSync(join(tmpdir(), 'tidings-streams-'))
const service = await startProcess(dataDir, {
  DATABASE_URL: database.url,
  SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  API_RATE_LIMIT: '0',
  HTTP_CONNECTIONS_MAX: '15000',
  HTTP_CONNECTIONS_PER_ADDRESS_MAX: '15000',
})
await endAfterTests(Promise.resolve({ stop: () => service.stop().then(() => rmSync(dataDir, { recursive: true })) }))

const clock = createSystemClock()
const residentBytes = () =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.processId}/status`, 'utf8'))![1]) * 1024

async function makeClient(): Promise<Client> {
  const apiKey = newApiKey()
  const { id: accountId, bucket } = await createAccount(database.pool, clock, 'Streams')
  await createApiKey(database.pool, clock, { bucket, accountId, name: 'Test', role: 'full', key: apiKey })
  return { accountId, bucket, apiKey, call: (method, path, body) => call(service.url, apiKey, method, path, body) }
}

/** Runs `work` for 0 to `count` - 1, some at the same time. */
async function inParallel(count: number, atOnce: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const run = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

function signer(accountId: number, key: { id: number; secret: string }): (recipientId: number) => string {
  return (recipientId) => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { aud: 'inbox', iss: String(accountId), sub: String(recipientId), iat: now, exp: now + 86_400 }
    const signed = `${part({ alg: 'HS256', kid: String(key.id) })}.${part(claims)}`
    return `${signed}.${createHmac('sha256', key.secret).update(signed).digest('base64url')}`
  }
}

interface Reader {
  socket: Socket
  text: string
  onText: () => void
}

/** Opens a stream from one of the networks, and resolves after its first event. */
async function openStream(token: string, network: number): Promise<Reader> {
  const { hostname, port, host } = new URL(service.url)
  const socket = connect({ host: hostname, port: Number(port), localAddress: `127.${network + 1}.0.1` })
  const reader: Reader = { socket, text: '', onText: () => {} }
  const begun = new Promise<void>((resolve, reject) => {
    reader.onText = () => reader.text.includes('event: counts') && resolve()
    socket.once('close', () => reject(new Error(`The stream did not begin: ${reader.text.slice(0, 200)}`)))
  })
  socket.on('data', (chunk: Buffer) => {
    reader.text += chunk.toString('latin1')
    reader.onText()
  })
  socket.on('error', () => {})
  socket.write(`GET /api/v1/inbox/stream HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  await begun
  reader.text = ''
  return reader
}

/** Creates messages for a recipient without a stream. Returns the rate. */
async function creates(client: Client): Promise<number> {
  const begunAt = performance.now()
  await inParallel(CREATES, CREATING_MAX, (index) => sendToInbox(client, String(index)))
  return Math.round((CREATES * 1000) / (performance.now() - begunAt))
}

test(`${STREAMS} streams of one process get their messages`, { timeout: 1_200_000 }, async (t) => {
  const client = await makeClient()
  await prepareInbox(client)
  const { body } = await client.call('POST', '/api/v1/recipient_signing_keys', {
    recipient_signing_key: { name: 'Own' },
  })
  const tokenOf = signer(client.accountId, body.recipient_signing_key)
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into recipients (bucket, account_id, external_user_id, created_at, updated_at)
     select $1, $2, 'reader-' || n, now(), now() from generate_series(1, $3::integer) n returning id`,
    [client.bucket, client.accountId, STREAMS],
  )
  await creates(client)
  const alone = await creates(client)

  const before = residentBytes()
  const readers: Reader[] = []
  await inParallel(STREAMS, OPENING_MAX, async (index) => {
    readers[index] = await openStream(tokenOf(rows[index]!.id), index % NETWORKS)
  })
  const bytes = Math.round((residentBytes() - before) / STREAMS)
  t.diagnostic(`memory of a stream: ${(bytes / 1024).toFixed(1)} KiB`)
  assert.ok(bytes < STREAM_BYTES_MAX, `${bytes} bytes`)
  const beside = await creates(client)
  t.diagnostic(`creates a second: ${alone} without streams, ${beside} with ${STREAMS} streams`)

  const count = ({ text }: Reader) => text.split('event: message\n').length - 1
  const all = Promise.all(
    readers.map(
      (reader, index) =>
        new Promise<void>((resolve, reject) => {
          reader.onText = () => count(reader) > 0 && reader.text.includes('event: counts') && resolve()
          reader.socket.once('close', () => reject(new Error(`Stream ${index} has ended`)))
          reader.onText()
        }),
    ),
  )
  const messages = Array.from({ length: STREAMS / 500 }, (_, batch) =>
    Array.from({ length: 500 }, (__, index) => {
      return { external_user_id: `reader-${batch * 500 + index + 1}`, message_template_name: 'shipped' }
    }),
  )
  for (const batch of messages)
    assert.equal((await client.call('POST', '/api/v1/messages/batch', { messages: batch })).status, 200)
  await all
  assert.ok(readers.every((reader) => count(reader) === 1))
  for (const { socket } of readers) socket.destroy()
})
