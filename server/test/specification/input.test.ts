/** Input of a caller who only knows the specification: it is accepted as meant, or refused with advice. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { responseOf, prepareMessages } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { sharedApi } from '../shared-service.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MESSAGES = '/api/v1/messages'
const ENDPOINTS = '/api/v1/webhook_endpoints'
const URL_A = 'https://127.0.0.1:4430/a'
const later = () => new Date(Date.now() + 3_600_000).toISOString()
const TO_ADA = { external_user_id: 'ada', message_template_name: 'receipt' }

const running = await sharedApi()
const { database } = running
const client = await running.client()
const { recipient, template, channel } = await prepareMessages(client)
const ids = { recipient: recipient.id, template: template.id, channel: channel.id }

async function raw(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | FormData | Uint8Array<ArrayBuffer>,
): Promise<ApiResponse> {
  const authorization = `Bearer ${client.apiKey}`
  return responseOf(
    await fetch(`${running.service.url}${path}`, { method, headers: { authorization, ...headers }, body }),
  )
}

const form = (path: string, body: string) => raw('POST', path, { 'content-type': FORM }, body)
const create = (message: object, beside: object = {}) => client.call('POST', MESSAGES, { message, ...beside })

function refused({ status, body }: ApiResponse, code: string, errors?: Record<string, string>): void {
  assert.deepEqual([status, body.code], [code === 'malformed_body' ? 400 : 422, code], JSON.stringify(body))
  if (errors === undefined) return
  const told = Object.fromEntries(Object.entries<string[]>(body.errors).map(([name, [first]]) => [name, first]))
  assert.deepEqual(told, errors)
}

async function messagesStored(): Promise<number> {
  const values = [client.bucket, client.accountId]
  const text = 'select count(*)::int as count from messages where bucket = $1 and account_id = $2'
  return (await database.pool.query<{ count: number }>({ text, values })).rows[0]!.count
}

describe('a name that a terminal would obey or a person would misread', () => {
  const objects = [
    ['api_keys', { name: '' }, 'name'],
    ['recipient_signing_keys', { name: '' }, 'name'],
    ['notification_channels', { name: '', channel_type: 'email', provider: 'sandbox' }, 'name'],
    ['message_templates', { name: '', body: 'Hello', channels: [] }, 'name'],
    ['topics', { name: 'news', label: '' }, 'label'],
  ] as const
  const start = { escape: '\u001b[2J', C1: '\u009b2J', line: 'x\nx', override: '\u202etxt', isolate: '\u2066txt' }
  for (const [path, fields, field] of objects)
    test(`is 422 for ${path}, and letters of any language are not`, async () => {
      const post = (name: string) =>
        client.call('POST', `/api/v1/${path}`, { [path.slice(0, -1)]: { ...fields, [field]: name } })
      for (const [what, text] of Object.entries(start)) {
        const { status, body } = await post(text)
        assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, [field]], what)
        assert.match(body.errors[field][0], /must be one line without control characters/)
      }
      assert.equal((await post('Zoë \u05e9\u05dc\u05d5\u05dd 名前')).status, 201)
    })
})

describe('when to send', () => {
  for (const name of [
    ...['deliver_at', 'scheduled_for', 'schedule_at', 'sendAt', 'send_on', 'scheduled_send_at', 'sendat', 'SEND_AT'],
    ...['ScheduledAt', 'send-at'],
  ])
    test(`${name} is 422, and names send_at`, async () => {
      const before = await messagesStored()
      const sentence = 'is not a known field: did you mean send_at?'
      const response = await create({ ...TO_ADA, [name]: later() })
      refused(response, 'unknown_field', { [name]: sentence })
      assert.equal(response.body.error, `${name} ${sentence}`)
      refused(await form(MESSAGES, `message[external_user_id]=ada&message[${name}]=${later()}`), 'unknown_field')
      assert.equal(await messagesStored(), before)
    })

  for (const [names, sentenceOf] of [
    [['send_at', 'scheduled_at', 'sendAt'], (root: string) => `is outside of ${root}: put it inside`],
    [['deliver_at', 'schedule_for'], (root: string) => `is not a known field next to ${root}`],
  ] as const)
    for (const name of names)
      test(`${name} beside the message is 422`, async () => {
        const outside = { [name]: sentenceOf('message') }
        refused(await create(TO_ADA, { [name]: later() }), 'unknown_field', outside)
        const inForm = `message[external_user_id]=ada&message[message_template_name]=receipt&${name}=${later()}`
        refused(await form(MESSAGES, inForm), 'unknown_field', outside)
        const batch = await client.call('POST', `${MESSAGES}/batch`, { messages: [TO_ADA], [name]: later() })
        refused(batch, 'unknown_field', { [name]: sentenceOf('messages') })
      })

  test('every other key beside the message is 422 in JSON, and is ignored in a form', async () => {
    for (const name of ['delay_until', 'when', 'run_at', 'not_before', 'sender', 'delivery_id', 'other']) {
      refused(await create(TO_ADA, { [name]: 'x' }), 'unknown_field', {
        [name]: 'is not a known field next to message',
      })
      const batch = await client.call('POST', `${MESSAGES}/batch`, { messages: [TO_ADA], [name]: 'x' })
      refused(batch, 'unknown_field', { [name]: 'is not a known field next to messages' })
      const inForm = `message[external_user_id]=ada&message[message_template_name]=receipt&${name}=x`
      assert.equal((await form(MESSAGES, inForm)).status, 201, name)
    }
    assert.equal(
      (await create(TO_ADA, { other: null, controller: 'messages', action: 'create', format: 'json' })).status,
      201,
    )
  })

  test('fields of HTML pages beside the message are ignored', async () => {
    const beside = { utf8: '✓', authenticity_token: 'x', commit: 'Send', _method: 'post' }
    assert.equal((await create(TO_ADA, beside)).status, 201)
    const batch = await client.call('POST', `${MESSAGES}/batch`, { messages: [TO_ADA], ...beside })
    assert.ok(batch.body.results[0].message, JSON.stringify(batch.body))
    const inForm = 'utf8=%E2%9C%93&commit=Send&message[external_user_id]=ada&message[message_template_name]=receipt'
    assert.equal((await form(MESSAGES, inForm)).status, 201)
  })

  test('scheduled_at is another name of send_at', async () => {
    const at = later()
    const { status, body } = await create({ ...TO_ADA, scheduled_at: at })
    assert.deepEqual([status, body.message.send_at], [201, at])
    const moved = later()
    const path = `${MESSAGES}/${body.message.id}`
    const patched = await client.call('PATCH', path, { message: { scheduled_at: moved } })
    assert.equal(patched.body.message.send_at, moved)
    const both = await create({ ...TO_ADA, scheduled_at: at, send_at: at })
    refused(both, 'unknown_field', { scheduled_at: 'is another name for send_at: give only one of them' })
  })

  test('one message of a batch: the others are created', async () => {
    const messages = [TO_ADA, { ...TO_ADA, deliver_at: later() }]
    const { body } = await client.call('POST', `${MESSAGES}/batch`, { messages })
    assert.equal(body.results[0].message.send_at, null)
    assert.equal(body.results[1].code, 'unknown_field')
    assert.deepEqual(Object.keys(body.results[1].errors), ['deliver_at'])
  })
})

describe('fields without a value', () => {
  test('the five fields of the specification, the unused ones null, and empty lists in each notation', async () => {
    const unused = { notification_user_id: null, message_template_id: null, message_attributes_attributes: null }
    const others = {
      send_at: null,
      critical: null,
      notification_user: null,
      locale: null,
      actor_id: null,
      unknown: null,
    }
    for (const message of [
      { ...TO_ADA, ...unused },
      { ...TO_ADA, ...others },
      { ...TO_ADA, message_attributes_attributes: {} },
    ])
      assert.equal((await create(message)).status, 201, JSON.stringify(message))
    const list = 'message[message_attributes_attributes]'
    for (const pair of [list, `${list}[]`, ...Object.keys(others).map((name) => `message[${name}]`)]) {
      const body = `message[external_user_id]=ada&message[message_template_name]=receipt&${pair}=`
      assert.equal((await form(MESSAGES, body)).status, 201, pair)
    }
  })

  test('a value wins over null under the other name of its field', async () => {
    const at = later()
    const { status, body } = await create({
      ...TO_ADA,
      message_attributes_attributes: null,
      message_attributes: [{ name: 'order.id', value: 7 }],
      send_at: at,
    })
    assert.deepEqual([status, body.message.rendered_subject, body.message.send_at], [201, 'Order 7', at])
  })
})

describe('attributes', () => {
  test('as a message shows them', async () => {
    const first = await create({ ...TO_ADA, message_attributes: [{ name: 'order.id', value: 'A-1' }] })
    assert.equal(first.body.message.rendered_subject, 'Order A-1')
    const { message_attributes } = first.body.message
    assert.deepEqual(Object.keys(message_attributes[0]), ['id', 'name', 'value'])
    const again = await create({ ...TO_ADA, message_attributes })
    assert.equal(again.body.message.rendered_subject, 'Order A-1')
  })

  test('an unknown field of one is named by its place', async () => {
    const message = { ...TO_ADA, message_attributes_attributes: [{ name: 'a' }, { name: 'b', vlaue: 1 }] }
    const field = 'message_attributes_attributes.1.vlaue'
    refused(await create(message), 'unknown_field', { [field]: 'is not a known field: did you mean value?' })
    const inside = await create({ ...TO_ADA, notification_user: { emial: 'a@example.com' } })
    refused(inside, 'unknown_field', { 'notification_user.emial': 'is not a known field: did you mean email?' })
  })

  test('free JSON is taken as it is', async () => {
    const attributes = { plan: { nested: [{ anything: 1 }] } }
    const message = {
      ...TO_ADA,
      notification_user: { attributes },
      message_attributes: [{ name: 'a', value: { x: 1 } }],
    }
    assert.equal((await create(message)).status, 201)
  })

  for (const keys of [
    ['1700000000123', '1700000000456'],
    ['new_1', 'new_2'],
    ['0', '1'],
    ['12345678901234567890', '12345678901234567891'],
  ])
    test(`in a form under the keys ${keys.join(', ')}`, async () => {
      const list = 'message[message_attributes_attributes]'
      const pairs = keys.flatMap((key, at) => [`${list}[${key}][name]=order.id`, `${list}[${key}][value]=A-${at}`])
      const to = 'message[external_user_id]=ada&message[message_template_name]=receipt'
      const removed = `${list}[99999999999999999999][name]=order.id&${list}[99999999999999999999][_destroy]=1`
      const { status, body } = await form(MESSAGES, [to, ...pairs, `${list}[${keys[0]}][_destroy]=false`].join('&'))
      assert.equal(status, 201, JSON.stringify(body))
      assert.equal(body.message.rendered_subject, 'Order A-1')
      assert.equal(body.message.message_attributes.length, 2)
      assert.equal((await form(MESSAGES, [to, ...pairs, removed].join('&'))).body.message.message_attributes.length, 2)
    })

  test('100 of 10 KB each fit, however they are escaped', async () => {
    // 5,120 letters of two bytes are 10 KiB. Written as \u0416, each takes six bytes.
    const value = '\u0416'.repeat(5120)
    const attributes = Array.from({ length: 100 }, (_, at) => ({ name: `a${at}`, value }))
    const body = JSON.stringify({ message: { ...TO_ADA, message_attributes_attributes: attributes } })
    const escaped = body.replaceAll('\u0416', '\\u0416')
    assert.ok(escaped.length > 3_000_000)
    for (const text of [body, escaped]) {
      const { status, body } = await raw('POST', MESSAGES, { 'content-type': JSON_TYPE }, text)
      assert.equal(status, 201)
      assert.equal(body.message.message_attributes[99].value, value)
    }
    const list = 'message[message_attributes_attributes][]'
    const pairs = attributes.map((one) => `${list}[name]=${one.name}&${list}[value]=${encodeURIComponent(value)}`)
    const to = 'message[external_user_id]=ada&message[message_template_name]=receipt'
    assert.equal((await form(MESSAGES, [to, ...pairs].join('&'))).status, 201)
    attributes[0]!.value += '\u0416'
    refused(await create({ ...TO_ADA, message_attributes: attributes }), 'invalid')
  })
})

describe('recipient and template', () => {
  const NAMED = { external_user_id: 'ada', message_template_name: 'receipt' }
  for (const blank of ['', '  ', null])
    test(`${JSON.stringify(blank)} beside a valid one is absent`, async () => {
      const byId = () => ({ notification_user_id: ids.recipient, message_template_id: ids.template })
      const nobody = { notification_user_id: blank, message_template_id: blank }
      const unnamed = { external_user_id: blank, message_template_name: blank }
      for (const message of [
        { ...NAMED, ...nobody },
        { ...byId(), ...unnamed },
      ]) {
        assert.equal((await create(message)).status, 201, JSON.stringify(message))
        const pairs = Object.entries(message).map(([name, value]) => `message[${name}]=${value ?? ''}`)
        assert.equal((await form(MESSAGES, pairs.join('&'))).status, 201, pairs.join('&'))
      }
      const response = await create({ ...unnamed, ...nobody })
      refused(response, 'invalid', {
        external_user_id: "can't be blank: give external_user_id or notification_user_id",
        message_template_name: "can't be blank: give message_template_name or message_template_id",
      })
    })

  test('an integer is the external id of its digits', async () => {
    const users = '/api/v1/notification_users'
    const made = await client.call('POST', users, { notification_user: { external_user_id: 4711 } })
    assert.deepEqual([made.status, made.body.notification_user.external_user_id], [201, '4711'])
    const { status, body } = await create({ ...TO_ADA, external_user_id: 4711 })
    assert.deepEqual([status, body.message?.notification_user_id], [201, made.body.notification_user.id])
    const along = { external_user_id: 4712, notification_user: { email: 'b@example.com' } }
    assert.equal((await create({ ...TO_ADA, ...along })).status, 201)
    const put = await client.call('PUT', `${users}/by_external_id/4711`, {
      notification_user: { external_user_id: 4711 },
    })
    assert.equal(put.status, 200)
    for (const id of [1.5, true, ['4711']]) refused(await create({ ...TO_ADA, external_user_id: id }), 'invalid')
  })
})

describe('multipart/form-data', () => {
  const multipart = (fields: Record<string, string | Blob>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return data
  }
  const TO = { 'message[external_user_id]': 'ada', 'message[message_template_name]': 'receipt' }

  test('text fields are the same form', async () => {
    const list = 'message[message_attributes_attributes]'
    const fields = { ...TO, [`${list}[0][name]`]: 'order.id', [`${list}[0][value]`]: 'Ä & Ö = 100 % + 1' }
    const { status, body } = await raw('POST', MESSAGES, {}, multipart(fields))
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(body.message.rendered_subject, 'Order Ä & Ö = 100 % + 1')
    const own = await running.client()
    const headers = { authorization: `Bearer ${own.apiKey}` }
    const made = await fetch(`${running.service.url}${ENDPOINTS}`, {
      method: 'POST',
      headers,
      body: multipart({ 'webhook_endpoint[url]': URL_A }),
    })
    assert.equal(made.status, 201)
  })

  for (const name of ['{', '[', '{"message":{}}'])
    test(`a name that begins as JSON does: ${name}`, async () => {
      assert.equal((await raw('POST', MESSAGES, {}, multipart({ [name]: '1', ...TO }))).status, 201)
      const { status, body } = await raw('POST', MESSAGES, {}, multipart({ [name]: '1' }))
      assert.deepEqual([status, body.code], [400, 'missing_root_key'])
    })

  test('an unknown field, inside and beside', async () => {
    const deliverAt = multipart({ ...TO, 'message[deliver_at]': later() })
    refused(await raw('POST', MESSAGES, {}, deliverAt), 'unknown_field')
    refused(await raw('POST', MESSAGES, {}, multipart({ ...TO, send_at: later() })), 'unknown_field')
  })

  test('a file is 422 on its field', async () => {
    const response = await raw('POST', MESSAGES, {}, multipart({ ...TO, 'message[logo]': new File(['x'], 'a.png') }))
    refused(response, 'invalid', { 'message[logo]': 'takes no file: files go into message[attachments][]' })
  })

  test('the same request under its idempotency key, with another boundary, is the same', async () => {
    const headers = { 'idempotency-key': 'multipart-1' }
    const first = await raw('POST', MESSAGES, headers, multipart(TO))
    const again = await raw('POST', MESSAGES, headers, multipart(TO))
    assert.equal(first.status, 201)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.body.message.id, first.body.message.id)
  })
})

describe('the webhook endpoint', () => {
  async function made(fields: object = {}): Promise<{ own: Client; path: string; endpoint: any }> {
    const own = await running.client()
    const { status, body } = await own.call('POST', ENDPOINTS, { webhook_endpoint: { url: URL_A, ...fields } })
    assert.equal(status, 201, JSON.stringify(body))
    const path = `${ENDPOINTS}/${body.webhook_endpoint.id}`
    return { own, path, endpoint: body.webhook_endpoint }
  }
  const shown = async (own: Client, path: string) => (await own.call('GET', path)).body.webhook_endpoint
  const previousSecretOf = async ({ bucket, accountId }: Client): Promise<string | null> => {
    const text = 'select previous_secret as secret from webhook_endpoints where bucket = $1 and account_id = $2'
    return (await database.pool.query<{ secret: string | null }>({ text, values: [bucket, accountId] })).rows[0]!.secret
  }

  test('both forms on create', async () => {
    for (const body of [{ url: URL_A }, { webhook_endpoint: { url: URL_A } }]) {
      const own = await running.client()
      assert.equal((await own.call('POST', ENDPOINTS, body)).status, 201)
    }
  })

  test('both forms on a change', async () => {
    const { own, path } = await made()
    for (const body of [{ active: false }, { webhook_endpoint: { active: true } }, { active: false, utf8: '✓' }])
      assert.equal((await own.call('PATCH', path, body)).status, 200, JSON.stringify(body))
    assert.equal((await shown(own, path)).active, false)
    refused(await own.call('PATCH', path, { webhook_endpoint: { active: true }, active: true }), 'unknown_field')
    refused(await own.call('PATCH', path, { actve: true }), 'unknown_field', {
      actve: 'is not a known field: did you mean active?',
    })
    assert.equal((await own.call('PATCH', path, { utf8: '✓' })).status, 200)
  })

  test('null and an empty list are an empty body where one is allowed', async () => {
    const { own, path, endpoint } = await made()
    const json = { 'content-type': 'application/json', authorization: `Bearer ${own.apiKey}` }
    for (const body of ['', '{}', '[]', 'null', '{"webhook_endpoint": null}', '{"webhook_endpoint": []}']) {
      const response = await raw('POST', `${path}/rotate_secret`, json, body)
      assert.equal(response.status, 200, body)
      assert.notEqual(response.body.webhook_endpoint.secret, endpoint.secret)
      for (const operation of ['reactivate', 'end_overlap'])
        assert.equal((await raw('POST', `${path}/${operation}`, json, body)).status, 200, body)
      assert.equal((await raw('PATCH', path, json, body)).status, 200, body)
    }
    for (const body of ['""', '7', '[1]']) {
      const response = await raw('POST', `${path}/rotate_secret`, json, body)
      assert.deepEqual([response.status, response.body.code], [400, 'missing_root_key'], body)
    }
  })

  test('an operation without input ignores its body, and one with input refuses a body that it cannot read', async () => {
    const { own, path } = await made()
    const json = { 'content-type': 'application/json', authorization: `Bearer ${own.apiKey}` }
    const { secret_preview: before } = await shown(own, path)
    for (const body of ['{"broken', '[1]', '{"overlap_seconds": 3600}'])
      for (const [operation, status] of [
        ['reactivate', 200],
        ['end_overlap', 200],
        ['test', 202],
      ] as const)
        assert.equal((await raw('POST', `${path}/${operation}`, json, body)).status, status, `${operation} ${body}`)
    refused(await raw('POST', `${path}/rotate_secret`, json, '{"broken'), 'malformed_body')
    assert.equal((await shown(own, path)).secret_preview, before)
  })

  test('both forms on a rotation: the overlap is read, and an invalid body rotates nothing', async () => {
    const wrapped = { webhook_endpoint: { overlap_seconds: 3600 } }
    for (const body of [wrapped, { overlap_seconds: 3600 }]) {
      const { own, path } = await made()
      assert.equal((await own.call('POST', `${path}/rotate_secret`, body)).status, 200)
      assert.notEqual(await previousSecretOf(own), null, JSON.stringify(body))
    }
    const { own, path } = await made()
    const { secret_preview: before } = await shown(own, path)
    for (const body of [{ overlap: 3600 }, { webhook_endpoint: { overlap: 1 } }, { endpoint: { overlap_seconds: 1 } }])
      refused(await own.call('POST', `${path}/rotate_secret`, body), 'unknown_field')
    const sentAsForm = await fetch(`${running.service.url}${path}/rotate_secret`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.apiKey}`, 'content-type': FORM },
      body: '{"overlap_seconds":3600}',
    })
    refused(await responseOf(sentAsForm), 'malformed_body')
    assert.equal((await shown(own, path)).secret_preview, before)
    assert.equal((await own.call('POST', `${path}/rotate_secret`)).status, 200)
  })

  test('both forms on a replay', async () => {
    const { own, path } = await made()
    const since = new Date(Date.now() - 60_000).toISOString()
    for (const body of [{ since }, { webhook_endpoint: { since } }])
      assert.equal((await own.call('POST', `${path}/replay_count`, body)).status, 200)
  })

  test('a NUL character is refused in both forms, in JSON and in forms, and changes nothing', async () => {
    const { own, path } = await made()
    const before = await shown(own, path)
    const bodies: [method: string, path: string, json: (text: string) => object][] = [
      ['POST', ENDPOINTS, (text) => ({ url: `${URL_A}${text}` })],
      ['PATCH', path, (text) => ({ url: `${URL_A}${text}` })],
      ['PATCH', path, (text) => ({ active: false, [text]: '' })],
      ['POST', `${path}/rotate_secret`, (text) => ({ [text]: '' })],
      ['POST', `${path}/replay`, (text) => ({ since: text })],
    ]
    for (const [method, at, json] of bodies)
      for (const body of [json('\0'), { webhook_endpoint: json('\0') }, { webhook_endpoint: json(''), beside: '\0' }]) {
        const response = await own.call(method, at, body)
        refused(response, 'malformed_body')
        assert.match(response.body.error, /contains a NUL character/)
        const pairs = Object.entries(body).flatMap(([name, value]) =>
          typeof value === 'string'
            ? [[name, value]]
            : Object.entries(value as Record<string, string>).map(([inner, text]) => [`${name}[${inner}]`, text]),
        )
        const sentAsForm = await fetch(`${running.service.url}${at}`, {
          method,
          headers: { authorization: `Bearer ${own.apiKey}`, 'content-type': FORM },
          body: new URLSearchParams(pairs as [string, string][]).toString(),
        })
        refused(await responseOf(sentAsForm), 'malformed_body')
      }
    assert.deepEqual(await shown(own, path), before)
  })

  test('created paused', async () => {
    const { own, path, endpoint } = await made({ active: false })
    assert.equal(endpoint.active, false)
    const { status, inactive_since: since } = await shown(own, path)
    assert.deepEqual([status, typeof since], ['paused', 'string'])
    assert.equal((await own.call('PATCH', path, { active: true })).body.webhook_endpoint.status, 'active')
  })

  test('a pasted URL is trimmed', async () => {
    const { own, path, endpoint } = await made({ url: ` ${URL_A}\n` })
    assert.equal(endpoint.url, URL_A)
    const changed = await own.call('PATCH', path, { url: `\t${URL_A}b  ` })
    assert.equal(changed.body.webhook_endpoint.url, `${URL_A}b`)
    assert.equal((await shown(own, path)).url, `${URL_A}b`)
  })

  for (const url of [123, true, {}, ['https://example.com/']])
    test(`the URL ${JSON.stringify(url)} must be a string`, async () => {
      refused(await client.call('POST', ENDPOINTS, { url }), 'url_invalid', {
        url: 'is not valid: it must be a string',
      })
    })

  test('a URL of other letters says punycode', async () => {
    const { body } = await client.call('POST', ENDPOINTS, { url: 'https://bücher.example/' })
    assert.match(body.errors.url[0], /punycode \(xn--\.\.\.\)/)
  })
})

describe('bodies that are something else', () => {
  test('JSON sent as a form', async () => {
    for (const text of ['{"message":{}}', ' [1]']) {
      const response = await form(MESSAGES, text)
      refused(response, 'malformed_body')
      assert.match(response.body.error, /looks like JSON.*send the header Content-Type: application\/json/)
    }
  })

  for (const type of [JSON_TYPE, FORM, 'multipart/form-data; boundary=x'])
    test(`a compressed body of ${type}`, async () => {
      const headers = { 'content-type': type, 'content-encoding': 'gzip' }
      const { status, body } = await raw('POST', MESSAGES, headers, gzipSync('--x--'))
      assert.deepEqual([status, body.code], [415, 'unsupported_media_type'])
      assert.match(body.error, /must not be compressed/)
    })

  test('without its root key: the error gives advice', async () => {
    const { status, body } = await client.call('POST', MESSAGES, TO_ADA)
    assert.deepEqual([status, body.code], [400, 'missing_root_key'])
    assert.match(body.error, /put the fields inside it, as \{"message": /)
  })
})

describe('lists', () => {
  test('page is 422 and says how pages are asked for', async () => {
    const sentence =
      'is not a known parameter: use cursor with the next_cursor of the previous page; limit sets the number of rows'
    for (const name of ['page', 'per_page', 'offset'])
      refused(await client.call('GET', `/api/v1/deliveries?${name}=2`), 'unknown_field', { [name]: sentence })
    const ofFeed = await client.call('GET', '/api/v1/webhook_events?cursor=x')
    assert.match(ofFeed.body.errors.cursor[0], /use after with the next_cursor/)
  })

  test('others are 422 with the nearest name', async () => {
    refused(await client.call('GET', '/api/v1/notification_users?externl_user_id=ada'), 'unknown_field', {
      externl_user_id: 'is not a known parameter: did you mean external_user_id?',
    })
    refused(await client.call('POST', `${MESSAGES}?send_at=x`, { message: TO_ADA }), 'unknown_field', {
      send_at: 'is not a known parameter: no field is allowed here',
    })
    refused(await client.call('GET', `${MESSAGES}?created_after=1969-12-31T23:59:59Z`), 'invalid', {
      created_after: 'must be a time from the year 1970 to the year 9999',
    })
  })
})

describe('templates', () => {
  const path = () => `/api/v1/message_templates/${ids.template}`

  test('null or an empty object for the list of channels detaches none, and an empty list all', async () => {
    const before = (await client.call('GET', path())).body.message_template.channels
    assert.ok(before.length > 0)
    for (const [channels, after] of [
      [null, before],
      [{}, before],
      [[], []],
      [before, before],
    ]) {
      assert.equal((await client.call('PATCH', path(), { message_template: { channels } })).status, 200)
      assert.deepEqual((await client.call('GET', path())).body.message_template.channels, after)
    }
  })

  test('the longest body fits, with any letters in any notation', async () => {
    for (const letter of ['x', '\u0416', '\u{1f600}']) {
      const length = 262_144 / letter.length
      const body = letter.repeat(length)
      const escaped = Array.from({ length: letter.length }, (_, at) =>
        letter.charCodeAt(at).toString(16).padStart(4, '0'),
      )
      const json = JSON.stringify({ message_template: { body } }).replaceAll(
        letter,
        escaped.map((one) => `\\u${one}`).join(''),
      )
      const response = await raw('PATCH', path(), { 'content-type': JSON_TYPE }, json)
      assert.equal(response.status, 200, JSON.stringify(response.body).slice(0, 300))
      assert.equal(response.body.message_template.body.length, 262_144)
    }
  })
})
