// One account among many has nearly all rows: to find one of them, no other row of the account is read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { distinctBuckets } from '../db/sql.ts'
import type { Connection } from '../db/sql.ts'
import { transaction } from '../db/transaction.ts'
import { createTestDatabase } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import { createRecording, makeAccount, makeDelivery } from '../../test/factories.ts'
import { lockDeliveries, writeDeliveries } from './advance-queries.ts'
import { deliveryOfRow } from './delivery.ts'
import type { DeliveryKey } from './delivery.ts'
import { lockSends } from './queries.ts'

const ROWS = 20_000
/** Accounts with a few rows each, which make the first one's share small on average. */
const OTHERS = 400
const ROWS_OF_EACH = 10
const KEYS = 8
/** More than the row itself are versions of it that an update left behind. */
const ROWS_READ_OF_EACH_MAX = 4

let database: TestDatabase
let keys: DeliveryKey[]

before(async () => {
  database = await createTestDatabase()
  const account = await makeAccount(database.pool)
  const first = await makeDelivery(database.pool, createRecording(), account)
  const copies = [first.bucket, first.accountId, first.id, first.messageId]
  for (const [accounts, rows, offset] of [
    [1, ROWS, 1_000_000],
    [OTHERS, ROWS_OF_EACH, 2_000_000],
  ])
    for (const [table, ids] of Object.entries({
      messages: `'id', $4 + place`,
      deliveries: `'id', $3 + place, 'message_id', $4 + place`,
      send_queue: `'delivery_id', $3 + place`,
    }))
      await database.pool.query({
        text: `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${ids},
            'bucket', ($1 + other) % 64, 'account_id', $2::bigint + other))).*
          from ${table} t, generate_series(0, $5 - 1) other, generate_series(1, $6) row,
            lateral (select $7 + other * $6 + row as place) p
          where t.bucket = $1 and t.account_id = $2 and ($3::bigint, $4::bigint) is not null and
            ${table === 'messages' ? 't.id = $4' : table === 'deliveries' ? 't.id = $3' : 't.delivery_id = $3'}`,
        values: [...copies, accounts, rows, offset],
      })
  await database.pool.query('analyze messages; analyze deliveries; analyze send_queue')
  keys = Array.from({ length: KEYS }, (_, index) => ({
    bucket: first.bucket,
    accountId: first.accountId,
    deliveryId: first.id + 1_000_001 + index * 1000,
  }))
})
after(() => database.close())

async function rowsRead(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ rows: number }>({
    text: `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as rows from pg_stat_xact_user_tables
      where relname in ('messages', 'deliveries', 'send_queue')`,
  })
  return rows[0]!.rows
}

const STATEMENTS: Record<string, { tables: number; run(connection: Connection): Promise<unknown> }> = {
  'of deliveries': {
    tables: 1,
    run: async (connection) => assert.equal((await lockDeliveries(connection, keys)).length, KEYS),
  },
  'and an update of them': {
    tables: 3,
    async run(connection) {
      const locked = await lockDeliveries(connection, keys)
      await writeDeliveries(connection, locked.map(deliveryOfRow))
    },
  },
  'of sends': {
    tables: 3,
    async run(connection) {
      const [buckets, accountIds, ids] = [
        keys.map((key) => key.bucket),
        keys.map((key) => key.accountId),
        keys.map((key) => key.deliveryId),
      ]
      assert.equal((await lockSends(connection, buckets, accountIds, ids, distinctBuckets(keys))).length, KEYS)
    },
  },
}

for (const [name, { tables, run }] of Object.entries(STATEMENTS))
  for (const mode of ['force_generic_plan', 'force_custom_plan'])
    test(`a lookup ${name}, ${mode}`, async () => {
      await transaction(database.pool, async (tx) => {
        await tx.query({ text: `set local plan_cache_mode = ${mode}` })
        const before = await rowsRead(tx)
        await run(tx)
        const read = (await rowsRead(tx)) - before
        assert.ok(read > 0 && read <= KEYS * tables * ROWS_READ_OF_EACH_MAX, `${read} rows`)
      })
    })
