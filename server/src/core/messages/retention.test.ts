import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import {
  createRecording,
  keepInboxMessage,
  keepSandboxMessage,
  makeAccount,
  makeDelivery,
} from '../../../test/factories.ts'
import { writeBackup } from '../../features/backup/backup.ts'
import { rangeName, readTables } from '../../platform/db/partitions/catalog.ts'
import { attachNew, ensurePartitions } from '../../platform/db/partitions/make.ts'
import { MESSAGE_IDS } from '../../platform/db/id-blocks.ts'
import { withSession } from '../../platform/db/session.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Delivery } from '../deliveries/delivery.ts'
import { recordSends } from '../deliveries/sends/queries.ts'
import { RANGE_IDS } from '../../platform/ids.ts'
import { findMessage } from './queries.ts'
import { removeOldMessages } from './retention.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 30
const TABLES = ['inbox_messages', 'sandbox_messages', 'sends', 'deliveries', 'message_attachments', 'messages']

const database = await endAfterTests(createTestDatabase())
const { pool, url } = database
const recording = createRecording()
const account = await makeAccount(pool)
const { bucket, accountId } = account
const now = recording.clock.now()
const directory = mkdtempSync(join(tmpdir(), 'tidings-retention-'))
after(() => rmSync(directory, { recursive: true }))

/** The ids in use are far above those of the old partitions. */
const IN_USE = 100 * RANGE_IDS
await pool.query('select setval($1, $2)', [MESSAGE_IDS, IN_USE])
await withSession(url, (session) => ensurePartitions(session, now))

/** Makes a partition of each table. */
async function makePartitions(from: number, to: number): Promise<void> {
  await withSession(url, async (session) => {
    for (const table of await readTables(session))
      if (TABLES.includes(table.name)) await attachNew(session, table, { from, to })
  })
}

let partitionsMade = 1
/** A range that is not in use any more. */
async function makeOldPartition(): Promise<number> {
  const from = ++partitionsMade * RANGE_IDS
  await makePartitions(from, from + RANGE_IDS)
  return from
}

/** Gives the messages from one id to another this age. Event ids keep their time. */
async function age(fromId: number, toId: number, days: number): Promise<void> {
  const values = [new Date(now - days * DAY_MS).toISOString(), fromId, toId]
  for (const table of ['messages', 'deliveries'])
    await pool.query({ text: `update ${table} set created_at = $1 where id between $2 and $3`, values })
}

const LONG_AGO = 2 * RETENTION_DAYS

/** Deliveries with rows in every table, the last `settled` of them sent. */
async function fill(from: number, count: number, settled: number): Promise<Delivery[]> {
  const made: Delivery[] = []
  const sends: Parameters<typeof recordSends>[1][number][] = []
  for (let n = 1; n <= count; n++) {
    const delivery = await makeDelivery(pool, recording, account, null, from + n)
    await keepSandboxMessage(pool, { bucket, accountId, deliveryId: delivery.id, channelId: account.channelId })
    await keepInboxMessage(pool, { ...delivery, deliveryId: delivery.id })
    const ended = { result: 'transient', cause: null, sentTo: null, startedAt: now, fallbackId: null }
    const response = { durationMs: 5, providerMessageId: null, ...ended }
    sends.push({
      bucket,
      accountId,
      deliveryId: delivery.id,
      recipientId: delivery.recipientId,
      number: 1,
      ...response,
    })
    made.push(delivery)
  }
  await recordSends(pool, sends)
  await send(...made.slice(count - settled).map(({ id }) => id))
  await age(from, from + count, LONG_AGO)
  return made
}

const send = (...deliveryIds: number[]) =>
  transaction(pool, (tx) =>
    recording.recorder.advance(
      tx,
      deliveryIds.map((deliveryId) => ({ bucket, accountId, deliveryId, fact: 'sent', source: 'dispatcher' })),
    ),
  )

const remove = () => withSession(url, (session) => removeOldMessages(session, now, RETENTION_DAYS))
// The ranges of the first ids.
await remove()

/** Rows of the partition in each table. Null: there is no partition. */
async function rowsOf(from: number): Promise<(number | null)[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const name = rangeName(table, from)
      const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name])
      if (!rows[0]!.found) return null
      return (await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`)).rows[0]!.count
    }),
  )
}

const GONE = TABLES.map(() => null)

test('a partition older than the retention is removed with all its rows, and its events stay', async () => {
  const from = await makeOldPartition()
  const [old] = await fill(from, 2, 2)
  const young = await makeDelivery(pool, recording, account)
  await send(young.id)
  assert.deepEqual(await withSession(url, (session) => removeOldMessages(session, now, null)), {
    removed: [],
    reduced: [],
    deleted: 0,
    kept: [],
    refusal: null,
  })
  const { removed, refusal } = await remove()
  assert.deepEqual([removed, refusal], [TABLES.map((table) => rangeName(table, from)), null])
  assert.deepEqual(await rowsOf(from), GONE)
  assert.equal(await findMessage(pool, bucket, accountId, old!.messageId), null)
  assert.notEqual(await findMessage(pool, bucket, accountId, young.messageId), null)
  const events = await pool.query({ text: 'select from events where delivery_id = $1', values: [old!.id] })
  assert.equal(events.rows.length, 2)
  // A late report about a removed delivery changes nothing.
  assert.deepEqual(await send(old!.id), [false])
})

test('a partition stays as long as one of its messages, whatever their order', async () => {
  const from = await makeOldPartition()
  await fill(from, 3, 3)
  await age(from, from + 3, RETENTION_DAYS + 0.5)
  await age(from + 1, from + 1, RETENTION_DAYS - 0.5)
  const removeAt = (atMs: number) => withSession(url, (session) => removeOldMessages(session, atMs, RETENTION_DAYS))
  const soon = await removeAt(now + DAY_MS / 4)
  assert.deepEqual([soon.removed, soon.deleted], [[], 0])
  // Older by another day, a message goes alone.
  await age(from + 2, from + 2, RETENTION_DAYS + 1)
  assert.equal((await removeAt(now + 1)).deleted, 1)
  assert.deepEqual(await rowsOf(from), [2, 2, 2, 2, 0, 2])
  assert.equal((await removeAt(now + DAY_MS / 2 + 1)).removed.length, TABLES.length)
})

test('a service with few messages stays in one range, and its old messages go one by one, but not those still to be sent', async () => {
  const from = IN_USE + 1_000_000
  const made = await fill(from, 1203, 1202)
  const later = await makeDelivery(pool, recording, account, now + 300 * DAY_MS, from + 5000)
  await age(later.id, later.id, LONG_AGO)
  await age(made.at(-1)!.id, made.at(-1)!.id, RETENTION_DAYS)
  const young = await makeDelivery(pool, recording, account)
  const { deleted, removed, refusal } = await remove()
  assert.deepEqual([deleted, removed, refusal], [1201, [], null])
  const { rows } = await pool.query<{ id: number }>({
    text: 'select id from messages where bucket = $1 and account_id = $2 and id >= $3 order by id',
    values: [bucket, accountId, IN_USE],
  })
  const left = [young.messageId, made[0]!.messageId, made.at(-1)!.messageId, later.messageId]
  assert.deepEqual(
    rows.map(({ id }) => id).filter((id) => left.includes(id) || id > from),
    left,
  )
  assert.equal(await findMessage(pool, bucket, accountId, made[1]!.messageId), null)
  for (const table of ['sends', 'sandbox_messages'])
    assert.equal((await pool.query(`select from ${table} where delivery_id > ${from}`)).rowCount, 2, table)
  await send(made[0]!.id)
  assert.equal((await remove()).deleted, 1)
})

test('the days of an earlier version, with ids of 15 digits, are removed as they become old', async () => {
  const from = 207_830_000_000_000
  await makePartitions(from, from + 10_000_000_000)
  await fill(from, 2, 2)
  await age(from + 2, from + 2, RETENTION_DAYS - 1)
  const { removed, deleted } = await remove()
  assert.deepEqual([removed, deleted], [[], 1])
  await age(from + 2, from + 2, RETENTION_DAYS + 1)
  assert.equal((await remove()).removed.length, TABLES.length)
  assert.deepEqual(await rowsOf(from), GONE)
})

test('a partition with too many messages still to be sent is named, and stays whole', async () => {
  const from = await makeOldPartition()
  const { id, messageId } = await makeDelivery(pool, recording, account, now + 300 * DAY_MS, from + 1)
  await pool.query({
    text: `insert into messages select (message).* from (
        select jsonb_populate_record(m, jsonb_build_object('id', m.id + n)) as message
        from messages m, generate_series(1, 10000) n where m.id = $1) copies`,
    values: [messageId],
  })
  await age(from, from + 20_000, LONG_AGO)
  const name = rangeName('messages', from)
  const { kept, reduced, removed, refusal } = await remove()
  assert.deepEqual([kept, reduced, removed, refusal], [[name], [], [], null])
  const others = { text: `delete from messages where id > $1 and id <= $1 + 10000`, values: [messageId] }
  assert.equal((await pool.query(others)).rowCount, 10_000)
  await transaction(pool, (tx) =>
    recording.recorder.advance(tx, [
      { bucket, accountId, deliveryId: id, fact: 'canceled', source: 'api', errorMessage: 'message_canceled' },
    ]),
  )
  await pool.query({ text: 'update messages set canceled_at = now() where id = $1', values: [messageId] })
  assert.deepEqual((await remove()).kept, [])
  assert.deepEqual(await rowsOf(from), GONE)
})

test('messages still to be sent are carried over while their deliveries advance, and go when they are sent', async () => {
  const from = await makeOldPartition()
  const made = await fill(from, 30, 20)
  const later = await makeDelivery(pool, recording, account, now + 300 * DAY_MS, from + 500)
  await age(later.id, later.id, LONG_AGO)
  const live = made.slice(0, 10)
  const [result] = await Promise.all([
    remove(),
    ...live
      .slice(0, 5)
      .map(({ id }) =>
        transaction(pool, (tx) =>
          recording.recorder.advance(tx, [
            { bucket, accountId, deliveryId: id, fact: 'retrying', source: 'dispatcher' },
          ]),
        ),
      ),
  ])
  assert.deepEqual([result.reduced, result.refusal], [[rangeName('messages', from)], null])
  assert.deepEqual(await rowsOf(from), [10, 10, 10, 11, 0, 11])
  const { rows } = await pool.query<{ status: string }>({
    text: `select status from deliveries where bucket = $1 and account_id = $2 and id between $3 and $4 order by id`,
    values: [bucket, accountId, live[0]!.id, later.id],
  })
  assert.deepEqual(
    rows.map(({ status }) => status),
    [...Array<string>(5).fill('retrying'), ...Array<string>(5).fill('queued'), 'scheduled'],
  )
  // Reduced already, the partition is not truncated again.
  assert.deepEqual((await remove()).reduced, [])
  for (const { id } of live) await send(id)
  assert.deepEqual((await remove()).reduced, [rangeName('messages', from)])
  assert.deepEqual(await rowsOf(from), [0, 0, 0, 1, 0, 1])
  await transaction(pool, (tx) =>
    recording.recorder.advance(tx, [
      { bucket, accountId, deliveryId: later.id, fact: 'canceled', source: 'api', errorMessage: 'message_canceled' },
    ]),
  )
  await pool.query({ text: 'update messages set canceled_at = now() where id = $1', values: [later.messageId] })
  await remove()
  assert.deepEqual(await rowsOf(from), GONE)
})

/** A session whose server process ends before its statement number `last`. */
function endingSession(session: Connection, last: number): Connection {
  let made = 0
  return {
    query(config) {
      const text = ++made === last ? 'select pg_terminate_backend(pg_backend_pid())' : null
      return session.query(text === null ? config : { text })
    },
  }
}

test('a removal that ends at any of its statements loses no live message, and the next one completes it', async () => {
  const [first, second] = [await makeOldPartition(), await makeOldPartition()]
  const [live] = await fill(first, 6, 5)
  await fill(second, 2, 2)
  let statements = 1
  for (; statements < 200; statements++) {
    const ended = await withSession(url, (session) =>
      removeOldMessages(endingSession(session, statements), now, RETENTION_DAYS),
    ).then(
      () => false,
      () => true,
    )
    assert.notEqual(await findMessage(pool, bucket, accountId, live!.messageId), null, `statement ${statements}`)
    if (!ended) break
  }
  assert.ok(statements > 20, `${statements} statements`)
  await remove()
  assert.deepEqual([await rowsOf(first), await rowsOf(second)], [[1, 1, 1, 1, 0, 1], GONE])
  const { rows } = await pool.query(`select relname from pg_class where relname like 'carried%'`)
  assert.deepEqual(rows, [])
  await send(live!.id)
  await remove()
})

test('rows are not carried over beneath a backup', async () => {
  const from = await makeOldPartition()
  const [live] = await fill(from, 5, 4)
  let refusal: Error | null = null
  let isRefused = false
  const made = await withSession(url, (session) => {
    const holding: Connection = {
      async query(config) {
        const result = await session.query(config)
        // The first statement behind the snapshot.
        if (!isRefused && config.text.startsWith('select version, name')) {
          isRefused = true
          refusal = (await remove()).refusal
        }
        return result as never
      },
    }
    const path = join(directory, 'backup')
    return writeBackup({ ...session, ...holding }, { path, clock: recording.clock, onProgress: () => {} })
  })
  assert.match(refusal!.message, /lock timeout/)
  const { rows } = await pool.query<{ count: number }>('select count(*)::int as count from messages')
  assert.equal(made.tables.find(({ name }) => name === 'messages')!.rows, rows[0]!.count)
  assert.equal((await remove()).refusal, null)
  await send(live!.id)
  await remove()
  assert.deepEqual(await rowsOf(from), GONE)
})
