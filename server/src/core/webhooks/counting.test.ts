// Invariant 8: the endpoint's failure count follows the sequence of results, however they are split into statements.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createSystemClock } from '../../platform/clock.ts'
import { bucketOf, createEventIds } from '../../platform/ids.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { recordAttempts } from './webhook-queue.ts'
import type { AttemptRecord } from './queries.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const LIMIT = 20

const clock = createSystemClock()
const eventIds = createEventIds(clock)
const processId = randomUUID()
let accounts = 0

const database = await endAfterTests(createTestDatabase())
const text = `update bucket_leases set owner = $1::uuid, epoch = 1, expires_at = now() + interval '1 hour'`
await database.pool.query({ text, values: [processId] })

interface Account {
  bucket: number
  accountId: number
  endpointId: number
}

async function makeEndpoint(failures = 0): Promise<Account> {
  const accountId = ++accounts
  const bucket = bucketOf(accountId)
  const text = `insert into webhook_endpoints (bucket, account_id, url, secret, secret_last4, consecutive_failures, created_at, updated_at)
    values ($1, $2, 'https://receiver.test:8443/hooks?token=1', 's', 'last', $3, now(), now()) returning id`
  const { rows } = await database.pool.query({ text, values: [bucket, accountId, failures] })
  return { bucket, accountId, endpointId: rows[0].id }
}

/** Queues an event per result. The letters give the results: `s` 2xx, `f` failed, `r` retried. */
async function outcomesOf({ bucket, accountId, endpointId }: Account, ends: string): Promise<AttemptRecord[]> {
  const outcomes = ends.split('').map((end) => {
    const { id: eventId } = eventIds.next(0)
    const what = { succeeded: end === 's', final: end !== 'r', responseCode: end === 's' ? 200 : 500 }
    const ids = {
      bucket,
      epoch: 1,
      accountId,
      endpointId,
      generation: 1,
      urlNumber: 1,
      errorCode: null,
      eventId,
      eventType: 'ping',
      number: 1,
    }
    const stored = { responseHead: null, postedAgain: false, signature: null }
    const rest = { errorMessage: null, durationMs: 1, ...stored, createdAt: clock.now() }
    return { ...ids, ...what, ...rest, nextAttemptAt: end === 'r' ? clock.now() + 10_000 : null }
  })
  const text = `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start)
    select $1, $2, $3, id, 0, 0 from unnest($4::text[]) as id`
  const values = [bucket, accountId, endpointId, outcomes.map((outcome) => outcome.eventId)]
  await database.pool.query({ text, values })
  return outcomes
}

async function record(outcomes: AttemptRecord[]): Promise<void> {
  const { recorded } = await recordAttempts(database.pool, processId, clock.now(), outcomes)
  assert.ok(recorded.every(Boolean))
}

async function stateOf({ bucket, accountId }: Account) {
  const text = `select e.consecutive_failures as count, e.disabled_at is not null as disabled,
      (select count(*)::int from audit_log a where a.bucket = $1 and a.account_id = $2 and a.action = 'webhook_endpoint.disabled') as audited,
      (select array_agg(m.kind order by m.id) from mails m where m.bucket = $1 and m.account_id = $2) as mails
    from webhook_endpoints e where e.bucket = $1 and e.account_id = $2`
  return (await database.pool.query({ text, values: [bucket, accountId] })).rows[0]
}

/** The counting rule, one result at a time. */
function fold(count: number, ends: string): { count: number; disabled: boolean } {
  for (const end of ends) {
    if (end === 's') count = 0
    if (end === 'f') count += 1
    if (count === LIMIT) return { count, disabled: true }
  }
  return { count, disabled: false }
}

const FAILING = 'webhook_endpoint_failing'
const DISABLED = 'webhook_endpoint_disabled'

describe('the outcomes of one statement', () => {
  const cases: [before: number, ends: string, count: number, disabled: boolean, mails: string[] | null][] = [
    [19, 'f', 20, true, [DISABLED]],
    [19, 'sf', 1, false, null],
    [19, 'fsf', 20, true, [DISABLED]],
    [10, `${'f'.repeat(9)}sf`, 1, false, null],
    [0, 'f'.repeat(19), 19, false, [FAILING]],
    [0, 'f'.repeat(50), 20, true, [DISABLED]],
    [0, `s${'f'.repeat(20)}s`, 20, true, [DISABLED]],
    [0, `${'f'.repeat(10)}r`, 10, false, [FAILING]],
    [9, 'f', 10, false, [FAILING]],
    [10, 'f', 11, false, null],
    [15, `s${'f'.repeat(10)}`, 10, false, [FAILING]],
    [5, 'rrr', 5, false, null],
    [0, 's', 0, false, null],
  ]
  for (const [failures, ends, count, disabled, mails] of cases)
    it(`${failures} and ${ends.replaceAll(/f{3,}/g, (run) => `${run.length}f`)}: ${count}${disabled ? ', disabled' : ''}`, async () => {
      const account = await makeEndpoint(failures)
      await record(await outcomesOf(account, ends))
      const expected = { count, disabled, audited: disabled ? 1 : 0, mails }
      assert.deepEqual(await stateOf(account), expected)
      assert.deepEqual(fold(failures, ends), { count, disabled })
    })

  it('outcomes while it is disabled change nothing', async () => {
    const account = await makeEndpoint(19)
    const outcomes = await outcomesOf(account, 'fsfs')
    await record(outcomes.slice(0, 1))
    await record(outcomes.slice(1))
    assert.deepEqual(await stateOf(account), { count: 20, disabled: true, audited: 1, mails: [DISABLED] })
  })

  it('attempts begun before a reactivation do not count', async () => {
    const account = await makeEndpoint(3)
    const outcomes = await outcomesOf(account, 'ffff')
    await database.pool.query({
      text: 'update webhook_endpoints set generation = 2, consecutive_failures = 0 where bucket = $1 and account_id = $2',
      values: [account.bucket, account.accountId],
    })
    await record(outcomes)
    assert.equal((await stateOf(account)).count, 0)
  })

  it('any sequence, cut into statements anywhere, counts as one after the other', async () => {
    const end = fc.constantFrom('f', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 'f', 's', 'r')
    const pieces = fc.array(fc.array(end, { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: LIMIT - 1 }), pieces, async (failures, parts) => {
        const account = await makeEndpoint(failures)
        for (const part of parts) await record(await outcomesOf(account, part.join('')))
        const { count, disabled, audited } = await stateOf(account)
        const expected = fold(failures, parts.flat().join(''))
        assert.deepEqual({ count, disabled, audited }, { ...expected, audited: expected.disabled ? 1 : 0 })
      }),
      { numRuns: 100 },
    )
  })
})
