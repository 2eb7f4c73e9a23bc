/** Idempotency keys on every POST, with two services: one does the work, the other gets the repetition. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { readApiDocument } from '../../../scripts/api-document.ts'
import { createApiKey, newApiKey } from '../../src/core/accounts/api-keys.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { createTestDatabase } from '../database.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import { prepareMessages, startTestService, until } from '../service.ts'
import type { Client, TestService } from '../service.ts'
import { makeRetrying } from '../factories.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { plainFetch } from '../plain-fetch.ts'

const RECEIPT = { external_user_id: 'ada', message_template_name: 'receipt' }

const database = await endAfterTests(createTestDatabase())
const sender = await startTestService(database)
const client = await sender.client()
// To this address the sandbox sends no report of its own. It would come before the one of the test if the machine is busy.
await prepareMessages(client, 'silent@tidings.test')
await client.call('POST', '/api/v1/messages', { message: RECEIPT })
const listed = await until(
  () => client.call('GET', '/api/v1/sandbox_messages'),
  ({ body }) => body.sandbox_messages.length === 1,
)
await sender.stop()
/** A delivery that the sandbox has accepted. */
const sent = { client, deliveryId: listed.body.sandbox_messages[0].id }
// Without background work, so the database only changes by requests.
const running = await endAfterTests(startTestService(database, { ROLES: 'api' }))
const other = await endAfterTests(startTestService(database, { ROLES: 'api' }))
await database.pool.query(`
  create function refuse_responses() returns trigger language plpgsql as
    $$ begin raise exception 'the response cannot be stored'; end $$;
  create function hold_responses() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(new.account_id); return new; end $$;
  create trigger hold_responses before update on idempotency_keys for each row
    when (ltrim(new.key) = 'held') execute function hold_responses();
  create trigger refuse_responses before insert or update on idempotency_keys for each row
    when (ltrim(new.key) like 'unstorable%' and new.status <> 0) execute function refuse_responses();
`)

/** Messages can be scheduled up to a year ahead. */
const LATER = new Date(createSystemClock().now() + 300 * 86_400_000).toISOString()

/** A new request and its caller. */
interface Prepared {
  accountId: number
  path: string
  body?: object
  headers: Record<string, string>
}

interface Kept {
  status: number
  replayed: string | null
  text: string
  body: any
}

async function send(
  { path, body, headers }: Prepared,
  key: string,
  {
    method = 'POST',
    service = running,
    given = body,
  }: { method?: string; service?: TestService; given?: unknown } = {},
): Promise<Kept> {
  const response = await plainFetch(`${service.service.url}/api/v1/${path}`, {
    method,
    headers: {
      ...headers,
      'idempotency-key': key,
      ...(given === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(given === undefined ? {} : { body: JSON.stringify(given) }),
  })
  const text = await response.text()
  const replayed = response.headers.get('idempotency-replayed')
  return { status: response.status, replayed, text, body: JSON.parse(text) }
}

async function prepared() {
  const client = await running.client()
  const made = await prepareMessages(client)
  const { accountId } = client
  const ask = (path: string, body?: object): Prepared => {
    const headers = { authorization: `Bearer ${client.apiKey}` }
    return { accountId, path, headers, ...(body === undefined ? {} : { body }) }
  }
  const create = async (path: string, body?: object): Promise<any> => {
    const response = await client.call('POST', `/api/v1/${path}`, body)
    assert.ok(response.status < 300, JSON.stringify(response.body))
    return response.body
  }
  return { client, ask, create, ...made }
}

const ENDPOINT = { webhook_endpoint: { url: 'https://127.0.0.1:4431/' } }
const createMessage = async ({ create }: Awaited<ReturnType<typeof prepared>>, fields = {}): Promise<number> =>
  (await create('messages', { message: { ...RECEIPT, ...fields } })).message.id
const createEndpoint = async ({ create }: Awaited<ReturnType<typeof prepared>>): Promise<number> =>
  (await create('webhook_endpoints', ENDPOINT)).webhook_endpoint.id

async function asOwner(path: (client: Client) => Promise<string>, body: object): Promise<Prepared> {
  const { client } = await prepared()
  const owner = await signInAs(running, await makeMember(database, client, 'owner'))
  return { accountId: client.accountId, path: await path(client), headers: owner.headers, body }
}

async function ofEndpoint(operation: string, body?: object): Promise<Prepared> {
  const account = await prepared()
  return account.ask(`webhook_endpoints/${await createEndpoint(account)}/${operation}`, body)
}

async function ofMessage(operation: string): Promise<Prepared> {
  const account = await prepared()
  return account.ask(`messages/${await createMessage(account, { send_at: LATER })}/${operation}`)
}

const since = () => new Date(createSystemClock().now() - 3_600_000).toISOString()

/** A new request for each operation that takes a key. */
const REQUESTS: Record<string, () => Promise<Prepared>> = {
  'POST /api/v1/messages': async () => (await prepared()).ask('messages', { message: RECEIPT }),
  'POST /api/v1/messages/batch': async () => (await prepared()).ask('messages/batch', { messages: [RECEIPT] }),
  'POST /api/v1/messages/{id}/cancel': () => ofMessage('cancel'),
  'POST /api/v1/messages/{id}/send_again': async () => {
    const account = await prepared()
    return account.ask(`messages/${await createMessage(account, { send_at: LATER })}/send_again`, { channels: 'all' })
  },
  'POST /api/v1/deliveries/{id}/retry': async () => {
    const account = await prepared()
    const { message } = await account.create('messages', { message: { ...RECEIPT, send_at: LATER } })
    const [{ id }] = message.deliveries
    await makeRetrying(database.pool, id)
    return account.ask(`deliveries/${id}/retry`)
  },
  'POST /api/v1/message_resends': async () =>
    (await prepared()).ask('message_resends', { filters: { status: 'failed' } }),
  'POST /api/v1/message_resends/{id}/cancel': async () => {
    const account = await prepared()
    const { message_resend: resend } = await account.create('message_resends', { filters: { status: 'failed' } })
    const text = 'update message_resends set finished_at = null, cursor = 0 where id = $1'
    await database.pool.query({ text, values: [resend.id] })
    return account.ask(`message_resends/${resend.id}/cancel`)
  },
  'PATCH /api/v1/messages/{id}/mark_as_seen': () => ofMessage('mark_as_seen'),
  'PATCH /api/v1/messages/{id}/mark_as_delivered': () => ofMessage('mark_as_delivered'),
  'POST /api/v1/notification_users': async () =>
    (await prepared()).ask('notification_users', { notification_user: { external_user_id: 'bob' } }),
  'POST /api/v1/notification_users/{id}/devices': async () => {
    const { ask, recipient } = await prepared()
    return ask(`notification_users/${recipient.id}/devices`, { device: { platform: 'fcm', token: 'token-1' } })
  },
  'POST /api/v1/notification_users/by_external_id/{external_user_id}/devices': async () => {
    const { ask, recipient } = await prepared()
    const path = `notification_users/by_external_id/${recipient.external_user_id}/devices`
    return ask(path, { device: { platform: 'fcm', token: 'token-1' } })
  },
  'POST /api/v1/notification_channels': async () =>
    (await prepared()).ask('notification_channels', {
      notification_channel: { name: 'SMS', channel_type: 'sms', provider: 'sandbox' },
    }),
  'POST /api/v1/notification_channels/{id}/test_send': async () => {
    const { ask, channel } = await prepared()
    return ask(`notification_channels/${channel.id}/test_send`, { to: 'ada@example.com' })
  },
  'POST /api/v1/message_templates': async () => {
    const { ask, channel } = await prepared()
    const channels = [{ notification_channel_id: channel.id }]
    return ask('message_templates', {
      message_template: { name: 'other', subject: 'S', body: 'B', body_format: 'text', channels },
    })
  },
  'POST /api/v1/partials': async () => (await prepared()).ask('partials', { partial: { name: 'footer', text: 'Bye' } }),
  'POST /api/v1/recipient_signing_keys': async () =>
    (await prepared()).ask('recipient_signing_keys', { recipient_signing_key: { name: 'Server' } }),
  'POST /api/v1/topics': async () => (await prepared()).ask('topics', { topic: { name: 'news', label: 'News' } }),
  'POST /api/v1/suppressions': async () =>
    (await prepared()).ask('suppressions', { suppression: { address: 'bob@example.com' } }),
  'POST /api/v1/sandbox_messages/{id}/report': () => {
    const { client, deliveryId } = sent
    return Promise.resolve({
      accountId: client.accountId,
      path: `sandbox_messages/${deliveryId}/report`,
      headers: { authorization: `Bearer ${client.apiKey}` },
      body: { sandbox_report: { fact: 'delivered' } },
    })
  },
  'POST /api/v1/webhook_endpoints': async () => (await prepared()).ask('webhook_endpoints', ENDPOINT),
  'POST /api/v1/webhook_endpoints/{id}/rotate_secret': () => ofEndpoint('rotate_secret', { overlap_seconds: 60 }),
  'POST /api/v1/webhook_endpoints/{id}/end_overlap': async () => {
    const account = await prepared()
    const path = `webhook_endpoints/${await createEndpoint(account)}`
    await account.create(`${path}/rotate_secret`, { overlap_seconds: 60 })
    return account.ask(`${path}/end_overlap`)
  },
  'POST /api/v1/webhook_endpoints/{id}/reactivate': () => ofEndpoint('reactivate'),
  'POST /api/v1/webhook_endpoints/{id}/test': () => ofEndpoint('test'),
  'POST /api/v1/webhook_endpoints/{id}/dismiss_missing': () => ofEndpoint('dismiss_missing'),
  'POST /api/v1/webhook_endpoints/{id}/replay': () => ofEndpoint('replay', { since: since() }),
  'POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel': async () => {
    const account = await prepared()
    const id = await createEndpoint(account)
    const { replay_id: replayId } = await account.create(`webhook_endpoints/${id}/replay`, { since: since() })
    // A replay without events is finished at once.
    await database.pool.query({ text: 'update replays set finished_at = null where id = $1', values: [replayId] })
    return account.ask(`webhook_endpoints/${id}/replays/${replayId}/cancel`)
  },
  'POST /api/v1/webhook_events/{id}/resend': async () => {
    const account = await prepared()
    await createMessage(account)
    const { body } = await until(
      () => account.client.call('GET', '/api/v1/webhook_events'),
      (feed) => feed.body.webhook_events.length > 0,
    )
    await createEndpoint(account)
    return account.ask(`webhook_events/${body.webhook_events[0].id}/resend`)
  },
  'POST /api/v1/api_keys': async () => (await prepared()).ask('api_keys', { api_key: { name: 'Other' } }),
  'POST /api/v1/members': () =>
    asOwner(() => Promise.resolve('members'), {
      member: { email: 'bob@example.com', role: 'viewer' },
      current_password: PASSWORD,
    }),
  'POST /api/v1/members/{id}/invite': () =>
    asOwner(
      async (client) => {
        const { rows } = await database.pool.query<{ id: number }>({
          text: `insert into members (bucket, account_id, id, email, role, created_at)
            values ($1, $2, nextval('members_id_seq'), 'invited@example.com', 'viewer', now()) returning id`,
          values: [client.bucket, client.accountId],
        })
        return `members/${rows[0]!.id}/invite`
      },
      { current_password: PASSWORD },
    ),
}

/** These routes store the response themselves. */
const STORED_BY_CREATION = new Set([
  'POST /api/v1/messages',
  'POST /api/v1/messages/batch',
  'POST /api/v1/messages/{id}/send_again',
])

const { rows: TABLES } = await database.pool.query<{ name: string }>(`
  select c.relname as name from pg_catalog.pg_class c
  join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    and c.relname not in ('idempotency_keys', 'member_sessions', 'requests', 'sandbox_messages', 'sandbox_reports')`)

/** The use of a key is recorded, even if the request fails. */
const STATE = TABLES.map(
  ({ name }) => `select '${name}' as name, count(*), md5(string_agg(t::text, ',' order by t::text)) as rows
    from (select to_jsonb(one) - 'last_used_at' as t from ${name} one where account_id = $1)`,
).join(' union all ')

/**
 * All data of the account, except the stored responses, the log of requests, and the sandbox's messages: the sandbox
 * stands for an outside provider.
 */
async function stateOf(accountId: number): Promise<object[]> {
  return (await database.pool.query<object>({ name: 'state', text: STATE, values: [accountId] })).rows
}

async function keysOf(accountId: number) {
  const { rows } = await database.pool.query<{ key: string; fingerprint: Buffer; status: number; body: string }>({
    text: 'select key, fingerprint, status, body from idempotency_keys where account_id = $1',
    values: [accountId],
  })
  return rows
}

test('every POST that changes something takes a key, and no other', async () => {
  const { paths } = await readApiDocument()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, ...operation })),
  )
  const keyed = operations.filter(({ parameters = [] }) =>
    parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
  )
  assert.deepEqual(keyed.map(({ name }) => name).toSorted(), Object.keys(REQUESTS).toSorted())
  const others = operations.filter((one) => one.name.startsWith('POST ') && !keyed.includes(one))
  assert.deepEqual(others.map(({ name }) => name).toSorted(), [
    'POST /api/v1/invitations/accept',
    'POST /api/v1/invitations/show',
    'POST /api/v1/message_resends/count',
    'POST /api/v1/message_templates/preview',
    'POST /api/v1/messages/preview',
    'POST /api/v1/notification_channels/test_connection',
    'POST /api/v1/notification_users/by_external_id/{external_user_id}/tokens',
    'POST /api/v1/notification_users/{id}/tokens',
    'POST /api/v1/session',
    'POST /api/v1/session/confirm_password',
    'POST /api/v1/webhook_endpoints/{id}/replay_count',
    'POST /api/v1/webhook_endpoints/{id}/test_connection',
  ])
})

for (const [name, prepare] of Object.entries(REQUESTS))
  describe(name, () => {
    const [method = ''] = name.split(' ')

    test('without its response nothing is stored; with it, the same request gets it again, however many ask', async () => {
      const request = await prepare()
      const before = await stateOf(request.accountId)
      const failed = await send(request, 'unstorable', { method })
      assert.deepEqual([failed.status, failed.replayed], [500, null], failed.text)
      assert.deepEqual(await stateOf(request.accountId), before)
      assert.deepEqual(await keysOf(request.accountId), [])

      const first = await send(request, 'once', { method })
      assert.ok(first.status >= 200 && first.status < 300, first.text)
      assert.equal(first.replayed, null)
      const done = await stateOf(request.accountId)
      assert.notDeepEqual(done, before)
      const again = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          send(request, 'once', { method, service: index % 2 === 0 ? running : other }),
        ),
      )
      for (const response of again)
        assert.deepEqual([response.status, response.replayed, response.text], [first.status, 'true', first.text])
      assert.deepEqual(await stateOf(request.accountId), done)

      const changed = await send(request, 'once', { method, given: { ...request.body, more: 1 } })
      assert.deepEqual([changed.status, changed.body.code], [422, 'idempotency_key_reused'])
      assert.deepEqual(await stateOf(request.accountId), done)
    })

    if (!STORED_BY_CREATION.has(name))
      test('the response is encrypted, and no password can be guessed by the fingerprint', async () => {
        const request = await prepare()
        const { status, text } = await send(request, 'sealed', { method })
        const [row] = await keysOf(request.accountId).then((rows) => rows.filter(({ key }) => key.trim() === 'sealed'))
        assert.equal(row!.status, status)
        assert.match(row!.body, /^v1\.test\.[\w-]+$/)
        assert.ok(!Buffer.from(row!.body.split('.')[2]!, 'base64url').includes(text.slice(0, 12)))
        const type = request.body === undefined ? '' : 'application/json'
        const digest = createHash('sha256')
          .update(`${method}\n/api/v1/${request.path}\n${type}\n${request.body ? JSON.stringify(request.body) : ''}`)
          .digest()
        assert.ok(!row!.fingerprint.equals(digest))
      })
  })

const BOB = { notification_user: { external_user_id: 'bob' } }

test('12 at once, by two processes: the work is done once, and no request fails because of another', async () => {
  for (const [path, body] of [
    ['notification_users', BOB],
    ['api_keys', { api_key: { name: 'Other' } }],
  ] as const) {
    const { ask, client } = await prepared()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        send(ask(path, body), 'at-once', { service: index % 2 === 0 ? running : other }),
      ),
    )
    const done = responses.filter(({ status, replayed }) => status === 201 && replayed === null)
    assert.equal(done.length, 1)
    for (const response of responses)
      if (response.status === 201) assert.equal(response.text, done[0]!.text)
      else assert.deepEqual([response.status, response.body.code], [409, 'idempotency_key_running'])
    const listed = await client.call('GET', `/api/v1/${path}`)
    assert.equal(listed.body[path].length, 2)
  }
})

/** Resolves when `count` sessions wait for a lock of this type. */
const untilWaiting = (locktype: string, count: number) =>
  until(
    () =>
      database.pool.query({
        text: `select from pg_locks where locktype = $1 and not granted
          and database = (select oid from pg_database where datname = current_database())`,
        values: [locktype],
      }),
    ({ rows }) => rows.length === count,
  )

test('work of another process after the lookup of the key gets its response, and is not refused', async () => {
  const { ask, client } = await prepared()
  const request = ask('webhook_endpoints', ENDPOINT)
  const response = await database.pool.connect()
  const table = await database.pool.connect()
  try {
    await response.query({ text: 'select pg_advisory_lock($1)', values: [client.accountId] })
    const winner = send(request, 'held')
    await untilWaiting('advisory', 1)
    // It gets the lock after the winner has committed. Later readers of the table wait for it.
    const locked = table.query('begin; lock table webhook_endpoints in access exclusive mode')
    await untilWaiting('relation', 1)
    const loser = send(request, 'held', { service: other })
    await untilWaiting('relation', 2)
    await response.query({ text: 'select pg_advisory_unlock($1)', values: [client.accountId] })
    const first = await winner
    assert.deepEqual([first.status, first.replayed], [201, null])
    await locked
    await table.query('commit')
    const second = await loser
    assert.deepEqual([second.status, second.replayed, second.text], [201, 'true', first.text])
  } finally {
    response.release(true)
    table.release(true)
  }
})

test('a request that is refused leaves its key unused', async () => {
  const { ask, client } = await prepared()
  const { body } = await client.call('POST', '/api/v1/notification_users', BOB)
  const refused = await send(ask('notification_users', BOB), 'later')
  assert.deepEqual([refused.status, refused.body.code], [409, 'name_taken'])
  assert.deepEqual(await keysOf(client.accountId), [])
  await client.call('DELETE', `/api/v1/notification_users/${body.notification_user.id}`)
  const again = await send(ask('notification_users', BOB), 'later')
  assert.deepEqual([again.status, again.replayed], [201, null])
})

test('a response is given again to its caller alone', async () => {
  const { ask, client } = await prepared()
  const request = ask('api_keys', { api_key: { name: 'Other' } })
  assert.equal((await send(request, 'mine')).status, 201)
  const apiKey = newApiKey()
  const { bucket, accountId } = client
  const clock = createSystemClock()
  await createApiKey(database.pool, clock, { bucket, accountId, name: 'Second', role: 'full', key: apiKey })
  const theirs = await send({ ...request, headers: { authorization: `Bearer ${apiKey}` } }, 'mine')
  assert.deepEqual([theirs.status, theirs.body.code], [422, 'idempotency_key_reused'])
})

test('a key is refused if its caller has lost the right', async () => {
  const { ask, client } = await prepared()
  const request = ask('webhook_endpoints', ENDPOINT)
  assert.equal((await send(request, 'lowered')).status, 201)
  await database.pool.query({
    text: `update api_keys set role = 'read' where account_id = $1`,
    values: [client.accountId],
  })
  const later = await startTestService(database, { ROLES: 'api' })
  try {
    assert.equal((await send(request, 'lowered', { service: later })).status, 403)
  } finally {
    await later.stop()
  }
})

test('a response is given again after the keys of the service have changed', async () => {
  const { ask } = await prepared()
  const request = ask('webhook_endpoints', ENDPOINT)
  const first = await send(request, 'ring')
  const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')
  const rotated = await startTestService(database, { ROLES: 'api', SECRETS_KEYS: `new:${key(8)},test:${key(7)}` })
  try {
    const again = await send(request, 'ring', { service: rotated })
    assert.deepEqual([again.status, again.replayed, again.text], [201, 'true', first.text])
  } finally {
    await rotated.stop()
  }
})

test('routes that change nothing ignore a key', async () => {
  const { ask, client } = await prepared()
  const preview = await send(ask('messages/preview', { message: RECEIPT }), 'not a key')
  assert.deepEqual([preview.status, preview.replayed], [200, null])
  assert.deepEqual(await keysOf(client.accountId), [])
})

test('a key is 1 to 255 visible ASCII characters', async () => {
  const { ask } = await prepared()
  for (const key of ['', 'a b', 'x'.repeat(256), 'é']) {
    const response = await send(ask('notification_users', BOB), key)
    assert.deepEqual([response.status, Object.keys(response.body.errors)], [422, ['idempotency_key']])
  }
})
