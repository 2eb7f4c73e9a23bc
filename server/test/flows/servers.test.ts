/**
 * Accounts on two database servers. The second has none of the directory's tables, and both refuse rows of the other's
 * buckets. So every flow that works here keeps each statement on one server
 * (Invariant 16).
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { runBackup, runRestore } from '../../src/programs/cli/backup.ts'
import { createSystemClock } from '../../src/platform/clock.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { fenceBuckets } from '../../src/platform/db/servers/fence.ts'
import { createTestDatabase } from '../database.ts'
import { DIRECTORY_TABLES, openTestServers } from '../databases.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { makeMember, PASSWORD, signInAs } from '../members.ts'
import { startReceiver } from '../receiver.ts'
import { responseOf, call, prepareMessages, startTestService, until } from '../service.ts'
import type { Client } from '../service.ts'

const first = await endAfterTests(createTestDatabase())
const second = await endAfterTests(createTestDatabase())
const receiver = await endAfterTests(startReceiver())
const servers = await endAfterTests(openTestServers([first, second]))
const running = await endAfterTests(
  startTestService({ ...first, servers }, { WEBHOOK_EXTRA_CA_FILE: receiver.caPath, SWEEP_INTERVAL: '10m' }),
)
const [directory, other] = servers.all

/** A client with an account on the server. */
async function clientOn(name: string): Promise<Client> {
  for (;;) {
    const client = await running.client()
    if (servers.of(client.bucket).name === name) return client
  }
}

async function countOn(
  { pool }: { pool: typeof first.pool },
  table: string,
  accountId: number,
  column = 'account_id',
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>({
    text: `select count(*)::int as count from ${table} where ${column} = $1`,
    values: [accountId],
  })
  return rows[0]!.count
}

test('the second server has none of the tables of the directory', async () => {
  const { rows } = await second.pool.query({
    text: 'select from pg_class where relname = any($1) and relnamespace = current_schema()::regnamespace',
    values: [DIRECTORY_TABLES],
  })
  assert.equal(rows.length, 0)
})

for (const name of ['a', 'b'])
  describe(`an account on the server ${name}`, () => {
    let client: Client
    let prepared: Awaited<ReturnType<typeof prepareMessages>>
    let path: string

    before(async () => {
      client = await clientOn(name)
      prepared = await prepareMessages(client)
      path = `/hooks/${client.accountId}`
      receiver.respond(() => ({ status: 200 }))
      const webhook_endpoint = { url: new URL(path, receiver.url).href }
      assert.equal((await client.call('POST', '/api/v1/webhook_endpoints', { webhook_endpoint })).status, 201)
    })

    const posts = () => receiver.requests.filter((request) => request.path === path)
    const send = async (fields: object = {}, headers: Record<string, string> = {}) => {
      const message = { external_user_id: 'ada', message_template_name: 'receipt', ...fields }
      const body = { message }
      const response = await call(running.service.url!, client.apiKey, 'POST', '/api/v1/messages', body, headers)
      assert.equal(response.status, 201, JSON.stringify(response.body))
      return response.body.message
    }

    test('sends messages, and POSTs their events', async () => {
      const message = await send()
      const [delivery] = message.deliveries
      await until(
        async () => (await client.call('GET', `/api/v1/deliveries/${delivery.id}`)).body,
        ({ status }) => status === 'delivered',
      )
      await receiver.waitFor(() => posts().length >= 3)
      assert.equal(await countOn(servers.of(client.bucket), 'messages', client.accountId), 1)
      const { name: away } = servers.of(client.bucket) === directory ? other! : directory!
      assert.equal(
        await countOn(
          servers.all.find((one) => one.name === away)!,
          'messages',
          client.accountId,
        ),
        0,
      )
    })

    test('is renamed on its server, and in the directory, where sessions read its name', async () => {
      const account = { name: `Shop ${name}` }
      assert.equal((await client.call('PATCH', '/api/v1/account', { account })).body.account.name, account.name)
      for (const { pool } of new Set([servers.of(client.bucket), directory!])) {
        const { rows } = await pool.query<{ name: string }>({
          text: 'select name from accounts where id = $1',
          values: [client.accountId],
        })
        assert.deepEqual(rows, [account])
      }
    })

    test('repeats responses under idempotency keys, on both kinds of routes', async () => {
      const keyed = { 'idempotency-key': `key-${client.accountId}` }
      const [one, two] = [await send({}, keyed), await send({}, keyed)]
      assert.equal(one.id, two.id)
      const make = (key: string) =>
        call(
          running.service.url!,
          client.apiKey,
          'POST',
          '/api/v1/api_keys',
          { api_key: { name: 'Two' } },
          {
            'idempotency-key': key,
          },
        )
      const [made, again] = [await make('keys'), await make('keys')]
      assert.deepEqual([made.status, again.status], [201, 201])
      assert.equal(made.body.api_key.key, again.body.api_key.key)
    })

    test('cancels a scheduled message, creates batches and inline recipients, and previews', async () => {
      const message = await send({ send_at: new Date(Date.now() + 3_600_000).toISOString() })
      assert.equal((await client.call('POST', `/api/v1/messages/${message.id}/cancel`)).status, 200)
      await send({ external_user_id: 'bob', notification_user: { email: 'delivered@tidings.test' } })
      const messages = [{ external_user_id: 'ada', message_template_name: 'receipt' }]
      const batch = await client.call('POST', '/api/v1/messages/batch', { messages })
      assert.equal(batch.body.results[0].error, undefined)
      assert.equal((await client.call('POST', '/api/v1/messages/preview', { message: messages[0] })).status, 200)
    })

    test('replays events, shows the feed, and tests the endpoint and the channel', async () => {
      const { body } = await client.call('GET', '/api/v1/webhook_endpoints')
      const [{ id }] = body.webhook_endpoints
      const before = posts().length
      await until(
        () => client.call('GET', `/api/v1/webhook_events?state=pending`),
        (response) => response.body.webhook_events.length === 0,
      )
      const replay = { since: new Date(Date.now() - 3_600_000).toISOString(), states: ['delivered'] }
      const begun = await client.call('POST', `/api/v1/webhook_endpoints/${id}/replay`, replay)
      assert.ok(begun.status === 202, JSON.stringify(begun.body))
      await receiver.waitFor(() => posts().length > before)
      assert.equal((await client.call('POST', `/api/v1/webhook_endpoints/${id}/test`)).status, 202)
      // The feed waits for older transactions of the whole PostgreSQL server.
      await until(
        () => client.call('GET', '/api/v1/webhook_events'),
        (response) => response.body.webhook_events.length > 0,
      )
      const tested = await client.call('POST', `/api/v1/notification_channels/${prepared.channel.id}/test_send`, {
        to: 'delivered@tidings.test',
      })
      assert.equal(tested.body.test_send.result, 'accepted')
    })

    test('keys, members and sessions are in the directory, and the audit log has both parts', async () => {
      const owner = await signInAs(running, await makeMember(directory!, client, 'owner'))
      const current_password = PASSWORD
      const key = await owner.call('POST', '/api/v1/api_keys', { api_key: { name: 'Own' }, current_password })
      assert.equal(key.status, 201, JSON.stringify(key.body))
      const listed = await call(running.service.url!, key.body.api_key.key, 'GET', '/api/v1/api_keys')
      assert.equal(listed.status, 200)
      const member = { email: `new${client.accountId}@example.com`, role: 'viewer' }
      const added = await owner.call('POST', '/api/v1/members', { member, current_password })
      assert.equal(added.status, 201, JSON.stringify(added.body))
      const invitation = { token: added.body.invitation.token, password: PASSWORD }
      const accepted = await responseOf(
        await fetch(`${running.service.url}/api/v1/invitations/accept`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ invitation }),
        }),
      )
      assert.equal(accepted.status, 201, JSON.stringify(accepted.body))
      const { body } = await owner.call('GET', '/api/v1/audit_log')
      const actions: string[] = body.audit_log.map(({ action }: { action: string }) => action)
      for (const action of ['member.signed_in', 'api_key.created', 'webhook_endpoint.created'])
        assert.ok(actions.includes(action), `${action} in ${actions.join(', ')}`)
      const pages: number[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const next = await owner.call('GET', `/api/v1/audit_log?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`)
        pages.push(...next.body.audit_log.map(({ at }: { at: string }) => Date.parse(at)))
        cursor = next.body.next_cursor
      }
      assert.equal(pages.length, actions.length)
      assert.deepEqual(
        pages,
        pages.toSorted((a, b) => b - a),
      )
      const revoked = await owner.call('DELETE', `/api/v1/api_keys/${key.body.api_key.id}`, { current_password })
      assert.equal(revoked.status, 204)
      assert.equal(
        (await call(running.service.url!, key.body.api_key.key, 'GET', '/api/v1/api_keys')).body.code,
        'invalid_api_key',
      )
    })
  })

test('a server refuses the rows of a bucket that it no longer holds, with 503', async () => {
  const client = await clientOn('a')
  const fence = (held: readonly number[]) =>
    directory!.withMaintenanceSession((session) => fenceBuckets(session, held, { isDirectory: true }))
  const held = servers.directory.buckets()
  await fence(held.filter((bucket) => bucket !== client.bucket))
  const notification_user = { external_user_id: 'ada', email: 'ada@example.com' }
  const create = () => client.call('POST', '/api/v1/notification_users', { notification_user })
  const refused = await create()
  assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'])
  assert.equal(refused.headers.get('retry-after'), '1')
  await fence(held)
  assert.equal((await create()).status, 201)
})

test('all processes follow a changed place', async () => {
  const client = await clientOn('a')
  const place = (server: string) =>
    first.pool.query({
      text: 'update bucket_places set server = $2 where bucket = $1',
      values: [client.bucket, server],
    })
  await place('b')
  await until(
    () => client.call('GET', '/api/v1/notification_users'),
    () => servers.of(client.bucket).name === 'b',
  )
  assert.ok(!servers.directory.buckets().includes(client.bucket))
  await place('a')
})

test('a backup has the rows of one server, and is restored on one', async () => {
  const { accountId } = await clientOn('b')
  const empty = await createTestDatabase()
  const directoryName = mkdtempSync(join(tmpdir(), 'tidings-servers-'))
  const file = join(directoryName, 'b.backup')
  const run = async (command: typeof runBackup, b: string, options: Record<string, string>) => {
    const SECRETS_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`
    const loaded = loadConfig({ DATABASES: `a=${first.url}, b=${b}`, SECRETS_KEYS })
    assert.ok(loaded.ok)
    const input = { config: loaded.config, clock: createSystemClock(), onProgress: () => {} }
    return command({ ...input, positional: [file], options })
  }
  try {
    const unnamed = await run(runBackup, second.url, {})
    assert.deepEqual(unnamed, {
      ok: false,
      sentence: 'There are several database servers: choose one with --server, one of a, b',
    })
    assert.ok((await run(runBackup, second.url, { server: 'b' })).ok)
    assert.ok((await run(runRestore, empty.url, { server: 'b' })).ok)
    assert.equal(await countOn(empty, 'accounts', accountId, 'id'), 1)
  } finally {
    rmSync(directoryName, { recursive: true })
    await empty.close()
  }
})
