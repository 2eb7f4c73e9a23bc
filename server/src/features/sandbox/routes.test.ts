import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, until } from '../../../test/service.ts'
import type { Client } from '../../../test/service.ts'
import { sharedService } from '../../../test/shared-service.ts'

const PATH = '/api/v1/sandbox_messages'

const running = await sharedService()
const { database } = running

/** Sends messages to a recipient without sandbox reports. Returns their deliveries, oldest first. */
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
      (response) => response.body.status === 'sent',
    )
    ids.push(id)
  }
  return ids
}

describe('the sandbox inbox', () => {
  test('shows sandbox messages, newest delivery first, page by page', async () => {
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

    // With their recipients on request, also those of one recipient.
    const [found] = (await client.call('GET', '/api/v1/notification_users')).body.notification_users
    const { id: recipientId, external_user_id, email, first_name, last_name } = found
    const names = { id: recipientId, external_user_id, email, first_name, last_name }
    for (const query of ['limit=2', `notification_user_id=${recipientId}&limit=2`]) {
      const { body } = await client.call('GET', `${PATH}?${query}&expand=notification_user`)
      assert.deepEqual(
        body.sandbox_messages,
        page.body.sandbox_messages.map((one: object) => ({ ...one, notification_user: names })),
      )
    }

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

  test('has full pages if more follow, also with channel tests between', async () => {
    const client = await running.client()
    const { channel } = await prepareMessages(client, 'silent@tidings.test')
    const message = { external_user_id: 'ada', message_template_name: 'receipt' }
    const testSend = `/api/v1/notification_channels/${channel.id}/test_send`
    const ids: number[] = []
    for (let index = 0; index < 2; index++) {
      const { body } = await client.call('POST', '/api/v1/messages', { message })
      ids.unshift(body.message.deliveries[0].id)
      await until(
        () => client.call('GET', `${PATH}/${ids[0]}`),
        (response) => response.status === 200,
      )
      assert.equal((await client.call('POST', testSend, { to: 'ada@example.com' })).body.test_send.result, 'accepted')
    }
    const { rows } = await database.pool.query({
      text: 'select delivery_id from sandbox_messages where bucket = $1 and account_id = $2 order by delivery_id desc',
      values: [client.bucket, client.accountId],
    })
    assert.deepEqual(
      rows.map((row) => row.delivery_id),
      ids,
      'a test is not kept',
    )
    // Rows that older versions stored for channel tests.
    await database.pool.query({
      text: `insert into sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
        select $1, $2, id, 1, $3, 'ada@example.com', 'Test', 'Test', now() from unnest($4::bigint[]) id`,
      values: [client.bucket, client.accountId, channel.id, [ids[1]! - 1, ids[0]! + 1_000_000]],
    })
    const first = (await client.call('GET', `${PATH}?limit=1`)).body
    assert.deepEqual(
      [first.sandbox_messages.map((one: { id: number }) => one.id), first.next_cursor === null],
      [[ids[0]], false],
    )
    const second = (await client.call('GET', `${PATH}?limit=1&cursor=${first.next_cursor}`)).body
    assert.deepEqual(
      [second.sandbox_messages.map((one: { id: number }) => one.id), second.next_cursor],
      [[ids[1]], null],
    )
    assert.equal((await client.call('GET', `${PATH}/${ids[0]! + 1_000_000}`)).status, 404)
  })

  test('is filtered by recipient, by both ids', async () => {
    const client = await running.client()
    const { recipient } = await prepareMessages(client, 'silent@tidings.test')
    const made = await client.call('POST', '/api/v1/notification_users', {
      notification_user: { external_user_id: 'grace', email: 'silent+grace@tidings.test' },
    })
    const sent: Record<string, number[]> = { ada: [], grace: [] }
    for (const name of ['ada', 'grace', 'ada', 'grace', 'ada']) {
      const message = { external_user_id: name, message_template_name: 'receipt' }
      const { body } = await client.call('POST', '/api/v1/messages', { message })
      const { id } = body.message.deliveries[0]
      await until(
        () => client.call('GET', `${PATH}/${id}`),
        (response) => response.status === 200,
      )
      sent[name]!.unshift(id)
    }
    // A delivery not sent yet is also scanned.
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const message = { external_user_id: 'ada', message_template_name: 'receipt', send_at: inAnHour }
    assert.equal((await client.call('POST', '/api/v1/messages', { message })).status, 201)

    const pages = async (query: string) => {
      const found: number[][] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const { status, body } = await client.call('GET', `${PATH}?${query}${cursor === '' ? '' : `&cursor=${cursor}`}`)
        assert.equal(status, 200)
        found.push(body.sandbox_messages.map((one: { id: number }) => one.id))
        cursor = body.next_cursor
      }
      return found
    }
    const { notification_user: grace } = made.body
    assert.deepEqual(await pages(`notification_user_id=${recipient.id}`), [sent['ada']])
    assert.deepEqual(await pages('external_user_id=grace'), [sent['grace']])
    assert.deepEqual(await pages(`external_user_id=grace&notification_user_id=${grace.id}`), [sent['grace']])
    assert.deepEqual(
      await pages('external_user_id=ada&limit=1'),
      sent['ada']!.map((id) => [id]),
    )
    assert.equal((await client.call('GET', `${PATH}?notification_user_id=ada`)).status, 422)
  })

  test('records reports by hand, each once, with the source operator', async () => {
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

  test('does not find deliveries of other accounts or other channels', async () => {
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
