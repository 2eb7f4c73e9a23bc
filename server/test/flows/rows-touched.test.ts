/** A statement touches the rows of its own message or page, however many messages the account has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventIdFloor } from '../../src/ids.ts'
import { createTestDatabase } from '../database.ts'
import { untilDrained } from '../drained.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startCounting, storeMessages } from '../rows-touched.ts'
import { prepareMessages, startTestService } from '../service.ts'

/** Of one message, and of a page: at most this many rows in a node of a plan. */
const OF_MESSAGE = 100
const OF_PAGE = 3000

const counting = await startCounting(await createTestDatabase())
await endAfterTests(Promise.resolve(counting.database))
const { url, pool } = counting.database
const running = await endAfterTests(startTestService(counting.database, { SWEEP_INTERVAL: '1h' }))
const client = await running.client()
const { channel, template, recipient } = await prepareMessages(client)
const account = { ...client, recipientId: recipient.id, channelId: channel.id, templateId: template.id }

const MESSAGE = { notification_user_id: recipient.id, message_template_id: template.id }
const LISTS = [
  'deliveries',
  `deliveries?notification_user_id=${recipient.id}`,
  `deliveries?notification_user_id=${recipient.id}&message_template_id=${template.id}`,
  'messages',
  `messages?notification_user_id=${recipient.id}`,
  `messages/new_messages_for?notification_user_id=${recipient.id}`,
  `messages/new_messages_for?notification_user_id=${recipient.id}&limit=50`,
  'webhook_events/newest',
  `webhook_events/newest?notification_user_id=${recipient.id}`,
  'webhook_events',
  `notification_users/${recipient.id}/export`,
  'recent_failures',
]

async function call(method: string, path: string, body?: object): Promise<any> {
  const answer = await client.call(method, `/api/v1/${path}`, body)
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** The operations, each with the largest number of rows for its statements. */
const operations: [what: string, rowsMax: number, run: () => Promise<unknown>][] = [
  [
    'create, send, report',
    OF_MESSAGE,
    async () => {
      await call('POST', 'messages', { message: MESSAGE })
      await untilDrained(pool)
    },
  ],
  [
    'schedule, move, read, cancel',
    OF_MESSAGE,
    async () => {
      const send_at = new Date(Date.now() + 3_600_000).toISOString()
      const { message } = await call('POST', 'messages', { message: { ...MESSAGE, send_at } })
      await call('GET', `messages/${message.id}`)
      const [delivery] = message.deliveries
      await call('GET', `deliveries/${delivery.id}/timeline`)
      await call('GET', `deliveries?message_id=${message.id}`)
      await call('GET', `webhook_events?delivery_id=${delivery.id}`)
      await call('POST', `messages/${message.id}/cancel`)
    },
  ],
  ...LISTS.map((path): [string, number, () => Promise<unknown>] => [path, OF_PAGE, () => call('GET', path)]),
]

/** They read PostgreSQL's catalogue, in the background. */
const OF_CATALOGUE = new Set(['statistics.find_grown', 'partitions.read'])

/** The counting of events and deliveries reads a page of the feed, at any time. */
const isCounting = (statement: string) => /^(event|delivery)_counts\./.test(statement)

const rows: string[] = []

/** Runs all operations. Returns the statements with too many rows. */
async function touchTooMany(stored: string): Promise<string[]> {
  const found: string[] = []
  for (const [what, rowsMax, run] of operations) {
    counting.take()
    await run()
    for (const [statement, touched] of counting.take()) {
      rows.push(`${stored} | ${what} | ${statement} | ${touched}`)
      const limit = isCounting(statement) ? OF_PAGE : rowsMax
      if (touched > limit && !OF_CATALOGUE.has(statement))
        found.push(`${what}, ${stored}: ${statement} touches ${touched} rows`)
    }
  }
  return found
}

test('with plans of empty tables, with statistics of few rows and with statistics of all', async (t) => {
  // Makes the plans.
  assert.deepEqual(await touchTooMany('none'), [])
  const found: string[] = []
  const eventTime = eventIdFloor(Date.now()).slice(0, 14)
  await storeMessages(url, account, [1, 600], eventTime)
  found.push(...(await touchTooMany('600')))
  await pool.query('analyze')
  await storeMessages(url, account, [601, 3000], eventTime)
  found.push(...(await touchTooMany('3000, statistics of 600')))
  await pool.query('analyze')
  found.push(...(await touchTooMany('3000, statistics')))
  assert.deepEqual(found, [], rows.join('\n'))
  t.diagnostic(`stored | operation | statement | rows\n${rows.join('\n')}`)
})
