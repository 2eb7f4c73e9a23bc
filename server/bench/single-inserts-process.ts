/**
 * What most would write: a request is a transaction with an INSERT for every row, on one of as many connections as there
 * are callers; nothing is validated or rendered. The rows are those of a create in the product: a message, and for each
 * of two deliveries itself, its send and its event.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import type { PoolClient } from 'pg'
import { createEventIds } from '../src/ids.ts'
import { createSystemClock } from '../src/clock.ts'
import { CONNECTIONS } from './creates.ts'

const DELIVERIES = 2
const TEXT = 'x'.repeat(80)
const EVENT_BODY = 'x'.repeat(600)

const INSERTS = {
  message: `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
      rendered_body, attributes, created_at, updated_at)
    values ($1, $2, nextval('messages_id_seq'), 1, 1, 1, $3, $4, '[]', now(), now()) returning id`,
  delivery: `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at,
      created_at, updated_at)
    values ($1, $2, nextval('deliveries_id_seq'), $3, 1, 1, 'queued', now(), now(), now()) returning id`,
  send: 'insert into send_queue (bucket, account_id, channel_id, delivery_id, due_at) values ($1, $2, 1, $3, now())',
  event: `insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped)
    values ($1, $2, $3, 'delivery.queued', $4, now(), 'api', $5, 'no_endpoint')`,
} as const

const pool = new Pool({ connectionString: process.env['DATABASE_URL']!, max: CONNECTIONS })
const accounts = await pool.query<{ bucket: number; id: string }>(
  'select bucket, id from accounts order by id desc limit 1',
)
const { bucket, id: accountId } = accounts.rows[0]!
const eventIds = createEventIds(createSystemClock())

async function insert(client: PoolClient, name: keyof typeof INSERTS, values: unknown[]): Promise<unknown> {
  const { rows } = await client.query<{ id: unknown }>({
    name,
    text: INSERTS[name],
    values: [bucket, accountId, ...values],
  })
  return rows[0]?.id
}

async function create(): Promise<unknown> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const messageId = await insert(client, 'message', [TEXT, TEXT])
    for (let number = 0; number < DELIVERIES; number++) {
      const deliveryId = await insert(client, 'delivery', [messageId])
      await insert(client, 'send', [deliveryId])
      await insert(client, 'event', [eventIds.next(0).id, deliveryId, EVENT_BODY])
    }
    await client.query('commit')
    return messageId
  } finally {
    client.release()
  }
}

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    create().then(
      (id) => response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ message: { id } })),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(`Tidings is at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.once('SIGTERM', () => process.exit(0))
