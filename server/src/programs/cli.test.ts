import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { NODE_FLAGS, programOf } from '../../test/process.ts'
import { call, startTestService } from '../../test/service.ts'
import { createSystemClock } from '../platform/clock.ts'
import { createAccount } from '../core/accounts/accounts.ts'
import { createMember } from '../features/members/members.ts'
import { hashPassword, settingsOfHash, verifyPassword } from '../features/sign-in/passwords.ts'
import { transaction } from '../platform/db/transaction.ts'
import { loadConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/db/servers/database.ts'
import { createLogger } from '../platform/log.ts'

const CLI = await programOf('cli')

interface Outcome {
  code: number
  stdout: string
  stderr: string
}

function tidings(variables: Record<string, string>, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
    const env = { PATH, NODE_COMPILE_CACHE, ...variables }
    execFile(process.execPath, [...NODE_FLAGS, CLI, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

test('accounts and keys on a database that is given', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const variables = { DATABASE_URL: database.url, SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }

  const none = await tidings(variables, 'api-keys', 'list')
  assert.deepEqual([none.code, none.stdout], [1, ''])
  assert.match(none.stderr, /^There is no account yet: .*\n$/)

  const made = await tidings(variables, 'accounts', 'create', 'Acme & Söhne', '--json')
  assert.deepEqual([made.code, made.stderr], [0, ''])
  const { account, api_key: key } = JSON.parse(made.stdout)
  assert.equal(account.name, 'Acme & Söhne')
  assert.match(key, /^sk_[0-9A-Za-z]{43}$/)

  const second = await tidings(variables, 'api-keys', 'create', 'Ci', '--role', 'send', '--json')
  const { api_key: ci } = JSON.parse(second.stdout)
  assert.deepEqual([ci.name, ci.role], ['Ci', 'send'])

  assert.equal((await tidings(variables, 'api-keys', 'revoke', String(ci.id))).code, 0)
  const listed = JSON.parse((await tidings(variables, 'api-keys', 'list', '--json')).stdout)
  assert.deepEqual(
    listed.api_keys.map((row: { last4: string; revoked_at: string | null }) => [row.last4, row.revoked_at !== null]),
    [
      [ci.last4, true],
      [key.slice(-4), false],
    ],
  )
  const { rows } = await database.pool.query({ text: 'select action, actor from audit_log order by id' })
  assert.deepEqual(
    rows.map(({ action, actor }) => `${action} ${actor}`),
    ['api_key.created command_line', 'api_key.created command_line', 'api_key.revoked command_line'],
  )

  await tidings(variables, 'accounts', 'create', 'Other')
  for (const [args, sentence] of [
    [['api-keys', 'list'], /several accounts/],
    [['api-keys', 'list', '--account', '999'], /account 999 does not exist/],
    [['api-keys', 'revoke', 'x', '--account', String(account.id)], /no API key x/],
    [['accounts', 'create', ' '], /must not be blank/],
    [['accounts', 'create', 'x'.repeat(256)], /too long/],
    [['api-keys', 'create', '--role', 'root', '--account', '1'], /--role must be one of/],
  ] as const) {
    const { code, stdout, stderr } = await tidings(variables, ...args)
    assert.deepEqual([code, stdout, stderr.trimEnd().split('\n').length], [1, '', 1], args.join(' '))
    assert.match(stderr, sentence)
  }
  const asJson = await tidings(variables, 'api-keys', 'list', '--account', '999', '--json')
  assert.deepEqual([asJson.code, JSON.parse(asJson.stdout)], [1, { error: 'The account 999 does not exist' }])
  const misspelled = await tidings(variables, 'account', 'create', 'x')
  assert.equal(misspelled.code, 2)
  const away = await tidings({ ...variables, DATABASE_URL: 'postgres://127.0.0.1:1/x' }, 'migrate')
  assert.deepEqual([away.code, away.stdout, away.stderr.split('\n').length], [1, '', 2])
})

test('an account sends its first message at once, unless it was made empty', async (context) => {
  const database = await createTestDatabase()
  const running = await startTestService(database)
  context.after(async () => {
    await running.stop()
    await database.close()
  })
  const variables = { DATABASE_URL: database.url, SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
  const made = await tidings(variables, 'accounts', 'create', 'Acme', '--json')
  const told = await tidings(variables, 'accounts', 'create', 'Told')
  const empty = await tidings(variables, 'accounts', 'create', 'Empty', '--empty', '--json')
  assert.match(
    told.stdout,
    /^Account 2 \(Told\) was created with .*Sandbox email.*Sandbox push.*welcome_message\. Its API key/,
  )
  assert.deepEqual(Object.keys(JSON.parse(made.stdout)), ['account', 'api_key'])

  const by = (outcome: Outcome) => (method: string, path: string, body?: object) =>
    call(running.service.url!, JSON.parse(outcome.stdout).api_key, method, `/api/v1${path}`, body)
  const notificationUser = { email: 'ada@example.com', first_name: 'Ada' }
  const reference = { external_user_id: 'ada', message_template_name: 'welcome_message' }
  const body = { message: { ...reference, notification_user: notificationUser } }
  const sent = await by(made)('POST', '/messages', body)
  assert.deepEqual([sent.status, sent.body.message?.rendered_subject], [201, 'Welcome, Ada'])
  assert.deepEqual(
    sent.body.message.deliveries.map((delivery: any) => delivery.notification_channel.name),
    ['Sandbox email', 'Sandbox push'],
  )
  const refused = await by(empty)('POST', '/messages', body)
  assert.deepEqual([refused.status, refused.body.errors], [422, { message_template_name: ['is unknown'] }])
  assert.deepEqual((await by(empty)('GET', '/notification_channels')).body.notification_channels, [])
})

test('members are invited by a link', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const variables = { DATABASE_URL: database.url, SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
  await tidings(variables, 'accounts', 'create', 'Acme')
  const added = await tidings(variables, 'members', 'add', 'Ada@example.com', '--role', 'owner', '--json')
  assert.equal(added.code, 0, added.stderr)
  const { member, invitation } = JSON.parse(added.stdout)
  assert.deepEqual([member.email, member.role, member.active], ['ada@example.com', 'owner', false])
  // A command does not know the port of the service: without PUBLIC_URL there is a path only.
  assert.deepEqual([invitation.url, invitation.path], [null, `/#/invitation/${invitation.token}`])

  const again = await tidings(
    { ...variables, PUBLIC_URL: 'https://tidings.example.com/' },
    'members',
    'invite',
    'ada@example.com',
  )
  assert.match(
    again.stdout,
    /works until .*Z:\nhttps:\/\/tidings\.example\.com\/#\/invitation\/inv_\d+_[0-9A-Za-z]{43}\n$/,
  )
  assert.equal((await tidings(variables, 'members', 'list')).stdout, `${member.id}  ada@example.com  owner  invited\n`)
  const { rows } = await database.pool.query({
    text: `select action from audit_log where actor = 'command_line' order by id`,
  })
  assert.deepEqual(rows.map(({ action }) => action).slice(-2), ['member.added', 'member.invited'])

  for (const [args, sentence] of [
    [['members', 'add', 'ada@example.com'], /is already a member/],
    [['members', 'add', 'x'], /is not an email address/],
    [['members', 'add', 'b@example.com', '--role', 'root'], /--role must be one of owner, developer, viewer/],
    [['members', 'invite', 'b@example.com'], /has no member b@example.com/],
    [['members', 'reset-password', 'ada@example.com'], /No member signs in as ada@example.com/],
  ] as const) {
    const { code, stdout, stderr } = await tidings(variables, ...args)
    assert.deepEqual([code, stdout], [1, ''], args.join(' '))
    assert.match(stderr, sentence)
  }
})

test('a forgotten password is set for one person, named by the account if several have the email', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const { pool } = database
  const variables = { DATABASE_URL: database.url, SECRETS_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}` }
  const [clock, email] = [createSystemClock(), 'ada@example.com']
  const first = await hashPassword('the first password')
  for (const passwordHash of [first, await hashPassword('the other password', settingsOfHash(first))]) {
    const { id: accountId, bucket } = await createAccount(pool, clock, 'Acme')
    const member = { bucket, accountId, email, role: 'owner', passwordHash } as const
    assert.ok((await transaction(pool, (connection) => createMember(connection, clock, member))).ok)
  }
  const unclear = await tidings(variables, 'members', 'reset-password', 'Ada@example.com')
  assert.equal(unclear.code, 1)
  assert.match(unclear.stderr, /2 people sign in as ada@example.com: choose one with --account, one of 1, 2/)
  const set = await tidings(variables, 'members', 'reset-password', 'Ada@example.com', '--account', '2', '--json')
  assert.equal(set.code, 0, set.stderr)
  const { password } = JSON.parse(set.stdout)
  assert.match(password, /^[0-9A-Za-z]{20}$/)
  const { rows } = await pool.query<{ password_hash: string }>({ text: 'select password_hash from people order by id' })
  assert.equal(rows[0]!.password_hash, first)
  assert.ok(await verifyPassword(password, rows[1]!.password_hash))
  const told = await pool.query({
    text: `select account_id, actor from audit_log where action = 'member.password_reset'`,
  })
  assert.deepEqual(told.rows, [{ account_id: 2, actor: 'command_line' }])
})

test('the help has the commands of the operator and of developers', async () => {
  const { code, stdout } = await tidings({}, 'help')
  assert.equal(code, 0)
  for (const words of ['accounts create', 'buckets move', 'listen', 'webhooks verify'])
    assert.match(stdout, new RegExp(`^  ${words} `, 'm'))
  assert.match((await tidings({}, '--version')).stdout, /^\d+\.\d+\.\d+\n$/)
})

test('the embedded database: that of the running service, or one of its own for the moment', async (context) => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-cli-'))
  context.after(() => rmSync(directory, { recursive: true, force: true }))
  const loaded = loadConfig({ DATA_DIR: directory })
  assert.ok(loaded.ok)
  const options = { clock: createSystemClock(), log: createLogger('fatal'), onProgress: () => {} }

  const alone = await tidings({ DATA_DIR: directory }, 'accounts', 'create', 'First', '--json')
  assert.equal(alone.code, 0, alone.stderr)
  assert.equal(JSON.parse(alone.stdout).account.name, 'First')

  const service = await openDatabase(loaded.config, options)
  const joined = await tidings({ DATA_DIR: directory }, 'accounts', 'create', 'Second', '--json')
  assert.equal(joined.code, 0, joined.stderr)
  const { rows } = await service.pool.query({ text: 'select name from accounts order by id' })
  assert.deepEqual(rows, [{ name: 'First' }, { name: 'Second' }])
  await service.close()
})
