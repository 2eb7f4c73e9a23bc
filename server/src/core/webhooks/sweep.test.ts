// Invariant 3: queued events of a deleted endpoint are dropped, whatever the state of the new endpoint.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createSystemClock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { bucketOf, createEventIds } from '../../platform/ids.ts'
import { sweepBucket } from './webhook-queue.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const clock = createSystemClock()
const eventIds = createEventIds(clock)
let accounts = 0

const database = await endAfterTests(createTestDatabase())
const context = { pool: database.pool, clock } as unknown as Context

async function makeAccount(state: 'active' | 'paused' | 'disabled') {
  const accountId = ++accounts
  const bucket = bucketOf(accountId)
  const { rows } = await database.pool.query<{ id: number }>({
    text: `insert into webhook_endpoints (bucket, account_id, url, secret, secret_last4, active, disabled_at, disabled_reason,
        inactive_since, created_at, updated_at)
      values ($1, $2, 'https://receiver.test/', 's', 'last', $3 <> 'paused', case when $3 = 'disabled' then now() end,
        case when $3 = 'disabled' then 'consecutive_failures' end, case when $3 <> 'active' then now() end, now(), now())
      returning id`,
    values: [bucket, accountId, state],
  })
  const endpointId = rows[0]!.id
  return { bucket, accountId, endpointId, deletedId: endpointId + 1_000_000 }
}

type Account = Awaited<ReturnType<typeof makeAccount>>

async function queue({ bucket, accountId }: Account, endpointId: number, due = false): Promise<string> {
  const { id } = eventIds.next(0)
  await database.pool.query({
    text: `insert into webhook_queue (bucket, account_id, endpoint_id, event_id, attempts_made, series_start, due_at)
      values ($1, $2, $3, $4, 0, 0, case when $5 then now() end)`,
    values: [bucket, accountId, endpointId, id, due],
  })
  return id
}

async function stateOf({ bucket, accountId }: Account) {
  const read = async (text: string) =>
    (await database.pool.query<{ event_id: string }>({ text, values: [bucket, accountId] })).rows.map((r) => r.event_id)
  return {
    queued: await read('select event_id from webhook_queue where bucket = $1 and account_id = $2 order by event_id'),
    dropped: await read(
      `select event_id from dropped_events where bucket = $1 and account_id = $2 and reason = 'endpoint_deleted' order by event_id`,
    ),
  }
}

for (const state of ['paused', 'disabled'] as const)
  test(`while its successor is ${state}, which keeps its own`, async () => {
    const account = await makeAccount(state)
    const orphans = [await queue(account, account.deletedId), await queue(account, account.deletedId, true)]
    const held = [await queue(account, account.endpointId, true), await queue(account, account.endpointId)]
    const keys = await sweepBucket(context, account.bucket)
    assert.deepEqual(await stateOf(account), { queued: held, dropped: orphans })
    assert.ok(!keys.includes(String(account.accountId)), 'held events are not read')
    await sweepBucket(context, account.bucket)
    assert.deepEqual(await stateOf(account), { queued: held, dropped: orphans })
  })

test('with an active successor they are read, and the attempt drops them', async () => {
  const account = await makeAccount('active')
  const orphan = await queue(account, account.deletedId)
  const keys = await sweepBucket(context, account.bucket)
  assert.deepEqual(await stateOf(account), { queued: [orphan], dropped: [] })
  assert.ok(keys.includes(String(account.accountId)))
})
