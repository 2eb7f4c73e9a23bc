import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { MIGRATIONS_DIRECTORY } from '../../platform/db/migrations.ts'
import { addRoutesByExternalId } from './by-external-id.ts'
import { loadRecipients } from './load.ts'
import { readRecipient } from './recipient.ts'
import { createPreferenceLinks } from './preferences/links.ts'
import { recipientRoutes } from './routes.ts'
import { upsertRecipient } from './writes.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const deleted: unknown[] = []
const clock = createSystemClock()

const database = await endAfterTests(createTestDatabase())
const server = await endAfterTests(
  startRoomServer(database.pool, (app) => {
    addRoutesByExternalId(app)
    recipientRoutes(app, {
      clock,
      links: createPreferenceLinks([Buffer.alloc(32, 1)], () => 'https://tidings.example.com'),
      async onRecipientDeleted(transaction, about) {
        const { rows } = await transaction.query<{ inside: boolean }>({
          text: 'select deleted_at is not null as inside from recipients where id = $1',
          values: [about.recipientId],
        })
        deleted.push({ ...about, ...rows[0] })
      },
      onErase: () => Promise.resolve(null),
      onQuietHoursChanged: () => Promise.resolve(),
    })
  }),
)

const changer = { actor: 'api_key:1', origin: null }
const PATH = '/api/v1/notification_users'

describe('notification users', () => {
  test('created, shown, changed, listed', async () => {
    const caller = server.newCaller()
    const given = {
      external_user_id: 'u1',
      email: ' ada@example.com ',
      phone: '+44 (0)20 7183-8750',
      first_name: 'Ada',
      last_name: '',
      locale: 'en-GB',
      time_zone: 'Europe/London',
      attributes: { plan: 'gold', tags: ['a'] },
    }
    const created = await server.request(caller, 'POST', PATH, { notification_user: given })
    assert.equal(created.status, 201)
    const user = created.body.notification_user
    const byEmail = await server.request(caller, 'GET', `${PATH}?email=ADA@example.com`)
    assert.deepEqual(
      byEmail.body.notification_users.map(({ id }: { id: number }) => id),
      [user.id],
    )
    assert.deepEqual((await server.request(caller, 'GET', `${PATH}?email=a@example.com`)).body.notification_users, [])
    assert.deepEqual(user, {
      id: user.id,
      external_user_id: 'u1',
      email: 'ada@example.com',
      phone: '+442071838750',
      first_name: 'Ada',
      last_name: null,
      locale: 'en-GB',
      time_zone: 'Europe/London',
      attributes: { plan: 'gold', tags: ['a'] },
      created_at: user.created_at,
      updated_at: user.updated_at,
    })
    assert.match(user.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.deepEqual((await server.request(caller, 'GET', `${PATH}/${user.id}`)).body, { notification_user: user })

    const changed = await server.request(caller, 'PATCH', `${PATH}/${user.id}`, {
      notification_user: { email: null, attributes: { plan: 'x' } },
    })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.notification_user.email, null)
    assert.deepEqual(changed.body.notification_user.attributes, { plan: 'x' })
    assert.equal(changed.body.notification_user.first_name, 'Ada')

    await server.request(caller, 'POST', PATH, { notification_user: {} })
    const list = await server.request(caller, 'GET', `${PATH}?limit=1`)
    assert.equal(list.body.notification_users.length, 1)
    assert.match(list.headers.get('link')!, /rel="next"/)
    const next = await server.request(caller, 'GET', `${PATH}?limit=1&cursor=${list.body.next_cursor}`)
    assert.deepEqual(
      next.body.notification_users.map((one: { id: number }) => one.id),
      [user.id],
    )
    assert.equal(next.body.next_cursor, null)
    const filtered = await server.request(caller, 'GET', `${PATH}?external_user_id=u1`)
    assert.equal(filtered.body.notification_users.length, 1)
  })

  test('the start of an email finds them in its order, page by page', async () => {
    const caller = server.newCaller()
    for (const email of [
      'Ada.B@example.com',
      'ada.a@example.com',
      'ada.b@example.com',
      'adele@example.com',
      '%@x.test',
    ])
      await server.request(caller, 'POST', PATH, { notification_user: { email } })
    const read = async (start: string, cursor = ''): Promise<string[]> => {
      const query = `limit=1&email_starts_with=${start}${cursor}`
      const { status, body } = await server.request(caller, 'GET', `${PATH}?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      const emails = body.notification_users.map((user: { email: string }) => user.email)
      return body.next_cursor === null ? emails : [...emails, ...(await read(start, `&cursor=${body.next_cursor}`))]
    }
    assert.deepEqual(await read('ADA.'), ['ada.a@example.com', 'Ada.B@example.com', 'ada.b@example.com'])
    assert.deepEqual(await read('%25'), ['%@x.test'])
    assert.deepEqual(await read('example'), [])
    const list = await server.request(caller, 'GET', `${PATH}?limit=1`)
    for (const query of [
      `ada&cursor=${list.body.next_cursor}`,
      'ada&email=ada.a@example.com',
      'ada&external_user_id=u1',
    ])
      assert.equal((await server.request(caller, 'GET', `${PATH}?email_starts_with=${query}`)).status, 422, query)
    const { body } = await server.request(server.newCaller(), 'GET', `${PATH}?email_starts_with=ada`)
    assert.deepEqual(body.notification_users, [])
  })

  test('a form creates one too', async () => {
    const caller = server.newCaller()
    const form =
      'notification_user[external_user_id]=u1&notification_user[email]=&notification_user[attributes][plan]=gold'
    const created = await server.request(caller, 'POST', PATH, form)
    assert.equal(created.status, 201)
    assert.equal(created.body.notification_user.email, null)
    assert.deepEqual(created.body.notification_user.attributes, { plan: 'gold' })
  })

  test('409 external id taken; a deletion frees it and tells in its transaction', async () => {
    const caller = server.newCaller()
    const user = { notification_user: { external_user_id: 'u1' } }
    const { id } = (await server.request(caller, 'POST', PATH, user)).body.notification_user
    const again = await server.request(caller, 'POST', PATH, user)
    assert.deepEqual([again.status, again.body.code], [409, 'name_taken'])
    const other = (await server.request(caller, 'POST', PATH, { notification_user: {} })).body.notification_user
    const renamed = await server.request(caller, 'PATCH', `${PATH}/${other.id}`, user)
    assert.deepEqual([renamed.status, renamed.body.code], [409, 'name_taken'])
    assert.equal((await server.request(server.newCaller(), 'POST', PATH, user)).status, 201)

    await server.request(caller, 'POST', `${PATH}/${id}/devices`, { device: { platform: 'fcm', token: 't' } })
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${id}`)).status, 204)
    assert.deepEqual(deleted.at(-1), {
      bucket: caller.bucket,
      accountId: caller.accountId,
      recipientId: id,
      inside: true,
    })
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${id}`)).status, 404)
    assert.equal((await server.request(caller, 'GET', `${PATH}/${id}`)).status, 404)
    assert.equal((await server.request(caller, 'GET', `${PATH}/${id}/devices`)).status, 404)
    const { rows } = await database.pool.query('select from devices where recipient_id = $1', [id])
    assert.equal(rows.length, 0)
    assert.equal((await server.request(caller, 'POST', PATH, user)).status, 201)
  })

  test('404 for another account, judged before the body', async () => {
    const { id } = (await server.request(server.newCaller(), 'POST', PATH, { notification_user: {} })).body
      .notification_user
    const stranger = server.newCaller()
    for (const [method, body] of [
      ['GET'],
      ['PATCH', { notification_user: { email: 'wrong' } }],
      ['PATCH', 'x'],
      ['DELETE'],
    ] as const)
      assert.equal((await server.request(stranger, method, `${PATH}/${id}`, body)).status, 404)
    for (const odd of ['0', 'abc', '9223372036854775808', '%00', '1.5', '-1'])
      assert.equal((await server.request(stranger, 'GET', `${PATH}/${odd}`)).status, 404, odd)
  })

  test('by external id: read, changed and deleted, with its devices', async () => {
    const [caller, stranger] = [server.newCaller(), server.newCaller()]
    const path = `${PATH}/by_external_id/team%2Fdevices`
    const body = { notification_user: { email: 'ada@example.com' } }
    const { notification_user: user } = (await server.request(caller, 'PUT', path, body)).body
    await server.request(stranger, 'PUT', path, body)
    const byId = await server.request(caller, 'GET', `${PATH}/${user.id}`)
    assert.deepEqual((await server.request(caller, 'GET', path)).body, byId.body)
    const changes = { notification_user: { first_name: 'Ada', external_user_id: 'devices' } }
    const changed = await server.request(caller, 'PATCH', path, changes)
    assert.deepEqual([changed.body.notification_user.id, changed.body.notification_user.first_name], [user.id, 'Ada'])
    assert.equal((await server.request(caller, 'GET', path)).status, 404)

    const renamed = `${PATH}/by_external_id/devices`
    const device = { device: { platform: 'fcm', token: 't' } }
    const { body: made } = await server.request(caller, 'POST', `${renamed}/devices`, device)
    const { body: devices } = await server.request(caller, 'GET', `${PATH}/${user.id}/devices`)
    assert.deepEqual(devices.devices, [made.device])
    const whole = await server.request(caller, 'GET', `${PATH}/${user.id}?expand=devices,preferences`)
    assert.deepEqual([whole.body.devices, whole.body.preferences.paused], [devices.devices, false])
    assert.equal((await server.request(caller, 'DELETE', `${renamed}/devices/${made.device.id}`)).status, 204)
    assert.equal((await server.request(stranger, 'GET', `${renamed}/devices`)).status, 404)

    assert.equal((await server.request(caller, 'DELETE', renamed)).status, 204)
    const gone = await server.request(caller, 'GET', renamed)
    assert.deepEqual([gone.status, gone.body.error], [404, 'Not found: no notification user has this external id'])
    assert.equal((await server.request(stranger, 'GET', path)).body.notification_user.first_name, null)
  })

  test('by external id: created, then changed', async () => {
    const caller = server.newCaller()
    const path = `${PATH}/by_external_id/${encodeURIComponent('a/b ü')}`
    const created = await server.request(caller, 'PUT', path, {
      notification_user: { first_name: 'Ada', attributes: { a: 1 } },
    })
    assert.equal(created.status, 201)
    assert.equal(created.body.notification_user.external_user_id, 'a/b ü')
    const changed = await server.request(caller, 'PUT', path, {
      notification_user: { last_name: 'L', attributes: null },
    })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.notification_user.id, created.body.notification_user.id)
    assert.equal(changed.body.notification_user.first_name, 'Ada')
    assert.deepEqual(changed.body.notification_user.attributes, {})
    const wrong = await server.request(caller, 'PUT', path, { notification_user: { external_user_id: 'other' } })
    assert.deepEqual(wrong.body.errors, { external_user_id: ['must be the same as in the path'] })
  })

  const refused: [field: string, value: unknown][] = [
    ['email', 'a@x, b@y'],
    ['email', 'a@example.com\r\nBcc: b@example.com'],
    ['email', `${'a'.repeat(400)}@example.com`],
    ['email', '"quoted"@example.com'],
    ['email', 5],
    ['first_name', 'A\r\nBcc: b@example.com'],
    ['first_name', 'x'.repeat(256)],
    ['external_user_id', ''],
    ['external_user_id', 'x'.repeat(256)],
    ['phone', '12345'],
    ['phone', '+0123456789'],
    ['phone', '+44 20 7183 875O'],
    ['locale', 'english please'],
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+02:00'],
    ['attributes', 'text'],
    ['attributes', { text: 'x'.repeat(11_000) }],
    ['attributes', { nested: [{ constructor: 1 }] }],
  ]
  for (const [field, value] of refused)
    test(`422 ${field} ${JSON.stringify(value).slice(0, 40)}`, async () => {
      const response = await server.request(server.newCaller(), 'POST', PATH, { notification_user: { [field]: value } })
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors), [field])
    })
})

describe('devices', () => {
  test('registered once, changed, removed', async () => {
    const caller = server.newCaller()
    const { id } = (await server.request(caller, 'POST', PATH, { notification_user: {} })).body.notification_user
    const path = `${PATH}/${id}/devices`
    const created = await server.request(caller, 'POST', path, { device: { platform: 'fcm', token: 'token-1' } })
    assert.equal(created.status, 201)
    const { device } = created.body
    assert.deepEqual(Object.keys(device), [
      'id',
      'notification_user_id',
      'platform',
      'token',
      'subscription',
      'created_at',
      'updated_at',
    ])
    const again = await server.request(caller, 'POST', path, { device: { platform: 'fcm', token: 'token-1' } })
    assert.deepEqual([again.status, again.body.device.id], [200, device.id])

    const subscription = { endpoint: 'https://push.example.com/x', keys: { p256dh: 'p', auth: 'a' } }
    const web = await server.request(caller, 'POST', path, { device: { platform: 'web_push', subscription } })
    assert.deepEqual([web.status, web.body.device.token, web.body.device.subscription], [201, null, subscription])
    assert.equal((await server.request(caller, 'GET', path)).body.devices.length, 2)

    const changed = await server.request(caller, 'PATCH', `${path}/${device.id}`, { device: { token: 'token-2' } })
    assert.deepEqual([changed.status, changed.body.device.token], [200, 'token-2'])
    assert.deepEqual((await server.request(caller, 'GET', `${path}/${device.id}`)).body, changed.body)
    assert.equal((await server.request(server.newCaller(), 'GET', `${path}/${device.id}`)).status, 404)
    assert.equal((await server.request(caller, 'DELETE', `${path}/${device.id}`)).status, 204)
    assert.equal((await server.request(caller, 'DELETE', `${path}/${device.id}`)).status, 404)
  })

  const web = (endpoint: string) => ({
    platform: 'web_push',
    subscription: { endpoint, keys: { p256dh: 'a', auth: 'b' } },
  })
  const spelled: [one: object, other: object, isSame: boolean][] = [
    [{ platform: 'apns', token: 'a1b2' }, { platform: 'apns', token: 'A1B2' }, true],
    [{ platform: 'expo', token: 'ExpoPushToken[x]' }, { platform: 'expo', token: 'ExponentPushToken[x]' }, true],
    [web('https://Push.example:443/a'), web('https://push.example/a'), true],
    [{ platform: 'fcm', token: 'a1b2' }, { platform: 'fcm', token: 'A1B2' }, false],
    [{ platform: 'expo', token: 'ExpoPushToken[x]' }, { platform: 'expo', token: 'ExpoPushToken[X]' }, false],
    [{ platform: 'fcm', token: 'a1b2' }, { platform: 'apns', token: 'a1b2' }, false],
    [web('https://push.example/a'), web('https://push.example/A'), false],
  ]

  test('it is one device in all spellings of its token, also in rows from before', async () => {
    const caller = server.newCaller()
    const migration = await readFile(join(MIGRATIONS_DIRECTORY, '0002_one_device_per_token.sql'), 'utf8')
    for (const [one, other, isSame] of spelled) {
      const { id } = (await server.request(caller, 'POST', PATH, { notification_user: {} })).body.notification_user
      const path = `${PATH}/${id}/devices`
      const first = await server.request(caller, 'POST', path, { device: one })
      const second = await server.request(caller, 'POST', path, { device: other })
      assert.deepEqual([first.status, second.status], [201, isSame ? 200 : 201], JSON.stringify(other))
      if (!isSame) continue
      await database.pool.query({
        text: `insert into devices (bucket, account_id, recipient_id, platform, token, subscription, created_at, updated_at)
          select bucket, account_id, recipient_id, platform, $2, $3, created_at, updated_at - interval '1 day' from devices where id = $1`,
        values: [first.body.device.id, first.body.device.token, first.body.device.subscription],
      })
      await database.pool.query(migration)
      assert.deepEqual((await server.request(caller, 'GET', path)).body.devices, [second.body.device])
    }
    await database.pool.query(migration)
    const { rows } = await database.pool.query({
      text: 'select count(*)::int as devices from devices where account_id = $1',
      values: [caller.accountId],
    })
    assert.deepEqual(rows, [{ devices: 11 }])
  })

  test('does not take the token of another device by a change', async () => {
    const caller = server.newCaller()
    const { id } = (await server.request(caller, 'POST', PATH, { notification_user: {} })).body.notification_user
    const path = `${PATH}/${id}/devices`
    const web = (endpoint: string) => {
      return { platform: 'web_push', subscription: { endpoint, keys: { p256dh: 'p', auth: 'a' } } }
    }
    const cases: [field: string, one: object, other: object, change: object][] = [
      ['token', { platform: 'apns', token: 'ab' }, { platform: 'apns', token: 'cd' }, { token: 'AB' }],
      ['token', { platform: 'fcm', token: 'x' }, { platform: 'expo', token: 'x' }, { platform: 'fcm' }],
      ['subscription', web('https://push.example/1'), web('https://push.example/2'), web('HTTPS://PUSH.example:443/1')],
    ]
    for (const [field, one, other, change] of cases) {
      await server.request(caller, 'POST', path, { device: one })
      const { body } = await server.request(caller, 'POST', path, { device: other })
      const own = `${path}/${body.device.id}`
      const refused = await server.request(caller, 'PATCH', own, { device: change })
      assert.deepEqual([refused.status, Object.keys(refused.body.errors)], [422, [field]])
      assert.deepEqual((await server.request(caller, 'GET', own)).body.device, body.device)
      const same = await server.request(caller, 'PATCH', own, { device: { ...other, platform: undefined } })
      assert.equal(same.status, 200)
    }
  })

  test('registered at the same time, it is there once', async () => {
    const caller = server.newCaller()
    const { id } = (await server.request(caller, 'POST', PATH, { notification_user: {} })).body.notification_user
    const register = () =>
      server.request(caller, 'POST', `${PATH}/${id}/devices`, { device: { platform: 'apns', token: 'same' } })
    const responses = await Promise.all([register(), register(), register(), register()])
    assert.deepEqual(
      responses.map((response) => response.status).toSorted((one, other) => one - other),
      [200, 200, 200, 201],
    )
  })

  const refused: [field: string, device: unknown][] = [
    ['platform', { token: 't' }],
    ['platform', { platform: 'pigeon', token: 't' }],
    ['token', { platform: 'fcm' }],
    ['token', { platform: 'fcm', token: 'two words' }],
    ['token', { platform: 'fcm', token: 'x'.repeat(5000) }],
    ['subscription', { platform: 'web_push', token: 't' }],
    ['subscription', { platform: 'web_push', subscription: { endpoint: 'http://x' } }],
  ]
  for (const [field, device] of refused)
    test(`422 ${field} ${JSON.stringify(device).slice(0, 50)}`, async () => {
      const caller = server.newCaller()
      const { id } = (await server.request(caller, 'POST', PATH, { notification_user: {} })).body.notification_user
      const response = await server.request(caller, 'POST', `${PATH}/${id}/devices`, { device })
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors), [field])
    })
})

test('each change of an address is in the audit log, without the address', async () => {
  const caller = server.newCaller()
  const { bucket, accountId } = caller
  const given = { external_user_id: 'ada', email: 'ada@example.com' }
  const { id } = (await server.request(caller, 'POST', PATH, { notification_user: given })).body.notification_user
  const devices = `${PATH}/${id}/devices`
  const { device } = (await server.request(caller, 'POST', devices, { device: { platform: 'fcm', token: 'token-1' } }))
    .body
  const changes: [method: string, path: string, body: object][] = [
    ['PATCH', `${PATH}/${id}`, { notification_user: { email: 'b@example.com', first_name: 'Ada' } }],
    ['PATCH', `${PATH}/${id}`, { notification_user: { email: 'b@example.com', locale: 'en' } }],
    ['PUT', `${PATH}/by_external_id/ada`, { notification_user: { email: null, phone: '+442071838750' } }],
    ['PUT', `${PATH}/by_external_id/ada`, { notification_user: { first_name: 'Bob' } }],
    ['PATCH', `${devices}/${device.id}`, { device: { token: 'token-2' } }],
    ['PATCH', `${devices}/${device.id}`, { device: { token: 'token-2' } }],
  ]
  for (const [method, path, body] of changes)
    assert.equal((await server.request(caller, method, path, body)).status, 200)
  // A message with its recipient.
  await upsertRecipient(database.pool, { bucket, accountId, changer }, 'ada', { phone: null }, new Date().toISOString())
  const { rows } = await database.pool.query({
    text: 'select action, actor, target, details from audit_log where bucket = $1 and account_id = $2 order by id',
    values: [bucket, accountId],
  })
  const about = { action: 'notification_user.address_changed', actor: 'api_key:1', target: `notification_user:${id}` }
  const changed = [['email'], ['email', 'phone'], ['device'], ['phone']]
  assert.deepEqual(
    rows,
    changed.map((names) => ({ ...about, details: { changed: names } })),
  )
})

describe('reads by messages', () => {
  test('recipients by id, by external id, by both', async () => {
    const caller = server.newCaller()
    const { bucket, accountId } = caller
    const now = new Date(clock.now()).toISOString()
    const ada = await upsertRecipient(
      database.pool,
      { bucket, accountId, changer },
      'ada',
      { email: 'ada@example.com' },
      now,
    )
    const key = { bucket, accountId }
    const found = await loadRecipients(database.pool, [
      { ...key, id: null, externalUserId: 'ada' },
      { ...key, id: ada.id, externalUserId: null },
      { ...key, id: ada.id, externalUserId: 'ada' },
      { ...key, id: ada.id, externalUserId: 'bob' },
      { ...key, id: null, externalUserId: 'bob' },
      { ...key, accountId: accountId + 1000, id: ada.id, externalUserId: null },
    ])
    assert.deepEqual(
      found.map((row) => row?.email ?? null),
      ['ada@example.com', 'ada@example.com', 'ada@example.com', null, null, null],
    )
    assert.deepEqual(await loadRecipients(database.pool, []), [])
  })

  test('an inline recipient that changes nothing writes nothing, and many at once make one', async () => {
    const { bucket, accountId } = server.newCaller()
    const upsert = (fields: object, now: number) =>
      upsertRecipient(database.pool, { bucket, accountId, changer }, 'ada', fields, new Date(now).toISOString())
    const made = await Promise.all(
      Array.from({ length: 8 }, () => upsert({ first_name: 'Ada', attributes: { a: 1 } }, 1000)),
    )
    assert.equal(new Set(made.map((row) => row.id)).size, 1)
    assert.equal(made.filter((row) => row.created).length, 1)
    const same = await upsert({ first_name: 'Ada', attributes: { a: 1 }, email: null }, 2000)
    assert.equal(same.updatedAt, 1000)
    const changed = await upsert({ attributes: { a: 1, b: 2 } }, 3000)
    assert.deepEqual([changed.updatedAt, changed.firstName, changed.created], [3000, 'Ada', false])
    const fewer = await upsert({ attributes: { a: 1 } }, 4000)
    assert.deepEqual(fewer.attributes, { a: 1 })
  })

  test('a recipient within a message keeps the same rules', () => {
    assert.deepEqual(readRecipient({ email: ' a@example.com' }), {
      ok: true,
      value: { email: 'a@example.com' },
    })
    const wrong = readRecipient({ email: 'a', first_name: 3 })
    assert.deepEqual(wrong, {
      ok: false,
      errors: { 'notification_user.first_name': ['must be a string'] },
      code: 'invalid',
    })
    const errors = { 'notification_user.email': ['must be one email address'] }
    assert.deepEqual(readRecipient({ email: 'a' }), { ok: false, errors, code: 'invalid' })
    const unknown = readRecipient({ emial: 'a@example.com' })
    assert.deepEqual(unknown, {
      ok: false,
      errors: { 'notification_user.emial': ['is not a known field: did you mean email?'] },
      code: 'unknown_field',
    })
  })
})
