/** The list of the newest events, of one recipient. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareMessages, until } from '../service.ts'
import type { Client } from '../service.ts'
import { sharedService } from '../shared-service.ts'

const running = await sharedService()

const MESSAGES = 20
/** Queued, sent and delivered. */
const EVENTS_OF_DELIVERY = 3

interface ListedEvent {
  id: string
  type: string
  created_at: string
  data: { delivery: { id: number } }
}

/** Messages to ada, with messages to bob between them. Waits for all events. */
async function prepare() {
  const client = await running.client()
  const { recipient } = await prepareMessages(client)
  const bob = { external_user_id: 'bob', email: 'delivered@tidings.test' }
  const made = await client.call('POST', '/api/v1/notification_users', { notification_user: bob })
  const ids = { ada: recipient.id as number, bob: made.body.notification_user.id as number }
  for (let number = 0; number < MESSAGES; number++)
    for (const name of number % 5 === 0 ? ['ada', 'bob'] : ['ada']) {
      const message = { external_user_id: name, message_template_name: 'receipt' }
      assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)
    }
  const all = await until(
    () => list(client, {}),
    ({ length }) => length === (MESSAGES + MESSAGES / 5) * EVENTS_OF_DELIVERY,
  )
  return { client, ids, all }
}

async function page(client: Client, query: Record<string, string | number>) {
  const texts = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
  const search = new URLSearchParams(texts)
  const response = await client.call('GET', `/api/v1/webhook_events/newest?${search.toString()}`)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body as { webhook_events: ListedEvent[]; next_cursor: string | null }
}

/** All events, page by page. */
async function list(client: Client, query: Record<string, string | number>): Promise<ListedEvent[]> {
  const events: ListedEvent[] = []
  let cursor: string | null = null
  do {
    const read: Awaited<ReturnType<typeof page>> = await page(client, {
      ...query,
      ...(cursor === null ? {} : { cursor }),
    })
    events.push(...read.webhook_events)
    cursor = read.next_cursor
  } while (cursor !== null)
  return events
}

const idsOf = (events: readonly ListedEvent[]) => events.map(({ id }) => id)
const deliveryOf = ({ data }: ListedEvent) => data.delivery.id

const { client, ids, all } = await prepare()

/** The events of the deliveries, newest delivery first, and the newest event of a delivery first. */
async function expected(recipientId: number): Promise<ListedEvent[]> {
  const { body } = await client.call('GET', `/api/v1/deliveries?limit=200&notification_user_id=${recipientId}`)
  return body.deliveries.flatMap(({ id }: { id: number }) => all.filter((event) => deliveryOf(event) === id))
}

for (const limit of [1, 4, 50, 200])
  test(`pages of ${limit} have each event of the recipient once, in the order of the deliveries`, async () => {
    const found = await list(client, { notification_user_id: ids.ada, limit })
    assert.equal(found.length, MESSAGES * EVENTS_OF_DELIVERY)
    assert.deepEqual(idsOf(found), idsOf(await expected(ids.ada)))
    const ofBob = await list(client, { notification_user_id: ids.bob, limit })
    assert.deepEqual(idsOf(ofBob), idsOf(await expected(ids.bob)))
  })

test('the filters for type, state and time apply too', async () => {
  const ofAda = await expected(ids.ada)
  const sent = await list(client, { notification_user_id: ids.ada, type: 'delivery.sent', limit: 3 })
  assert.deepEqual(idsOf(sent), idsOf(ofAda.filter(({ type }) => type === 'delivery.sent')))
  assert.equal((await list(client, { notification_user_id: ids.ada, state: 'skipped' })).length, ofAda.length)
  assert.deepEqual(await list(client, { notification_user_id: ids.ada, state: 'failed' }), [])
  const middle = ofAda[ofAda.length / 2]!.created_at
  const parts = [
    await list(client, { notification_user_id: ids.ada, created_after: middle }),
    await list(client, { notification_user_id: ids.ada, created_before: middle }),
  ]
  for (const [index, part] of parts.entries()) {
    const fits = ({ created_at: at }: ListedEvent) => (index === 0 ? at > middle : at < middle)
    assert.deepEqual(idsOf(part), idsOf(ofAda.filter(fits)))
  }
  assert.deepEqual(await list(client, { notification_user_id: ids.ada, created_before: '2001-01-01T00:00:00Z' }), [])
})

test('an unknown recipient, and one of another account, is refused', async () => {
  const stranger = await running.client()
  for (const [caller, id] of [
    [client, 9_000_000_000],
    [stranger, ids.ada],
  ] as const) {
    const response = await caller.call('GET', `/api/v1/webhook_events/newest?notification_user_id=${id}`)
    assert.deepEqual([response.status, response.body.errors], [422, { notification_user_id: ['is unknown'] }])
  }
})

test('a cursor of another list, a made-up cursor, and a delivery beside the recipient are refused', async () => {
  const { next_cursor: ofAll } = await page(client, { limit: 1 })
  const { next_cursor: ofAda } = await page(client, { limit: 1, notification_user_id: ids.ada })
  const made = (text: string) => Buffer.from(text).toString('base64url')
  const huge = `1.${Number.MAX_SAFE_INTEGER}.`
  for (const query of [
    `notification_user_id=${ids.ada}&cursor=${ofAll}`,
    `cursor=${ofAda}`,
    ...[huge, '1.1', '1.1.x', '01.1.', '-1.1.'].map((text) => `notification_user_id=${ids.ada}&cursor=${made(text)}`),
    `notification_user_id=${ids.ada}&delivery_id=1`,
    'notification_user_id=0',
    'notification_user_id=ada',
  ]) {
    const response = await client.call('GET', `/api/v1/webhook_events/newest?${query}`)
    assert.equal(response.status, 422, query)
  }
})
