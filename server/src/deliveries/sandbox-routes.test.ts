import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { prepareMessages, startTestService, until } from '../../test/service.ts'
import type { Client, TestService } from '../../test/service.ts'

const PATH = '/api/v1/sandbox_messages'

let database: TestDatabase
let running: TestService

before(async () => {
  database = await createTestDatabase()
  running = await startTestService(database)
})
after(async () => {
  await running.stop()
  await database.close()
})

/** Sends messages to a recipient that the sandbox reports nothing of; answers their deliveries, the first first. */
async function sentDeliveries(client: Client, count: number): Promise<number[]> {
  await prepareMessages(client, 'silent@tidings.test')
  const ids: number[] = []
  for (let index = 1; index <= count; index++) {
    const message = {
      external_user_id: 'ada',
      message_template_name: 'receipt',
      message_attributes_attributes: [{ name: 'order.id', value: `A-${index}` }],
    }
    const { body } = await client.call('POST', '/api/v1/messages', { message })
    const id = body.message.deliveries[0].id
    await until(
      () => client.call('GET', `/api/v1/deliveries/${id}`),
      (answer) => answer.body.status === 'sent',
    )
    ids.push(id)
  }
  return ids
}

describe('the sandbox inbox', () => {
  test('shows what would have gone out, the newest delivery first, page by page', async () => {
    const client = await running.client()
    const [first, second, third] = await sentDeliveries(client, 3)
    const page = await client.call('GET', `${PATH}?limit=2`)
    assert.deepEqual(
      page.body.sandbox_messages.map((one: { id: number; subject: string }) => [one.id, one.subject]),
      [
        [third, 'Order A-3'],
        [second, 'Order A-2'],
      ],
    )
    const rest = await client.call('GET', `${PATH}?limit=2&cursor=${page.body.next_cursor}`)
    assert.deepEqual(
      rest.body.sandbox_messages.map((one: { id: number }) => one.id),
      [first],
    )
    assert.equal(rest.body.next_cursor, null)

    const { sandbox_message: shown } = (await client.call('GET', `${PATH}/${second}`)).body
    const { id, notification_channel: channel, at, message_id: messageId, ...texts } = shown
    assert.deepEqual([id, channel.name, channel.channel_type], [second, 'Mail', 'email'])
    assert.ok(Date.parse(at) > 0 && messageId > 0)
    assert.deepEqual(texts, {
      status: 'sent',
      to: 'silent@tidings.test',
      subject: 'Order A-2',
      sends: 1,
      body: 'Hello Ada, order A-2 is on its way.',
      body_format: 'text',
    })
  })

  test('reports facts by hand, each once, and their events tell that an operator did', async () => {
    const client = await running.client()
    const [id] = await sentDeliveries(client, 1)
    const report = (fact: string) => client.call('POST', `${PATH}/${id}/report`, { sandbox_report: { fact } })
    assert.deepEqual((await report('delivered')).body, { sandbox_report: { fact: 'delivered', recorded: true } })
    assert.deepEqual((await report('delivered')).body, { sandbox_report: { fact: 'delivered', recorded: false } })
    await report('bounced')
    const delivery = (await client.call('GET', `/api/v1/deliveries/${id}`)).body
    assert.deepEqual([delivery.status, delivery.friendly_error_message], ['bounced', 'The message bounced'])
    await report('opened')
    const { timeline } = (await client.call('GET', `/api/v1/deliveries/${id}/timeline`)).body
    const facts = timeline.filter((entry: { kind: string; source: string }) => entry.source === 'operator')
    assert.deepEqual(
      facts.map((entry: { fact: string }) => entry.fact),
      ['delivered', 'bounced', 'opened'],
    )
  })

  test('knows no delivery of another account, or that never reached it', async () => {
    const [one, other] = [await running.client(), await running.client()]
    const [id] = await sentDeliveries(one, 1)
    for (const path of [`${PATH}/${id}`, `${PATH}/9000000000000001`])
      assert.equal((await other.call('GET', path)).status, 404)
    const report = { sandbox_report: { fact: 'opened' } }
    assert.equal((await other.call('POST', `${PATH}/${id}/report`, report)).status, 404)
    assert.equal((await one.call('POST', `${PATH}/${id}/report`, { sandbox_report: { fact: 'sent' } })).status, 422)
    assert.deepEqual((await other.call('GET', PATH)).body, { sandbox_messages: [], next_cursor: null })
  })
})
