/** Erasures that are cut off, late or long. Invariants 1, 3 and 4. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createRecording, keepSandboxMessage, makeAccount, makeDelivery } from '../../../test/factories.ts'
import type { TestAccount } from '../../../test/factories.ts'
import { until } from '../../../test/service.ts'
import { createSystemClock } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { transaction, writeOn } from '../../platform/db/transaction.ts'
import type { RequestConnections } from '../../platform/db/transaction.ts'
import { ALL_BUCKETS } from '../../platform/ids.ts'
import { beginErasure, continueErasures, erase, LOOK_AGAIN_MS } from './erasure.ts'
import type { PersonKey } from '../../core/recipients/export.ts'
import { inboxErasure } from '../inbox/removal.ts'
import { receivedErasure } from '../test-receiver/queries.ts'
import type { ErasureTools } from './erasure.ts'

const WORDS = 'message_refused: 550 ada@example.com is unknown'
const WAITING_FOR_INBOX = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and query like '%delete from inbox_messages%'`
const REQUESTER = { actor: 'api_key:1', origin: null }

const database = await endAfterTests(createTestDatabase())
const { pool } = database
const connectionsOn = (on: ServicePool): RequestConnections => ({ pool: on, write: writeOn(on) })
const connections = connectionsOn(pool)
const system = createSystemClock()
let aheadMs = 0
const clock: Clock = { ...system, now: () => system.now() + aheadMs }
const recording = createRecording(clock)
const changed: number[] = []
const tools: ErasureTools = {
  clock,
  recorder: recording.recorder,
  steps: [inboxErasure, receivedErasure],
  onBodiesChanged: (_bucket, accountId) => void changed.push(accountId),
}

const keyOf = ({ bucket, accountId, recipientId }: TestAccount): PersonKey => ({ bucket, accountId, recipientId })

/** A message with a failed delivery, everything of it with personal data. */
async function makeFailed(account: TestAccount): Promise<number> {
  const { bucket, accountId, channelId } = account
  const { id: deliveryId, messageId, recipientId } = await makeDelivery(pool, recording, account)
  const report = { bucket, accountId, deliveryId, source: 'dispatcher' as const, fact: 'failed' as const }
  await transaction(pool, (tx) =>
    recording.recorder.advance(tx, [{ ...report, errorMessage: WORDS, friendlyErrorMessage: 'It was refused' }]),
  )
  await keepSandboxMessage(pool, { bucket, accountId, deliveryId, channelId })
  await pool.query({
    text: `insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, cause)
      select $1, $2, $3, number, now(), 1, 'permanent', $4 from generate_series(1, 3) number`,
    values: [bucket, accountId, deliveryId, WORDS],
  })
  await pool.query({
    text: `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, duration_ms,
        response_head, created_at)
      select bucket, account_id, 1, id, type, 1, true, true, 1, 'Hello ada@example.com', created_at from events
      where bucket = $1 and account_id = $2 and delivery_id = $3`,
    values: [bucket, accountId, deliveryId],
  })
  assert.equal(recipientId, account.recipientId)
  return messageId
}

/** Tables with personal data of the account's recipient. */
async function left({ bucket, accountId }: TestAccount): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>({
    text: `select distinct name from (
        select 'recipients' as name from recipients where bucket = $1 and account_id = $2 and (email is not null or external_user_id is not null)
        union all select 'messages' from messages where bucket = $1 and account_id = $2 and rendered_body <> ''
        union all select 'deliveries' from deliveries where bucket = $1 and account_id = $2 and error_message like '%@%'
        union all select 'sends' from sends where bucket = $1 and account_id = $2 and cause like '%@%'
        union all select 'events' from events where bucket = $1 and account_id = $2 and body like '%ada@%'
        union all select 'attempts' from attempts where bucket = $1 and account_id = $2 and response_head is not null
        union all select 'sandbox_messages' from sandbox_messages where bucket = $1 and account_id = $2
        union all select 'unsettled' from send_queue where bucket = $1 and account_id = $2) t order by name`,
    values: [bucket, accountId],
  })
  return rows.map((row) => row.name)
}

/** Runs the task until no erasure is due. */
async function continueAll(): Promise<void> {
  while ((await continueErasures(pool, tools, ALL_BUCKETS)) > 0);
}

/** A pool that loses the connection at the nth statement of a transaction. */
function cutOffAt(statements: number): { connections: RequestConnections; wasCutOff(): boolean } {
  let made = 0
  const cutOff = {
    use: 'service' as const,
    query: (config: never) => pool.query(config),
    async connect() {
      const client = await pool.connect()
      return {
        query: ((config: { text: string }) => {
          made += 1
          if (made === statements) return Promise.reject(new Error('cut off'))
          return client.query(config)
        }) as typeof client.query,
        release: (error?: Error): void => client.release(error),
      }
    },
  }
  return { connections: connectionsOn(cutOff as ServicePool), wasCutOff: () => made >= statements }
}

test('cut off at any statement, it is finished by the next run, with each event once', async () => {
  for (let statements = 1; ; statements++) {
    const account = await makeAccount(pool, 'ada@example.com')
    await makeFailed(account)
    await makeDelivery(pool, recording, account)
    await makeDelivery(pool, recording, account, clock.now() + 3_600_000)
    const broken = cutOffAt(statements)
    await erase(broken.connections, tools, keyOf(account), REQUESTER).catch((error: Error) => {
      assert.equal(error.message, 'cut off')
    })
    const wasCutOff = broken.wasCutOff()
    if (wasCutOff) {
      await beginErasure(writeOn(pool), clock, keyOf(account), REQUESTER)
      await continueErasures(pool, tools, ALL_BUCKETS)
    }
    assert.deepEqual(await left(account), [], `after statement ${statements}`)
    const { rows } = await pool.query<{ type: string; events: number }>({
      text: `select type, count(*)::integer as events from events where bucket = $1 and account_id = $2 group by type order by type`,
      values: [account.bucket, account.accountId],
    })
    const counts = rows.map(({ type, events }) => `${type} ${events}`)
    assert.deepEqual(counts, ['delivery.canceled 1', 'delivery.failed 2', 'delivery.queued 2', 'delivery.scheduled 1'])
    const { rows: entries } = await pool.query({
      text: `select from audit_log where bucket = $1 and account_id = $2`,
      values: [account.bucket, account.accountId],
    })
    assert.equal(entries.length, 1)
    if (!wasCutOff) break
  }
})

test('a long history is erased in steps, and the progress counts each message once', async () => {
  const account = await makeAccount(pool, 'ada@example.com')
  for (let made = 0; made < 230; made++) await makeFailed(account)
  changed.length = 0
  await erase(connections, tools, keyOf(account), REQUESTER)
  await continueAll()
  const done = await erase(connections, tools, keyOf(account), REQUESTER)
  assert.deepEqual([done?.status, done?.messages, done?.deliveries], ['finished', 230, 230])
  assert.deepEqual(await left(account), [])
  assert.deepEqual(changed, [account.accountId, account.accountId, account.accountId])
})

test('the place of an event in the feed stays when its body changes', async () => {
  const account = await makeAccount(pool, 'ada@example.com')
  await makeFailed(account)
  const places = async () =>
    (
      await pool.query<{ id: string; tx: string; type: string }>({
        text: 'select id, tx::text as tx, type from events where bucket = $1 and account_id = $2 order by tx, id',
        values: [account.bucket, account.accountId],
      })
    ).rows
  const before = await places()
  await erase(connections, tools, keyOf(account), REQUESTER)
  assert.deepEqual(await places(), before)
})

test('rows that a request or a send under way wrote afterwards are found by the second look', async () => {
  const account = await makeAccount(pool, 'ada@example.com')
  await makeFailed(account)
  const first = await erase(connections, tools, keyOf(account), REQUESTER)
  await makeFailed(account)
  await makeDelivery(pool, recording, account, clock.now() + 3_600_000)
  await continueErasures(pool, tools, ALL_BUCKETS)
  assert.notDeepEqual(await left(account), [], 'it is not due yet')
  try {
    aheadMs = LOOK_AGAIN_MS
    await continueAll()
    assert.deepEqual(await left(account), [])
    assert.deepEqual(await erase(connections, tools, keyOf(account), REQUESTER), first)
  } finally {
    aheadMs = 0
  }
})

test('a message in the inbox is locked before the message, so an erasure and an opened inbox never wait for each other', async () => {
  const account = await makeAccount(pool, 'ada@example.com')
  const { bucket, accountId, recipientId } = account
  const { id: deliveryId, messageId } = await makeDelivery(pool, recording, account)
  const values = [bucket, accountId, messageId]
  await pool.query({
    text: `insert into inbox_messages (bucket, account_id, message_id, delivery_id, recipient_id, title, body, created_at)
      values ($1, $2, $3, $4, $5, '', '', now())`,
    values: [...values, deliveryId, recipientId],
  })
  const erasing = await transaction(pool, async (tx) => {
    const locked = 'where bucket = $1 and account_id = $2 and message_id = $3 for update'
    await tx.query({ text: `select from inbox_messages ${locked}`, values })
    const waiting = erase(connections, tools, keyOf(account), REQUESTER)
    await until(
      async () => (await pool.query({ text: WAITING_FOR_INBOX })).rows.length,
      (rows) => rows > 0,
    )
    const free = 'select from messages where bucket = $1 and account_id = $2 and id = $3 for update nowait'
    await tx.query({ text: free, values })
    return { waiting }
  })
  await erasing.waiting
  await continueAll()
  assert.deepEqual(await left(account), [])
})
