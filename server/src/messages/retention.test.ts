import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../test/database.ts'
import { createRecording, makeAccount, makeDelivery } from '../../test/factories.ts'
import { transaction } from '../db/transaction.ts'
import { removeOldMessages } from './retention.ts'
import { endAfterTests } from '../../test/end-after-tests.ts'

const database = await endAfterTests(createTestDatabase())

test('old messages are deleted with their deliveries, except unsent and young ones', async () => {
  const { pool } = database
  const recording = createRecording()
  const account = await makeAccount(pool)
  const { bucket, accountId } = account
  const [sent, waiting, young] = [
    await makeDelivery(pool, recording, account),
    await makeDelivery(pool, recording, account),
    await makeDelivery(pool, recording, account),
  ]
  for (const { id } of [sent, young])
    await transaction(pool, (tx) =>
      recording.recorder.advance(tx, [{ bucket, accountId, deliveryId: id, fact: 'sent', source: 'dispatcher' }]),
    )
  await pool.query({
    text: `update messages set created_at = created_at - interval '8 days' where bucket = $1 and id = any($2)`,
    values: [bucket, [sent.messageId, waiting.messageId]],
  })
  const now = recording.clock.now()
  assert.equal(await removeOldMessages(pool, now, null), 0)
  assert.equal(await removeOldMessages(pool, now, 7), 1)
  const { rows } = await pool.query<{ id: number }>({
    text: 'select id from deliveries where bucket = $1 and account_id = $2 order by id',
    values: [bucket, accountId],
  })
  assert.deepEqual(
    rows.map((row) => row.id),
    [waiting.id, young.id],
  )
  const events = await pool.query({ text: 'select from events where delivery_id = $1', values: [sent.id] })
  assert.equal(events.rows.length, 2, 'its events stay')
})
