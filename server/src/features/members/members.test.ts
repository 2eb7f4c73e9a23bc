import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMember, PASSWORD, signInAs } from '../../../test/members.ts'
import type { ApiResponse, Client } from '../../../test/service.ts'
import { testService } from '../../../test/test-service.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { plainFetch } from '../../../test/plain-fetch.ts'

const WEEK_MS = 7 * 86_400_000

let aheadMs = 0
const system = createSystemClock()
const clock = { ...system, now: () => system.now() + aheadMs }

const { database, running } = await testService({
  variables: { ROLES: 'api', PUBLIC_URL: 'http://127.0.0.1/tidings/' },
  clock,
})

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const response = await plainFetch(`${running.service.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { status: response.status, cookie, body: text === '' ? null : JSON.parse(text) }
}

const accept = (token: string, fields: object = { password: PASSWORD }) =>
  send('POST', '/invitations/accept', {}, { invitation: { token, ...fields } })

/** An account and its owner. Each change repeats the owner's password. */
interface Owned {
  client: Client
  owner: { id: number; email: string }
  call(method: string, path: string, body?: object | string): Promise<ApiResponse>
}

async function newAccount(): Promise<Owned> {
  const client = await running.client()
  const owner = await signInAs(running, await makeMember(database, client, 'owner'))
  const again = { current_password: PASSWORD }
  const call: Owned['call'] = (method, path, body) =>
    owner.call(method, `/api/v1${path}`, method === 'GET' ? undefined : { ...(body as object), ...again })
  return { client, owner, call }
}

let emails = 0
async function addMember({ call }: Pick<Owned, 'call'>, role: string) {
  const email = `colleague${(emails += 1)}@example.com`
  const { status, body } = await call('POST', '/members', { member: { email, role } })
  assert.equal(status, 201, JSON.stringify(body))
  return { email, id: body.member.id as number, invitation: body.invitation, member: body.member }
}

/** Adds a member and accepts the invitation. Returns the client of the member's page. */
async function joinMember(account: Owned, role: string) {
  const added = await addMember(account, role)
  const joined = await accept(added.invitation.token)
  assert.equal(joined.status, 201, JSON.stringify(joined.body))
  const headers = {
    cookie: joined.cookie,
    'sec-fetch-site': 'same-origin',
    'x-csrf-token': joined.body.session.csrf_token,
  }
  const again = { current_password: PASSWORD }
  return {
    ...added,
    call: (method: string, path: string, body: object = {}) =>
      send(method, path, headers, method === 'GET' ? undefined : { ...body, ...again }),
  }
}

test('an invitation sets the password once and signs in', async () => {
  const account = await newAccount()
  const { email, invitation, member } = await addMember(account, 'developer')
  assert.deepEqual([member.active, member.role, member.invited_until], [false, 'developer', invitation.expires_at])
  assert.equal(invitation.path, `/#/invitation/${invitation.token}`)
  assert.equal(invitation.url, `http://127.0.0.1/tidings${invitation.path}`)
  for (const [token, fields, field] of [
    [invitation.token, { password: 'short' }, 'password'],
    [invitation.token, { password: 'x'.repeat(1001) }, 'password'],
    [`inv_${account.client.accountId}_${'a'.repeat(43)}`, { password: PASSWORD }, 'token'],
    ['x', { password: PASSWORD }, 'token'],
  ] as const) {
    const refused = await accept(token, fields)
    assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, [field]])
  }
  const both = await Promise.all([
    accept(invitation.token, { password: PASSWORD, name: 'Ada' }),
    accept(invitation.token, { password: PASSWORD, name: 'Ada' }),
  ])
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([201, 422]))
  const accepted = both.find(({ status }) => status === 201)!
  assert.equal(accepted.body.session.member.name, 'Ada')
  assert.equal((await send('GET', '/session', { cookie: accepted.cookie })).status, 200)
  assert.equal((await send('POST', '/session', {}, { session: { email, password: PASSWORD } })).status, 201)
  const { rows } = await database.pool.query({ text: 'select token_hash from member_invitations' })
  assert.ok(!JSON.stringify(rows).includes(invitation.token))
})

test('an invitation ends after a week, or with the next one; who has accepted gets no other', async () => {
  const first = await newAccount()
  const { id, email, invitation } = await addMember(first, 'viewer')
  aheadMs += WEEK_MS + 1000
  assert.equal((await accept(invitation.token)).status, 422)
  // The owner's session has ended too, so the owner signs in again.
  const owner = await signInAs(running, first.owner)
  const invite = () => owner.call('POST', `/api/v1/members/${id}/invite`, { current_password: PASSWORD })
  const again = (await invite()).body.invitation
  const newest = (await invite()).body.invitation
  assert.equal((await accept(again.token)).status, 422)
  const joined = await accept(newest.token)
  assert.equal(joined.status, 201)
  const refused = await invite()
  assert.deepEqual([refused.status, refused.body.code], [409, 'member_active'])
  assert.equal((await send('GET', '/session', { cookie: joined.cookie })).status, 200)
  assert.equal((await send('POST', '/session', {}, { session: { email, password: PASSWORD } })).status, 201)
})

test('mistakes in a member', async () => {
  const account = await newAccount()
  const { email } = await addMember(account, 'viewer')
  const create = (fields: object) => account.call('POST', '/members', { member: fields })
  for (const [fields, field] of [
    [{ role: 'owner' }, 'email'],
    [{ email: 'x', role: 'owner' }, 'email'],
    [{ email: 'a@b.example, c@d.example', role: 'owner' }, 'email'],
    [{ email: `${'x'.repeat(300)}@b.example`, role: 'owner' }, 'email'],
    [{ email: 'a@b.example' }, 'role'],
    [{ email: 'a@b.example', role: 'root' }, 'role'],
    [{ email: 'a@b.example', role: 'owner', name: 1 }, 'name'],
  ] as const) {
    const { status, body } = await create(fields)
    assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(fields))
  }
  const taken = await create({ email: email.toUpperCase(), role: 'viewer' })
  assert.deepEqual([taken.status, taken.body.code], [409, 'email_taken'])
})

test('members of another account are as unknown ones', async () => {
  const account = await newAccount()
  const stranger = await newAccount()
  const { id } = await addMember(account, 'viewer')
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/invite'],
  ] as const) {
    const responses = [id, 999_999].map((one) => stranger.call(method, `/members/${one}${path}`, { member: 1 }))
    const [foreign, unknown] = await Promise.all(responses)
    assert.equal(foreign!.status, 404, `${method} ${path}`)
    assert.deepEqual({ ...foreign!.body, request_id: '' }, { ...unknown!.body, request_id: '' })
  }
  assert.deepEqual(
    (await stranger.call('GET', '/members')).body.members.map((member: { id: number }) => member.id),
    [stranger.owner.id],
  )
  assert.equal((await account.call('GET', `/members/${id}`)).body.member.id, id)
})

test('a new role applies from the next request; a removed member is signed out at once, and the email is free', async () => {
  const account = await newAccount()
  const owner = await joinMember(account, 'owner')
  const colleague = await joinMember(account, 'viewer')
  assert.equal((await colleague.call('GET', '/members')).status, 403)
  const changed = await owner.call('PATCH', `/members/${colleague.id}`, { member: { role: 'owner', name: 'Grace' } })
  assert.deepEqual([changed.body.member.role, changed.body.member.name], ['owner', 'Grace'])
  assert.equal((await colleague.call('GET', '/members')).status, 200)
  const kept = await owner.call('PATCH', `/members/${colleague.id}`, { member: { role: 'viewer' } })
  assert.deepEqual([kept.body.member.role, kept.body.member.name], ['viewer', 'Grace'])
  assert.equal((await owner.call('DELETE', `/members/${colleague.id}`)).status, 204)
  assert.equal((await colleague.call('GET', '/session')).status, 401)
  assert.equal(
    (await owner.call('POST', '/members', { member: { email: colleague.email, role: 'viewer' } })).status,
    201,
  )
  const { body } = await account.call('GET', '/audit_log')
  const told = body.audit_log.filter((entry: { actor: string }) => entry.actor === `member:${owner.id}`)
  assert.deepEqual(
    told.map((entry: { action: string }) => entry.action),
    ['member.added', 'member.removed', 'member.changed', 'member.changed', 'member.invitation_accepted'],
  )
})

test('the last owner who can sign in stays, also against two changes at once', async () => {
  const account = await newAccount()
  const other = await joinMember(account, 'owner')
  // This owner has no password and cannot sign in.
  await addMember(account, 'owner')
  const demotion = { member: { role: 'developer' } }
  const both = await Promise.all([
    account.call('PATCH', `/members/${account.owner.id}`, demotion),
    other.call('PATCH', `/members/${other.id}`, demotion),
  ])
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  const last = both[0].status === 409 ? { id: account.owner.id, call: account.call } : other
  const removed = await last.call('DELETE', `/members/${last.id}`)
  assert.deepEqual([removed.status, removed.body.code], [409, 'last_owner'])
  assert.equal((await last.call('PATCH', `/members/${last.id}`, { member: { name: 'Ada' } })).status, 200)
})
