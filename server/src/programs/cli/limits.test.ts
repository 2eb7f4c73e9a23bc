import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseArguments } from '../../../../cli/src/arguments.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { testDatabases } from '../../../test/databases.ts'
import { makeAccount } from '../../../test/factories.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { loadConfig } from '../../platform/config/config.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())

async function limits(...words: string[]) {
  const call = parseArguments(OPERATOR_COMMANDS, ['accounts', 'limits', ...words])
  assert.ok(call.kind === 'run' && 'run' in call.command, JSON.stringify(call))
  const config = loadConfig({})
  assert.ok(config.ok)
  const clock = createSystemClock()
  const input = { databases: testDatabases(database, clock), clock, config: config.config, onProgress: () => {} }
  return call.command.run({ ...input, positional: call.positional, options: call.options })
}

test('limits are set, lifted and shown; a mistake changes nothing', async () => {
  const { accountId, bucket } = await makeAccount(database.pool)
  const id = String(accountId)
  const set = await limits(id, 'monthly_email_deliveries=1000', 'monthly_sms_deliveries=0')
  assert.ok(set.ok)
  const { limits: shown } = set.json as { limits: object }
  assert.deepEqual(shown, {
    monthly_email_deliveries: 1000,
    monthly_push_deliveries: null,
    monthly_sms_deliveries: 0,
    monthly_in_app_deliveries: null,
  })
  for (const [word, sentence] of [
    ['monthly_email_delivery=5', /did you mean monthly_email_deliveries\?/],
    ['monthly_email_deliveries=-1', /must be a whole number/],
    ['monthly_email_deliveries=1e3', /must be a whole number/],
    ['monthly_email_deliveries', /must be a whole number/],
    ['monthly_email_deliveries=9007199254740992', /must be a whole number/],
  ] as const) {
    const wrong = await limits(id, 'monthly_sms_deliveries=7', word)
    assert.ok(!wrong.ok)
    assert.match(wrong.sentence, sentence)
  }
  const lifted = await limits(id, 'monthly_email_deliveries=none')
  assert.ok(lifted.ok)
  assert.match(
    lifted.text,
    /monthly_email_deliveries: 0 of unlimited\nmonthly_push_deliveries: 0 of unlimited\nmonthly_sms_deliveries: 0 of 0/,
  )
  const unchanged = await limits(id)
  assert.ok(unchanged.ok)
  assert.deepEqual(unchanged.json, lifted.json)
  const { rows } = await database.pool.query<{ actor: string; details: object }>({
    text: `select actor, details from audit_log where bucket = $1 and account_id = $2 and action = 'account.limits_changed' order by id`,
    values: [bucket, accountId],
  })
  assert.deepEqual(
    rows.map((row) => row.details),
    [{ monthly_email_deliveries: 1000, monthly_sms_deliveries: 0 }, { monthly_email_deliveries: null }],
  )
  const unknown = await limits('999999')
  assert.ok(!unknown.ok)
  assert.match(unknown.sentence, /The account 999999 does not exist/)
})
