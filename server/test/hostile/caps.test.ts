/** Limits of objects per account: never exceeded, even if 50 requests ask for the last places at once. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { TUNING } from '../../src/platform/config/settings.ts'
import { DEVICES_MAX } from '../../src/core/recipients/device.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import type { SignedIn } from '../members.ts'
import { startTestService } from '../service.ts'
import type { ApiResponse, Client } from '../service.ts'
import { testService } from '../test-service.ts'

const MAX = 7
const AT_ONCE = 50

const CAPS = { accountApiKeysMax: MAX, accountMembersMax: MAX, accountChannelsMax: MAX, accountTemplatesMax: MAX }
const VARIABLES = { ROLES: 'api', LOG_LEVEL: 'fatal' }

interface Account {
  client: Client
  owner: SignedIn
  /** Several sessions of the owner, because each may try ten passwords. */
  sessions: SignedIn[]
}

interface Kind {
  what: string
  /** Objects of a new account: its key, its owner. */
  before: number
  path: string
  create(account: Account, index: number): Promise<ApiResponse>
  remove(account: Account, id: number): Promise<ApiResponse>
  sentence: string
}

const again = { current_password: PASSWORD }

const KINDS: Kind[] = [
  {
    what: 'API keys',
    before: 1,
    path: 'api_keys',
    create: ({ client }, index) => client.call('POST', '/api/v1/api_keys', { api_key: { name: `k${index}` } }),
    remove: ({ client }, id) => client.call('DELETE', `/api/v1/api_keys/${id}`),
    sentence: `The limit of ${MAX} API keys is reached: revoke one first, with DELETE /api/v1/api_keys/{id}`,
  },
  {
    what: 'members',
    before: 1,
    path: 'members',
    create: ({ sessions }, index) => {
      const { call, email } = sessions[index % sessions.length]!
      return call('POST', '/api/v1/members', { member: { email: `m${index}.${email}`, role: 'viewer' }, ...again })
    },
    remove: ({ owner }, id) => owner.call('DELETE', `/api/v1/members/${id}`, again),
    sentence: `The limit of ${MAX} members is reached: remove one first, with DELETE /api/v1/members/{id}`,
  },
  {
    what: 'channels',
    before: 0,
    path: 'notification_channels',
    create: ({ client }, index) =>
      client.call('POST', '/api/v1/notification_channels', {
        notification_channel: { name: `c${index}`, channel_type: 'email', provider: 'sandbox' },
      }),
    remove: ({ client }, id) => client.call('DELETE', `/api/v1/notification_channels/${id}`),
    sentence: `The limit of ${MAX} channels is reached: delete one first, with DELETE /api/v1/notification_channels/{id}`,
  },
  {
    what: 'templates',
    before: 0,
    path: 'message_templates',
    create: ({ client }, index) =>
      client.call('POST', '/api/v1/message_templates', {
        message_template: { name: `t${index}`, subject: 'a', body: 'a', body_format: 'text', channels: [] },
      }),
    remove: ({ client }, id) => client.call('DELETE', `/api/v1/message_templates/${id}`),
    sentence: `The limit of ${MAX} templates is reached: delete one first, with DELETE /api/v1/message_templates/{id}`,
  },
]

const { database, running } = await testService({ variables: VARIABLES, tuning: CAPS })

async function newAccount(sessionCount = 1): Promise<Account> {
  const client = await running.client()
  const member = await makeMember(database, client, 'owner')
  const sessions = await Promise.all(times(sessionCount, () => signInAs(running, member)))
  return { client, owner: sessions[0]!, sessions }
}

async function listed({ owner }: Account, { path }: Kind): Promise<{ id: number; revoked_at?: string | null }[]> {
  const { body } = await owner.call('GET', `/api/v1/${path}?limit=200`)
  return body[path].filter((row: { revoked_at?: string | null }) => row.revoked_at == null)
}

const times = <Value>(count: number, make: (index: number) => Value) => Array.from({ length: count }, (_, i) => make(i))

describe('limits of objects per account', () => {
  for (const kind of KINDS)
    test(`${kind.what}: of ${AT_ONCE} created at once exactly as many as there is room for; removing one makes room`, async () => {
      const account = await newAccount(AT_ONCE / 10)
      const neighbour = await newAccount()
      const responses = await Promise.all(times(AT_ONCE, (index) => kind.create(account, index)))
      const made = responses.filter(({ status }) => status === 201)
      assert.equal(made.length, MAX - kind.before)
      for (const { status, body } of responses.filter((response) => response.status !== 201))
        assert.deepEqual([status, body.code, body.error], [409, 'limit_reached', kind.sentence])
      const rows = await listed(account, kind)
      assert.equal(rows.length, MAX)
      assert.equal((await kind.create(neighbour, AT_ONCE)).status, 201)

      const spare = Object.values(made[0]!.body as Record<string, { id: number }>)[0]!.id
      assert.equal((await kind.remove(account, spare)).status, 204)
      const late = await Promise.all(times(5, (index) => kind.create(account, AT_ONCE + 1 + index)))
      assert.deepEqual(late.map(({ status }) => String(status)).toSorted(), ['201', '409', '409', '409', '409'])
      assert.equal((await listed(account, kind)).length, MAX)
    })

  /** Fields of a channel or template that may be written. */
  const WRITABLE = new Set(['name', 'channel_type', 'provider', 'settings', 'body'])

  test('objects above a lowered limit stay and may change, but no more can be added', async () => {
    const account = await newAccount()
    for (const kind of KINDS) await Promise.all(times(MAX - kind.before, (index) => kind.create(account, index)))
    const lowered = { ...CAPS, accountChannelsMax: 2, accountTemplatesMax: 2 }
    const strict = await startTestService(database, VARIABLES, undefined, undefined, lowered)
    try {
      const owner = await signInAs(strict, account.owner)
      await owner.call('POST', '/api/v1/session/confirm_password', { current_password: PASSWORD })
      for (const kind of KINDS.filter(({ before: had }) => had === 0)) {
        const there = await listed({ ...account, owner }, kind)
        assert.equal(there.length, MAX)
        const root = kind.path.slice(0, -1)
        const path = `/api/v1/${kind.path}/${there[0]!.id}`
        assert.equal((await owner.call('PATCH', path, { [root]: { name: 'renamed' } })).status, 200)
        const shown: Record<string, unknown> = (await owner.call('GET', path)).body[root]
        const more = { [root]: Object.fromEntries(Object.entries(shown).filter(([name]) => WRITABLE.has(name))) }
        const refused = await owner.call('POST', `/api/v1/${kind.path}`, more)
        assert.deepEqual([refused.status, refused.body.code], [409, 'limit_reached'])
      }
    } finally {
      await strict.stop()
    }
  })
})

test('a recipient has 100 devices at the most, however many register at once', async () => {
  const { client } = await newAccount()
  const made = await client.call('POST', '/api/v1/notification_users', { notification_user: { external_user_id: 'a' } })
  const path = `/api/v1/notification_users/${made.body.notification_user.id}/devices`
  const register = (index: number) => client.call('POST', path, { device: { platform: 'fcm', token: `token${index}` } })
  const statuses: number[] = []
  for (let from = 0; from < 120; from += 40)
    statuses.push(...(await Promise.all(times(40, (index) => register(from + index)))).map(({ status }) => status))
  assert.equal(statuses.filter((status) => status === 201).length, DEVICES_MAX)
  const refused = await register(999)
  assert.deepEqual([refused.status, refused.body.code], [409, 'limit_reached'])
  assert.match(refused.body.error, /^The limit of 100 devices of this user is reached/)
  const { body } = await client.call('GET', path)
  assert.equal(body.devices.length, DEVICES_MAX)
  // Registering a device again adds no device.
  const again200 = await client.call('POST', path, { device: { platform: 'fcm', token: body.devices[0].token } })
  assert.equal(again200.status, 200)
})

test('the limits are 100 keys, members and channels, and 1,000 templates', () => {
  const { accountApiKeysMax, accountMembersMax, accountChannelsMax, accountTemplatesMax } = TUNING
  assert.deepEqual(
    [accountApiKeysMax, accountMembersMax, accountChannelsMax, accountTemplatesMax],
    [100, 100, 100, 1000],
  )
})
