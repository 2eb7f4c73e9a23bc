/**
 * Sends every example request of the OpenAPI document to the running service. All must succeed, in an empty account:
 * each creates the objects that later ones name.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { keepSandboxMessage } from '../factories.ts'
import { assertDocumentedEvent } from '../document-responses.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { makeMember, signInAs } from '../members.ts'
import { startNameServer, TYPE_A } from '../name-server.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { createEventIds } from '../../src/platform/ids.ts'
import { storeInboxMessages } from '../../src/core/providers/inbox-queries.ts'
import { call, until } from '../service.ts'
import { testService } from '../test-service.ts'

/** The id in the examples. It is replaced by a real one. */
const EXAMPLE_ID = 42
/** An id of an account in the document's examples. */
const EXAMPLE_ACCOUNT_ID = 1043

interface Example {
  method: string
  path: string
  body: object
  bySession: boolean
  byToken: boolean
}

const names = await endAfterTests(startNameServer((_name, type) => (type === TYPE_A ? ['93.184.215.14'] : [])))
const { database, running } = await testService({ variables: { ROLES: 'api', WEBHOOK_DNS_SERVERS: names.server } })
const client = await running.client()
let owner = await signInAs(running, await makeMember(database, client, 'owner'))
const { body: document } = await client.call('GET', '/openapi.json')
const examples = new Map<string, Example>()
const sent = new Set<string>()
for (const [path, methods] of Object.entries<Record<string, any>>(document.paths))
  for (const [method, { operationId, requestBody, security }] of Object.entries(methods)) {
    const body = requestBody?.content['application/json'].example
    const byToken = security.some((way: object) => 'recipientToken' in way)
    const bySession = !byToken && !security.some((way: object) => 'apiKey' in way)
    if (body !== undefined) examples.set(operationId, { method: method.toUpperCase(), path, body, bySession, byToken })
  }

let token = ''
const callByToken = (method: string, path: string, body: unknown) =>
  call(running.service.url!, token, method, path, body)

/** Sends the example. `path`: values of the path's parameters. `instead`: replacements for the example's values. */
async function send(
  id: string,
  path: Record<string, string | number> = {},
  instead: Record<string, string | number> = {},
): Promise<any> {
  const { method, path: template, body, bySession, byToken } = examples.get(id)!
  sent.add(id)
  const url = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name]))
  const known = JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    return typeof value === 'string' || typeof value === 'number' ? (instead[value] ?? value) : value
  }) as object
  const callAs = byToken ? callByToken : (bySession ? owner : client).call
  const { status, body: response } = await callAs(method, url, known)
  assert.ok(status >= 200 && status < 300, `${id}: ${status} ${JSON.stringify(response)}`)
  return response
}

test('every example is taken', async () => {
  const { notification_channel: channel } = await send('createNotificationChannel')
  const { message_template: template } = await send('createMessageTemplate', {}, { [EXAMPLE_ID]: channel.id })
  const channels = [{ notification_channel_id: channel.id }]
  const welcome = { name: 'welcome_message', body: 'Welcome, {{ user.first_name }}', body_format: 'text', channels }
  await client.call('POST', '/api/v1/message_templates', { message_template: welcome })
  await send('previewMessageTemplate')
  const { notification_user: user } = await send('createNotificationUser')
  await send('upsertNotificationUser', { external_user_id: 'user-2' })
  await send('updateNotificationUser', { id: user.id })
  const { device } = await send('createDevice', { id: user.id })
  await send('updateDevice', { id: user.id, device_id: device.id })
  const { topic } = await send('createTopic')
  await send('updateTopic', { id: topic.id })
  await send('updatePreferences', { id: user.id })
  await send('updatePreferencePage')

  await send('previewMessage')
  await send('createMessages')
  const { message } = await send('createMessage')
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const scheduled = await client.call('POST', '/api/v1/messages', {
    message: { external_user_id: 'user-1', message_template_id: template.id, send_at: later },
  })
  await send('rescheduleMessage', { id: scheduled.body.message.id })
  const [{ id: deliveryId }] = message.deliveries
  const { bucket, accountId } = client
  await keepSandboxMessage(database.pool, { bucket, accountId, deliveryId, channelId: channel.id })
  // None of its deliveries has failed.
  await send('sendMessageAgain', { id: message.id }, { failed: 'all' })
  await send('countMessageResend')
  await send('startMessageResend')
  await send('reportSandboxMessage', { id: deliveryId })
  await send('testSend', { id: channel.id })
  await send('testConnection')
  await send('createSuppression')
  await send('updateAccount')
  await send('createRecipientSigningKey')
  token = (await send('createRecipientToken', { id: user.id })).recipient_token.token
  const { id: changeId, timeMs: at } = createEventIds(createSystemClock()).next(0)
  const texts = { topicId: null, title: 'Receipt', body: 'Thank you', url: null }
  const inInbox = { bucket, accountId, messageId: message.id, deliveryId, recipientId: user.id }
  await storeInboxMessages(database.pool, [{ ...inInbox, ...texts, at, changeId }])
  await send('updateInboxMessage', { message_id: message.id })
  await send('updateAllInboxMessages')
  await client.call('POST', '/api/v1/topics', { topic: { name: 'order_updates', label: 'Orders' } })
  await send('updateInboxPreferences')
  await send('saveTemplateDraft', { id: template.id }, { [EXAMPLE_ID]: channel.id })
  const { partial } = await send('createPartial')
  await send('updatePartial', { id: partial.id })
  await send('updateMessageTemplate', { id: template.id })
  await send('upsertMessageTemplate', { name: 'receipt' }, { [EXAMPLE_ID]: channel.id })
  await send('updateNotificationChannel', { id: channel.id })

  const { webhook_endpoint: endpoint } = await send('createWebhookEndpoint')
  await send('updateWebhookEndpoint', { id: endpoint.id })
  await send('rotateWebhookSecret', { id: endpoint.id })
  // The replay's times must be recent, because old events are removed.
  const recently = { '2026-06-08T10:00:00Z': new Date(Date.now() - 3_600_000).toISOString() }
  const now = { '2026-06-08T12:00:00Z': new Date().toISOString() }
  await send('countReplay', { id: endpoint.id }, { ...recently, ...now })
  await send('startReplay', { id: endpoint.id }, { ...recently, ...now })

  const listed = await client.call('GET', '/api/v1/recipient_signing_keys')
  await send('deleteRecipientSigningKey', { id: listed.body.recipient_signing_keys[0].id })
  const { api_key: key } = await send('createApiKey')
  await send('revokeApiKey', { id: key.id })
  await client.call('DELETE', `/api/v1/notification_users/by_external_id/user-1/devices/${device.id}`)
  await sendByExternalId()
  await send('deleteNotificationUser', { id: user.id })
})

async function sendByExternalId(): Promise<void> {
  const path = { external_user_id: 'user-1' }
  await send('updateNotificationUserByExternalId', path)
  const { device } = await send('createDeviceByExternalId', path)
  await send('updateDeviceByExternalId', { ...path, device_id: device.id })
  await send('updatePreferencesByExternalId', path)
  await send('createRecipientTokenByExternalId', path)
  await send('deleteNotificationUserByExternalId', { external_user_id: 'user-2' })
}

test('every example of members and sessions is taken', async () => {
  const { member } = await send('createMember')
  const { invitation } = await send('inviteMember', { id: member.id })
  await send('showInvitation', {}, { 'inv_1_...': invitation.token })
  await send('acceptInvitation', {}, { 'inv_1_...': invitation.token })
  await send('signIn')
  await send('updateMember', { id: member.id })
  await send('deleteMember', { id: member.id })
  await send('confirmPassword')
  await send('changePassword')
  owner = await signInAs(running, await makeMember(database, client, 'owner'))
  await send('switchAccount', {}, { [EXAMPLE_ACCOUNT_ID]: client.accountId })
})

test('the collection of Postman sends the same bodies to the same addresses', () => {
  interface Request {
    method: string
    url: { raw: string }
    body?: { raw: string }
  }
  const { item: folders } = JSON.parse(
    readFileSync(new URL('../../../docs/postman.json', import.meta.url), 'utf8'),
  ) as {
    item: { item: { request: Request }[] }[]
  }
  const requests = folders.flatMap(({ item }) => item.map(({ request }) => request))
  const shown = requests.flatMap(({ method, url, body }) =>
    body === undefined ? [] : [[method, url.raw, JSON.parse(body.raw)]],
  )
  const documented = [...examples.values()].map(({ method, path, body }) => {
    return [method, `{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, body]
  })
  const inOrder = (list: unknown[]) => list.map((one) => JSON.stringify(one)).toSorted()
  assert.deepEqual(inOrder(shown), inOrder(documented))
})

test('every example is tried', () => {
  assert.deepEqual(
    [...examples.keys()].filter((id) => !sent.has(id)),
    [],
  )
})

test('events are as the document says', async () => {
  const endpoints = await client.call('GET', '/api/v1/webhook_endpoints')
  const [endpoint] = endpoints.body.webhook_endpoints
  const ping = await client.call('POST', `/api/v1/webhook_endpoints/${endpoint.id}/test`)
  const { body } = await until(
    () => client.call('GET', '/api/v1/webhook_events?limit=200'),
    (response) => response.body.webhook_events.some(({ id }: { id: string }) => id === ping.body.event_id),
  )
  const types = new Set<string>()
  for (const { id, type } of body.webhook_events as { id: string; type: string }[]) {
    const shown = await client.call('GET', `/api/v1/webhook_events/${id}`)
    assertDocumentedEvent(shown.body.webhook_event.body)
    types.add(type)
  }
  for (const type of ['ping', 'delivery.scheduled', 'delivery.queued', 'delivery.delivered'])
    assert.ok(types.has(type), type)
})
