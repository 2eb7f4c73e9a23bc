// Invariant 1: a fact and its event are stored together or not at all.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createRecording, makeAccount, makeDelivery } from '../../../test/factories.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

/** No partition exists for this day. */
const FAR_OFF_MS = Date.UTC(2100, 0, 1)

const database = await endAfterTests(createTestDatabase())

test('a fact whose event cannot be stored is not recorded either', async () => {
  const { pool } = database
  const account = await makeAccount(pool)
  const delivery = await makeDelivery(pool, createRecording(), account)
  const { recorder } = createRecording({ now: () => FAR_OFF_MS, wall: () => FAR_OFF_MS, monotonic: () => 0 })
  const { bucket, accountId } = account
  const report = { bucket, accountId, deliveryId: delivery.id, fact: 'sent', source: 'dispatcher' } as const
  await assert.rejects(transaction(pool, (tx) => recorder.advance(tx, [report])))
  const { rows } = await pool.query<{ status: string }>({
    text: 'select status from deliveries where bucket = $1 and account_id = $2 and id = $3',
    values: [bucket, accountId, delivery.id],
  })
  assert.deepEqual(rows, [{ status: 'queued' }])
})
