import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseArguments } from '../../../../cli/src/arguments.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { testDatabases } from '../../../test/databases.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { Hints } from '../../core/dispatch/hints.ts'
import { createLogger } from '../../platform/log.ts'
import { OPERATOR_COMMANDS } from './commands.ts'

const database = await endAfterTests(createTestDatabase())
const { pool } = database
const clock = createSystemClock()
const recording = createRecording(clock)
const folder = mkdtempSync(join(tmpdir(), 'tidings-export-'))
await endAfterTests(Promise.resolve({ close: () => Promise.resolve(rmSync(folder, { recursive: true })) }))

async function run(...words: string[]) {
  const call = parseArguments(OPERATOR_COMMANDS, ['recipients', ...words])
  assert.ok(call.kind === 'run' && 'run' in call.command, JSON.stringify(call))
  const loaded = loadConfig({})
  assert.ok(loaded.ok)
  const input = { databases: testDatabases(database, clock), clock, config: loaded.config, onProgress: () => {} }
  return call.command.run({ ...input, positional: call.positional, options: call.options })
}

/** An account with a person and a failed delivery, whose error names the address. */
async function prepared() {
  const account = await makeAccount(pool, 'ada@example.com')
  const { bucket, accountId, recipientId } = account
  const { id: deliveryId } = await makeDelivery(pool, recording, account)
  const report = { bucket, accountId, deliveryId, source: 'dispatcher' as const, fact: 'failed' as const }
  const errorMessage = 'message_refused: 550 ada@example.com is unknown'
  await transaction(pool, (tx) => recording.recorder.advance(tx, [{ ...report, errorMessage }]))
  return { ...account, id: String(recipientId), option: `--account=${accountId}` }
}

test('an export is a new file for the operator only, and an existing file stays', async () => {
  const { id, option, recipientId } = await prepared()
  const path = join(folder, 'ada.json')
  const made = await run('export', id, path, option)
  assert.ok(made.ok, JSON.stringify(made))
  assert.equal(statSync(path).mode & 0o777, 0o600)
  const written = readFileSync(path, 'utf8')
  const person = JSON.parse(written) as { notification_user: { email: string }; messages: unknown[] }
  assert.deepEqual([person.notification_user.email, person.messages.length], ['ada@example.com', 1])
  const again = await run('export', id, path, option)
  assert.ok(!again.ok)
  assert.match(again.sentence, /cannot be written: EEXIST/)
  assert.equal(readFileSync(path, 'utf8'), written)
  const missing = await run('export', String(recipientId + 1_000), join(folder, 'none.json'), option)
  assert.ok(!missing.ok)
  assert.match(missing.sentence, /has no recipient/)
})

test('an erasure runs to its end, tells the running service, and can be repeated', async () => {
  const { id, option, accountId, bucket, recipientId } = await prepared()
  const hints = new Hints({ pool, log: createLogger('fatal') })
  const listening = new Promise<void>((resolve) => hints.onListening(resolve))
  const told = new Promise<string>((resolve) =>
    hints.on('endpoints', (of, key) => {
      if (of === bucket && key === String(accountId)) resolve(key)
    }),
  )
  hints.start(database.url)
  await listening
  const done = await run('erase', id, option)
  assert.ok(done.ok, JSON.stringify(done))
  const { erasure } = done.json as { erasure: { status: string; messages: number; deliveries: number } }
  assert.deepEqual([erasure.status, erasure.messages, erasure.deliveries], ['finished', 1, 1])
  await told
  await hints.stop()
  const repeated = await run('erase', id, option)
  assert.ok(repeated.ok)
  assert.deepEqual(repeated.json, done.json)
  const { rows } = await pool.query<{ actor: string; blank: boolean; words: boolean }>({
    text: `select l.actor, r.email is null as blank,
        exists (select from events e where e.bucket = $1 and e.account_id = $2 and e.body like '%ada@example.com%') as words
      from audit_log l join recipients r on r.bucket = l.bucket and r.account_id = l.account_id and r.id = $3
      where l.bucket = $1 and l.account_id = $2 and l.action = 'notification_user.erased'`,
    values: [bucket, accountId, recipientId],
  })
  assert.deepEqual(rows, [{ actor: 'command_line', blank: true, words: false }])
  const exported = await run('export', id, join(folder, 'erased.json'), option)
  assert.ok(!exported.ok)
  for (const wrong of ['0', '1.5', 'ada', '9007199254740993']) {
    const refused = await run('erase', wrong, option)
    assert.ok(!refused.ok)
    assert.match(refused.sentence, /is not the id of a recipient/)
  }
  const missing = await run('erase', String(recipientId + 1_000), option)
  assert.ok(!missing.ok)
  assert.match(missing.sentence, /has no recipient/)
})
