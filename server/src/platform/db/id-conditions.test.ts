import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import { until } from '../../../test/service.ts'
import { between, boundsOf, rowOf } from './id-conditions.ts'

const database = await endAfterTests(createTestDatabase())
const { pool } = database

const LOCKED = [
  ['deliveries', 'id', `and ${between('one.id', ...boundsOf('$3::bigint[]'))} for update`, 'updated_at'],
  ['send_queue', 'delivery_id', 'for update', 'due_at'],
] as const

const CHANGED_TO = '2026-01-02T03:04:05.678Z'

for (const [table, column, more, time] of LOCKED)
  test(`a lock of ${table} that waits for another transaction reads the new row`, async () => {
    const accounts = [await makeAccount(pool), await makeAccount(pool), await makeAccount(pool)]
    const deliveries = []
    for (const account of accounts) deliveries.push(await makeDelivery(pool, createRecording(), account))
    const [holder, waiter] = [await pool.connect(), await pool.connect()]
    const keys = 'unnest($1::smallint[], $2::bigint[], $3::bigint[]) k (bucket, account_id, id)'
    const values = [
      accounts.map(({ bucket }) => bucket),
      accounts.map(({ accountId }) => accountId),
      deliveries.map(({ id }) => id),
    ]
    try {
      await holder.query('begin')
      const changed = `update ${table} set ${time} = $4 where bucket = any($1) and account_id = any($2) and ${column} = any($3)`
      await holder.query({ text: changed, values: [...values, CHANGED_TO] })
      const { rows: self } = await waiter.query('select pg_backend_pid() as pid')
      const locked = waiter.query({
        text: `select r.${time} = $4 as is_new from ${keys} cross join ${rowOf([table, 'r'], 'k', [column, 'id'], more)}`,
        values: [...values, CHANGED_TO],
      })
      await until(
        async () =>
          (
            await pool.query({
              text: `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
              values: [self[0].pid],
            })
          ).rows.length,
        (waiting) => waiting === 1,
      )
      await holder.query('commit')
      assert.deepEqual(
        (await locked).rows,
        accounts.map(() => ({ is_new: true })),
      )
    } finally {
      holder.release()
      waiter.release()
    }
  })
