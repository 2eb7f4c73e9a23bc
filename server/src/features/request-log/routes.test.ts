/** The log of requests, through the API of a service. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { call, prepareMessages, startTestService, until } from '../../../test/service.ts'
import type { ApiResponse, Client } from '../../../test/service.ts'
import type { RequestOutput } from './request.ts'
import { sharedService } from '../../../test/shared-service.ts'

type Listed = Static<typeof RequestOutput>

const running = await sharedService()
const { database } = running

const idOf = ({ headers }: ApiResponse): string => headers.get('x-request-id')!

async function list(client: Client, query = ''): Promise<Listed[]> {
  const { status, body } = await client.call('GET', `/api/v1/requests${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.requests
}

/** The row is written after the response. */
async function logged(client: Client, response: ApiResponse): Promise<Listed> {
  const [row] = await until(
    () => list(client, `?request_id=${idOf(response)}`),
    (rows) => rows.length > 0,
  )
  return row!
}

const client = await running.client()
await prepareMessages(client)
/** With the names of `prepareMessages`. */
const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }
const message = (fields: object) => client.call('POST', '/api/v1/messages', { message: { ...RECEIPT, ...fields } })

test('a create is in the log with the message that it made', async () => {
  const response = await message({})
  assert.equal(response.status, 201)
  const row = await logged(client, response)
  assert.deepEqual([row.method, row.path, row.status], ['POST', '/api/v1/messages', response.status])
  assert.deepEqual(row.made, { message_id: response.body.message.id })
})

test('a refused request is in the log with its code and its errors by field', async () => {
  const response = await message({ send_at: 'soon', message_attributes_attributes: [{ name: 'a' }, { name: 7 }] })
  assert.equal(response.status, 422)
  assert.deepEqual(Object.keys(response.body.errors), ['message_attributes_attributes.1.name', 'send_at'])
  const row = await logged(client, response)
  assert.deepEqual([row.status, row.code, row.made], [422, response.body.code, null])
  assert.deepEqual(row.errors, response.body.errors)
  assert.match(row.actor, /^api_key:\d+$/)
  assert.equal(typeof row.actor_name, 'string')
  assert.ok(Date.parse(row.at) <= Date.now())
  const failed = await list(client, '?result=failed')
  assert.ok(failed.some(({ request_id: id }) => id === idOf(response)))
  assert.ok(failed.every(({ status }) => status >= 400))
})

test('the list has filters for the method, a part of the path, the status and the key', async () => {
  const response = await client.call('DELETE', '/api/v1/notification_users/987654')
  const { actor } = await logged(client, response)
  const wanted = [
    `?method=DELETE&path=users/98765&status=404&actor=${actor}`,
    '?path=/notification_users&result=failed',
  ]
  for (const query of wanted)
    assert.ok(
      (await list(client, query)).some(({ request_id: id }) => id === idOf(response)),
      query,
    )
  for (const query of ['?method=PUT', '?path=users/98766', '?status=405', '?actor=member:1'])
    assert.ok(
      (await list(client, query)).every(({ request_id: id }) => id !== idOf(response)),
      query,
    )
})

test('names that the operation does not know are not in the log: they may be personal data', async () => {
  const users = '/api/v1/notification_users'
  const fields = { attributes: {}, 'eve@example.com': 1 }
  const cases: [method: string, path: string, body: object | undefined, names: string[]][] = [
    ['GET', '/api/v1/messages?eve@example.com=1&limit=x', undefined, ['(unknown)']],
    ['GET', String.raw`/api/v1/messages?eve%00\u0000=1`, undefined, ['(unknown)']],
    ['GET', '/api/v1/account?eve=1', undefined, ['(unknown)']],
    ['POST', users, { notification_user: fields }, ['(unknown)']],
    ['POST', users, { notification_user: { '442071838750': 1, email: 7 } }, ['email', '(unknown)']],
    ['POST', users, { notification_user: {}, 'eve@example.com': 1 }, ['(unknown)']],
    [
      ...['POST', '/api/v1/messages'],
      { message: { ...RECEIPT, message_attributes_attributes: [{ name: 'a', value: 1, eve: 1 }] } },
      ['message_attributes_attributes.0.(unknown)'],
    ] as never,
  ]
  for (const [method, path, body, names] of cases) {
    const response = await client.call(method, path, body)
    assert.equal(response.status, 422, path)
    const row = await logged(client, response)
    assert.deepEqual(Object.keys(row.errors!), names, `${method} ${path}`)
    assert.doesNotMatch(JSON.stringify(row), /eve|442071838750/)
  }
})

test('a failed read is in the log, and a successful one is not', async () => {
  const found = await client.call('GET', '/api/v1/account')
  const missing = await client.call('GET', '/api/v1/messages/999')
  const row = await logged(client, missing)
  assert.deepEqual([row.method, row.path, row.status], ['GET', '/api/v1/messages/999', 404])
  assert.deepEqual(await list(client, `?request_id=${idOf(found)}`), [])
})

test('a text in the path is not in the log', async () => {
  const path = '/api/v1/notification_users/by_external_id/eve%40example.com'
  const response = await client.call('PUT', path, { notification_user: { email: 7 } })
  assert.equal(response.status, 422)
  const row = await logged(client, response)
  assert.equal(row.path, '/api/v1/notification_users/by_external_id/:external_user_id')
  assert.doesNotMatch(JSON.stringify(row), /eve/)
})

test('an account sees its own requests only', async () => {
  const response = await message({ unknown: true })
  await logged(client, response)
  const other = await running.client()
  assert.deepEqual(await list(other, `?request_id=${idOf(response)}`), [])
})

test('names of members and keys are for roles that may read the audit log', async () => {
  const response = await message({ unknown: true })
  const { actor, actor_name: name } = await logged(client, response)
  assert.equal(typeof name, 'string')
  const { body } = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'Reader', role: 'read' } })
  const path = `/api/v1/requests?request_id=${idOf(response)}`
  const asRead = await call(running.service.url!, body.api_key.key, 'GET', path)
  const [row] = asRead.body.requests
  assert.deepEqual([row.actor, row.actor_name], [actor, null])
})

test('the search finds the request and its message', async () => {
  const response = await message({ unknown: true })
  await logged(client, response)
  const { body } = await client.call('GET', `/api/v1/search?q=${idOf(response)}`)
  assert.deepEqual(
    body.results.map(({ kind, id, title }: Record<string, string>) => [kind, id, title]),
    [['request', idOf(response), 'POST /api/v1/messages']],
  )
})

test('a stop of the service writes the last requests', async () => {
  const one = await startTestService(database)
  const caller = await one.client()
  const response = await caller.call('GET', '/api/v1/messages/999')
  await one.stop()
  const text = 'select status from requests where request_id = $1'
  const { rows } = await database.pool.query({ text, values: [idOf(response)] })
  assert.deepEqual(rows, [{ status: 404 }])
})
