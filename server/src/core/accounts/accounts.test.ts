import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { bucketOf } from '../../platform/ids.ts'
import { createAccount } from './accounts.ts'
import { newApiKey } from './api-keys.ts'
import { API_KEY_PATTERN, readBearer } from './authentication.ts'
import { createMember } from '../../features/members/members.ts'
import { hashPassword, setHashCost, verifyPassword } from '../../features/sign-in/passwords.ts'
import { PASSWORD_CHARACTERS_MAX } from './password-again.ts'

const clock = createSystemClock()

test('new keys are sk_ and 43 characters, no two alike', () => {
  const keys = Array.from({ length: 1000 }, newApiKey)
  assert.ok(keys.every((key) => API_KEY_PATTERN.test(key)))
  assert.equal(new Set(keys).size, keys.length)
})

test('the key is read from the one Authorization header', () => {
  const key = newApiKey()
  assert.deepEqual(readBearer(['Host', 'x', 'AUTHORIZATION', `bEaReR ${key} `]), { ok: true, key })
  assert.deepEqual(readBearer(['Host', 'authorization']), { ok: false, code: 'missing_api_key' })
  const twice = ['authorization', `Bearer ${key}`, 'Authorization', `Bearer ${key}`]
  assert.deepEqual(readBearer(twice), { ok: false, code: 'invalid_api_key' })
})

test('an account lies in the bucket of its id, and an email belongs to one member', async (context) => {
  const database = await createTestDatabase()
  context.after(() => database.close())
  const account = await createAccount(database.pool, clock, 'Acme')
  assert.equal(account.bucket, bucketOf(account.id))
  const member = { bucket: account.bucket, accountId: account.id, role: 'viewer' as const, passwordHash: null }
  const create = (email: string) =>
    transaction(database.pool, (inside) => createMember(inside, clock, { ...member, email }))
  const both = await Promise.all([create('ada@example.com'), create('ADA@example.com')])
  assert.equal(both.filter((created) => created.ok).length, 1)
  const { rows } = await database.pool.query({ text: 'select email from members' })
  assert.deepEqual(rows, [{ email: 'ada@example.com' }])
})

test('a password is verified against its own salt and settings', async (t) => {
  const former = setHashCost()
  t.after(() => void setHashCost(former))
  const [stored, again] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(stored, again)
  assert.equal(await verifyPassword('correct horse', stored), true)
  for (const wrong of ['', 'correct hors', 'x'.repeat(PASSWORD_CHARACTERS_MAX + 1)])
    assert.equal(await verifyPassword(wrong, stored), false)
  for (const broken of ['', 'plain', '$2b$10$abc']) assert.equal(await verifyPassword('correct horse', broken), false)
  // Test vector of the reference implementation: argon2id, version 0x13.
  const vector = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  assert.equal(await verifyPassword('password', vector), true)
})
