import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { testDatabases } from '../../test/databases.ts'
import { API_KEY_PATTERN, hashApiKey } from '../core/accounts/authentication.ts'
import { verifyPassword } from '../features/sign-in/passwords.ts'
import { bootstrap } from './bootstrap.ts'
import { createSystemClock } from '../platform/clock.ts'

const clock = createSystemClock()
const UNSET = { bootstrapApiKey: null, bootstrapEmail: null, bootstrapPassword: null }

async function contents({ pool }: TestDatabase): Promise<Record<string, unknown>> {
  const { rows } = await pool.query({
    text: `select
      (select jsonb_agg(name) from accounts) as accounts,
      (select jsonb_agg(jsonb_build_array(email, role)) from members) as members,
      (select jsonb_agg(jsonb_build_array(p.email, a.account_id = m.account_id)) from people p
        join person_accounts a on a.person_id = p.id join members m on m.person_id = p.id) as people,
      (select jsonb_agg(jsonb_build_array(name, channel_type, provider, active) order by id) from channels) as channels,
      (select jsonb_agg(jsonb_build_array(t.name, tc.channel_id, tc.position) order by tc.position)
        from templates t join template_channels tc on tc.template_id = t.id) as templates,
      (select channels from template_versions) as texts,
      (select jsonb_agg(action) from audit_log) as audit,
      (select password_hash from people) as password_hash,
      (select encode(key_hash, 'hex') from api_keys) as key_hash`,
  })
  return rows[0]!
}

test('several first starts at once make one account', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const results = await Promise.all([1, 2, 3, 4].map(() => bootstrap(testDatabases(database, clock), clock, UNSET)))
  const made = results.filter((result) => result !== null)
  assert.equal(made.length, 1)
  const [first] = made
  assert.match(first!.apiKey, API_KEY_PATTERN)
  const { password_hash: passwordHash, key_hash: keyHash, ...rest } = await contents(database)
  assert.equal(keyHash, hashApiKey(first!.apiKey).toString('hex'))
  assert.ok(await verifyPassword(first!.password, passwordHash as string))
  assert.deepEqual(rest, {
    accounts: ['Default'],
    members: [['owner@localhost', 'owner']],
    people: [['owner@localhost', true]],
    channels: [
      ['Sandbox email', 'email', 'sandbox', true],
      ['Sandbox push', 'push', 'sandbox', true],
    ],
    templates: [
      ['welcome_message', 1, 1],
      ['welcome_message', 2, 2],
    ],
    // With all fields that the list of versions returns.
    texts: [1, 2].map((id) => ({ notification_channel_id: id, subject: null, body: null, url: null })),
    audit: ['api_key.created'],
  })
  assert.equal(await bootstrap(testDatabases(database, clock), clock, UNSET), null)
})

test('the configuration chooses key, email and password', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const apiKey = `sk_${'a'.repeat(43)}`
  const config = { bootstrapApiKey: apiKey, bootstrapEmail: 'Ada@Example.com', bootstrapPassword: 'correct horse' }
  assert.deepEqual(await bootstrap(testDatabases(database, clock), clock, config), {
    apiKey,
    email: 'Ada@Example.com',
    password: 'correct horse',
  })
  const stored = await contents(database)
  assert.deepEqual(stored['people'], [['ada@example.com', true]])
  assert.equal(stored['key_hash'], hashApiKey(apiKey).toString('hex'))
})
