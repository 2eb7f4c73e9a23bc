import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { rootCertificates } from 'node:tls'
import { testCallbackAddresses } from '../../../test/callbacks.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { publicPolicy } from '../../../test/guarded.ts'
import { startRoomServer } from '../../../test/room-server.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { createSecretsCipher } from '../../platform/secrets.ts'
import { readSettings } from './secrets.ts'
import { channelRoutes } from './routes.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const deleted: unknown[] = []
const cipher = createSecretsCipher([{ id: 'k1', key: Buffer.alloc(32, 1) }])

const database = await endAfterTests(createTestDatabase())
const server = await endAfterTests(
  startRoomServer(database.pool, (app) =>
    channelRoutes(app, {
      clock: createSystemClock(),
      config: { accountChannelsMax: 100 },
      cipher,
      callbackAddresses: testCallbackAddresses,
      providerPolicy: publicPolicy,
      async onChannelDeleted(_transaction, about) {
        deleted.push(about)
      },
    }),
  ),
)

const PATH = '/api/v1/notification_channels'
const smtp = {
  host: 'mail.example.com',
  port: '2525',
  username: 'me',
  password: 'hunter2hunter2',
  from: 'Tidings <a@example.com>',
}
const mail = { name: 'Mail', channel_type: 'email', provider: 'smtp', settings: smtp }

async function stored(id: number): Promise<{ settings: Record<string, unknown>; encryptedSettings: string | null }> {
  const { rows } = await database.pool.query(
    'select settings, encrypted_settings as "encryptedSettings" from channels where id = $1',
    [id],
  )
  return rows[0]!
}

describe('notification channels', () => {
  test('two may have one name', async () => {
    const caller = server.newCaller()
    for (const _ of [1, 2]) await server.request(caller, 'POST', PATH, { notification_channel: mail })
    const list = await server.request(caller, 'GET', `${PATH}?name=Mail`)
    assert.equal(list.body.notification_channels.length, 2)
  })

  test('created with settings whose secrets are never shown', async () => {
    const caller = server.newCaller()
    const created = await server.request(caller, 'POST', PATH, { notification_channel: mail })
    assert.equal(created.status, 201)
    const channel = created.body.notification_channel
    assert.deepEqual(channel, {
      id: channel.id,
      name: 'Mail',
      channel_type: 'email',
      provider: 'smtp',
      settings: { host: 'mail.example.com', port: 2525, username: 'me', from: 'Tidings <a@example.com>' },
      secret_settings: ['password'],
      active: true,
      track_opens: true,
      max_concurrency: null,
      max_per_second: null,
      fallback_channel_ids: [],
      resend_after_timeout: false,
      health: { state: 'ok', since: null, cause: null, error_message: null },
      callback_url: testCallbackAddresses.urlOf({ accountId: caller.accountId, channelId: channel.id }),
      created_at: channel.created_at,
      updated_at: channel.updated_at,
    })
    assert.deepEqual((await server.request(caller, 'GET', `${PATH}/${channel.id}`)).body, {
      notification_channel: channel,
    })
    const list = await server.request(caller, 'GET', `${PATH}?name=Mail`)
    assert.deepEqual(list.body, { notification_channels: [channel], next_cursor: null })

    const row = await stored(channel.id)
    assert.ok(!JSON.stringify(row).includes('hunter2'))
    assert.equal(readSettings(cipher, caller.accountId, channel.id, row)['password'], smtp.password)
    assert.throws(() => readSettings(cipher, caller.accountId, channel.id + 1, row))
    const { rows } = await database.pool.query('select * from audit_log where account_id = $1', [caller.accountId])
    assert.deepEqual(
      rows.map((entry) => entry.action),
      ['notification_channel.created'],
    )
    assert.ok(!JSON.stringify(rows).includes('hunter2'))
  })

  test('limits of calls to the provider', async () => {
    const caller = server.newCaller()
    const limited = { ...mail, max_concurrency: '3', max_per_second: 14 }
    const created = await server.request(caller, 'POST', PATH, { notification_channel: limited })
    const { id, ...channel } = created.body.notification_channel
    assert.deepEqual([channel.max_concurrency, channel.max_per_second], [3, 14])
    const patch = (fields: object) => server.request(caller, 'PATCH', `${PATH}/${id}`, { notification_channel: fields })
    const lifted = (await patch({ max_per_second: null })).body.notification_channel
    assert.deepEqual([lifted.max_concurrency, lifted.max_per_second], [3, null])
    const renamed = (await patch({ name: 'Slow mail' })).body.notification_channel
    assert.deepEqual([renamed.max_concurrency, renamed.max_per_second], [3, null])
    for (const wrong of [
      { max_concurrency: 0 },
      { max_concurrency: 65 },
      { max_per_second: 0 },
      { max_per_second: 1.5 },
    ]) {
      const response = await patch(wrong)
      assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, Object.keys(wrong)])
    }
  })

  test('fallbacks: at most two others of the type, without fallbacks themselves, of the same account', async () => {
    const [caller, stranger] = [server.newCaller(), server.newCaller()]
    const make = async (fields: object = {}, by = caller): Promise<number> => {
      const made = await server.request(by, 'POST', PATH, { notification_channel: { ...mail, ...fields } })
      assert.equal(made.status, 201, JSON.stringify(made.body))
      return made.body.notification_channel.id
    }
    const patch = async (id: number, fields: object) => {
      const { status, body } = await server.request(caller, 'PATCH', `${PATH}/${id}`, { notification_channel: fields })
      return status === 200 ? body.notification_channel.fallback_channel_ids : Object.keys(body.errors).join()
    }
    const own = await make()
    const [first, second, other] = [await make(), await make(), await make({}, stranger)]
    const push = await make({ channel_type: 'push', provider: 'sandbox', settings: {} })
    const wrong = 'fallback_channel_ids'
    assert.deepEqual(await patch(own, { [wrong]: [second, String(first)] }), [second, first])
    assert.deepEqual(await patch(own, { name: 'Renamed' }), [second, first])
    assert.deepEqual(await patch(own, { [wrong]: null }), [])
    const another = await make({ [wrong]: [first], resend_after_timeout: true })
    for (const ids of [[own], [push], [other], [999_999_999], [second, second], [another]])
      assert.equal(await patch(own, { [wrong]: ids }), wrong, String(ids))
    assert.equal(await patch(own, { [wrong]: [first, second, push] }), wrong)
    assert.equal(await patch(own, { [wrong]: [''] }), `${wrong}.0`)
    assert.equal(await patch(push, { [wrong]: [own] }), wrong, 'push has no fallbacks')
    assert.equal(await patch(first, { [wrong]: [second] }), wrong, 'a fallback has no fallbacks')
    assert.deepEqual(await patch(own, { [wrong]: [first, second] }), [first, second])
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${first}`)).status, 204)
    const { notification_channel: left } = (await server.request(caller, 'GET', `${PATH}/${own}`)).body
    assert.deepEqual([left.fallback_channel_ids, left.resend_after_timeout], [[second], false])
    const { notification_channel: alone } = (await server.request(caller, 'GET', `${PATH}/${another}`)).body
    assert.deepEqual([alone.fallback_channel_ids, alone.resend_after_timeout], [[], true])
  })

  test('a patch keeps absent settings, and removes null settings', async () => {
    const caller = server.newCaller()
    const { id } = (await server.request(caller, 'POST', PATH, { notification_channel: mail })).body
      .notification_channel
    const patch = async (notification_channel: object) =>
      server.request(caller, 'PATCH', `${PATH}/${id}`, { notification_channel })
    const changed = await patch({ settings: { from: 'other@example.com' }, active: false })
    assert.equal(changed.status, 200)
    assert.equal(changed.body.notification_channel.active, false)
    assert.equal(changed.body.notification_channel.settings.from, 'other@example.com')
    assert.equal(readSettings(cipher, caller.accountId, id, await stored(id))['password'], smtp.password)
    const moved = await patch({ settings: { host: 'other.example.com', password: 'another' } })
    assert.equal(moved.body.notification_channel.settings.host, 'other.example.com')

    const half = await patch({ settings: { password: null } })
    assert.deepEqual([half.status, Object.keys(half.body.errors)], [422, ['settings.password']])
    const open = await patch({ settings: { password: null, username: null } })
    assert.deepEqual(open.body.notification_channel.secret_settings, [])
    assert.equal((await stored(id)).encryptedSettings, null)

    const sandbox = await patch({ provider: 'sandbox' })
    assert.deepEqual(
      [sandbox.body.notification_channel.provider, sandbox.body.notification_channel.settings],
      ['sandbox', {}],
    )
    assert.equal((await patch({ channel_type: 'email' })).status, 200)
    assert.deepEqual(Object.keys((await patch({ channel_type: 'push' })).body.errors), ['channel_type'])
    assert.deepEqual(Object.keys((await patch({ name: '' })).body.errors), ['name'])
  })

  test('a secret must come again with a change of where it is sent', async () => {
    const caller = server.newCaller()
    const table: [made: object, secret: string, changes: object[]][] = [
      [
        mail,
        'password',
        [
          { host: 'other.example.com' },
          { port: 587 },
          { port: null },
          { secure: true },
          { require_tls: false },
          { ca_certificate: rootCertificates[0] },
          { host: 'other.example.com', port: 25, from: 'b@example.com' },
        ],
      ],
      [
        {
          name: 'S',
          channel_type: 'email',
          provider: 'sendgrid',
          settings: { api_key: 'SG.x', from: 'a@example.com' },
        },
        'api_key',
        [{ region: 'eu' }],
      ],
      [
        {
          ...{ name: 'T', channel_type: 'sms', provider: 'twilio' },
          settings: { account_sid: `AC${'0'.repeat(32)}`, auth_token: 'token', from: '+15005550006' },
        },
        'auth_token',
        [{ region: 'ie1' }],
      ],
    ]
    for (const [fields, secret, changes] of table) {
      const made = await server.request(caller, 'POST', PATH, { notification_channel: fields })
      const { id } = made.body.notification_channel
      const before = await stored(id)
      for (const settings of changes) {
        const patch = (more: object) =>
          server.request(caller, 'PATCH', `${PATH}/${id}`, { notification_channel: { active: false, ...more } })
        const refused = await patch({ settings })
        assert.equal(refused.status, 422, JSON.stringify(settings))
        const [name] = Object.keys(settings)
        assert.match(
          refused.body.errors[`settings.${secret}`][0],
          new RegExp(`^is required again, because you changed .*${name}`),
        )
        assert.deepEqual(await stored(id), before)
        const empty = await patch({ settings: { ...settings, [secret]: '' } })
        assert.equal(empty.status, 422, 'an empty one is none')
      }
      const [change] = changes
      const again = { notification_channel: { settings: { ...change, [secret]: 'typed-again' } } }
      assert.equal((await server.request(caller, 'PATCH', `${PATH}/${id}`, again)).status, 200)
      assert.equal(readSettings(cipher, caller.accountId, id, await stored(id))[secret], 'typed-again')
    }
  })

  test('a secret that is removed goes nowhere; one of another provider is forgotten', async () => {
    const caller = server.newCaller()
    const { id } = (await server.request(caller, 'POST', PATH, { notification_channel: mail })).body
      .notification_channel
    const patch = (fields: object) => server.request(caller, 'PATCH', `${PATH}/${id}`, { notification_channel: fields })
    const removed = await patch({ settings: { host: 'other.example.com', username: null, password: null } })
    assert.deepEqual([removed.status, removed.body.notification_channel.secret_settings], [200, []])
    await patch({ settings: { username: 'me', password: 'secret-one' } })
    await patch({ provider: 'sandbox' })
    assert.equal((await stored(id)).encryptedSettings, null)
    const back = await patch({ provider: 'smtp', settings: { host: 'evil.example.com', from: 'a@example.com' } })
    assert.deepEqual([back.status, back.body.notification_channel.secret_settings], [200, []])
  })

  test('a form creates one too', async () => {
    const settings = Object.entries({ ...smtp, secure: 'true' }).map(([name, value]): [string, string] => [
      `notification_channel[settings][${name}]`,
      value,
    ])
    const about = { name: 'Mail', channel_type: 'email', provider: 'smtp' }
    const form = new URLSearchParams([
      ...Object.entries(about).map(([name, value]): [string, string] => [`notification_channel[${name}]`, value]),
      ...settings,
    ])
    const created = await server.request(server.newCaller(), 'POST', PATH, form.toString())
    assert.equal(created.status, 201)
    assert.equal(created.body.notification_channel.settings.secure, true)
  })

  test('a deletion detaches it from every template and calls onChannelDeleted', async () => {
    const caller = server.newCaller()
    const push = { notification_channel: { name: 'Push', channel_type: 'push', provider: 'sandbox' } }
    const { id } = (await server.request(caller, 'POST', PATH, push)).body.notification_channel
    const stranger = server.newCaller()
    for (const [method, body] of [['GET'], ['PATCH', { notification_channel: { name: '' } }], ['DELETE']] as const)
      assert.equal((await server.request(stranger, method, `${PATH}/${id}`, body)).status, 404)

    const { bucket, accountId } = caller
    await database.pool.query(
      `insert into templates (bucket, account_id, id, name, version, created_at, updated_at)
       values ($1, $2, 1, 't', 1, now(), now())`,
      [bucket, accountId],
    )
    await database.pool.query('insert into template_channels values ($1, $2, 1, $3, 1, null, null)', [
      bucket,
      accountId,
      id,
    ])
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${id}`)).status, 204)
    assert.deepEqual(deleted.at(-1), { bucket, accountId, channelId: id })
    const { rows } = await database.pool.query('select from template_channels where channel_id = $1', [id])
    assert.equal(rows.length, 0)
    assert.equal((await server.request(caller, 'DELETE', `${PATH}/${id}`)).status, 404)
  })

  const key = '-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----'
  const refused: [fields: string[], channel: object][] = [
    [['name', 'channel_type', 'provider'], {}],
    [['name'], { ...mail, name: ' ' }],
    [['name'], { ...mail, name: 'a\r\nb' }],
    [['channel_type'], { ...mail, channel_type: 'pigeon' }],
    [['provider'], { ...mail, provider: 'pigeon' }],
    [['provider'], { ...mail, channel_type: 'push' }],
    [['settings'], { ...mail, settings: 'text' }],
    [['settings.host', 'settings.from'], { ...mail, settings: {} }],
    [['settings.host'], { ...mail, settings: { ...smtp, host: 'smtp://mail.example.com/' } }],
    [['settings.port'], { ...mail, settings: { ...smtp, port: 70_000 } }],
    [['settings.from'], { ...mail, settings: { ...smtp, from: 'a@example.com, b@example.com' } }],
    [['settings.username'], { ...mail, settings: { ...smtp, username: undefined } }],
    [
      ['settings.dkim_selector', 'settings.dkim_private_key'],
      { ...mail, settings: { ...smtp, dkim_domain: 'example.com' } },
    ],
    [
      ['settings.dkim_private_key'],
      { ...mail, settings: { ...smtp, dkim_domain: 'example.com', dkim_selector: 's', dkim_private_key: key } },
    ],
    [['settings.ca_certificate'], { ...mail, settings: { ...smtp, ca_certificate: 'none' } }],
    [['active'], { ...mail, active: 'maybe' }],
  ]
  for (const [fields, channel] of refused)
    test(`422 ${fields.join(', ')} of ${JSON.stringify(channel).slice(0, 60)}`, async () => {
      const response = await server.request(server.newCaller(), 'POST', PATH, { notification_channel: channel })
      assert.equal(response.status, 422)
      assert.deepEqual(Object.keys(response.body.errors).toSorted(), fields.toSorted())
      assert.ok(!JSON.stringify(response.body).includes('hunter2'))
    })
})
