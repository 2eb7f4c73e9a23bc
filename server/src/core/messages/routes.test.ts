/**
 * The API of messages through the whole service. Without a dispatcher, queued deliveries stay queued until a test
 * changes them.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { prepareMessages, until } from '../../../test/service.ts'
import type { ApiResponse, Client, TestService } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'

const HOUR_MS = 3_600_000

/** A service that creates and shows messages, and sends none. */
const { running: idle } = await testService({ variables: { ROLES: 'api', RENDER_TIME_LIMIT: '0' } })
const { running: dispatching } = await testService()

async function prepared(service: TestService = idle): Promise<Client> {
  const client = await service.client()
  await prepareMessages(client)
  return client
}

const later = () => new Date(Date.now() + HOUR_MS).toISOString()

const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }

async function create(client: Client, fields: object = {}) {
  const { status, body } = await client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, ...fields } })
  assert.equal(status, 201, JSON.stringify(body))
  return body.message
}

/** Adds a push channel attached to the template. */
async function addPush(client: Client) {
  const fields = { name: 'Push', channel_type: 'push', provider: 'sandbox' }
  const { body } = await client.call('POST', '/api/v1/notification_channels', { notification_channel: fields })
  const templates = await client.call('GET', '/api/v1/message_templates?name=receipt')
  const [template] = templates.body.message_templates
  const push = { notification_channel_id: body.notification_channel.id, subject: 'Ping {{ order.id }}', body: 'Short' }
  const patch = { channels: [{ notification_channel_id: template.channels[0].notification_channel_id }, push] }
  const changed = await client.call('PATCH', `/api/v1/message_templates/${template.id}`, { message_template: patch })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const device = { platform: 'fcm', token: 'silent-token' }
  const users = await client.call('GET', '/api/v1/notification_users?external_user_id=ada')
  const path = `/api/v1/notification_users/${users.body.notification_users[0].id}/devices`
  assert.equal((await client.call('POST', path, { device })).status, 201)
}

const statuses = ({ deliveries }: { deliveries: { status: string }[] }) => deliveries.map(({ status }) => status)

/** Reads the table, because the feed shows an event only after all older transactions end. */
async function eventTypes(client: Client, deliveryId: number, service = idle): Promise<string[]> {
  const { rows } = await service.service.context.pool.query<{ type: string }>({
    text: 'select type from events where bucket = $1 and account_id = $2 and delivery_id = $3 order by id',
    values: [client.bucket, client.accountId, deliveryId],
  })
  return rows.map((row) => row.type)
}

function refused(response: ApiResponse, status: number, code: string): void {
  assert.deepEqual([response.status, response.body.code], [status, code], JSON.stringify(response.body))
}

describe('cancel and reschedule', () => {
  test('a scheduled message is canceled once', async () => {
    const client = await prepared()
    const message = await create(client, { send_at: later() })
    assert.deepEqual(statuses(message), ['scheduled'])
    const canceled = await client.call('POST', `/api/v1/messages/${message.id}/cancel`)
    assert.equal(canceled.status, 200)
    assert.deepEqual(statuses(canceled.body.message), ['canceled'])
    assert.ok(canceled.body.message.canceled_at !== null)
    const { body: delivery } = await client.call('GET', `/api/v1/deliveries/${message.deliveries[0].id}`)
    assert.equal(delivery.error_message, 'requested')
    assert.deepEqual(await eventTypes(client, delivery.id), ['delivery.scheduled', 'delivery.canceled'])
    refused(await client.call('POST', `/api/v1/messages/${message.id}/cancel`), 409, 'not_cancelable')
    const moved = await client.call('PATCH', `/api/v1/messages/${message.id}`, { message: { send_at: later() } })
    refused(moved, 409, 'not_scheduled')
  })

  test('409 for one that was sent at once, 404 for one of another account, before its body is looked at', async () => {
    const client = await prepared()
    const stranger = await prepared()
    const { id } = await create(client)
    refused(await client.call('POST', `/api/v1/messages/${id}/cancel`), 409, 'not_cancelable')
    refused(
      await client.call('PATCH', `/api/v1/messages/${id}`, { message: { send_at: later() } }),
      409,
      'not_scheduled',
    )
    for (const [method, path] of [
      ['POST', `${id}/cancel`],
      ['PATCH', `${id}`],
      ['PATCH', `${id}/mark_as_seen`],
      ['PATCH', `${id}/mark_as_delivered`],
      ['GET', `${id}`],
      ['GET', `${id}/render_message`],
    ] as const)
      refused(
        await stranger.call(method, `/api/v1/messages/${path}`, method === 'GET' ? undefined : '{'),
        404,
        'not_found',
      )
  })

  test('a message without deliveries is canceled before its time', async () => {
    const client = await prepared()
    const fields = { name: 'in-app', subject: 'Hello', body: 'Hello', body_format: 'text', channels: [] }
    await client.call('POST', '/api/v1/message_templates', { message_template: fields })
    const message = await create(client, { message_template_name: 'in-app', send_at: later() })
    const moved = await client.call('PATCH', `/api/v1/messages/${message.id}`, { message: { send_at: later() } })
    assert.equal(moved.status, 200)
    assert.equal((await client.call('POST', `/api/v1/messages/${message.id}/cancel`)).status, 200)
    refused(await client.call('POST', `/api/v1/messages/${message.id}/cancel`), 409, 'not_cancelable')
  })

  test('moved into the past it is sent at once', async () => {
    const client = await prepared(dispatching)
    const message = await create(client, { send_at: later() })
    const sendAt = new Date(Date.now() + 2 * HOUR_MS).toISOString()
    const moved = await client.call('PATCH', `/api/v1/messages/${message.id}`, { message: { send_at: sendAt } })
    assert.equal(moved.body.message.send_at, sendAt)
    assert.deepEqual(statuses(moved.body.message), ['scheduled'])
    const now = await client.call('PATCH', `/api/v1/messages/${message.id}`, {
      message: { send_at: '2020-01-01T00:00:00Z' },
    })
    assert.equal(now.status, 200)
    const [delivery] = now.body.message.deliveries
    // The sandbox may report before the result of its send is recorded.
    const types = await until(
      () => eventTypes(client, delivery.id, dispatching),
      (found) => found.includes('delivery.sent'),
    )
    assert.deepEqual(types.slice(0, 2), ['delivery.scheduled', 'delivery.queued'])
    refused(
      await client.call('PATCH', `/api/v1/messages/${message.id}`, { message: { send_at: later() } }),
      409,
      'not_scheduled',
    )
  })

  test('an invalid time, or one too far ahead, is 422 on send_at', async () => {
    const client = await prepared()
    const { id } = await create(client, { send_at: later() })
    for (const sendAt of [undefined, null, '', 'tomorrow', '2199-01-01T00:00:00Z', 5]) {
      const response = await client.call('PATCH', `/api/v1/messages/${id}`, { message: { send_at: sendAt } })
      refused(response, 422, 'invalid')
      assert.deepEqual(Object.keys(response.body.errors), ['send_at'])
    }
    refused(await client.call('PATCH', `/api/v1/messages/${id}`, {}), 400, 'missing_root_key')
  })

  test('cancel and dispatch race: canceled or queued, never both', async () => {
    const client = await prepared(dispatching)
    const won = { canceled: 0, queued: 0 }
    for (let races = 0; races < 40 || (Math.min(won.canceled, won.queued) < 5 && races < 400); races++) {
      const { id, deliveries } = await create(client, { send_at: later() })
      const due = { message: { send_at: '2020-01-01T00:00:00Z' } }
      const move = client.call('PATCH', `/api/v1/messages/${id}`, due)
      // The dispatcher gets the delivery when the move is stored. Waiting for the response gives the dispatcher a head
      // start.
      if (races % 2 === 0) await move
      const [{ status }] = await Promise.all([client.call('POST', `/api/v1/messages/${id}/cancel`), move])
      const types = await eventTypes(client, deliveries[0].id, dispatching)
      const canceled = types.includes('delivery.canceled')
      assert.equal(canceled, status === 200)
      won[canceled ? 'canceled' : 'queued'] += 1
    }
    const { rows } = await dispatching.service.context.pool.query<{ both: number }>({
      text: `select count(*) as both from deliveries where account_id = $1 and canceled_at is not null and queued_at is not null`,
      values: [client.accountId],
    })
    assert.equal(rows[0]!.both, 0)
    assert.ok(won.canceled >= 5 && won.queued >= 5, JSON.stringify(won))
  })
})

describe('a move and a dispatch race', () => {
  test('moved ahead or dispatched, never both', async () => {
    const client = await prepared(dispatching)
    const won = { moved: 0, dispatched: 0 }
    for (let races = 0; races < 40 || (Math.min(won.moved, won.dispatched) < 5 && races < 400); races++) {
      const { id, deliveries } = await create(client, { send_at: later() })
      const path = `/api/v1/messages/${id}`
      const now = client.call('PATCH', path, { message: { send_at: '2020-01-01T00:00:00Z' } })
      if (races % 2 === 0) await now
      const [ahead] = await Promise.all([client.call('PATCH', path, { message: { send_at: later() } }), now])
      const { body } = await client.call('GET', path)
      const isAhead = Date.parse(body.message.send_at) > Date.now()
      const dispatched = (await eventTypes(client, deliveries[0].id, dispatching)).includes('delivery.queued')
      assert.ok(!(isAhead && dispatched), 'what was moved ahead is not dispatched')
      assert.ok(isAhead || ahead.status === 200 || dispatched, JSON.stringify([ahead.status, ahead.body, body]))
      won[isAhead ? 'moved' : 'dispatched'] += 1
    }
    assert.ok(won.moved >= 5 && won.dispatched >= 5, JSON.stringify(won))
  })

  test('deleting the recipient, or detaching the channel: canceled or queued, never both', async () => {
    const won = { canceled: 0, queued: 0 }
    for (let races = 0; races < 30 || (Math.min(won.canceled, won.queued) < 3 && races < 200); races++) {
      const client = await dispatching.client()
      const { recipient, template } = await prepareMessages(client)
      const { id, deliveries } = await create(client, { send_at: later() })
      const now = client.call('PATCH', `/api/v1/messages/${id}`, { message: { send_at: '2020-01-01T00:00:00Z' } })
      if (races % 4 < 2) await now
      const change =
        races % 2 === 0
          ? client.call('DELETE', `/api/v1/notification_users/${recipient.id}`)
          : client.call('PATCH', `/api/v1/message_templates/${template.id}`, { message_template: { channels: [] } })
      const [{ status, body }] = await Promise.all([change, now])
      assert.ok(status < 300, JSON.stringify(body))
      const types = await eventTypes(client, deliveries[0].id, dispatching)
      const canceled = types.includes('delivery.canceled')
      assert.ok(!(canceled && types.includes('delivery.queued')), types.join(', '))
      won[canceled ? 'canceled' : 'queued'] += 1
    }
    assert.ok(won.canceled >= 3 && won.queued >= 3, JSON.stringify(won))
  })
})

describe('seen and delivered', () => {
  test('seen opens the push delivery alone, once, and settles it without sending', async () => {
    const client = await prepared()
    await addPush(client)
    const message = await create(client)
    assert.deepEqual(statuses(message), ['queued', 'queued'])
    const seen = await client.call('PATCH', `/api/v1/messages/${message.id}/mark_as_seen`)
    assert.equal(seen.status, 200)
    assert.equal(seen.body.message.seen, true)
    assert.deepEqual(statuses(seen.body.message), ['queued', 'opened'])
    const again = await client.call('PATCH', `/api/v1/messages/${message.id}/mark_as_seen`)
    assert.deepEqual(again.body, seen.body)
    const delivered = await client.call('PATCH', `/api/v1/messages/${message.id}/mark_as_delivered`)
    assert.ok(delivered.body.message.delivered_at !== null)
    const push = message.deliveries[1].id
    assert.deepEqual(await eventTypes(client, push), ['delivery.queued', 'delivery.opened', 'delivery.delivered'])
    const { rows } = await idle.service.context.pool.query<{ delivery_id: number }>({
      text: 'select delivery_id from send_queue where bucket = $1 and account_id = $2',
      values: [client.bucket, client.accountId],
    })
    assert.deepEqual(
      rows.map((row) => row.delivery_id),
      [message.deliveries[0].id],
    )
  })

  test('neither touches deliveries that are scheduled or canceled', async () => {
    const client = await prepared()
    await addPush(client)
    const message = await create(client, { send_at: later() })
    const seen = await client.call('PATCH', `/api/v1/messages/${message.id}/mark_as_seen`)
    assert.equal(seen.body.message.seen, true)
    assert.deepEqual(statuses(seen.body.message), ['scheduled', 'scheduled'])
    await client.call('POST', `/api/v1/messages/${message.id}/cancel`)
    const delivered = await client.call('PATCH', `/api/v1/messages/${message.id}/mark_as_delivered`)
    assert.deepEqual(statuses(delivered.body.message), ['canceled', 'canceled'])
  })

  test('and not a failed push', async () => {
    const client = await prepared(dispatching)
    await addPush(client)
    const users = await client.call('GET', '/api/v1/notification_users?external_user_id=ada')
    const path = `/api/v1/notification_users/${users.body.notification_users[0].id}/devices`
    const devices = await client.call('GET', path)
    await client.call('DELETE', `${path}/${devices.body.devices[0].id}`)
    const message = await create(client)
    await until(
      () => client.call('GET', `/api/v1/messages/${message.id}`),
      (response) => statuses(response.body.message)[1] === 'failed',
    )
    const seen = await client.call('PATCH', `/api/v1/messages/${message.id}/mark_as_seen`)
    assert.equal(statuses(seen.body.message)[1], 'failed')
    const shown = await client.call('GET', `/api/v1/messages/${message.id}?expand=failed_deliveries`)
    const { id, notification_channel: channel } = message.deliveries[1]
    const [failed, ...others] = shown.body.message.failed_deliveries
    assert.deepEqual([failed.id, failed.notification_channel, others], [id, channel, []])
    assert.match(failed.error_message, /device/)
  })
})

describe('lists', () => {
  const ids = (response: ApiResponse): number[] => response.body.messages.map((message: { id: number }) => message.id)

  test('a message is shown with its recipient, its template or both, in lists and alone', async () => {
    const client = await prepared()
    const { id, message_template_id: templateId } = await create(client)
    const person = { external_user_id: 'ada' }
    const template = { id: templateId, name: 'receipt' }
    const cases: [query: string, person: object | undefined, template: object | undefined][] = [
      ['', undefined, undefined],
      ['?expand=message_template', undefined, template],
      ['?expand=notification_user', person, undefined],
      ['?expand=message_template,notification_user', person, template],
    ]
    for (const [query, user, shown] of cases) {
      const { messages } = (await client.call('GET', `/api/v1/messages${query}`)).body
      const { message } = (await client.call('GET', `/api/v1/messages/${id}${query}`)).body
      assert.deepEqual(messages, [message], query)
      assert.equal(message.notification_user?.external_user_id, (user as typeof person | undefined)?.external_user_id)
      assert.deepEqual(message.message_template, shown, query)
      assert.equal('sent_again_as' in message, user !== undefined, query)
    }
    const refused = await client.call('GET', '/api/v1/messages?expand=template')
    const sentence =
      'must be one of notification_user, notification_user_fields, message_template, or several with a comma between them'
    assert.deepEqual([refused.status, refused.body.errors], [422, { expand: [sentence] }])
  })

  test('a message is shown with all fields of its recipient, until the recipient is deleted', async () => {
    const client = await prepared()
    const { id, notification_user_id: recipientId } = await create(client)
    const path = `/api/v1/notification_users/${recipientId}`
    const fields = { locale: 'de-AT', time_zone: 'Europe/Vienna', attributes: { plan: 'gold' } }
    const changed = (await client.call('PATCH', path, { notification_user: fields })).body.notification_user
    const shown = async () => {
      const query = '?expand=notification_user_fields'
      const { messages } = (await client.call('GET', `/api/v1/messages${query}`)).body
      const { message } = (await client.call('GET', `/api/v1/messages/${id}${query}`)).body
      return [messages[0].notification_user_fields, message.notification_user_fields]
    }
    assert.equal(changed.attributes.plan, 'gold')
    assert.deepEqual(await shown(), [changed, changed])
    await client.call('DELETE', path)
    assert.deepEqual(await shown(), [null, null])
  })

  test('filters, alone and together', async () => {
    const client = await prepared()
    await client.call('POST', '/api/v1/notification_users', { notification_user: { external_user_id: 'eve' } })
    const first = await create(client)
    const second = await create(client, { external_user_id: 'eve' })
    const third = await create(client)
    await client.call('PATCH', `/api/v1/messages/${third.id}/mark_as_seen`)
    const list = async (query: string) => ids(await client.call('GET', `/api/v1/messages?${query}`))
    assert.deepEqual(await list(''), [third.id, second.id, first.id])
    assert.deepEqual(await list('external_user_id=eve&_=1700000000'), [second.id])
    assert.deepEqual(await list(`notification_user_id=${first.notification_user_id}`), [third.id, first.id])
    assert.deepEqual(await list('seen=true'), [third.id])
    assert.deepEqual(await list('seen=false'), [second.id, first.id])
    assert.deepEqual(await list('seen=false&external_user_id=ada'), [first.id])
    assert.deepEqual(await list('seen=true&external_user_id=ada'), [third.id])
    assert.deepEqual(await list('message_template_name=receipt&seen=true'), [third.id])
    assert.deepEqual(await list('message_template_name=other'), [])
    assert.deepEqual(await list(`message_template_id=${first.message_template_id}`), [third.id, second.id, first.id])
    assert.deepEqual(await list(`message_template_id=${first.message_template_id + 1}`), [])
    assert.deepEqual(await list(`created_before=${first.created_at}`), [])
    assert.deepEqual(await list(`created_after=${third.created_at}`), [])
    assert.deepEqual(await list(`created_after=2020-01-01T00:00:00Z&created_before=${later()}`), [
      third.id,
      second.id,
      first.id,
    ])
    const stranger = await prepared()
    assert.deepEqual(ids(await stranger.call('GET', '/api/v1/messages')), [])
    for (const [query, field] of [
      ['seen=maybe', 'seen'],
      ['notification_user_id=0', 'notification_user_id'],
      ['created_after=yesterday', 'created_after'],
      ['limit=201', 'limit'],
      ['cursor=x', 'cursor'],
    ] as const) {
      const response = await client.call('GET', `/api/v1/messages?${query}`)
      refused(response, 422, 'invalid')
      assert.deepEqual(Object.keys(response.body.errors), [field])
    }
  })

  test('lists and creates name the unknown or contradicting recipient', async () => {
    const client = await prepared()
    const { notification_user_id: ada } = await create(client)
    await client.call('POST', '/api/v1/notification_users', { notification_user: { external_user_id: 'eve' } })
    const foreign = (await create(await prepared())).notification_user_id
    const unknown = { notification_user_id: ['is unknown'] }
    const cases = [
      [{ notification_user_id: foreign }, unknown],
      [{ external_user_id: 'nobody' }, { external_user_id: ['is unknown'] }],
      [{ notification_user_id: ada, external_user_id: 'nobody' }, { external_user_id: ['is unknown'] }],
      [{ notification_user_id: foreign, external_user_id: 'ada' }, unknown],
      [
        { notification_user_id: foreign, external_user_id: 'nobody' },
        { ...unknown, external_user_id: ['is unknown'] },
      ],
      [
        { notification_user_id: ada, external_user_id: 'eve' },
        { notification_user_id: ['must name the same object as external_user_id'] },
      ],
    ] as const
    for (const [names, errors] of cases) {
      const message = { ...names, message_template_name: 'receipt' }
      const responses = [
        await client.call('POST', '/api/v1/messages', { message }),
        await client.call('POST', '/api/v1/messages/preview', { message }),
        {
          status: 422,
          body: (await client.call('POST', '/api/v1/messages/batch', { messages: [message] })).body.results[0],
        },
      ]
      const byIdOnly = !('external_user_id' in names)
      const lists = ['messages', 'messages/new_messages_for', 'sandbox_messages']
      const listsById = byIdOnly ? ['deliveries', 'webhook_events/newest'] : []
      const query = Object.entries(names)
        .map((pair) => pair.join('='))
        .join('&')
      for (const list of [...lists, ...listsById]) responses.push(await client.call('GET', `/api/v1/${list}?${query}`))
      for (const { status, body } of responses) assert.deepEqual([status, body.errors], [422, errors], query)
    }
  })

  test('a create with both names of a template names the wrong one, and an inline recipient the wrong id', async () => {
    const client = await prepared()
    const { notification_user_id: ada, message_template_id: receipt } = await create(client)
    const recipient = { external_user_id: 'ada' }
    for (const [message, errors] of [
      [
        { ...recipient, message_template_id: receipt, message_template_name: 'x' },
        { message_template_name: ['is unknown'] },
      ],
      [
        { ...recipient, message_template_name: 'reciept' },
        { message_template_name: ['is unknown: did you mean receipt?'] },
      ],
      [
        { ...recipient, message_template_id: receipt + 1, message_template_name: 'receipt' },
        { message_template_id: ['is unknown'] },
      ],
      [
        { external_user_id: 'new', notification_user_id: ada, notification_user: {}, message_template_id: receipt },
        { notification_user_id: ['must name the same object as external_user_id'] },
      ],
    ] as const)
      for (const path of ['messages', 'messages/preview']) {
        const { status, body } = await client.call('POST', `/api/v1/${path}`, { message })
        assert.deepEqual([status, body.errors], [422, errors], path)
      }
  })

  test('the messages and the feed of a deleted recipient are listed by its id', async () => {
    const client = await prepared()
    const { id, notification_user_id: ada } = await create(client)
    assert.equal((await client.call('DELETE', `/api/v1/notification_users/${ada}`)).status, 204)
    for (const list of ['messages', 'messages/new_messages_for'])
      assert.deepEqual(ids(await client.call('GET', `/api/v1/${list}?notification_user_id=${ada}`)), [id])
  })

  test('pages hold every message once', async () => {
    const client = await prepared()
    const made: number[] = []
    for (let count = 0; count < 5; count++) made.unshift((await create(client)).id)
    const found: number[] = []
    for (let cursor = ''; ;) {
      const response = await client.call('GET', `/api/v1/messages?limit=2${cursor}`)
      found.push(...ids(response))
      if (response.body.next_cursor === null) break
      assert.match(response.headers.get('link')!, /rel="next"/)
      cursor = `&cursor=${response.body.next_cursor}`
    }
    assert.deepEqual(found, made)
  })

  test('new messages: unseen, sent at once or dispatched', async () => {
    const client = await prepared()
    const sent = await create(client)
    const seen = await create(client)
    await client.call('PATCH', `/api/v1/messages/${seen.id}/mark_as_seen`)
    const scheduled = await create(client, { send_at: later() })
    const canceled = await create(client, { send_at: later() })
    await client.call('POST', `/api/v1/messages/${canceled.id}/cancel`)
    const newest = await create(client)
    const path = '/api/v1/messages/new_messages_for'
    const response = await client.call('GET', `${path}?external_user_id=ada`)
    assert.deepEqual(ids(response), [newest.id, sent.id])
    assert.equal(response.body.next_cursor, null)
    const page = await client.call('GET', `${path}?notification_user_id=${sent.notification_user_id}&limit=1`)
    assert.deepEqual(ids(page), [newest.id])
    const next = `${path}?external_user_id=ada&limit=1&cursor=${page.body.next_cursor}`
    assert.deepEqual(ids(await client.call('GET', next)), [sent.id])
    const shown = await client.call('GET', `/api/v1/messages/${scheduled.id}`)
    assert.deepEqual(Object.keys(response.body.messages[0]), Object.keys(shown.body.message))
    const missing = await client.call('GET', path)
    refused(missing, 422, 'invalid')
    assert.deepEqual(Object.keys(missing.body.errors), ['notification_user_id'])
  })

  test('a page of new messages looks at a bounded number of them; without a limit at all', async () => {
    const client = await prepared()
    const sent = await create(client)
    const waiting = { external_user_id: 'ada', message_template_name: 'receipt', send_at: later() }
    const messages = Array.from({ length: 100 }, () => waiting)
    assert.equal((await client.call('POST', '/api/v1/messages/batch', { messages })).status, 200)
    const path = '/api/v1/messages/new_messages_for?external_user_id=ada'
    const first = await client.call('GET', `${path}&limit=1`)
    assert.deepEqual(ids(first), [])
    const second = await client.call('GET', `${path}&limit=1&cursor=${first.body.next_cursor}`)
    assert.deepEqual([ids(second), second.body.next_cursor], [[sent.id], null])
    assert.deepEqual(ids(await client.call('GET', path)), [sent.id])
  })

  test('all new messages of a recipient are one response, also with large mails; pages only with a limit', async () => {
    const client = await prepared()
    const { message_template_id: id } = await create(client)
    const body = `${'<p>Some ordinary text of a newsletter.</p>'.repeat(700)}{{ user.first_name }}`
    await client.call('PATCH', `/api/v1/message_templates/${id}`, { message_template: { body, body_format: 'html' } })
    const messages = Array.from({ length: 60 }, () => ({ external_user_id: 'ada', message_template_id: id }))
    const made = await client.call('POST', '/api/v1/messages/batch', { messages })
    const ofBatch = made.body.results.map(({ message }: { message: { id: number } }) => message.id)
    const path = '/api/v1/messages/new_messages_for?external_user_id=ada'
    const { status, body: feed } = await client.call('GET', path)
    assert.deepEqual([status, feed.next_cursor, feed.messages.length], [200, null, 61])
    const listed = await client.call('GET', '/api/v1/messages?limit=5')
    assert.deepEqual(ids({ body: feed } as typeof listed).slice(0, 5), ids(listed))
    assert.deepEqual(new Set(ids({ body: feed } as typeof listed)), new Set([...ofBatch, feed.messages[60].id]))
    const shown = await client.call('GET', `/api/v1/messages/${feed.messages[59].id}`)
    assert.deepEqual(feed.messages[59], shown.body.message)
    const page = await client.call('GET', `${path}&limit=60`)
    assert.ok(page.body.messages.length < 60 && page.body.next_cursor !== null)
  })

  test('a dispatched scheduled message is new', async () => {
    const client = await prepared(dispatching)
    const { id } = await create(client, { send_at: later() })
    await client.call('PATCH', `/api/v1/messages/${id}`, { message: { send_at: '2020-01-01T00:00:00Z' } })
    await until(
      () => client.call('GET', '/api/v1/messages/new_messages_for?external_user_id=ada'),
      (response) => ids(response).includes(id),
    )
  })
})

describe('texts', () => {
  test('render_message shows the text of each channel', async () => {
    const client = await prepared()
    await addPush(client)
    const attributes = [{ name: 'order.id', value: 7 }]
    const message = await create(client, { message_attributes_attributes: attributes })
    const same = await create(client, { message_attributes: { 'order.id': 7 } })
    assert.deepEqual(
      same.message_attributes.map(({ name, value }: { name: string; value: unknown }) => ({ name, value })),
      attributes,
    )
    const { body } = await client.call('GET', `/api/v1/messages/${message.id}/render_message`)
    assert.equal(body.message_id, message.id)
    assert.equal(body.subject, 'Order 7')
    assert.deepEqual(
      body.channels.map((channel: { subject: string; body: string }) => [channel.subject, channel.body]),
      [
        ['Order 7', 'Hello Ada, order 7 is on its way.'],
        ['Ping 7', 'Short'],
      ],
    )
    assert.deepEqual(Object.keys(body.channels[0].notification_channel), ['id', 'name', 'channel_type'])
  })

  test('preview shows the message and missing addresses, and writes nothing', async () => {
    const client = await prepared()
    await addPush(client)
    const inline = { ...RECEIPT, external_user_id: 'new', notification_user: { first_name: 'Eve' }, send_at: later() }
    const { status, body } = await client.call('POST', '/api/v1/messages/preview', { message: inline })
    assert.equal(status, 200, JSON.stringify(body))
    const { preview } = body
    assert.deepEqual(preview.notification_user, {
      id: null,
      external_user_id: 'new',
      email: null,
      phone: null,
      first_name: 'Eve',
      last_name: null,
    })
    assert.equal(preview.body, 'Hello Eve, order  is on its way.')
    assert.deepEqual(preview.unknown_names, ['order.id'])
    assert.deepEqual(
      preview.channels.map((channel: { address_missing: boolean; live: boolean }) => channel.address_missing),
      [true, true],
    )
    const known = { ...RECEIPT, message_attributes_attributes: [{ name: 'order', value: { id: 3 } }] }
    const second = await client.call('POST', '/api/v1/messages/preview', { message: known })
    assert.deepEqual(second.body.preview.unknown_names, [])
    assert.equal(second.body.preview.send_at, null)
    assert.deepEqual(
      second.body.preview.channels.map((channel: { address_missing: boolean }) => channel.address_missing),
      [false, false],
    )
    const wrong = { external_user_id: 'nobody', message_template_name: 'none' }
    const response = await client.call('POST', '/api/v1/messages/preview', { message: wrong })
    refused(response, 422, 'invalid')
    assert.deepEqual(Object.keys(response.body.errors), ['external_user_id', 'message_template_name'])
    assert.deepEqual((await client.call('GET', '/api/v1/messages')).body.messages, [])
    const users = await client.call('GET', '/api/v1/notification_users?external_user_id=new')
    assert.deepEqual(users.body.notification_users, [])
  })
})
