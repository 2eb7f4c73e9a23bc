/** Every 409 names the helpful call, with the object's ids, so that callers can copy it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PEOPLE_OF_EMAIL_MAX } from '../../src/features/sign-in/people.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { ERROR_CODES } from '../../src/platform/errors.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import { prepareMessages, until } from '../service.ts'
import type { ApiResponse } from '../service.ts'
import { sharedApi } from '../shared-service.ts'

// Nothing is sent, so pending objects stay pending.
const running = await sharedApi()
const { database } = running

const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }
const ENDPOINT = { webhook_endpoint: { url: 'https://127.0.0.1:4431/' } }

async function prepared() {
  const client = await running.client()
  const made = await prepareMessages(client)
  const call = (method: string, path: string, body?: object): Promise<ApiResponse> =>
    client.call(method, `/api/v1/${path}`, body)
  const create = async (path: string, body?: object): Promise<any> => {
    const { status, body: created } = await call('POST', path, body)
    assert.ok(status < 300, JSON.stringify(created))
    return created
  }
  return { client, call, create, ...made }
}

const told: string[] = []

function refused({ status, body }: ApiResponse, code: keyof typeof ERROR_CODES, sentence: string): void {
  assert.deepEqual([status, body.code, body.error], [409, code, sentence])
  told.push(code)
}

test('a webhook endpoint that is there, disabled or paused', async () => {
  const { client, call, create } = await prepared()
  const inactive = async (path: string, sentence: string, body?: object) =>
    refused(await call('POST', path, body), 'endpoint_inactive', sentence)
  const since = new Date(createSystemClock().now() - 60_000).toISOString()
  await create('messages', { message: RECEIPT })
  const { body: feed } = await until(
    () => call('GET', 'webhook_events'),
    ({ body }) => body.webhook_events.length > 0,
  )
  const resend = `webhook_events/${feed.webhook_events[0].id}/resend`
  await inactive(resend, 'The account has no active webhook endpoint: register one with POST /api/v1/webhook_endpoints')

  const { id } = (await create('webhook_endpoints', ENDPOINT)).webhook_endpoint
  const path = `/api/v1/webhook_endpoints/${id}`
  refused(
    await call('POST', 'webhook_endpoints', ENDPOINT),
    'endpoint_exists',
    `The account already has a webhook endpoint: change it with PATCH ${path}, or delete it with DELETE ${path}`,
  )

  await call('PATCH', `webhook_endpoints/${id}`, { webhook_endpoint: { active: false } })
  const paused = `The webhook endpoint is paused: to resume it, set active to true with PATCH ${path}`
  refused(await call('POST', `webhook_endpoints/${id}/reactivate`), 'endpoint_paused', paused)
  await inactive(`webhook_endpoints/${id}/test`, paused)
  await inactive(resend, paused)
  await inactive(`webhook_endpoints/${id}/replay`, paused, { since })

  await database.pool.query({
    text: `update webhook_endpoints set active = true, disabled_at = now(), disabled_reason = 'failures', inactive_since = now()
      where account_id = $1`,
    values: [client.accountId],
  })
  const disabled = `The webhook endpoint is disabled: enable it with POST ${path}/reactivate`
  const resumed = await call('PATCH', `webhook_endpoints/${id}`, { webhook_endpoint: { active: true } })
  refused(resumed, 'endpoint_disabled', disabled)
  await inactive(`webhook_endpoints/${id}/test`, disabled)
  const [, method = '', said = ''] = /(POST) (\S+)$/.exec(resumed.body.error) ?? []
  assert.equal((await client.call(method, said)).status, 200)
  assert.equal((await call('POST', `webhook_endpoints/${id}/test`)).status, 202)
})

test('a pending event, a running replay, a finished one', async () => {
  const { call, create } = await prepared()
  const { id } = (await create('webhook_endpoints', ENDPOINT)).webhook_endpoint
  const { event_id: eventId } = await create(`webhook_endpoints/${id}/test`)
  refused(
    await call('POST', `webhook_events/${eventId}/resend`),
    'event_pending',
    `The event is still pending: GET /api/v1/webhook_events/${eventId} shows its attempts`,
  )
  const since = new Date(createSystemClock().now() - 60_000).toISOString()
  const { replay_id: replayId } = await create(`webhook_endpoints/${id}/replay`, { since })
  const path = `/api/v1/webhook_endpoints/${id}/replays/${replayId}`
  refused(
    await call('POST', `webhook_endpoints/${id}/replays/${replayId}/cancel`),
    'not_cancelable',
    `The replay has already ended: GET ${path} shows its state`,
  )
  await database.pool.query({ text: 'update replays set finished_at = null where id = $1', values: [replayId] })
  refused(
    await call('POST', `webhook_endpoints/${id}/replay`, { since }),
    'replay_running',
    `A replay to the webhook endpoint is running: wait until it ends, or cancel it with POST ${path}/cancel`,
  )
})

test('a message that is no longer scheduled', async () => {
  const { call, create } = await prepared()
  const { id, deliveries } = (await create('messages', { message: { ...RECEIPT, send_at: inAnHour() } })).message
  await create(`messages/${id}/cancel`)
  refused(
    await call('POST', `deliveries/${deliveries[0].id}/retry`),
    'not_retrying',
    `The delivery does not wait for another send: GET /api/v1/deliveries/${deliveries[0].id} shows its status and its message_id. ` +
      'To send a failed message again, call send_again of the message',
  )
  const path = `/api/v1/messages/${id}`
  refused(
    await call('POST', `messages/${id}/cancel`),
    'not_cancelable',
    `Nothing is left to cancel: GET ${path} shows the state of the message`,
  )
  refused(
    await call('PATCH', `messages/${id}`, { message: { send_at: inAnHour() } }),
    'not_scheduled',
    `The message is no longer scheduled: GET ${path} shows its state. To send another message, call POST /api/v1/messages`,
  )
})

const inAnHour = () => new Date(createSystemClock().now() + 3_600_000).toISOString()

test('names that are taken, an address that is suppressed', async () => {
  const { call, create, recipient, template } = await prepared()
  const ada = { notification_user: { external_user_id: 'ada' } }
  const taken = `The external_user_id is already taken: change that notification user with PATCH /api/v1/notification_users/${recipient.id}`
  refused(await call('POST', 'notification_users', ada), 'name_taken', taken)
  const { id } = (await create('notification_users', { notification_user: { external_user_id: 'bob' } }))
    .notification_user
  refused(await call('PATCH', `notification_users/${id}`, ada), 'name_taken', taken)

  const receipt = { name: 'receipt', subject: 'S', body: 'B', body_format: 'text', channels: [] }
  const ofTemplate = `The name is already taken: change that template with PATCH /api/v1/message_templates/${template.id}, or choose another name`
  refused(await call('POST', 'message_templates', { message_template: receipt }), 'name_taken', ofTemplate)
  const other = await create('message_templates', { message_template: { ...receipt, name: 'other' } })
  refused(
    await call('PATCH', `message_templates/${other.message_template.id}`, { message_template: { name: 'receipt' } }),
    'name_taken',
    ofTemplate,
  )

  const suppression = { suppression: { address: 'Bob@example.com' } }
  const suppressed = (await create('suppressions', suppression)).suppression
  refused(
    await call('POST', 'suppressions', suppression),
    'suppression_exists',
    `The address is already suppressed: to send to it again, call DELETE /api/v1/suppressions/${suppressed.id}`,
  )
})

test('a draft that somebody else saved, a version that is no longer in use', async () => {
  const { call, template } = await prepared()
  const path = `message_templates/${template.id}`
  const { name, body } = template
  await call('PUT', `${path}/draft`, { draft: { name, body } })
  const changed = `Somebody else saved, published or discarded the draft after you read it: read it again with GET /api/v1/${path}/draft`
  for (const response of [
    await call('PUT', `${path}/draft`, { draft: { name, body, revision: 0 } }),
    await call('DELETE', `${path}/draft?revision=2`),
    await call('PATCH', path, { message_template: { draft_revision: 2 } }),
  ])
    refused(response, 'draft_changed', changed)
  refused(
    await call('PATCH', path, { message_template: { based_on_version: 2 } }),
    'version_changed',
    `You changed an old version: read the current one with GET /api/v1/${path}, then change it`,
  )
})

test('a topic of a template', async () => {
  const { call, create, template } = await prepared()
  const { topic } = await create('topics', { topic: { name: 'news', label: 'News' } })
  const changed = await call('PATCH', `message_templates/${template.id}`, { message_template: { topic: 'news' } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  refused(
    await call('DELETE', `topics/${topic.id}`),
    'topic_in_use',
    'The template receipt has the topic: give it another one first, with PATCH /api/v1/message_templates/{id}',
  )
})

test('a partial of a template', async () => {
  const { call, create, template } = await prepared()
  const { partial } = await create('partials', { partial: { name: 'footer', text: 'Bye' } })
  refused(
    await call('POST', 'partials', { partial: { name: 'footer', text: 'Ciao' } }),
    'name_taken',
    `The name is already taken: change that partial with PATCH /api/v1/partials/${partial.id}`,
  )
  const body = "Thank you {% render 'footer' %}"
  const changed = await call('PATCH', `message_templates/${template.id}`, { message_template: { body } })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  refused(
    await call('DELETE', `partials/${partial.id}`),
    'partial_in_use',
    'These use the partial: the template receipt. Remove it from their texts first',
  )
})

test('members that are there, or must be', async () => {
  const { client } = await prepared()
  const owner = await signInAs(running, await makeMember(database, client, 'owner'))
  const password = { current_password: PASSWORD }
  const path = `/api/v1/members/${owner.id}`
  const same = { member: { email: owner.email.toUpperCase(), role: 'viewer' }, ...password }
  refused(
    await owner.call('POST', '/api/v1/members', same),
    'email_taken',
    `The account already has a member with this email: change the member with PATCH ${path}, or send a new invitation with POST ${path}/invite`,
  )
  refused(
    await owner.call('POST', `${path}/invite`, password),
    'member_active',
    `The member can already sign in. If the password is lost: remove the member with DELETE ${path} and add it again ` +
      'with POST /api/v1/members, or ask the operator to run `npm run tidings -- members reset-password EMAIL`',
  )
  for (const response of [
    await owner.call('DELETE', path, password),
    await owner.call('PATCH', path, { member: { role: 'viewer' }, ...password }),
  ])
    refused(
      response,
      'last_owner',
      'The account needs at least one active owner: first make another member an owner, with PATCH /api/v1/members/{id}',
    )
})

test('an email that too many sign in with', async () => {
  const { client } = await prepared()
  const owner = await signInAs(running, await makeMember(database, client, 'owner'))
  const email = `shared.${client.accountId}@example.com`
  await database.pool.query({
    text: `insert into people (email, password_hash, password_set_at, created_at)
      select $1, regexp_replace(p.password_hash, '\\$A+\\$', '$' || rpad(n::text, 22, 'A') || '$'), now(), now()
      from people p, generate_series(1, $3::integer) n where p.email = $2`,
    values: [email, owner.email, PEOPLE_OF_EMAIL_MAX],
  })
  const member = { email, role: 'viewer' }
  const { body } = await owner.call('POST', '/api/v1/members', { member, current_password: PASSWORD })
  const invitation = { token: body.invitation.token, password: 'nobody has this one' }
  refused(
    await client.call('POST', '/api/v1/invitations/accept', { invitation }),
    'conflict',
    'Too many people sign in with this email: ask an owner of the account to invite another email with POST /api/v1/members',
  )
})

test('every 409 is tested here or elsewhere', () => {
  const elsewhere = {
    limit_reached: 'caps.test.ts',
    idempotency_key_running: 'idempotency-keys.test.ts',
    resend_running: 'features/send-again/progress.test.ts',
  }
  const all = Object.entries(ERROR_CODES).flatMap(([code, [status]]) => (status === 409 ? code : []))
  assert.deepEqual(all.toSorted(), [...new Set([...told, ...Object.keys(elsewhere)])].toSorted())
})
