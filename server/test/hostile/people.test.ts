/**
 * One account adds, claims, invites and accepts in the name of another account's people. No password changes, the
 * account learns nothing about the other account's members, and members of both see one account at a time.
 */
import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { beforeEach, describe, test } from 'node:test'
import { createMember, removeMember } from '../../src/features/members/members.ts'
import type { MemberRole } from '../../src/core/accounts/role-names.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { transaction } from '../../src/platform/db/transaction.ts'
import { hashCheaply } from '../members.ts'
import { startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'
import { testService } from '../test-service.ts'
import { plainFetch } from '../plain-fetch.ts'

const [OWNERS_PASSWORD, CEOS_PASSWORD, ATTACKERS_PASSWORD] = [
  'correct horse battery',
  'the password of a ceo',
  'the attackers password',
]
const HOUR_MS = 3_600_000

let monotonicMs = 0
const system = createSystemClock()
const clock: Clock = { now: () => system.now(), wall: () => system.wall(), monotonic: () => monotonicMs }

const { database, running } = await testService({
  variables: { ROLES: 'api', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' },
  clock,
})

/** Resets the throttles between tests. */
beforeEach(() => {
  monotonicMs += 24 * HOUR_MS
})

interface Reply {
  status: number
  headers: Headers
  text: string
  body: any
}

async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> {
  const response = await plainFetch(`${running.service.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text === '' ? null : JSON.parse(text) }
}

let addresses = 0
/** Each call has its own network, so tests do not throttle each other. */
const newAddress = () => `10.${(addresses += 1) >> 8}.${addresses & 255}.1`

const cookieOf = ({ headers }: Reply, index: number) => headers.getSetCookie()[index]!.split(';', 1)[0]!

interface Page {
  cookie: string
  headers: Record<string, string>
  session: {
    expires_at: string
    member: { id: number }
    account: { id: number }
    accounts: { id: number; role: string }[]
  }
  /** A request as our own page sends it. */
  call(method: string, path: string, body?: object): Promise<Reply>
}

function pageOf(response: Reply): Page {
  assert.ok(response.status === 200 || response.status === 201, response.text)
  const { session } = response.body
  const cookie = cookieOf(response, 0)
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'x-csrf-token': session.csrf_token }
  return { cookie, headers, session, call: (method, path, body) => send(method, path, headers, body) }
}

const signIn = (email: string, password: string, address = newAddress(), cookie = 'a=b') =>
  send('POST', '/session', { 'x-forwarded-for': address, cookie }, { session: { email, password } })

/** Changes the password as our own page does. */
const change = ({ headers }: Page, current: string, next: string, address = newAddress()) =>
  send(
    'PUT',
    '/session/password',
    { ...headers, 'x-forwarded-for': address },
    { password: { current_password: current, new_password: next } },
  )

const accept = (token: string, password: string, address = newAddress()) =>
  send('POST', '/invitations/accept', { 'x-forwarded-for': address }, { invitation: { token, password } })

interface Account extends Client {
  email: string
  owner: Page
}

/** A member who accepted with the password. Its hash costs next to nothing, as do those of all people of the email. */
async function makeMember({ bucket, accountId }: Client, email: string, role: MemberRole, withPassword: string) {
  const passwordHash = await hashCheaply(withPassword)
  const made = await transaction(database.pool, (connection) =>
    createMember(connection, clock, { bucket, accountId, email, role, passwordHash }),
  )
  assert.ok(made.ok)
  return { id: made.id, page: pageOf(await signIn(email, withPassword)) }
}

let accounts = 0
/** An account with a signed-in owner. */
async function newAccount(): Promise<Account> {
  const client = await running.client()
  const email = `owner${(accounts += 1)}@example.com`
  return { ...client, email, owner: (await makeMember(client, email, 'owner', OWNERS_PASSWORD)).page }
}

const password = { current_password: OWNERS_PASSWORD }
const add = ({ owner }: Account, email: string, role = 'viewer') =>
  owner.call('POST', '/members', { member: { email, role }, ...password })
const remove = ({ owner }: Account, id: number) => owner.call('DELETE', `/members/${id}`, password)
const invite = ({ owner }: Account, id: number) => owner.call('POST', `/members/${id}/invite`, password)

/** Adds a member. The member accepts with the password. */
async function join(account: Account, email: string, withPassword: string) {
  const added = await add(account, email)
  assert.equal(added.status, 201, added.text)
  return { id: added.body.member.id as number, page: pageOf(await accept(added.body.invitation.token, withPassword)) }
}

let emails = 0
const newEmail = () => `ceo${String((emails += 1)).padStart(4, '0')}@victim.example`

async function people(email: string): Promise<{ id: number; salt: string; accounts: number[] }[]> {
  const { rows } = await database.pool.query({
    text: `select p.id, split_part(p.password_hash, '$', 5) as salt,
        (select coalesce(array_agg(a.account_id order by a.account_id), '{}') from person_accounts a
          where a.person_id = p.id) as accounts
      from people p where p.email = $1 order by p.id`,
    values: [email],
  })
  return rows
}

const actionsOf = async (account: Account) =>
  (await account.call('GET', '/api/v1/audit_log')).body.audit_log as { action: string; from: string | null }[]

describe('to add a member', () => {
  test('returns the same for an email of another account as for an unknown one', async () => {
    const [alpha, beta] = [await newAccount(), await newAccount()]
    const [known, unknown] = [newEmail(), newEmail()]
    await join(alpha, known, CEOS_PASSWORD)
    const told = async (email: string) => {
      const { status, headers, body } = await add(beta, email)
      const invitation = { ...body.invitation, url: '', path: '', token: '', expires_at: '' }
      const member = { ...body.member, id: 0, email: '', created_at: '', invited_until: '' }
      return { status, length: headers.get('content-length'), names: [...headers.keys()], invitation, member }
    }
    const response = await told(known)
    assert.equal(response.status, 201)
    assert.deepEqual(response, await told(unknown))
    for (const path of ['/members', '/audit_log'])
      assert.ok(!(await beta.owner.call('GET', path)).text.includes(alpha.email), path)
  })

  test('claims nothing: the other account adds the same email, and each of the two is accepted apart', async () => {
    const [alpha, beta] = [await newAccount(), await newAccount()]
    const email = newEmail()
    // The attacker claims the email first, then accepts the invitation of its owner.
    const claimed = await join(beta, email, ATTACKERS_PASSWORD)
    const added = await add(alpha, email, 'owner')
    assert.equal(added.status, 201)
    const ceo = pageOf(await accept(added.body.invitation.token, CEOS_PASSWORD))
    assert.deepEqual([ceo.session.account.id, ceo.session.accounts.length], [alpha.accountId, 1])
    const signedIn = pageOf(await signIn(email, CEOS_PASSWORD))
    assert.deepEqual(signedIn.session, { ...ceo.session, ...signedIn.session, accounts: ceo.session.accounts })
    const attacker = pageOf(await signIn(email, ATTACKERS_PASSWORD))
    assert.deepEqual(
      attacker.session.accounts.map(({ id }) => id),
      [beta.accountId],
    )
    for (const page of [attacker, claimed.page]) {
      assert.equal((await page.call('PUT', '/session/account', { account_id: alpha.accountId })).status, 404)
      assert.equal((await page.call('GET', '/session')).status, 200)
    }
    const found = await people(email)
    assert.deepEqual(
      found.map((person) => person.accounts),
      [[beta.accountId], [alpha.accountId]],
    )
    assert.equal(new Set(found.map(({ salt }) => salt)).size, 1, 'one hash is compared with both')
  })

  test('twice in one account is refused, ignoring case', async () => {
    const alpha = await newAccount()
    const email = newEmail()
    assert.equal((await add(alpha, email)).status, 201)
    const both = await Promise.all([add(alpha, email.toUpperCase()), add(alpha, email)])
    for (const { status, body } of both) assert.deepEqual([status, body.code], [409, 'email_taken'])
    const fresh = newEmail()
    const twenty = await Promise.all(Array.from({ length: 20 }, () => add(alpha, fresh)))
    assert.equal(twenty.filter(({ status }) => status === 201).length, 1)
  })
})

describe('an invitation', () => {
  test('never changes the password of an active member', async () => {
    const alpha = await newAccount()
    const email = newEmail()
    const { id } = await join(alpha, email, CEOS_PASSWORD)
    for (const memberId of [id, alpha.owner.session.member.id]) {
      const refused = await invite(alpha, memberId)
      assert.deepEqual([refused.status, refused.body.code], [409, 'member_active'])
      assert.match(
        refused.body.error,
        /remove the member with DELETE \/api\/v1\/members\/\d+ and add it again.*reset-password/,
      )
      assert.equal(refused.body.invitation, undefined)
    }
    const { rows } = await database.pool.query({
      text: 'select count(*) from member_invitations where account_id = $1',
      values: [alpha.accountId],
    })
    assert.deepEqual(rows, [{ count: 0 }])
    assert.equal((await signIn(email, CEOS_PASSWORD)).status, 201)
    assert.equal((await signIn(alpha.email, OWNERS_PASSWORD)).status, 201)
  })

  test('accepted in the name of another account’s member changes nothing for that one', async () => {
    const [alpha, beta] = [await newAccount(), await newAccount()]
    const email = newEmail()
    const ceo = await join(alpha, email, CEOS_PASSWORD)
    await join(beta, email, ATTACKERS_PASSWORD)
    assert.equal((await ceo.page.call('GET', '/session')).status, 200)
    const page = pageOf(await signIn(email, CEOS_PASSWORD))
    assert.deepEqual([page.session.account.id, page.session.accounts.length], [alpha.accountId, 1])
  })

  test('is accepted by one of several at once', async () => {
    const alpha = await newAccount()
    const { body } = await add(alpha, newEmail())
    const replies = await Promise.all(Array.from({ length: 6 }, () => accept(body.invitation.token, CEOS_PASSWORD)))
    assert.deepEqual(
      replies.map(({ status }) => status).toSorted((one, other) => one - other),
      [201, 422, 422, 422, 422, 422],
    )
    assert.equal((await people(body.member.email)).length, 1)
  })

  test('of one email in two accounts at once: one password is one person, two passwords are two', async () => {
    for (const [second, count] of [
      [CEOS_PASSWORD, 1],
      [ATTACKERS_PASSWORD, 2],
    ] as const)
      for (let round = 0; round < 2; round++) {
        const [alpha, beta] = [await newAccount(), await newAccount()]
        const email = newEmail()
        const [one, other] = [await add(alpha, email), await add(beta, email)]
        const replies = await Promise.all([
          accept(one.body.invitation.token, CEOS_PASSWORD),
          accept(other.body.invitation.token, second),
        ])
        assert.deepEqual(
          replies.map(({ status }) => status),
          [201, 201],
        )
        const found = await people(email)
        assert.equal(found.length, count)
        assert.equal(new Set(found.map(({ salt }) => salt)).size, 1)
        assert.deepEqual(
          new Set(found.flatMap((person) => person.accounts)),
          new Set([alpha.accountId, beta.accountId]),
        )
      }
  })

  test('is no way to guess a password: its guesses count like those of sign-in', async () => {
    const [alpha, beta] = [await newAccount(), await newAccount()]
    const email = newEmail()
    await join(alpha, email, CEOS_PASSWORD)
    const address = newAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 12; guess++) {
      const { body } = await add(beta, email)
      statuses.push((await accept(body.invitation.token, `a wrong password ${guess}`, address)).status)
      await remove(beta, body.member.id)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 201), 429, 429])
    assert.equal((await signIn(email, CEOS_PASSWORD, address)).status, 429)
    assert.equal((await signIn(email, CEOS_PASSWORD)).status, 201)
  })

  test('guesses for an unknown email count alike, so their number reveals nothing', async () => {
    const beta = await newAccount()
    const email = newEmail()
    const address = newAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess++) {
      const { body } = await add(beta, email)
      statuses.push((await accept(body.invitation.token, `a wrong password ${guess}`, address)).status)
      await remove(beta, body.member.id)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 201), 429])
  })
})

describe('another person with the same email', () => {
  test('gives no device from which the password of the first may be guessed', async () => {
    const [alpha, beta] = [await newAccount(), await newAccount()]
    const email = newEmail()
    await join(alpha, email, CEOS_PASSWORD)
    await join(beta, email, ATTACKERS_PASSWORD)
    const address = newAddress()
    const own = () => signIn(email, ATTACKERS_PASSWORD, address)
    const known = cookieOf(await own(), 1)
    for (let guess = 0; guess < 10; guess++)
      assert.equal((await signIn(email, `a wrong password ${guess}`, address, known)).status, 401)
    // After another sign-in, the device has its own attempts, but only for its own person.
    const elsewhere = await signIn(email, ATTACKERS_PASSWORD)
    const another = cookieOf(elsewhere, 1)
    assert.equal((await signIn(email, CEOS_PASSWORD, address, another)).status, 401)
    assert.equal((await signIn(email, ATTACKERS_PASSWORD, address, another)).status, 201)
    assert.equal((await signIn(email, CEOS_PASSWORD)).body.session.account.id, alpha.accountId)
  })

  test('that takes the password of the first becomes one with it, and reaches every account of both', async () => {
    const [alpha, beta, gamma, delta] = [await newAccount(), await newAccount(), await newAccount(), await newAccount()]
    const all = new Set([alpha, beta, gamma, delta].map(({ accountId }) => accountId))
    const email = newEmail()
    const first = await makeMember(alpha, email, 'viewer', CEOS_PASSWORD)
    await makeMember(gamma, email, 'viewer', CEOS_PASSWORD)
    await makeMember(delta, email, 'viewer', ATTACKERS_PASSWORD)
    const { page } = await makeMember(beta, email, 'viewer', ATTACKERS_PASSWORD)
    const changed = pageOf(await change(page, ATTACKERS_PASSWORD, CEOS_PASSWORD))
    assert.equal(changed.session.account.id, beta.accountId)
    assert.equal((await signIn(email, ATTACKERS_PASSWORD)).status, 401)
    for (let { session, call } of [changed, pageOf(await signIn(email, CEOS_PASSWORD))]) {
      assert.deepEqual(new Set(session.accounts.map(({ id }) => id)), all)
      for (const id of all) ({ session, call } = pageOf(await call('PUT', '/session/account', { account_id: id })))
      assert.equal(session.account.id, delta.accountId)
    }
    assert.equal((await first.page.call('GET', '/session')).body.code, 'session_ended')
    for (const account of [alpha, beta]) {
      const told = (await actionsOf(account)).find(({ action }) => action === 'member.password_changed')
      assert.equal(told!.from === null, account === alpha, 'only the account of the change gets the address')
    }
    // Removed from all accounts but one, the person stays.
    assert.equal((await remove(alpha, first.id)).status, 204)
    assert.deepEqual(
      (await people(email)).map(({ accounts: ids }) => new Set(ids)),
      [new Set([...all].filter((id) => id !== alpha.accountId))],
    )
    assert.equal((await signIn(email, CEOS_PASSWORD)).status, 201)
  })

  test('that changes passwords with the first at the same time leaves every account in reach', async () => {
    for (let round = 0; round < 3; round++) {
      const [alpha, beta] = [await newAccount(), await newAccount()]
      const email = newEmail()
      const [first, second] = [
        await makeMember(alpha, email, 'viewer', CEOS_PASSWORD),
        await makeMember(beta, email, 'viewer', ATTACKERS_PASSWORD),
      ]
      const replies = await Promise.all([
        change(first.page, CEOS_PASSWORD, ATTACKERS_PASSWORD),
        change(second.page, ATTACKERS_PASSWORD, CEOS_PASSWORD),
        signIn(email, CEOS_PASSWORD),
        signIn(email, ATTACKERS_PASSWORD),
      ])
      for (const { status, text } of replies) assert.ok(status < 500, text)
      const pages = await Promise.all([signIn(email, CEOS_PASSWORD), signIn(email, ATTACKERS_PASSWORD)])
      const reached = pages.filter(({ status }) => status === 201).flatMap((reply) => pageOf(reply).session.accounts)
      assert.deepEqual(new Set(reached.map(({ id }) => id)), new Set([alpha.accountId, beta.accountId]))
    }
  })

  for (const [who, isAlone] of [
    ['another person of the email', false],
    ['no other', true],
  ] as const)
    test(`does not guess by new passwords: with ${who}, they are limited like failed sign-ins`, async () => {
      const [alpha, beta] = [await newAccount(), await newAccount()]
      const email = newEmail()
      if (!isAlone) await makeMember(alpha, email, 'viewer', CEOS_PASSWORD)
      let { page } = await makeMember(beta, email, 'viewer', ATTACKERS_PASSWORD)
      const address = newAddress()
      const statuses: number[] = []
      for (let guess = 0; guess < 11; guess++) {
        const current = guess === 0 ? ATTACKERS_PASSWORD : `a guessed password ${guess - 1}`
        const reply = await change(page, current, `a guessed password ${guess}`, address)
        statuses.push(reply.status)
        if (reply.status === 200) page = pageOf(reply)
      }
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 200), 429])
      // From another network there are attempts left, and a sign-in has its own.
      assert.equal((await signIn(email, 'a guessed password 9', address)).status, 201)
      assert.equal((await change(page, 'a guessed password 9', 'a last long password')).status, 200)
    })

  test('learns of a failed sign-in, but neither from where nor whether others have the email; an open invitation learns nothing', async () => {
    const [alpha, beta, inviter] = [await newAccount(), await newAccount(), await newAccount()]
    const email = newEmail()
    await join(alpha, email, CEOS_PASSWORD)
    assert.equal((await add(inviter, email)).status, 201)
    const failures = async (account: Account) =>
      (await actionsOf(account)).filter(({ action }) => action === 'member.sign_in_failed')
    assert.equal((await signIn(email, 'a wrong password', '10.200.0.1')).status, 401)
    const [alone] = await until(
      () => failures(alpha),
      (found) => found.length === 1,
    )
    assert.equal(alone!.from, null)
    await join(beta, email, ATTACKERS_PASSWORD)
    assert.equal((await signIn(email, 'a wrong password', '10.200.0.2')).status, 401)
    for (const account of [alpha, beta]) {
      const [last] = await until(
        () => failures(account),
        (found) => found.length === (account === alpha ? 2 : 1),
      )
      assert.equal(last!.from, null)
    }
    // All accounts get their entries in one transaction.
    assert.deepEqual(await failures(inviter), [])
    await signIn(email, CEOS_PASSWORD)
    assert.equal((await actionsOf(beta)).filter(({ action }) => action === 'member.signed_in').length, 1)
  })
})

describe('a person with two accounts', () => {
  async function sharedPerson() {
    const [alpha, beta] = [await newAccount(), await newAccount()]
    const email = newEmail()
    const first = await join(alpha, email, CEOS_PASSWORD)
    const second = await join(beta, email, CEOS_PASSWORD)
    assert.equal((await people(email)).length, 1)
    return { alpha, beta, email, first, second }
  }

  test('goes from one to the other under another cookie, and enters next time where it was last', async () => {
    const { alpha, beta, email, second } = await sharedPerson()
    assert.equal(second.page.session.account.id, beta.accountId)
    assert.deepEqual(
      new Set(second.page.session.accounts.map(({ id }) => id)),
      new Set([alpha.accountId, beta.accountId]),
    )
    const response = await second.page.call('PUT', '/session/account', { account_id: alpha.accountId })
    const there = pageOf(response)
    assert.deepEqual([response.status, there.session.account.id], [200, alpha.accountId])
    assert.notEqual(there.cookie, second.page.cookie)
    assert.equal((await second.page.call('GET', '/session')).body.code, 'session_ended')
    // Read anew, the session also has the parts of the account that every page needs.
    const {
      webhook_endpoint: _endpoint,
      webhook_health: _health,
      first_steps: _steps,
      live_after: _cursor,
      ...read
    } = (await there.call('GET', '/session')).body.session
    assert.deepEqual(read, there.session)
    assert.equal((await signIn(email, CEOS_PASSWORD)).body.session.account.id, alpha.accountId)
    const actions = async (account: Account) => (await actionsOf(account)).map(({ action }) => action)
    assert.deepEqual((await actions(beta)).slice(0, 1), ['member.signed_out'])
    assert.deepEqual((await actions(alpha)).slice(0, 2), ['member.signed_in', 'member.signed_in'])
    const log = await beta.owner.call('GET', '/audit_log')
    assert.ok(!/"account_id"|switch/.test(log.text), 'neither learns which other account it was')
  })

  test('gains neither time nor tries of the password by going to and fro', async () => {
    const { alpha, beta, second, email } = await sharedPerson()
    const first = second.page.session.expires_at
    let { page } = second
    const guess = () =>
      page.call('PUT', '/session/password', {
        password: { current_password: 'a wrong password', new_password: 'another long password' },
      })
    const statuses: number[] = []
    for (let round = 0; round < 12; round++) {
      const response = await page.call('PUT', '/session/account', {
        account_id: round % 2 === 0 ? alpha.accountId : beta.accountId,
      })
      assert.equal(response.headers.getSetCookie().length, 1, 'no device, which has tries of its own')
      page = pageOf(response)
      assert.equal(page.session.expires_at, first)
      statuses.push((await guess()).status)
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 422), 429, 429])
    assert.equal((await signIn(email, CEOS_PASSWORD)).status, 201)
  })

  test('does not enter an account without membership: the response is that for an unknown one', async () => {
    const { alpha, second, email } = await sharedPerson()
    const foreign = await newAccount()
    const ask = async (accountId: unknown) => {
      const reply = await second.page.call('PUT', '/session/account', { account_id: accountId })
      return { status: reply.status, text: reply.text.replace(reply.headers.get('x-request-id')!, '') }
    }
    const response = await ask(foreign.accountId)
    assert.equal(response.status, 404)
    assert.deepEqual(response, await ask(9_000_000_000_000_001))
    for (const odd of [0, -1, 'x', 1.5, null, {}, [alpha.accountId], 2 ** 60])
      assert.equal((await ask(odd)).status, 422)
    assert.equal((await second.page.call('GET', '/session')).status, 200)
    // An invitation alone gives no access.
    assert.equal((await add(foreign, email)).status, 201)
    assert.deepEqual(await ask(foreign.accountId), response)
    const byKey = await alpha.call('PUT', '/api/v1/session/account', { account_id: alpha.accountId })
    assert.equal(byKey.status, 403)
  })

  test('changes the password once for both, and every session of either ends', async () => {
    const { beta, first, second, email } = await sharedPerson()
    const body = { password: { current_password: CEOS_PASSWORD, new_password: 'another long password' } }
    const changed = pageOf(await first.page.call('PUT', '/session/password', body))
    assert.equal((await changed.call('GET', '/session')).status, 200)
    for (const { page } of [first, second])
      assert.equal((await page.call('GET', '/session')).body.code, 'session_ended')
    assert.equal((await signIn(email, CEOS_PASSWORD)).status, 401)
    assert.equal((await signIn(email, 'another long password')).status, 201)
    const told = (await actionsOf(beta)).find(({ action }) => action === 'member.password_changed')
    assert.equal(told!.from, null)
    assert.equal((await beta.owner.call('GET', '/session')).status, 200)
  })

  test('removed from one keeps the other; removed from both is gone', async () => {
    const { alpha, beta, first, second, email } = await sharedPerson()
    assert.equal((await remove(beta, second.id)).status, 204)
    assert.equal((await second.page.call('GET', '/session')).status, 401)
    assert.equal((await first.page.call('GET', '/session')).body.session.accounts.length, 1)
    const reply = await first.page.call('PUT', '/session/account', { account_id: beta.accountId })
    assert.equal(reply.status, 404)
    assert.equal((await signIn(email, CEOS_PASSWORD)).body.session.account.id, alpha.accountId)
    assert.equal((await remove(alpha, first.id)).status, 204)
    assert.equal((await signIn(email, CEOS_PASSWORD)).status, 401)
    assert.deepEqual(await people(email), [])
  })

  test('that switches while the password changes has no session left of before', async () => {
    for (let round = 0; round < 3; round++) {
      const { alpha, first, second } = await sharedPerson()
      const body = { password: { current_password: CEOS_PASSWORD, new_password: 'another long password' } }
      const [switched, changed] = await Promise.all([
        second.page.call('PUT', '/session/account', { account_id: alpha.accountId }),
        first.page.call('PUT', '/session/password', body),
      ])
      assert.equal(changed.status, 200)
      assert.ok(switched.status === 200 || switched.body.code === 'session_ended', switched.text)
      if (switched.status === 200) assert.equal((await pageOf(switched).call('GET', '/session')).status, 401)
    }
  })

  test('that is removed before its new password is set keeps the old one', async () => {
    const { alpha, beta, first, email } = await sharedPerson()
    const change = { password: { current_password: CEOS_PASSWORD, new_password: 'another long password' } }
    const waiting = {
      text: `select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    }
    const changed = await transaction(database.pool, async (connection) => {
      const owner = { ...alpha, actor: 'an owner', origin: null }
      const removed = await removeMember((work) => work(connection), clock, owner, first.id)
      assert.ok(removed.ok)
      const begun = first.page.call('PUT', '/session/password', change)
      await until(
        () => database.pool.query(waiting),
        ({ rows }) => rows.length === 1,
      )
      return { begun }
    })
    assert.equal((await changed.begun).status, 422)
    assert.equal((await signIn(email, 'another long password')).status, 401)
    assert.equal((await signIn(email, CEOS_PASSWORD)).body.session.account.id, beta.accountId)
  })

  test('that is removed while it joins, switches and signs in leaves nothing half', async () => {
    for (let round = 0; round < 3; round++) {
      const { alpha, beta, first, second, email } = await sharedPerson()
      const third = await newAccount()
      const added = await add(third, email)
      const replies = await Promise.all([
        remove(alpha, first.id),
        remove(beta, second.id),
        accept(added.body.invitation.token, CEOS_PASSWORD),
        second.page.call('PUT', '/session/account', { account_id: alpha.accountId }),
        signIn(email, CEOS_PASSWORD),
        first.page.call('PUT', '/session/password', {
          password: { current_password: CEOS_PASSWORD, new_password: 'another long password' },
        }),
      ])
      for (const { status, text } of replies) assert.ok(status < 500, text)
      const [fromAlpha, fromBeta, joined, , , changed] = replies.map(({ status }) => status)
      assert.deepEqual([fromAlpha, fromBeta], [204, 204])
      // A session that begins just before the password changes has ended when it is read.
      if (joined !== 201) {
        assert.equal(joined, 401)
        assert.ok(changed === 200 || changed === 401)
        assert.equal((await signIn(email, 'another long password')).status, 201)
      }
      const found = await people(email)
      assert.deepEqual(
        found.map((person) => person.accounts),
        [[third.accountId]],
      )
    }
    const { rows } = await database.pool.query({
      text: `select m.id from members m left join people p on p.id = m.person_id
          left join person_accounts a on a.person_id = p.id and a.account_id = m.account_id and a.member_id = m.id
        where m.person_id is not null and a.person_id is null`,
    })
    assert.deepEqual(rows, [])
  })
})

describe('the link of an invitation', () => {
  /** Sends a request with another Host header. */
  function addAs(url: string, { owner }: Account, host: string): Promise<any> {
    const headers = { ...owner.headers, host, 'content-type': 'application/json' }
    return new Promise((resolve, reject) => {
      const asked = httpRequest(`${url}/api/v1/members`, { method: 'POST', headers }, (response) => {
        let body = ''
        response.on('data', (chunk: Buffer) => (body += chunk.toString()))
        response.on('end', () => resolve(JSON.parse(body)))
      })
      asked.on('error', reject)
      asked.end(JSON.stringify({ member: { email: newEmail(), role: 'viewer' }, ...password }))
    })
  }

  const cases: [what: string, variables: Record<string, string>, url: RegExp | null][] = [
    ['on loopback is of the bound address', {}, /^http:\/\/127\.0\.0\.1:\d+\/#\/invitation\/inv_/],
    ['elsewhere without PUBLIC_URL is none', { HOST: '0.0.0.0' }, null],
    [
      'elsewhere with PUBLIC_URL is of that',
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://tidings.example.com' },
      /^http:\/\/tidings\.example\.com\/#\/invitation\/inv_/,
    ],
  ]
  for (const [what, variables, expected] of cases)
    test(`${what}, whatever host the request names`, async () => {
      const account = await newAccount()
      const service = await startTestService(database, { ROLES: 'api', ...variables }, clock)
      try {
        const url = service.service.url!.replace('0.0.0.0', '127.0.0.1')
        const { invitation } = await addAs(url, account, 'evil.test')
        assert.equal(invitation.path, `/#/invitation/${invitation.token}`)
        assert.ok(!JSON.stringify(invitation).includes('evil.test'))
        if (expected === null) assert.equal(invitation.url, null)
        else assert.match(invitation.url, expected)
      } finally {
        await service.stop()
      }
    })
})
