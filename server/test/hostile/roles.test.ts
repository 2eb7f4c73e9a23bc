/**
 * Calls every documented route with every role of API keys and members. If a route is missing in the table here, the
 * test fails.
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createApiKey, newApiKey } from '../../src/core/accounts/api-keys.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { byExternalId, withExternalIds } from '../document.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import { call } from '../service.ts'
import { testService } from '../test-service.ts'

const KEY_ROLES = ['read', 'send', 'full'] as const
const MEMBER_ROLES = ['viewer', 'developer', 'owner'] as const

/** A key and a member that may call some of the routes for reading. */
const HEAD_ROLES = new Set<string>(['send', 'viewer'])

const ALL = 'read send full viewer developer owner'
const SENDERS = 'send full developer owner'
/** Roles that may configure. */
const WRITERS = 'full developer owner'
/** Roles that may read the configuration. Keys for sending may not. */
const LOOKERS = 'read full viewer developer owner'
const MEMBERS = 'viewer developer owner'
const KEYS = 'read send full'
/** Routes without authentication refuse no role. */
const OPEN = ALL

const TABLE: Record<string, string> = withExternalIds({
  'POST /session': OPEN,
  'POST /invitations/show': OPEN,
  'POST /invitations/accept': OPEN,

  'GET /messages': ALL,
  'GET /messages/new_messages_for': ALL,
  'GET /messages/{id}': ALL,
  'GET /messages/{id}/render_message': ALL,
  'POST /messages': SENDERS,
  'POST /messages/batch': SENDERS,
  'POST /messages/preview': SENDERS,
  'PATCH /messages/{id}': SENDERS,
  'POST /messages/{id}/cancel': SENDERS,
  'POST /messages/{id}/send_again': SENDERS,
  'GET /message_resends': ALL,
  'GET /message_resends/{id}': ALL,
  'POST /message_resends': SENDERS,
  'POST /message_resends/count': SENDERS,
  'POST /message_resends/{id}/cancel': SENDERS,
  'PATCH /messages/{id}/mark_as_seen': SENDERS,
  'PATCH /messages/{id}/mark_as_delivered': SENDERS,
  'GET /deliveries': ALL,
  'GET /deliveries/{id}': ALL,
  'GET /deliveries/{id}/timeline': ALL,
  'POST /deliveries/{id}/retry': SENDERS,
  'GET /deliveries/{id}/explanation': ALL,
  'GET /recent_failures': ALL,
  'GET /notification_users': ALL,
  'GET /notification_users/{id}': ALL,
  'POST /notification_users': SENDERS,
  'PATCH /notification_users/{id}': SENDERS,
  'PUT /notification_users/by_external_id/{external_user_id}': SENDERS,
  'DELETE /notification_users/{id}': SENDERS,
  'GET /notification_users/{id}/export': WRITERS,
  'GET /notification_users/{id}/devices': ALL,
  'GET /notification_users/{id}/devices/{device_id}': ALL,
  'POST /notification_users/{id}/devices': SENDERS,
  'PATCH /notification_users/{id}/devices/{device_id}': SENDERS,
  'DELETE /notification_users/{id}/devices/{device_id}': SENDERS,
  'GET /notification_users/{id}/preferences': ALL,
  'PUT /notification_users/{id}/preferences': SENDERS,
  'POST /notification_users/{id}/tokens': SENDERS,

  'GET /suppressions': ALL,
  'POST /suppressions': WRITERS,
  'DELETE /suppressions/{id}': WRITERS,
  'GET /sandbox_messages': ALL,
  'GET /sandbox_messages/{id}': ALL,
  'POST /sandbox_messages/{id}/report': WRITERS,
  'GET /delivery_counts': ALL,
  'GET /event_counts': ALL,
  'GET /live': ALL,
  'GET /webhook_events': ALL,
  'GET /webhook_events/newest': ALL,
  'GET /webhook_events/{id}': ALL,
  'GET /search': ALL,
  'GET /requests': ALL,

  'GET /providers': LOOKERS,
  'GET /notification_channels': LOOKERS,
  'GET /notification_channels/{id}': LOOKERS,
  'POST /notification_channels': WRITERS,
  'PATCH /notification_channels/{id}': WRITERS,
  'DELETE /notification_channels/{id}': WRITERS,
  'POST /notification_channels/{id}/test_send': WRITERS,
  'POST /notification_channels/test_connection': WRITERS,
  'GET /recipient_signing_keys': LOOKERS,
  'POST /recipient_signing_keys': WRITERS,
  'DELETE /recipient_signing_keys/{id}': WRITERS,
  'GET /preference_page': LOOKERS,
  'PATCH /preference_page': WRITERS,
  'GET /topics': LOOKERS,
  'GET /topics/{id}': LOOKERS,
  'POST /topics': WRITERS,
  'PATCH /topics/{id}': WRITERS,
  'DELETE /topics/{id}': WRITERS,
  'GET /message_templates': LOOKERS,
  'GET /message_templates/{id}': LOOKERS,
  'GET /message_templates/{id}/versions': LOOKERS,
  'GET /message_templates/{id}/draft': LOOKERS,
  'PUT /message_templates/{id}/draft': WRITERS,
  'DELETE /message_templates/{id}/draft': WRITERS,
  'POST /message_templates': WRITERS,
  'POST /message_templates/preview': WRITERS,
  'GET /partials': LOOKERS,
  'GET /partials/{id}': LOOKERS,
  'GET /partials/{id}/versions': LOOKERS,
  'POST /partials': WRITERS,
  'PATCH /partials/{id}': WRITERS,
  'DELETE /partials/{id}': WRITERS,
  'PATCH /message_templates/{id}': WRITERS,
  'PUT /message_templates/by_name/{name}': WRITERS,
  'DELETE /message_templates/{id}': WRITERS,
  'GET /webhook_endpoints': LOOKERS,
  'GET /webhook_endpoints/{id}': LOOKERS,
  'GET /webhook_endpoints/{id}/attempts': LOOKERS,
  'GET /webhook_endpoints/{id}/stats': LOOKERS,
  'GET /webhook_test_requests': LOOKERS,
  'GET /webhook_endpoints/{id}/health': LOOKERS,
  'GET /webhook_endpoints/{id}/replays': LOOKERS,
  'GET /webhook_endpoints/{id}/replays/{replay_id}': LOOKERS,
  'POST /webhook_endpoints': WRITERS,
  'PATCH /webhook_endpoints/{id}': WRITERS,
  'DELETE /webhook_endpoints/{id}': WRITERS,
  'POST /webhook_endpoints/{id}/rotate_secret': WRITERS,
  'POST /webhook_endpoints/{id}/end_overlap': WRITERS,
  'POST /webhook_endpoints/{id}/reactivate': WRITERS,
  'POST /webhook_endpoints/{id}/test': WRITERS,
  'POST /webhook_endpoints/{id}/test_connection': WRITERS,
  'POST /webhook_endpoints/{id}/dismiss_missing': WRITERS,
  'POST /webhook_endpoints/{id}/replay': WRITERS,
  'POST /webhook_endpoints/{id}/replay_count': WRITERS,
  'POST /webhook_endpoints/{id}/replays/{replay_id}/cancel': WRITERS,
  'POST /webhook_events/{id}/resend': WRITERS,
  'GET /mails': LOOKERS,

  'GET /account': WRITERS,
  'PATCH /account': WRITERS,
  'GET /audit_log': WRITERS,

  'GET /api_key': KEYS,
  'GET /api_keys': 'full owner',
  'POST /api_keys': 'full owner',
  'DELETE /api_keys/{id}': 'full owner',

  'GET /members': 'owner',
  'GET /members/{id}': 'owner',
  'POST /members': 'owner',
  'PATCH /members/{id}': 'owner',
  'DELETE /members/{id}': 'owner',
  'POST /members/{id}/invite': 'owner',

  'GET /session': MEMBERS,
  'DELETE /session': MEMBERS,
  'POST /session/confirm_password': MEMBERS,
  'PUT /session/password': MEMBERS,
  'PUT /session/account': MEMBERS,
  'GET /sessions': MEMBERS,
  'DELETE /sessions/{id}': MEMBERS,
})

/** A request that needs the password again, and one of the same route that does not. */
interface Asks {
  query?: string
  bodies?: (object | string)[]
  without?: object[]
}

/**
 * Routes that need the password again: they make or change a lasting credential, say where data goes, or give all data of
 * a person. An open session alone is not enough for them.
 */
const ASKS: Record<string, Asks> = withExternalIds<Asks>({
  'POST /api_keys': {},
  'DELETE /api_keys/{id}': {},
  'POST /recipient_signing_keys': {},
  'DELETE /recipient_signing_keys/{id}': {},
  'POST /notification_users/{id}/tokens': {},
  'POST /webhook_endpoints/{id}/rotate_secret': {},
  'POST /members': {},
  'PATCH /members/{id}': {},
  'DELETE /members/{id}': {},
  'POST /members/{id}/invite': {},
  'POST /session/confirm_password': {},

  'POST /webhook_endpoints': { bodies: [{}, { url: 'https://example.com' }] },
  'PATCH /webhook_endpoints/{id}': {
    bodies: [
      { url: 'https://example.com' },
      { webhook_endpoint: { url: 'https://example.com', active: true } },
      'webhook_endpoint[url]=https://example.com',
    ],
    without: [{ active: false }, { webhook_endpoint: { signature_format: 'both', url: null } }],
  },
  'POST /notification_channels': {},
  'PATCH /notification_channels/{id}': {
    bodies: [
      { notification_channel: { settings: { host: 'mail.example.com' } } },
      { notification_channel: { provider: 'smtp' } },
      'notification_channel[settings][host]=mail.example.com',
    ],
    without: [{ notification_channel: { active: false, name: 'Mail', settings: {} } }],
  },
  'PATCH /account': {},

  'GET /notification_users/{id}/export': {},
  'DELETE /notification_users/{id}': { query: '?erase=true', without: [{}] },
})

/** Routes of members that need no password again, by the reason. */
const ASKS_NOT: Record<string, string[]> = {
  'it reads what the pages of the dashboard show, without secrets': [
    'GET /messages',
    'GET /messages/new_messages_for',
    'GET /messages/{id}',
    'GET /messages/{id}/render_message',
    'GET /deliveries',
    'GET /deliveries/{id}',
    'GET /deliveries/{id}/timeline',
    'GET /deliveries/{id}/explanation',
    'GET /recent_failures',
    'GET /notification_users',
    'GET /notification_users/{id}',
    'GET /notification_users/{id}/devices',
    'GET /notification_users/{id}/devices/{device_id}',
    'GET /notification_users/{id}/preferences',
    'GET /suppressions',
    'GET /sandbox_messages',
    'GET /sandbox_messages/{id}',
    'GET /delivery_counts',
    'GET /event_counts',
    'GET /live',
    'GET /webhook_events',
    'GET /webhook_events/newest',
    'GET /webhook_events/{id}',
    'GET /search',
    'GET /requests',
    'GET /providers',
    'GET /notification_channels',
    'GET /notification_channels/{id}',
    'GET /recipient_signing_keys',
    'GET /preference_page',
    'GET /topics',
    'GET /topics/{id}',
    'GET /message_templates',
    'GET /message_templates/{id}',
    'GET /message_templates/{id}/versions',
    'GET /message_templates/{id}/draft',
    'GET /partials',
    'GET /partials/{id}',
    'GET /partials/{id}/versions',
    'GET /message_resends',
    'GET /message_resends/{id}',
    'GET /webhook_endpoints',
    'GET /webhook_endpoints/{id}',
    'GET /webhook_endpoints/{id}/attempts',
    'GET /webhook_endpoints/{id}/stats',
    'GET /webhook_test_requests',
    'GET /webhook_endpoints/{id}/health',
    'GET /webhook_endpoints/{id}/replays',
    'GET /webhook_endpoints/{id}/replays/{replay_id}',
    'GET /mails',
    'GET /account',
    'GET /audit_log',
    'GET /api_keys',
    'GET /members',
    'GET /members/{id}',
    'GET /session',
    'GET /sessions',
  ],
  'it is the daily work with messages, by the channels and templates that exist': [
    'POST /messages',
    'POST /messages/batch',
    'POST /messages/preview',
    'PATCH /messages/{id}',
    'POST /messages/{id}/cancel',
    'POST /messages/{id}/send_again',
    'POST /deliveries/{id}/retry',
    'POST /message_resends',
    'POST /message_resends/count',
    'POST /message_resends/{id}/cancel',
    'PATCH /messages/{id}/mark_as_seen',
    'PATCH /messages/{id}/mark_as_delivered',
    'POST /sandbox_messages/{id}/report',
    'POST /suppressions',
    'DELETE /suppressions/{id}',
  ],
  'it is the daily work with one recipient, and the audit log has each change of an address': [
    'POST /notification_users',
    'PATCH /notification_users/{id}',
    'PUT /notification_users/by_external_id/{external_user_id}',
    'POST /notification_users/{id}/devices',
    'PATCH /notification_users/{id}/devices/{device_id}',
    'DELETE /notification_users/{id}/devices/{device_id}',
    'PUT /notification_users/{id}/preferences',
  ],
  'it changes texts and their order, whose channels exist': [
    'PATCH /preference_page',
    'POST /topics',
    'PATCH /topics/{id}',
    'DELETE /topics/{id}',
    'PUT /message_templates/{id}/draft',
    'DELETE /message_templates/{id}/draft',
    'POST /message_templates',
    'POST /message_templates/preview',
    'PATCH /message_templates/{id}',
    'PUT /message_templates/by_name/{name}',
    'DELETE /message_templates/{id}',
    'POST /partials',
    'PATCH /partials/{id}',
    'DELETE /partials/{id}',
  ],
  'it sends to the destination that exists, or tests settings that are not stored': [
    'POST /notification_channels/{id}/test_send',
    'POST /notification_channels/test_connection',
    'POST /webhook_endpoints/{id}/reactivate',
    'POST /webhook_endpoints/{id}/test',
    'POST /webhook_endpoints/{id}/test_connection',
    'POST /webhook_endpoints/{id}/dismiss_missing',
    'POST /webhook_endpoints/{id}/replay',
    'POST /webhook_endpoints/{id}/replay_count',
    'POST /webhook_endpoints/{id}/replays/{replay_id}/cancel',
    'POST /webhook_events/{id}/resend',
  ],
  'it ends a destination, a secret or a session, and a new destination needs the password': [
    'DELETE /notification_channels/{id}',
    'DELETE /webhook_endpoints/{id}',
    'POST /webhook_endpoints/{id}/end_overlap',
    'DELETE /session',
    'DELETE /sessions/{id}',
  ],
  'its own field is the current password, always': ['PUT /session/password'],
  'the new session must give the password itself': ['PUT /session/account'],
}

const ROUTES_NOT_ASKING = [
  ...new Set(
    Object.values(ASKS_NOT)
      .flat()
      .flatMap((route) => [route, byExternalId(route)]),
  ),
]

interface Caller {
  role: string
  headers: Record<string, string>
  /** Replaces a session that a route has ended. Returns false for a key. */
  signInAgain(): Promise<boolean>
}

async function keyOf(role: (typeof KEY_ROLES)[number]): Promise<string> {
  const { bucket, accountId } = client
  const key = newApiKey()
  await createApiKey(database.pool, createSystemClock(), { bucket, accountId, name: role, role, key })
  return key
}

const { database, running } = await testService({ variables: { ROLES: 'api', LOG_LEVEL: 'fatal' } })
const client = await running.client()
const owner = await signInAs(running, await makeMember(database, client, 'owner'))
const { body } = await client.call('GET', '/openapi.json')
/** Every documented route, as `GET /messages/{id}`. */
const found = Object.entries<Record<string, object>>(body.paths)
  // The inbox knows no roles (`recipient-tokens.test.ts`).
  .filter(([path]) => path.startsWith('/api/v1/') && !path.startsWith('/api/v1/inbox/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [`${method.toUpperCase()} ${path.slice('/api/v1'.length)}`, one]),
  )
const described = Object.fromEntries(found)
const routes = Object.keys(described)
const keys = await Promise.all(
  KEY_ROLES.map(async (role): Promise<Caller> => {
    const headers = { authorization: `Bearer ${await keyOf(role)}` }
    return { role, headers, signInAgain: () => Promise.resolve(false) }
  }),
)
const members = await Promise.all(
  MEMBER_ROLES.map(async (role) => {
    const member = await makeMember(database, client, role)
    const caller: Caller = {
      role,
      headers: (await signInAs(running, member)).headers,
      async signInAgain() {
        caller.headers = (await signInAs(running, member)).headers
        return true
      },
    }
    return caller
  }),
)
const callers = [...keys, ...members]

/** Asks for a missing object, with an empty body. So nothing changes, even if the role is allowed. */
async function ask(
  caller: Caller,
  route: string,
  isAgain = false,
): Promise<{ status: number; code?: string; error?: string }> {
  const [method = '', path = ''] = route.split(' ')
  const response = await fetch(`${running.service.url}/api/v1${path.replaceAll(/\{\w+\}/g, '999999999')}`, {
    method,
    headers: { ...caller.headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
  })
  if (response.ok) {
    await response.body?.cancel()
    return { status: response.status }
  }
  const text = await response.text()
  // Signing out ended the session.
  if (response.status === 401 && !isAgain && (await caller.signInAgain())) return ask(caller, route, true)
  return { status: response.status, ...(text === '' ? {} : JSON.parse(text)) }
}

test('the table knows every route', () => {
  assert.deepEqual(routes.toSorted(), Object.keys(TABLE).toSorted())
})

describe('a role may call the routes of the table, and no others', () => {
  for (const role of [...KEY_ROLES, ...MEMBER_ROLES])
    test(role, async () => {
      const caller = callers.find((one) => one.role === role)!
      const wrong: string[] = []
      for (const route of routes) {
        const mayBe = TABLE[route]!.split(' ').includes(role)
        const { status, code, error } = await ask(caller, route)
        const isRefused = status === 403
        if (isRefused === mayBe || status === 401 || status >= 500) wrong.push(`${route}: ${status} ${error ?? ''}`)
        if (isRefused) assert.deepEqual([code, typeof error], ['forbidden', 'string'], route)
        // HEAD must behave the same. A stream of events has no HEAD.
        if (HEAD_ROLES.has(role) && route.startsWith('GET ') && route !== 'GET /live') {
          const head = await ask(caller, route.replace('GET', 'HEAD'))
          if ((head.status === 403) === mayBe) wrong.push(`HEAD of ${route}: ${head.status}`)
        }
      }
      assert.deepEqual(wrong, [])
    })

  test('and the description of the route says so', () => {
    for (const [route, roles] of Object.entries(TABLE)) {
      const { description = '', security } = described[route]!
      if (roles === OPEN && security?.length === 0) continue
      const named = [...description.matchAll(/`(\w+)`/g)].map(([, role]) => role!)
      const known = named.filter((role) => [...KEY_ROLES, ...MEMBER_ROLES].some((one) => one === role))
      assert.deepEqual(known, roles.split(' '), route)
      const isForMembers = KEY_ROLES.every((role) => !roles.split(' ').includes(role))
      const isRead = route.startsWith('GET ')
      const bySession = isRead ? { session: [] } : { session: [], csrfToken: [] }
      assert.deepEqual(security, isForMembers ? [bySession] : [{ apiKey: [] }, bySession], route)
    }
  })
})

describe('a full API key', () => {
  test('neither invites an owner, nor adds, changes, removes or lists members, nor has sessions', async () => {
    const path = `/api/v1/members/${owner.id}`
    for (const [method, target, body] of [
      ['POST', `${path}/invite`, { current_password: PASSWORD }],
      ['POST', '/api/v1/members', { member: { email: 'eve@example.com', role: 'owner' } }],
      ['PATCH', path, { member: { role: 'viewer' } }],
      ['DELETE', path, {}],
      ['GET', path, undefined],
      ['GET', '/api/v1/members', undefined],
      ['GET', '/api/v1/sessions', undefined],
    ] as const) {
      const response = await client.call(method, target, body)
      assert.deepEqual([response.status, response.body.code], [403, 'forbidden'], `${method} ${target}`)
      assert.equal(response.body.error, 'Only a signed-in member may do this')
    }
    assert.equal((await owner.call('GET', '/api/v1/session')).status, 200)
    assert.equal((await owner.call('GET', path)).body.member.invited_until, null)
  })

  test('with the cookie of a session beside it is still a key', async () => {
    const url = running.service.url!
    const { status } = await call(url, client.apiKey, 'GET', '/api/v1/members', undefined, owner.headers)
    assert.equal(status, 403)
  })
})

describe('API keys', () => {
  const create = (key: string, role: string) =>
    call(running.service.url!, key, 'POST', '/api/v1/api_keys', { api_key: { name: role, role } })

  test('a full key creates keys of each role; keys of other roles create none', async () => {
    for (const role of KEY_ROLES) {
      const made = await create(client.apiKey, role)
      assert.deepEqual([made.status, made.body.api_key.role], [201, role])
      assert.equal(made.headers.get('cache-control'), 'no-store')
      if (role === 'full') continue
      for (const wanted of KEY_ROLES) {
        const refused = await create(made.body.api_key.key, wanted)
        assert.equal(refused.status, 403)
        assert.equal(refused.body.error, `An API key with the role ${role} may not do this: use one with the role full`)
      }
    }
    const unnamed = await client.call('POST', '/api/v1/api_keys', { api_key: { name: 'x' } })
    assert.equal(unnamed.body.api_key.role, 'full')
    const unknown = await create(client.apiKey, 'owner')
    assert.deepEqual([unknown.status, Object.keys(unknown.body.errors)], [422, ['role']])
  })

  test('with the role send create messages and recipients, and read the results', async () => {
    const key = await keyOf('send')
    const as = (method: string, path: string, body?: unknown) =>
      call(running.service.url!, key, method, `/api/v1/${path}`, body)
    const made = await as('POST', 'notification_users', { notification_user: { external_user_id: 'ada' } })
    assert.equal(made.status, 201)
    const device = { device: { platform: 'fcm', token: 'delivered' } }
    assert.equal((await as('POST', `notification_users/${made.body.notification_user.id}/devices`, device)).status, 201)
    const own = `notification_users/${made.body.notification_user.id}`
    for (const [method, path] of [
      ['GET', `${own}/export`],
      ['DELETE', `${own}?erase=true`],
    ] as const) {
      const kept = await as(method, path)
      assert.equal(kept.body.error, 'An API key with the role send may not do this: use one with the role full', path)
    }
    assert.equal((await as('GET', own)).body.notification_user.external_user_id, 'ada')
    for (const path of ['messages', 'deliveries', 'webhook_events', 'suppressions'])
      assert.equal((await as('GET', path)).status, 200, path)
    const template = { message_template: { name: 'a', subject: 'a', body: 'a', body_format: 'text' } }
    const refused = await as('POST', 'message_templates', template)
    assert.equal(refused.body.error, 'An API key with the role send may not do this: use one with the role full')
  })
})

describe('the password again', () => {
  const PASSWORD_REQUIRED = [422, 'password_required', { current_password: ['is required'] }]
  const targetOf = (path: string, query = '') => `/api/v1${path.replaceAll(/\{\w+\}/g, '999999999')}${query}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  test('has one side for every route of members', () => {
    const ofMembers = routes.filter((route) => TABLE[route] !== KEYS && described[route]!.security?.length !== 0)
    const sides = [...Object.keys(ASKS), ...ROUTES_NOT_ASKING]
    assert.deepEqual(sides.toSorted(), ofMembers.toSorted())
  })

  test('is wanted from a session by the routes of its table, and judged before anything else', async () => {
    for (const [route, { query, bodies = [{}] }] of Object.entries(ASKS)) {
      const [method = '', path = ''] = route.split(' ')
      const target = targetOf(path, query)
      for (const body of bodies) {
        const headers = typeof body === 'string' ? form : {}
        const without = await owner.call(method, target, method === 'GET' ? undefined : body, headers)
        const { status, body: response } = without
        assert.deepEqual(
          [status, response.code, response.errors],
          PASSWORD_REQUIRED,
          `${route} ${JSON.stringify(body)}`,
        )
      }
      assert.match(described[route]!.description ?? '', /gives the password again/, route)
      if (method === 'GET') continue
      const body = bodies.find((one) => typeof one === 'object')
      const blank = await owner.call(method, target, { ...body, current_password: ' ' })
      assert.deepEqual([blank.status, blank.body.errors], [422, { current_password: ["can't be blank"] }], route)
    }
    const wrong = await owner.call('POST', '/api/v1/members', { current_password: 'wrong horse battery' })
    assert.deepEqual([wrong.status, wrong.body.errors], [422, { current_password: ['is wrong'] }])
    assert.equal((await owner.call('GET', targetOf('/notification_users/{id}/export'))).status, 422)
    const right = await owner.call('POST', '/api/v1/members', { current_password: PASSWORD })
    assert.equal(right.body.code, 'missing_root_key')
    for (const [route, { query, bodies = [{}] }] of Object.entries(ASKS)) {
      const [method = '', path = ''] = route.split(' ')
      const { body } = await owner.call(method, targetOf(path, query), method === 'GET' ? undefined : bodies[0])
      assert.notEqual(body?.code, 'password_required', route)
    }
  })

  test('is wanted by no other route, and by no API key', async () => {
    const asked: string[] = []
    for (const role of ['owner', 'full']) {
      const caller = callers.find((one) => one.role === role)!
      for (const route of role === 'owner' ? ROUTES_NOT_ASKING : Object.keys(ASKS)) {
        const { code } = await ask(caller, route)
        if (code === 'password_required') asked.push(`${route} as ${role}`)
      }
    }
    for (const [route, { without = [] }] of Object.entries(ASKS)) {
      const [method = '', path = ''] = route.split(' ')
      for (const body of without) {
        const { status } = await owner.call(method, targetOf(path), body)
        if (status !== 404) asked.push(`${route} ${JSON.stringify(body)}: ${status}`)
      }
    }
    assert.deepEqual(asked, [])
  })

  test('allows the change', async () => {
    const again = { current_password: PASSWORD }
    const colleague = await makeMember(database, client, 'viewer')
    const path = `/api/v1/members/${colleague.id}`
    const changed = await owner.call('PATCH', path, { member: { role: 'developer' }, ...again })
    assert.deepEqual([changed.status, changed.body.member.role], [200, 'developer'])
    assert.equal((await owner.call('DELETE', path, again)).status, 204)
    const made = await owner.call('POST', '/api/v1/api_keys', { api_key: { name: 'x', role: 'send' }, ...again })
    assert.deepEqual([made.status, made.body.api_key.role], [201, 'send'])
    assert.equal((await owner.call('DELETE', `/api/v1/api_keys/${made.body.api_key.id}`, again)).status, 204)
  })
})
