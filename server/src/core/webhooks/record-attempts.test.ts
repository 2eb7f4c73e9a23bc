import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import test from 'node:test'
import fc from 'fast-check'
import { createTestDatabase } from '../../../test/database.ts'
import { createSystemClock } from '../../platform/clock.ts'
import { bucketOf, createEventIds } from '../../platform/ids.ts'
import { recordAttempts } from './webhook-queue.ts'
import type { AttemptRecord } from './queries.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const clock = createSystemClock()
const eventIds = createEventIds(clock)
const PROCESS_ID = randomUUID()
const EPOCH = 7
const FAILED_EVENTS_MAX = 20

const database = await endAfterTests(createTestDatabase())
await database.pool.query({
  text: `update bucket_leases set owner = $1, epoch = $2, expires_at = now() + interval '1 hour'`,
  values: [PROCESS_ID, EPOCH],
})

interface Endpoint {
  bucket: number
  accountId: number
  id: number
}

let accounts = 0

async function makeEndpoint({ failures = 0, generation = 1 }): Promise<Endpoint> {
  const accountId = ++accounts
  const bucket = bucketOf(accountId)
  const { rows } = await database.pool.query<{ id: number }>({
    text: `insert into webhook_endpoints (bucket, account_id, url, secret, secret_last4, consecutive_failures, generation,
        created_at, updated_at)
      values ($1, $2, 'https://example.com/', 's', 'last', $3, $4, now(), now()) returning id`,
    values: [bucket, accountId, failures, generation],
  })
  return { bucket, accountId, id: rows[0]!.id }
}

/** The result of the next attempt of a queued event. */
async function makeRecord(endpoint: Endpoint, given: Partial<AttemptRecord> = {}): Promise<AttemptRecord> {
  const { bucket, accountId, id: endpointId } = endpoint
  const { id: eventId } = eventIds.next(0)
  const number = given.number ?? 1
  await database.pool.query({
    text: `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start)
      values ($1, $2, $3, $4, $5, 0)`,
    values: [bucket, accountId, endpointId, eventId, number - 1],
  })
  const ids = {
    bucket,
    epoch: EPOCH,
    accountId,
    endpointId,
    generation: 1,
    urlNumber: 1,
    errorCode: null,
    eventId,
    eventType: 'ping',
  }
  const response = { succeeded: true, final: true, responseCode: 200, errorMessage: null, nextAttemptAt: null }
  return {
    ...ids,
    number,
    ...response,
    durationMs: 1,
    responseHead: null,
    postedAgain: false,
    signature: null,
    createdAt: clock.now(),
    ...given,
  }
}

const succeeded = { succeeded: true, final: true, responseCode: 200 }
const failed = { succeeded: false, final: true, responseCode: 500 }
const retried = () => ({ succeeded: false, final: false, responseCode: 500, nextAttemptAt: clock.now() + 1000 })

const record = async (records: AttemptRecord[], processId = PROCESS_ID) =>
  (await recordAttempts(database.pool, processId, clock.now(), records)).recorded

async function stateOf({ bucket, accountId }: Endpoint) {
  const { rows } = await database.pool.query<{ count: number; disabled: boolean; audits: number }>({
    text: `select e.consecutive_failures as count, e.disabled_at is not null as disabled,
        (select count(*)::integer from audit_log a where a.bucket = $1 and a.account_id = $2) as audits
      from webhook_endpoints e where e.bucket = $1 and e.account_id = $2`,
    values: [bucket, accountId],
  })
  return rows[0]!
}

async function stored(record: AttemptRecord) {
  const { rows } = await database.pool.query<{ queued: number | null; attempts: number }>({
    text: `select (select attempts_made from webhook_queue where bucket = $1 and account_id = $2 and event_id = $3) as queued,
        (select count(*)::integer from attempts where bucket = $1 and account_id = $2 and event_id = $3) as attempts`,
    values: [record.bucket, record.accountId, record.eventId],
  })
  return rows[0]!
}

/** Counts one result after the other, as in specification 3.2. */
function countPlainly(start: number, generation: number, records: readonly AttemptRecord[]) {
  let count = start
  let disabled = false
  for (const record of records) {
    if (!record.final || record.generation !== generation || disabled) continue
    count = record.succeeded ? 0 : count + 1
    disabled = count >= FAILED_EVENTS_MAX
  }
  return { count, disabled, audits: disabled ? 1 : 0 }
}

type Step = 'succeeded' | 'failed' | 'retried' | 'old success' | 'old failure'

async function countsAsPlainly(start: number, flushes: readonly (readonly Step[])[]): Promise<void> {
  const generation = 2
  const endpoint = await makeEndpoint({ failures: start, generation })
  const all: AttemptRecord[] = []
  for (const steps of flushes) {
    const records: AttemptRecord[] = []
    for (const step of steps) {
      const end = step.endsWith('success') || step === 'succeeded' ? succeeded : step === 'retried' ? retried() : failed
      records.push(await makeRecord(endpoint, { ...end, generation: step.startsWith('old') ? 1 : generation }))
    }
    if (records.length > 0) assert.ok((await record(records)).every(Boolean))
    all.push(...records)
  }
  assert.deepEqual(await stateOf(endpoint), countPlainly(start, generation, all))
}

const times = (count: number, step: Step): Step[] => Array.from({ length: count }, () => step)

test('a batch counts like its outcomes one after the other', async () => {
  const fails = (count: number) => times(count, 'failed')
  await countsAsPlainly(19, [[...fails(1), 'succeeded', ...fails(1)]])
  await countsAsPlainly(10, [[...fails(9), 'succeeded', ...fails(1)]])
  await countsAsPlainly(10, [[...fails(10), 'succeeded']])
  await countsAsPlainly(0, [['succeeded', ...fails(20), 'succeeded', ...fails(3)]])
  await countsAsPlainly(0, [['succeeded', ...fails(19), 'succeeded', ...fails(19)]])
  await countsAsPlainly(5, [fails(14), ['succeeded'], fails(19), fails(1), fails(1), ['succeeded']])
  await countsAsPlainly(19, [[...times(3, 'old failure'), 'old success', ...times(3, 'retried')]])
})

test('any sequence of outcomes in any batches is counted as one after the other', async () => {
  const step = fc.oneof(
    { weight: 20, arbitrary: fc.constant<Step>('failed') },
    { weight: 1, arbitrary: fc.constantFrom<Step>('succeeded', 'retried', 'old success', 'old failure') },
  )
  const flushes = fc.array(fc.array(step, { maxLength: 30, size: 'max' }), { maxLength: 3 })
  const property = fc.asyncProperty(fc.integer({ min: 0, max: 19 }), flushes, countsAsPlainly)
  await fc.assert(property, { numRuns: 40 })
})

test('outcomes of several endpoints in one batch are counted separately', async () => {
  const endpoints = [await makeEndpoint({ failures: 19 }), await makeEndpoint({ failures: 19 }), await makeEndpoint({})]
  const records: AttemptRecord[] = []
  for (const end of [failed, succeeded])
    for (const [index, endpoint] of endpoints.entries())
      records.push(await makeRecord(endpoint, index === 1 ? succeeded : end))
  const { recorded, disabled } = await recordAttempts(database.pool, PROCESS_ID, clock.now(), records)
  assert.deepEqual(
    recorded,
    records.map(() => true),
  )
  const { accountId, id } = endpoints[0]!
  assert.deepEqual(disabled, [{ accountId, endpointId: id }])
  assert.deepEqual(await Promise.all(endpoints.map(stateOf)), [
    { count: 20, disabled: true, audits: 1 },
    { count: 0, disabled: false, audits: 0 },
    { count: 0, disabled: false, audits: 0 },
  ])
})

test('the same outcomes sent twice are recorded and counted once', async () => {
  const endpoint = await makeEndpoint({})
  const records = [await makeRecord(endpoint, failed), await makeRecord(endpoint, retried())]
  assert.deepEqual(await record(records), [true, true])
  assert.deepEqual(await record(records), [false, false])
  assert.equal((await stateOf(endpoint)).count, 1)
  assert.deepEqual(await Promise.all(records.map(stored)), [
    { queued: null, attempts: 1 },
    { queued: 1, attempts: 1 },
  ])
})

test('an outcome under a lease that another process holds, or of another epoch, changes nothing', async () => {
  const endpoint = await makeEndpoint({})
  const stranger = [await makeRecord(endpoint, failed)]
  assert.deepEqual(await record(stranger, randomUUID()), [false])
  const overtaken = [await makeRecord(endpoint, { ...failed, epoch: EPOCH - 1 })]
  assert.deepEqual(await record(overtaken), [false])
  assert.equal((await stateOf(endpoint)).count, 0)
  for (const record of [...stranger, ...overtaken]) assert.deepEqual(await stored(record), { queued: 0, attempts: 0 })
})

test('only the attempt with the next number is recorded', async () => {
  const endpoint = await makeEndpoint({})
  const third = await makeRecord(endpoint, { ...retried(), number: 3 })
  for (const number of [2, 4]) assert.deepEqual(await record([{ ...third, number }]), [false])
  assert.deepEqual(await record([third]), [true])
  assert.deepEqual(await stored(third), { queued: 3, attempts: 1 })
})

test('the time of the last change moves when it is disabled, and not with the count', async () => {
  const before = await makeEndpoint({ failures: 18 })
  const changedAt = async () => {
    const { rows } = await database.pool.query<{ moved: boolean; disabled: boolean }>({
      text: `select updated_at > created_at as moved, updated_at is not distinct from disabled_at as disabled
        from webhook_endpoints where bucket = $1 and account_id = $2`,
      values: [before.bucket, before.accountId],
    })
    return rows[0]
  }
  await record([await makeRecord(before, failed)])
  assert.deepEqual(await changedAt(), { moved: false, disabled: false })
  await recordAttempts(database.pool, PROCESS_ID, clock.now() + 1000, [await makeRecord(before, failed)])
  assert.deepEqual(await changedAt(), { moved: true, disabled: true })
})
