/** The priority of messages: which sends of a channel go first, also after a restart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { prepareMessages, startTestService, until } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'

const { database, running: idle } = await testService({ variables: { ROLES: 'api' } })

const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }

async function create(client: Client, fields: object = {}) {
  const { status, body } = await client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, ...fields } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

/** The priorities of the account's waiting sends, in the order of their creation. */
async function waiting({ bucket, accountId }: Client) {
  const { rows } = await database.pool.query<{ priority: number; sends_made: number }>({
    text: 'select priority, sends_made from send_queue where bucket = $1 and account_id = $2 order by delivery_id',
    values: [bucket, accountId],
  })
  return rows
}

test('a message shows its priority only if it is not normal, and a template has a default', async () => {
  const client = await idle.client()
  const { template } = await prepareMessages(client)
  const priorityOf = (message: { priority?: string }) => ('priority' in message ? message.priority : 'absent')
  assert.equal(priorityOf(await create(client)), 'absent')
  assert.equal(priorityOf(await create(client, { priority: 'normal' })), 'absent')
  const low = await create(client, { priority: 'low' })
  const shown = await client.call('GET', `/api/v1/messages/${low.id}`)
  assert.deepEqual([priorityOf(low), priorityOf(shown.body.message)], ['low', 'low'])
  const refused = await client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, priority: 'urgent' } })
  assert.deepEqual([refused.status, refused.body.errors], [422, { priority: ['must be one of high, normal, low'] }])

  const path = `/api/v1/message_templates/${template.id}`
  assert.ok(!('priority' in template))
  const change = (priority: string) => client.call('PATCH', path, { message_template: { priority } })
  assert.equal((await change('high')).body.message_template.priority, 'high')
  const batch = await client.call('POST', '/api/v1/messages/batch', {
    messages: [RECEIPT, { ...RECEIPT, priority: 'normal' }],
  })
  assert.deepEqual(
    batch.body.results.map((one: { message: object }) => priorityOf(one.message)),
    ['high', 'absent'],
  )
  const versions = await client.call('GET', `${path}/versions`)
  assert.deepEqual(versions.body.versions.map(priorityOf), ['high', 'absent'])
  assert.ok(!('priority' in (await change('normal')).body.message_template))
  assert.deepEqual(
    (await waiting(client)).map(({ priority }) => priority),
    [1, 1, 2, 0, 1],
  )
})

test('another process sends high first, and one low of ten, and keeps the priority of retries and moved messages', async (context) => {
  const client = await idle.client()
  const { channel } = await prepareMessages(client, 'silent@tidings.test')
  const limit = { notification_channel: { max_concurrency: 1 } }
  assert.equal((await client.call('PATCH', `/api/v1/notification_channels/${channel.id}`, limit)).status, 200)
  const again = { external_user_id: 'eve', notification_user: { email: 'retry@tidings.test' }, priority: 'high' }
  const priorities = [...Array<string>(12).fill('low'), ...Array<string>(20).fill('normal'), 'high']
  const nameOf = new Map<number, string>()
  for (const priority of priorities) {
    const message = await create(client, { priority })
    nameOf.set(message.deliveries[0].id, priority[0]!)
  }
  const moved = await create(client, { priority: 'low', send_at: new Date(Date.now() + 3_600_000).toISOString() })
  const later = { message: { send_at: new Date(Date.now() + 7_200_000).toISOString() } }
  assert.equal((await client.call('PATCH', `/api/v1/messages/${moved.id}`, later)).status, 200)
  const running = await startTestService(database, { SEND_RETRY_SCHEDULE: '1h,1h,1h,1h,1h' })
  context.after(() => running.stop())
  await until(
    () => waiting(client),
    (rows) => rows.length === 1,
  )
  const { rows } = await database.pool.query<{ delivery_id: number }>({
    // By their starts: the ends of sends are written in batches, which may overtake each other.
    text: `select delivery_id from sends where bucket = $1 and account_id = $2 order by started_at`,
    values: [client.bucket, client.accountId],
  })
  const order = rows.map((row) => nameOf.get(row.delivery_id)).join('')
  assert.equal(order, `h${'n'.repeat(8)}l${'n'.repeat(9)}l${'n'.repeat(3)}${'l'.repeat(10)}`)

  await create(client, again)
  const rest = await until(
    () => waiting(client),
    (waits) => waits.some((row) => row.sends_made === 1),
  )
  assert.deepEqual(rest, [
    { priority: 2, sends_made: 0 },
    { priority: 0, sends_made: 1 },
  ])
})
