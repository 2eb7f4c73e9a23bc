import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeSettings } from '../../core/channels/secrets.ts'
import { runSecretsReencrypt } from './secrets.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { smtpProvider } from '../../core/providers/smtp.ts'
import { createSecretsCipher } from '../../platform/secrets.ts'
import { makeSecret } from '../../core/webhooks/endpoints/changes.ts'
import { secretContext } from '../../core/webhooks/endpoints/reader.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { testDatabases } from '../../../test/databases.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) })
const oldCipher = createSecretsCipher([key('old', 1)])
const newCipher = createSecretsCipher([key('new', 2)])
const ENDPOINTS = 600

const database = await endAfterTests(createTestDatabase())

async function reencrypt(): Promise<unknown> {
  const ring = [key('new', 2), key('old', 1)].map(({ id, key }) => `${id}:${key.toString('base64')}`).join()
  const loaded = loadConfig({ SECRETS_KEYS: ring, DATABASE_URL: database.url })
  assert.ok(loaded.ok)
  const clock = createSystemClock()
  const input = { config: loaded.config, clock, positional: [], options: {}, onProgress: () => {} }
  const result = await runSecretsReencrypt({ ...input, databases: testDatabases(database, clock) })
  assert.ok(result.ok)
  return result.json
}

test('every secret is encrypted by the first key, once, and is the same', async () => {
  const secrets = new Map<number, [string, string]>()
  for (let accountId = 1; accountId <= ENDPOINTS; accountId++) {
    const [first, second] = [makeSecret(oldCipher, accountId, accountId), makeSecret(oldCipher, accountId, accountId)]
    secrets.set(accountId, [first.secret, second.secret])
    await database.pool.query({
      text: `insert into webhook_endpoints (bucket, account_id, id, url, secret, secret_last4, previous_secret, created_at, updated_at)
        values ($1, $2, $2, 'https://receiver.test/', $3, 'last', $4, now(), now())`,
      // Two buckets. One has more rows than one read returns.
      values: [accountId <= 10 ? 0 : 63, accountId, first.stored.encrypted, second.stored.encrypted],
    })
  }
  const settings = { host: 'mail.example.com', password: 'correct horse', from: 'a@example.com' }
  const stored = storeSettings(oldCipher, 7, 9, smtpProvider, settings)
  await database.pool.query({
    text: `insert into channels (bucket, account_id, id, name, channel_type, provider, settings, encrypted_settings, created_at, updated_at)
      values (5, 7, 9, 'Mail', 'email', 'smtp', $1, $2, now(), now())`,
    values: [stored.settings, stored.encryptedSettings],
  })

  assert.deepEqual(await reencrypt(), {
    webhook_endpoints: ENDPOINTS,
    notification_channels: 1,
    recipient_signing_keys: 0,
  })
  assert.deepEqual(await reencrypt(), { webhook_endpoints: 0, notification_channels: 0, recipient_signing_keys: 0 })

  const { rows } = await database.pool.query('select account_id, id, secret, previous_secret from webhook_endpoints')
  for (const row of rows) {
    const context = secretContext(row.account_id, row.id)
    const now = [newCipher.decrypt(row.secret, context), newCipher.decrypt(row.previous_secret, context)]
    assert.deepEqual(now, secrets.get(row.account_id))
  }
  const [channel] = (await database.pool.query('select encrypted_settings from channels')).rows
  assert.ok(!newCipher.needsReencryption(channel.encrypted_settings))
})
