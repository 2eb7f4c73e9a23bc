import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashCheaply } from '../../../../test/members.ts'
import { startTestService, until } from '../../../../test/service.ts'
import type { Client } from '../../../../test/service.ts'
import { testService } from '../../../../test/test-service.ts'
import { createSystemClock } from '../../../platform/clock.ts'
import type { Clock } from '../../../platform/clock.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { createMember } from '../../members/members.ts'
import type { MemberRole } from '../../../core/accounts/role-names.ts'
import { sessionCookieName } from './cookie.ts'
import { SESSIONS_MAX } from './sessions.ts'
import { plainFetch } from '../../../../test/plain-fetch.ts'

const PASSWORD = 'correct horse battery'
const SESSION_COOKIE = sessionCookieName(false)
const DAY_MS = 86_400_000

let aheadMs = 0
const system = createSystemClock()
/** Tests move `now`. Only tests move the monotonic time of the throttles, so a slow machine does not refill them. */
const clock: Clock = {
  now: () => system.now() + aheadMs,
  wall: () => system.wall(),
  monotonic: () => aheadMs,
}

const passwordHash = await hashCheaply(PASSWORD)
const { database, running } = await testService({
  variables: { ROLES: 'api', TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'fatal' },
  clock,
})
const url = running.service.url!

interface Reply {
  status: number
  headers: Headers
  body: any
}

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
  base = url,
): Promise<Reply> {
  const response = await plainFetch(`${base}/api/v1${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

let addresses = 0
/** An address that no other test uses, so tests do not share throttles. */
function newAddress(): string {
  addresses += 1
  return `198.51.100.${addresses}`
}

interface Member {
  id: number
  email: string
  client: Client
}

let emails = 0
async function newMember(role: MemberRole = 'owner', of?: Client): Promise<Member> {
  const client = of ?? (await running.client())
  const email = `member${(emails += 1)}@example.com`
  const { bucket, accountId } = client
  const created = await transaction(database.pool, (connection) =>
    createMember(connection, clock, { bucket, accountId, email, role, passwordHash }),
  )
  assert.ok(created.ok)
  return { id: created.id, email, client }
}

interface Browser {
  token: string
  csrf: string
  sessionId: number
  /** A request as our own page sends it. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>
}

function tokenOf({ headers }: Reply): string {
  return /^(?:__Host-)?tidings_session=([^;]+);/.exec(headers.get('set-cookie')!)![1]!
}

function browserOf(response: Reply): Browser {
  const token = tokenOf(response)
  const { id: sessionId, csrf_token: csrf } = response.body.session
  const ours = { cookie: `a=b; ${SESSION_COOKIE}=${token}`, 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrf }
  return {
    token,
    csrf,
    sessionId,
    call: (method, path, body, headers = {}) => send(method, path, { ...ours, ...headers }, body),
  }
}

async function signIn(email: string, password = PASSWORD, address = newAddress()): Promise<Reply> {
  return send('POST', '/session', { 'x-forwarded-for': address }, { session: { email, password } })
}

async function browse(member: Member): Promise<Browser> {
  const response = await signIn(member.email)
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return browserOf(response)
}

async function actions(client: Client): Promise<string[]> {
  const { body } = await client.call('GET', '/api/v1/audit_log')
  return body.audit_log.map((entry: { action: string }) => entry.action)
}

async function rotationsOf(client: Client): Promise<number> {
  return (await actions(client)).filter((action) => action === 'webhook_endpoint.secret_rotated').length
}

describe('signing in', () => {
  test('sets a cookie that scripts and other sites cannot use, and shows who it is', async () => {
    const member = await newMember('developer')
    const response = await signIn(member.email.toUpperCase())
    assert.equal(response.status, 201)
    assert.match(
      response.headers.getSetCookie()[0]!,
      /^tidings_session=ses_\d+_[0-9A-Za-z]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const { id, csrf_token: csrf, expires_at: expires, ...rest } = response.body.session
    assert.ok(Number.isSafeInteger(id) && csrf.length === 43 && Date.parse(expires) > clock.now())
    assert.deepEqual(rest, {
      member: { id: member.id, email: member.email, name: null, role: 'developer' },
      account: { id: member.client.accountId, name: 'Test' },
      accounts: [{ id: member.client.accountId, name: 'Test', role: 'developer' }],
    })
    const browser = browserOf(response)
    const { webhook_endpoint, webhook_health, first_steps, live_after, ...shown } = (
      await browser.call('GET', '/session')
    ).body.session
    assert.deepEqual({ session: shown }, response.body)
    // What every page shows besides, so that no page asks for it.
    assert.deepEqual([webhook_endpoint, webhook_health], [null, null])
    assert.deepEqual(first_steps, { has_message: false, has_provider: false, has_confirmed_event: false })
    assert.match(live_after, /^[\w-]+$/)
    assert.deepEqual(await actions(member.client), ['member.signed_in'])
    const { rows } = await database.pool.query({
      text: 'select token_hash from member_sessions where id = $1',
      values: [id],
    })
    assert.ok(!JSON.stringify(rows).includes(browser.token))
  })

  test('where the service is reached by TLS the cookie is of this host alone, and no other name of it counts', async () => {
    const secure = await startTestService(database, { ROLES: 'api', PUBLIC_URL: 'https://tidings.example.com' }, clock)
    try {
      const { email } = await newMember()
      const base = secure.service.url!
      const response = await send('POST', '/session', {}, { session: { email, password: PASSWORD } }, base)
      for (const cookie of response.headers.getSetCookie()) assert.match(cookie, /; Secure$/)
      assert.match(
        response.headers.getSetCookie()[0]!,
        /^__Host-tidings_session=ses_\d+_[0-9A-Za-z]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      )
      const browser = browserOf(response)
      const show = (name: string) => send('GET', '/session', { cookie: `${name}=${browser.token}` }, undefined, base)
      assert.equal((await show(sessionCookieName(true))).status, 200)
      // A cookie that a neighbouring site could set for a shared parent domain.
      assert.equal((await show(sessionCookieName(false))).body.code, 'missing_api_key')
      // A proxy may call the service by another host name.
      const from = (origin: string) =>
        send(
          'DELETE',
          '/session',
          { cookie: `${sessionCookieName(true)}=${browser.token}`, 'x-csrf-token': browser.csrf, origin },
          undefined,
          base,
        )
      for (const other of ['https://tidings.example.com.evil.example', 'http://tidings.example.com', base])
        assert.equal((await from(other)).body.code, 'csrf_failed', other)
      const out = await from('https://tidings.example.com')
      assert.equal(out.status, 204)
      assert.match(out.headers.get('set-cookie')!, /^__Host-tidings_session=; Path=\/; Max-Age=0; .*Secure$/)
    } finally {
      await secure.stop()
    }
  })

  test('an unknown email, a wrong password and a member without one get the same response', async () => {
    const { email, client } = await newMember()
    const { bucket, accountId } = client
    const invited = await transaction(database.pool, (connection) =>
      createMember(connection, clock, {
        bucket,
        accountId,
        email: 'new@example.com',
        role: 'viewer',
        passwordHash: null,
      }),
    )
    assert.ok(invited.ok)
    const responses = await Promise.all([
      signIn('nobody@example.com'),
      signIn(email, 'wrong horse battery'),
      signIn('new@example.com'),
      signIn(email, PASSWORD.toUpperCase()),
    ])
    for (const { status, headers, body } of responses) {
      assert.deepEqual(
        [status, body.code, body.error],
        [401, 'invalid_credentials', 'The email or the password is wrong'],
      )
      assert.equal(headers.get('set-cookie'), null)
    }
    // Failed sign-ins of known emails are logged shortly after the response.
    await until(
      () => actions(client),
      (found) => found.filter((action) => action === 'member.sign_in_failed').length === 2,
    )
  })

  test('a password of 12,000 characters is 422, and neither hashed nor counted', async () => {
    const { email } = await newMember()
    const address = newAddress()
    for (let tries = 0; tries < 40; tries++) {
      const { status, body } = await signIn(email, 'x'.repeat(12_000), address)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body.errors), ['password'])
    }
    for (const fields of [
      {},
      { email },
      { email, password: '' },
      { email: 1, password: {} },
      { email: null, password: null },
    ])
      assert.equal((await send('POST', '/session', {}, { session: fields })).status, 422, JSON.stringify(fields))
    assert.equal((await send('POST', '/session', {}, { email, password: PASSWORD })).body.code, 'missing_root_key')
    assert.equal((await signIn(email, PASSWORD, address)).status, 201)
  })

  test('guessing is limited by email and address, also for unknown emails', async () => {
    const { email } = await newMember()
    const address = newAddress()
    for (const guessed of [email, 'nobody-else@example.com']) {
      const statuses: number[] = []
      for (let tries = 0; tries < 12; tries++)
        statuses.push((await signIn(guessed, 'wrong horse battery', address)).status)
      assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
    }
    const refused = await signIn(email, PASSWORD, address)
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'rate_limited')
    const seconds = Number(refused.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    assert.equal((await signIn(email)).status, 201)
    aheadMs += seconds * 1000
    assert.equal((await signIn(email, PASSWORD, address)).status, 201)
  })

  test('guessing is slowed down by address, an IPv6 network being one', async () => {
    const statuses = new Map<number, number>()
    for (let tries = 0; tries < 32; tries++) {
      const { status } = await signIn(`guess${tries}@example.com`, 'wrong horse battery', `2001:db8:1:2::${tries}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    assert.deepEqual(
      [...statuses],
      [
        [401, 30],
        [429, 2],
      ],
    )
    assert.equal((await signIn('guess@example.com', 'wrong horse battery', '2001:db8:1:3::1')).status, 401)
  })

  test('a session that was in the browser before never becomes valid', async () => {
    const member = await newMember()
    const planted = `ses_${member.client.accountId}_${'a'.repeat(43)}`
    const cookie = `${SESSION_COOKIE}=${planted}`
    const response = await send(
      'POST',
      '/session',
      { cookie },
      { session: { email: member.email, password: PASSWORD } },
    )
    assert.equal(response.status, 201)
    assert.notEqual(tokenOf(response), planted)
    assert.equal((await send('GET', '/session', { cookie })).body.code, 'session_ended')
    const own = browserOf(response)
    const again = await own.call('POST', '/session', { session: { email: member.email, password: PASSWORD } })
    assert.notEqual(tokenOf(again), own.token)
  })
})

describe('a request with the cookie', () => {
  test('that may change something needs our page and the token; a key needs neither', async () => {
    const member = await newMember()
    const browser = await browse(member)
    const other = await browse(member)
    const cookie = `${SESSION_COOKIE}=${browser.token}`
    const host = new URL(url).host
    const cases: [what: string, headers: Record<string, string>, status: number][] = [
      ['nothing but the cookie', {}, 403],
      ['no site', { 'x-csrf-token': browser.csrf }, 403],
      ['no token', { 'sec-fetch-site': 'same-origin' }, 403],
      ['an empty token', { 'sec-fetch-site': 'same-origin', 'x-csrf-token': '' }, 403],
      ["another session's token", { 'sec-fetch-site': 'same-origin', 'x-csrf-token': other.csrf }, 403],
      ['another site', { 'sec-fetch-site': 'cross-site', 'x-csrf-token': browser.csrf }, 403],
      ['a neighbouring site', { 'sec-fetch-site': 'same-site', 'x-csrf-token': browser.csrf }, 403],
      ['another origin', { origin: 'https://evil.example', 'x-csrf-token': browser.csrf }, 403],
      ['an origin that hides', { origin: 'null', 'x-csrf-token': browser.csrf }, 403],
      ['our origin', { origin: `http://${host}`, 'x-csrf-token': browser.csrf }, 201],
      ['our page', { 'sec-fetch-site': 'same-origin', 'x-csrf-token': browser.csrf }, 201],
    ]
    for (const [what, headers, status] of cases) {
      const body = { api_key: { name: what }, current_password: PASSWORD }
      const response = await send('POST', '/api_keys', { cookie, ...headers }, body)
      assert.equal(response.status, status, what)
      if (status === 403) assert.equal(response.body.code, 'csrf_failed')
    }
    const { body } = await member.client.call('GET', '/api/v1/api_keys')
    assert.deepEqual(
      body.api_keys.map((key: { name: string }) => key.name),
      ['our page', 'our origin', 'Test'],
    )
    assert.equal((await send('GET', '/session', { cookie, 'sec-fetch-site': 'cross-site' })).status, 200)
    const crossSignIn = { session: { email: member.email, password: PASSWORD } }
    assert.equal(
      (await send('POST', '/session', { origin: 'https://evil.example' }, crossSignIn)).body.code,
      'csrf_failed',
    )
    // DNS rebinding: the name of another site leads here, so the browser sends it as the host too.
    const headers = { cookie, 'x-csrf-token': browser.csrf, 'x-forwarded-host': 'evil.example' }
    for (const origin of ['http://evil.example', 'https://evil.example'])
      for (const [method, path, body] of [
        ['POST', '/session', crossSignIn],
        ['POST', '/api_keys', { api_key: { name: 'evil' }, current_password: PASSWORD }],
      ] as const) {
        const response = await send(method, path, { ...headers, origin }, body)
        assert.equal(response.body.code, 'csrf_failed', `${path} ${origin}`)
      }
    // If a request has a key and a cookie, the key decides.
    const authorization = `Bearer ${member.client.apiKey}`
    assert.equal((await send('POST', '/api_keys', { cookie, authorization }, { api_key: { name: 'key' } })).status, 201)
  })

  test('broken, doubled and strange cookies are 401', async () => {
    const { token } = await browse(await newMember())
    for (const cookie of [
      `${SESSION_COOKIE}=`,
      `${SESSION_COOKIE}=x`,
      `${SESSION_COOKIE}=${token}x`,
      `${SESSION_COOKIE}=${token.replace(/_\d+_/, '_9007199254740993_')}`,
      `${SESSION_COOKIE}=${token.replace('ses_', 'inv_')}`,
      `${SESSION_COOKIE}=${token}; ${SESSION_COOKIE}=${token}`,
    ])
      assert.equal((await send('GET', '/session', { cookie })).body.code, 'session_ended', cookie)
    assert.equal((await send('GET', '/session', { cookie: `other=${token}` })).body.code, 'missing_api_key')
  })

  test('a viewer reads, a developer writes, an owner does all', async () => {
    const { client } = await newMember('owner')
    const routes = [
      ['GET', '/deliveries'],
      ['POST', '/notification_users'],
      ['GET', '/account'],
      ['GET', '/audit_log'],
      ['GET', '/api_keys'],
      ['POST', '/api_keys'],
      ['GET', '/members'],
      ['POST', '/members'],
      ['GET', '/session'],
      ['GET', '/sessions'],
      ['PUT', '/session/password'],
    ] as const
    // 422 and 400: the role is allowed, but the password or the body is missing.
    const expected = {
      viewer: [200, 403, 403, 403, 403, 403, 403, 403, 200, 200, 400],
      developer: [200, 400, 200, 200, 403, 403, 403, 403, 200, 200, 400],
      owner: [200, 400, 200, 200, 200, 422, 200, 422, 200, 200, 400],
    }
    for (const [role, statuses] of Object.entries(expected)) {
      const browser = await browse(await newMember(role as MemberRole, client))
      for (const [index, [method, path]] of routes.entries()) {
        const { status } = await browser.call(method, path, method === 'GET' ? undefined : {})
        assert.equal(status, statuses[index], `${role}: ${method} ${path}`)
      }
    }
    for (const [method, path] of [
      ['GET', 'session'],
      ['GET', 'sessions'],
      ['DELETE', 'session'],
    ] as const)
      assert.equal((await client.call(method, `/api/v1/${path}`)).status, 403)
  })
})

test('a secret is rotated by a member who gives the password again, and by an API key without', async () => {
  const member = await newMember('developer')
  const browser = await browse(member)
  const made = await member.client.call('POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { url: 'https://127.0.0.1:9443/webhooks' },
  })
  assert.equal(made.status, 201)
  const { id, secret } = made.body.webhook_endpoint
  const path = `/webhook_endpoints/${id}/rotate_secret`
  const missing = await browser.call('POST', path)
  assert.equal(missing.status, 422)
  assert.deepEqual(missing.body.errors, { current_password: ['is required'] })
  const wrong = await browser.call('POST', path, { current_password: 'not it', overlap_seconds: 60 })
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { current_password: ['is wrong'] }])
  const rotated = await browser.call('POST', path, { current_password: PASSWORD, overlap_seconds: 60 })
  assert.equal(rotated.status, 200)
  assert.notEqual(rotated.body.webhook_endpoint.secret, secret)
  assert.equal((await member.client.call('POST', `/api/v1${path}`)).status, 200)
  assert.equal(await rotationsOf(member.client), 2)
})

test('the password is taken inside of the root key as well as beside it, in JSON and in a form', async () => {
  const member = await newMember()
  const browser = await browse(member)
  const made = await member.client.call('POST', '/api/v1/webhook_endpoints', {
    webhook_endpoint: { url: 'https://127.0.0.1:9443/webhooks' },
  })
  const path = `/webhook_endpoints/${made.body.webhook_endpoint.id}/rotate_secret`
  const overlap_seconds = 60
  const right: object[] = [
    { webhook_endpoint: { current_password: PASSWORD, overlap_seconds } },
    { webhook_endpoint: { current_password: PASSWORD } },
    { webhook_endpoint: { overlap_seconds }, current_password: PASSWORD },
    { webhook_endpoint: {}, current_password: PASSWORD },
  ]
  for (const body of right) assert.equal((await browser.call('POST', path, body)).status, 200, JSON.stringify(body))
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const field = `webhook_endpoint[current_password]=${encodeURIComponent(PASSWORD)}`
  assert.equal((await browser.call('POST', path, field, form)).status, 200)
  assert.equal(await rotationsOf(member.client), 5)

  const wrong: [body: unknown, sentence: string][] = [
    [{ webhook_endpoint: { overlap_seconds } }, 'is required'],
    [{ webhook_endpoint: [PASSWORD] }, 'is required'],
    [{ webhook_endpoint: { current_password: 'not it' } }, 'is wrong'],
    [{ webhook_endpoint: { current_password: 'not it' }, current_password: PASSWORD }, 'is wrong'],
    [{ webhook_endpoint: { current_password: { of: PASSWORD } } }, 'must be a string'],
    [{ webhook_endpoint: { current_password: ' ' } }, "can't be blank"],
  ]
  const other = await browse(member)
  for (const [body, sentence] of wrong) {
    const { status, body: response } = await other.call('POST', path, body)
    assert.deepEqual([status, response.errors], [422, { current_password: [sentence] }], JSON.stringify(body))
  }
  const outside = await other.call('POST', '/api_keys', { api_key: { name: 'a', current_password: PASSWORD } })
  assert.deepEqual([outside.status, outside.body.errors], [422, { current_password: ['is required'] }])
  assert.equal(await rotationsOf(member.client), 5)
})

test('a password given in a session counts for ten minutes, and only in this session', async () => {
  const member = await newMember()
  const [browser, other] = [await browse(member), await browse(member)]
  const make = (by: Browser, again: object = {}) =>
    by.call('POST', '/api_keys', { api_key: { name: 'Shop' }, ...again })
  const confirm = (password: string) =>
    browser.call('POST', '/session/confirm_password', { current_password: password })
  const isAsked = async (by: Browser) => {
    const { status, body } = await make(by)
    if (status === 201) return false
    assert.deepEqual(
      [status, body.code, body.errors],
      [422, 'password_required', { current_password: ['is required'] }],
    )
    assert.match(
      body.error,
      /send your password as current_password, or first call POST \/api\/v1\/session\/confirm_password/,
    )
    return true
  }
  assert.ok(await isAsked(browser), 'a sign-in does not count')
  const wrong = await confirm('not it')
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { current_password: ['is wrong'] }])
  assert.ok(await isAsked(browser))
  assert.equal((await confirm(PASSWORD)).status, 204)
  assert.equal(await isAsked(browser), false)
  assert.ok(await isAsked(other))
  const guess = await make(browser, { current_password: 'not it' })
  assert.deepEqual([guess.status, guess.body.errors], [422, { current_password: ['is wrong'] }])

  aheadMs += 595_000
  assert.equal(await isAsked(browser), false)
  aheadMs += 5000
  assert.ok(await isAsked(browser))
  assert.equal((await make(browser, { current_password: PASSWORD })).status, 201)
  assert.equal(await isAsked(browser), false, 'the password of any request counts')
  const body = { password: { current_password: PASSWORD, new_password: 'another horse battery' } }
  assert.ok(await isAsked(browserOf(await browser.call('PUT', '/session/password', body))))
})

test('guessing the password again is slowed down as signing in is', async () => {
  const member = await newMember()
  const browser = await browse(member)
  const guess = () => browser.call('POST', '/webhook_endpoints/1/rotate_secret', { current_password: 'guess' })
  let response = await guess()
  for (let guesses = 1; response.status === 422 && guesses < 50; guesses++) response = await guess()
  assert.equal(response.status, 429)
  assert.ok(Number(response.headers.get('retry-after')) >= 1)
})

describe('the end of a session', () => {
  test('signing out ends it, a stolen cookie with it', async () => {
    const member = await newMember()
    const [browser, other] = [await browse(member), await browse(member)]
    const out = await browser.call('DELETE', '/session')
    assert.equal(out.status, 204)
    assert.match(out.headers.get('set-cookie')!, /^tidings_session=; Path=\/; Max-Age=0;/)
    assert.equal((await browser.call('GET', '/session')).body.code, 'session_ended')
    assert.equal((await other.call('GET', '/session')).status, 200)
    assert.equal((await actions(member.client))[0], 'member.signed_out')
  })

  test('a change of the password ends all of them, and the old password', async () => {
    const member = await newMember()
    const [browser, thief] = [await browse(member), await browse(member)]
    const change = (current: string, next: string) =>
      browser.call('PUT', '/session/password', { password: { current_password: current, new_password: next } })
    const wrong = await change('wrong horse battery', 'another horse battery')
    assert.deepEqual([wrong.status, Object.keys(wrong.body.errors)], [422, ['current_password']])
    assert.deepEqual(Object.keys((await change(PASSWORD, 'short')).body.errors), ['new_password'])
    assert.equal((await thief.call('GET', '/session')).status, 200)

    const changed = await change(PASSWORD, 'another horse battery')
    assert.equal(changed.status, 200)
    const renewed = browserOf(changed)
    assert.notEqual(renewed.token, browser.token)
    assert.equal((await renewed.call('GET', '/session')).status, 200)
    for (const ended of [browser, thief]) assert.equal((await ended.call('GET', '/session')).status, 401)
    assert.equal((await signIn(member.email)).status, 401)
    assert.equal((await signIn(member.email, 'another horse battery')).status, 201)
  })

  test('a sign-in that races a change of the password is ended with the others', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await newMember()
      const browser = await browse(member)
      const body = { password: { current_password: PASSWORD, new_password: 'another horse battery' } }
      const [changed, ...raced] = await Promise.all([
        browser.call('PUT', '/session/password', body),
        ...Array.from({ length: 6 }, () => signIn(member.email)),
      ])
      assert.equal(changed.status, 200)
      for (const response of raced) {
        if (response.status === 401) continue
        assert.equal((await browserOf(response).call('GET', '/session')).body.code, 'session_ended')
      }
    }
  })

  test('it ends unused after 7 days, used after 30', async () => {
    const member = await newMember()
    const [used, unused] = [await browse(member), await browse(member)]
    for (let day = 1; day < 30; day++) {
      aheadMs += DAY_MS
      assert.equal((await used.call('GET', '/session')).status, 200, `day ${day}`)
      if (day === 6) assert.equal((await signIn(member.email)).status, 201)
    }
    assert.equal((await unused.call('GET', '/session')).status, 401)
    const { body } = await used.call('GET', '/sessions')
    assert.equal(body.sessions.length, 1)
    aheadMs += DAY_MS
    assert.equal((await used.call('GET', '/session')).status, 401)
  })

  test('only the member lists and ends the own sessions', async () => {
    const member = await newMember()
    const [browser, phone] = [await browse(member), await browse(member)]
    const colleague = await browse(await newMember('owner', member.client))
    const { body } = await browser.call('GET', '/sessions')
    const listed = new Map(
      body.sessions.map((session: { id: number; current: boolean }) => [session.id, session.current]),
    )
    assert.deepEqual(
      listed,
      new Map([
        [browser.sessionId, true],
        [phone.sessionId, false],
      ]),
    )
    assert.ok(body.sessions.every((session: { from: string }) => session.from.startsWith('198.51.100.')))
    assert.equal((await colleague.call('DELETE', `/sessions/${phone.sessionId}`)).status, 404)
    assert.equal((await browser.call('DELETE', `/sessions/${phone.sessionId}`)).status, 204)
    assert.equal((await phone.call('GET', '/session')).status, 401)
    assert.equal((await browser.call('DELETE', `/sessions/${phone.sessionId}`)).status, 404)
  })

  test('beyond a number of them the one used longest ago ends', async () => {
    const member = await newMember()
    const first = await browse(member)
    for (let made = 0; made < SESSIONS_MAX; made++) await browse(member)
    assert.equal((await first.call('GET', '/session')).status, 401)
    const { rows } = await database.pool.query({
      text: 'select count(*) from member_sessions where member_id = $1',
      values: [member.id],
    })
    assert.deepEqual(rows, [{ count: SESSIONS_MAX }])
  })
})
