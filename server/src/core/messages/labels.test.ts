/** Labels of messages: in responses, deliveries and events, and nowhere if a message has none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilDrained } from '../../../test/drained.ts'
import { call, prepareMessages } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'

const { database, running } = await testService()

const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }
const LABELS = { reference: 'order-1001', metadata: { order_id: '1001', shop: 'Bern', 2: 'zwei', note: '' } }

async function prepared(): Promise<Client> {
  const client = await running.client()
  await prepareMessages(client)
  return client
}

async function create(client: Client, fields: object = {}) {
  const { status, body } = await client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, ...fields } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

const get = async (client: Client, path: string) => (await client.call('GET', `/api/v1/${path}`)).body

/** The bodies of the account's events, oldest first. */
async function eventBodies({ bucket, accountId }: Client): Promise<string[]> {
  const { rows } = await database.pool.query<{ body: string }>({
    text: 'select body from events where bucket = $1 and account_id = $2 order by id',
    values: [bucket, accountId],
  })
  return rows.map(({ body }) => body)
}

const labelsOf = ({ reference, metadata }: { reference?: string; metadata?: object }) => ({ reference, metadata })

test('the message, its deliveries and every event have the labels, and GET is the delivery of the last event', async () => {
  const client = await prepared()
  const message = await create(client, LABELS)
  assert.deepEqual(labelsOf(message), LABELS)
  await untilDrained(database.pool)
  assert.deepEqual(labelsOf((await get(client, `messages/${message.id}`)).message), LABELS)
  const bodies = await eventBodies(client)
  assert.deepEqual(
    bodies.map((body) => JSON.parse(body)).map(({ type, data }) => [type, labelsOf(data.delivery)]),
    ['queued', 'sent', 'delivered'].map((fact) => [`delivery.${fact}`, LABELS]),
  )
  const headers = { authorization: `Bearer ${client.apiKey}` }
  const shown = await fetch(`${running.service.url}/api/v1/deliveries/${message.deliveries[0].id}`, { headers })
  assert.ok(bodies.at(-1)!.endsWith(`"data":{"delivery":${await shown.text()}}}`))
})

test('a reference filters messages and deliveries, and the search finds it', async () => {
  const client = await prepared()
  const [first, second] = [await create(client, LABELS), await create(client, LABELS)]
  await create(client, { reference: 'order-10011' })
  await create(client)
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const both = [second.id, first.id]
  assert.deepEqual(ids((await get(client, 'messages?reference=order-1001')).messages), both)
  const deliveries = async (query: string) =>
    (await get(client, `deliveries?reference=order-1001${query}`)).deliveries.map(
      (row: { message_id: number }) => row.message_id,
    )
  assert.deepEqual(await deliveries(''), both)
  assert.deepEqual(await deliveries(`&message_id=${first.id}`), [first.id])
  assert.deepEqual(await deliveries('&external_user_id=ada&message_template_name=receipt'), both)
  assert.deepEqual((await get(client, 'messages?reference=order-1001&external_user_id=ada&limit=1')).messages.length, 1)
  assert.deepEqual((await get(client, 'deliveries?reference=order')).deliveries, [])
  const found = (await get(client, 'search?q=order-1001')).results
  assert.deepEqual(
    found.map((row: { kind: string; id: string }) => [row.kind, Number(row.id)]),
    both.map((id) => ['message', id]),
  )
})

test('forms and batches take labels, and a message sent again keeps them', async () => {
  const client = await prepared()
  const form = new URLSearchParams({
    'message[external_user_id]': 'ada',
    'message[message_template_name]': 'receipt',
    'message[reference]': 'order-1001',
    'message[metadata][order_id]': '1001',
    'message[metadata][shop]': 'Bern',
    'message[metadata][2]': 'zwei',
    'message[metadata][note]': '',
  })
  const headers = { authorization: `Bearer ${client.apiKey}` }
  const made = await fetch(`${running.service.url}/api/v1/messages`, { method: 'POST', headers, body: form })
  const { message } = (await made.json()) as any
  assert.deepEqual(labelsOf(message), LABELS)
  const messages = [
    { ...RECEIPT, ...LABELS, reference: 1001 },
    { ...RECEIPT, reference: null, metadata: {} },
  ]
  const batch = await client.call('POST', '/api/v1/messages/batch', { messages })
  const [one, other] = batch.body.results
  assert.deepEqual(labelsOf(one.message), { ...LABELS, reference: '1001' })
  assert.ok(!('reference' in other.message) && !('metadata' in other.message))
  const again = await client.call('POST', `/api/v1/messages/${message.id}/send_again`, { channels: 'all' })
  assert.deepEqual(labelsOf(again.body.message), LABELS)
})

test('a repeated request returns the same labels, and other labels are another request', async () => {
  const client = await prepared()
  const keyed = (labels: object) =>
    call(
      running.service.url!,
      client.apiKey,
      'POST',
      '/api/v1/messages',
      { message: { ...RECEIPT, ...labels } },
      { 'idempotency-key': 'order-1001' },
    )
  const first = await keyed(LABELS)
  const same = await keyed(LABELS)
  assert.deepEqual([same.headers.get('idempotency-replayed'), same.body], ['true', first.body])
  const other = await keyed({ ...LABELS, metadata: { ...LABELS.metadata, shop: 'Basel' } })
  assert.deepEqual([other.status, other.body.code], [422, 'idempotency_key_reused'])
})

const names = (count: number, value = '') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]))

test('each bound is met, and one more is 422 with its path and stores nothing', async () => {
  const client = await prepared()
  const full = names(8, 'x'.repeat(500))
  const bytesLeft = 4096 - JSON.stringify({ ...full, last: '' }).length
  for (const labels of [
    { reference: 'x'.repeat(255) },
    { metadata: names(20) },
    { metadata: { ['n'.repeat(40)]: 'x'.repeat(500) } },
    { metadata: { ...full, last: 'x'.repeat(bytesLeft) } },
  ])
    assert.deepEqual(labelsOf(await create(client, labels)), { reference: undefined, metadata: undefined, ...labels })

  const refused: [labels: object, path: string, sentence: string][] = [
    [{ reference: 'x'.repeat(256) }, 'reference', 'is too long (maximum is 255 characters)'],
    [{ reference: '' }, 'reference', "can't be blank"],
    [{ reference: 'a\nb' }, 'reference', 'must be one line without control characters, and not blank'],
    [{ reference: ['a'] }, 'reference', 'must be a string'],
    [{ metadata: names(21) }, 'metadata', 'has too many names (maximum is 20)'],
    [{ metadata: ['a'] }, 'metadata', 'must be an object'],
    [{ metadata: { n: 'x'.repeat(501) } }, 'metadata.n', 'is too long (maximum is 500 characters)'],
    [{ metadata: { n: 1001 } }, 'metadata.n', 'must be a string'],
    [{ metadata: { n: null } }, 'metadata.n', 'must be a string'],
    [{ metadata: { ...full, last: 'x'.repeat(bytesLeft + 1) } }, 'metadata', 'is too long (maximum is 4 KB)'],
    [
      { metadata: { ['n'.repeat(41)]: '' } },
      `metadata.${'n'.repeat(41)}`,
      'is too long as a name (maximum is 40 characters)',
    ],
    [{ metadata: { '': 'a' } }, 'metadata.', 'must have a name of one line without control characters, and not blank'],
    [{ metadata: { constructor: 'a' } }, 'metadata.constructor', 'is not allowed'],
  ]
  for (const [labels, path, sentence] of refused) {
    const { status, body } = await client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, ...labels } })
    assert.deepEqual([status, body.errors], [422, { [path]: [sentence] }], JSON.stringify(labels).slice(0, 80))
  }
  assert.equal((await get(client, 'messages')).messages.length, 4)
})

test('1,000 events and their deliveries without labels have exactly the former members', async () => {
  const client = await prepared()
  const messages = Array.from({ length: 334 }, () => RECEIPT)
  const batch = await client.call('POST', '/api/v1/messages/batch', { messages })
  await untilDrained(database.pool)
  const blank = (text: string) =>
    text
      .replaceAll(/"evt_\w+"/g, '"evt_"')
      .replaceAll(/"\d{4}-[^"]+Z"/g, 'at')
      .replaceAll(/"((?:\w+_)?id)":\d+/g, '"$1":1')
  const delivery = (status: string, sent: string, delivered: string) =>
    `{"id":1,"status":"${status}","error_message":null,"sent_at":${sent},"failed_at":null,"delivered_at":${delivered},` +
    '"opened_at":null,"created_at":at,"updated_at":at,"message_id":1,"friendly_error_message":null,"limit_feature_key":null,' +
    '"notification_channel":{"id":1,"name":"Mail","channel_type":"email"}}'
  const event = (status: string, ...times: [string, string]) =>
    `{"id":"evt_","type":"delivery.${status}","created_at":at,"data":{"delivery":${delivery(status, ...times)}}}`
  const bodies = await eventBodies(client)
  assert.equal(bodies.length, 1002)
  assert.deepEqual(
    new Set(bodies.map(blank)),
    new Set([event('queued', 'null', 'null'), event('sent', 'at', 'null'), event('delivered', 'at', 'at')]),
  )
  const headers = { authorization: `Bearer ${client.apiKey}` }
  const shown = new Set<string>()
  for (const { message } of batch.body.results) {
    const path = `${running.service.url}/api/v1/deliveries/${message.deliveries[0].id}`
    shown.add(blank(await (await fetch(path, { headers })).text()))
  }
  assert.deepEqual([...shown], [delivery('delivered', 'at', 'at')])
  assert.deepEqual(
    new Set(batch.body.results.map(({ message }: { message: object }) => Object.keys(message).join())),
    new Set([
      'id,notification_user_id,message_template_id,account_id,actor_id,seen,subject,body,rendered_subject,rendered_body,' +
        'message_attributes,send_at,seen_at,delivered_at,canceled_at,created_at,updated_at,deliveries,critical,locale,skipped_channels',
    ]),
  )
})
