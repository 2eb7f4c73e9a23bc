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
import { dayStart, partitionName, readTables } from '../../platform/db/partitions/catalog.ts'
import { attachNew } from '../../platform/db/partitions/make.ts'
import { withSession } from '../../platform/db/session.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Delivery } from '../deliveries/delivery.ts'
import { recordSends } from '../deliveries/sends/queries.ts'
import { idFloor } from '../../platform/ids.ts'
import { findMessage } from './queries.ts'
import { removeOldMessages } from './retention.ts'

const DAY_MS = 86_400_000
const RETENTION_DAYS = 30
const TABLES = ['inbox_messages', 'sandbox_messages', 'sends', 'deliveries', 'messages', 'message_attachments']

const database = await endAfterTests(createTestDatabase())
const { pool, url } = database
const recording = createRecording()
const account = await makeAccount(pool)
const { bucket, accountId } = account
const now = recording.clock.now()
const directory = mkdtempSync(join(tmpdir(), 'tidings-retention-'))
after(() => rmSync(directory, { recursive: true }))

let partitionsMade = 0
/** Two days, older than the retention. */
async function makeOldPartition(): Promise<number> {
  const fromMs = dayStart(now) - (100 + 2 * ++partitionsMade) * DAY_MS
  await withSession(url, async (session) => {
    for (const table of await readTables(session))
      if (TABLES.includes(table.name)) await attachNew(session, table, { fromMs, toMs: fromMs + 2 * DAY_MS })
  })
  return fromMs
}

/** Deliveries with rows in every table, the last `settled` of them sent. */
async function fill(fromMs: number, count: number, settled: number): Promise<Delivery[]> {
  const made: Delivery[] = []
  for (let n = 1; n <= count; n++) {
    const delivery = await makeDelivery(pool, recording, account, null, idFloor(fromMs) + n)
    await keepSandboxMessage(pool, { bucket, accountId, deliveryId: delivery.id, channelId: account.channelId })
    await keepInboxMessage(pool, { ...delivery, deliveryId: delivery.id })
    const ended = { result: 'transient', cause: null, sentTo: null, startedAt: now, fallbackId: null }
    const response = { durationMs: 5, providerMessageId: null, ...ended }
    await recordSends(pool, [
      { bucket, accountId, deliveryId: delivery.id, recipientId: delivery.recipientId, number: 1, ...response },
    ])
    made.push(delivery)
  }
  for (const { id } of made.slice(count - settled)) await send(id)
  return made
}

const send = (deliveryId: number) =>
  transaction(pool, (tx) =>
    recording.recorder.advance(tx, [{ bucket, accountId, deliveryId, fact: 'sent', source: 'dispatcher' }]),
  )

const remove = () => withSession(url, (session) => removeOldMessages(session, now, RETENTION_DAYS))

/** Rows of the partition in each table. Null: there is no partition. */
async function rowsOf(fromMs: number): Promise<(number | null)[]> {
  return Promise.all(
    TABLES.map(async (table) => {
      const name = partitionName(table, fromMs)
      const { rows } = await pool.query<{ found: boolean }>('select to_regclass($1) is not null as found', [name])
      if (!rows[0]!.found) return null
      return (await pool.query<{ count: number }>(`select count(*)::int as count from ${name}`)).rows[0]!.count
    }),
  )
}

const GONE = TABLES.map(() => null)

test('a partition older than the retention is removed with all its rows, and its events stay', async () => {
  const fromMs = await makeOldPartition()
  const [old] = await fill(fromMs, 2, 2)
  const young = await makeDelivery(pool, recording, account)
  await send(young.id)
  assert.deepEqual(await withSession(url, (session) => removeOldMessages(session, now, null)), {
    removed: [],
    reduced: [],
    kept: [],
    refusal: null,
  })
  const { removed, refusal } = await remove()
  assert.deepEqual([removed, refusal], [TABLES.map((table) => partitionName(table, fromMs)), null])
  assert.deepEqual(await rowsOf(fromMs), GONE)
  assert.equal(await findMessage(pool, bucket, accountId, old!.messageId), null)
  assert.notEqual(await findMessage(pool, bucket, accountId, young.messageId), null)
  const events = await pool.query({ text: 'select from events where delivery_id = $1', values: [old!.id] })
  assert.equal(events.rows.length, 2)
  // A late report about a removed delivery changes nothing.
  assert.deepEqual(await send(old!.id), [false])
})

test('a partition that ends within the retention stays', async () => {
  const fromMs = await makeOldPartition()
  await fill(fromMs, 1, 1)
  const endsMs = fromMs + 2 * DAY_MS
  const removeAt = (atMs: number) => withSession(url, (session) => removeOldMessages(session, atMs, RETENTION_DAYS))
  assert.deepEqual((await removeAt(endsMs + RETENTION_DAYS * DAY_MS - 1)).removed, [])
  assert.equal((await removeAt(endsMs + RETENTION_DAYS * DAY_MS)).removed.length, TABLES.length)
})

test('a partition with too many messages still to be sent is named, and stays whole', async () => {
  const fromMs = await makeOldPartition()
  const { id, messageId } = await makeDelivery(pool, recording, account, now + 300 * DAY_MS, idFloor(fromMs) + 1)
  await pool.query({
    text: `insert into messages select (message).* from (
        select jsonb_populate_record(m, jsonb_build_object('id', m.id + n)) as message
        from messages m, generate_series(1, 10000) n where m.id = $1) copies`,
    values: [messageId],
  })
  const name = partitionName('messages', fromMs)
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
  assert.deepEqual(await rowsOf(fromMs), GONE)
})

test('messages still to be sent are carried over while their deliveries advance, and go when they are sent', async () => {
  const fromMs = await makeOldPartition()
  const made = await fill(fromMs, 30, 20)
  const later = await makeDelivery(pool, recording, account, now + 300 * DAY_MS, idFloor(fromMs) + 500)
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
  assert.deepEqual([result.reduced, result.refusal], [[partitionName('messages', fromMs)], null])
  assert.deepEqual(await rowsOf(fromMs), [10, 10, 10, 11, 11, 0])
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
  assert.deepEqual((await remove()).reduced, [partitionName('messages', fromMs)])
  assert.deepEqual(await rowsOf(fromMs), [0, 0, 0, 1, 1, 0])
  await transaction(pool, (tx) =>
    recording.recorder.advance(tx, [
      { bucket, accountId, deliveryId: later.id, fact: 'canceled', source: 'api', errorMessage: 'message_canceled' },
    ]),
  )
  await pool.query({ text: 'update messages set canceled_at = now() where id = $1', values: [later.messageId] })
  await remove()
  assert.deepEqual(await rowsOf(fromMs), GONE)
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
  assert.deepEqual([await rowsOf(first), await rowsOf(second)], [[1, 1, 1, 1, 1, 0], GONE])
  const { rows } = await pool.query(`select relname from pg_class where relname like 'carried%'`)
  assert.deepEqual(rows, [])
  await send(live!.id)
  await remove()
})

test('rows are not carried over beneath a backup', async () => {
  const fromMs = await makeOldPartition()
  const [live] = await fill(fromMs, 5, 4)
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
  assert.deepEqual(await rowsOf(fromMs), GONE)
})
