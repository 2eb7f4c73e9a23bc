// One account has nearly all rows. Finding one of them must not read the other rows, nor their index entries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connection } from '../../platform/db/sql.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { pagesRead } from '../../../test/pages-read.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import { lockDeliveries, writeDeliveries } from './advance-queries.ts'
import { deliveryOfRow } from './delivery.ts'
import type { Delivery } from './delivery.ts'
import { lockSends } from './sends/queries.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const ROWS = 20_000
/** Accounts with a few rows each, so that the first account's share seems small on average. */
const OTHERS = 400
const ROWS_OF_EACH = 10
const KEYS = 8
/**
 * A search in an index of this size reads three pages, and one page for the row. An update writes to every index of the
 * table.
 */
const PAGES_READ_OF_EACH_MAX = 10

/**
 * Copies the delivery with its message and send, under ids starting at `from`, for `accounts` accounts starting with
 * its own.
 */
async function copy({ bucket, accountId, id, messageId }: Delivery, accounts: number, rows: number, from: number) {
  const tables = {
    messages: { at: `id = ${messageId}`, ids: `'id', ${messageId} + place` },
    deliveries: { at: `id = ${id}`, ids: `'id', ${id} + place, 'message_id', ${messageId} + place` },
    send_queue: { at: `delivery_id = ${id}`, ids: `'delivery_id', ${id} + place` },
  }
  for (const [table, { at, ids }] of Object.entries(tables))
    await database.pool.query({
      text: `insert into ${table}
        select copied.*
        from ${table} original, generate_series(0, $3::integer - 1) account, generate_series(1, $4::integer) row,
          lateral (select $5::integer + account * $4::integer + row as place) p,
          lateral jsonb_populate_record(original, jsonb_build_object(
            'bucket', ($1::integer + account) % 64, 'account_id', $2::bigint + account, ${ids})) copied
        where original.bucket = $1 and original.account_id = $2 and original.${at}`,
      values: [bucket, accountId, accounts, rows, from],
    })
}

const database = await endAfterTests(createTestDatabase())
const first = await makeDelivery(database.pool, createRecording(), await makeAccount(database.pool))
await copy(first, 1, ROWS, 1_000_000)
await copy(first, 1 + OTHERS, ROWS_OF_EACH, 2_000_000)
await database.pool.query('vacuum analyze messages, deliveries, send_queue')
const { bucket, accountId, id } = first
const keys = Array.from({ length: KEYS }, (_, index) => ({
  bucket,
  accountId,
  deliveryId: id + 1_000_001 + index * 1000,
}))

const STATEMENTS: Record<string, { tables: number; run(connection: Connection): Promise<unknown[]> }> = {
  'of deliveries': { tables: 1, run: (connection) => lockDeliveries(connection, keys) },
  'of deliveries, which are updated': {
    tables: 3,
    async run(connection) {
      const locked = await lockDeliveries(connection, keys)
      const changed = locked.map(deliveryOfRow).map((delivery) => {
        return { ...delivery, ...delivery.factTimes, settled: false, sendEnded: true }
      })
      await writeDeliveries(connection, changed)
      return locked
    },
  },
  'of sends': { tables: 3, run: (connection) => lockSends(connection, keys) },
}

for (const [name, { tables, run }] of Object.entries(STATEMENTS))
  for (const mode of ['force_generic_plan', 'force_custom_plan'])
    test(`a lookup ${name}, ${mode}`, async () => {
      const read = await pagesRead(
        database.url,
        async (connection) => assert.equal((await run(connection)).length, KEYS),
        mode,
      )
      assert.ok(read > 0 && read <= KEYS * tables * PAGES_READ_OF_EACH_MAX, `${read} pages`)
    })

test('each table that may have very many rows of an account declares it, and so does every partition', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_class c join pg_attribute a on a.attrelid = c.oid left join pg_inherits i on i.inhrelid = c.oid
     where a.attname in ('bucket', 'account_id') and a.attoptions is null and c.relkind in ('r', 'p') and (
       i.inhparent is not null or c.relname in ('events', 'attempts', 'recipients', 'recipient_words', 'devices', 'suppressions', 'messages',
         'deliveries', 'send_queue', 'webhook_queue'))`,
  )
  assert.deepEqual(rows, [])
})
