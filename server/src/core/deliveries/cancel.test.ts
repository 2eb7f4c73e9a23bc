/**
 * The reasons for canceling scheduled deliveries of removed channels. The reason names the channel only if the rest of
 * the message is still dispatched.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { createRecording, makeAccount, makeDelivery, nextMessageId } from '../../../test/factories.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { createCancellation } from './cancel.ts'
import { endAfterTests } from '../../../test/end-after-tests.ts'

const HOUR_MS = 3_600_000

const database = await endAfterTests(createTestDatabase())
const recording = createRecording()

/** A message scheduled on two channels, and a reader of its deliveries. */
async function scheduledOnTwo() {
  const { pool } = database
  const { recorder, clock } = recording
  const account = await makeAccount(pool)
  const { bucket, accountId, templateId } = account
  const first = await makeDelivery(pool, recording, account, clock.now() + HOUR_MS)
  const { rows } = await pool.query<{ channel_id: number }>({
    text: `insert into channels (bucket, account_id, name, channel_type, provider, created_at, updated_at)
      values ($1, $2, 'Push', 'push', 'sandbox', now(), now())
      returning id as channel_id`,
    values: [bucket, accountId],
  })
  const [{ channel_id: channelId } = { channel_id: 0 }] = rows
  const deliveryId = await nextMessageId(pool)
  const { messageId, recipientId, createdAt } = first
  const channel = { id: channelId, name: 'Push', channelType: 'push' }
  const of = {
    bucket,
    accountId,
    messageId,
    recipientId,
    createdAt,
    sendAt: clock.now() + HOUR_MS,
    source: 'api' as const,
    priority: 'normal' as const,
    reference: null,
    metadata: null,
    about: '{}',
  }
  await transaction(pool, (tx) => recorder.create(tx, [{ ...of, deliveryId, channel }]))
  const cancellation = createCancellation(recorder)
  return {
    channelIds: [first.channel.id, channelId] as const,
    detach: (...channelIds: number[]) =>
      transaction(pool, (tx) => cancellation.channelsDetached(tx, { bucket, accountId, templateId, channelIds })),
    remove: (goneId: number) =>
      transaction(pool, (tx) => cancellation.channelDeleted(tx, { bucket, accountId, channelId: goneId })),
    dispatchFirst: () =>
      transaction(pool, (tx) =>
        recorder.advance(tx, [{ bucket, accountId, deliveryId: first.id, fact: 'queued', source: 'dispatcher' }]),
      ),
    async reasons() {
      const found = await pool.query<{ status: string; error_message: string | null }>({
        text: `select status, error_message from deliveries where bucket = $1 and account_id = $2 and message_id = $3 order by id`,
        values: [bucket, accountId, messageId],
      })
      return found.rows.map(({ status, error_message: reason }) => reason ?? status)
    },
  }
}

test('all channels of the message are detached at once: none is left', async () => {
  const { channelIds, detach, reasons } = await scheduledOnTwo()
  await detach(...channelIds)
  assert.deepEqual(await reasons(), ['no_live_channels', 'no_live_channels'])
})

test('one of two is detached, then the other: the rest still dispatches, then nothing is left', async () => {
  const { channelIds, detach, reasons } = await scheduledOnTwo()
  await detach(channelIds[0])
  assert.deepEqual(await reasons(), ['channel_deleted_or_detached', 'scheduled'])
  await detach(channelIds[1])
  assert.deepEqual(await reasons(), ['channel_deleted_or_detached', 'no_live_channels'])
})

test('one of two is deleted, then the other is detached', async () => {
  const { channelIds, detach, remove, reasons } = await scheduledOnTwo()
  await remove(channelIds[1])
  assert.deepEqual(await reasons(), ['scheduled', 'channel_deleted_or_detached'])
  await detach(channelIds[0])
  assert.deepEqual(await reasons(), ['no_live_channels', 'channel_deleted_or_detached'])
})

test('the channel of the rest is deleted while another delivery of the message is dispatched already', async () => {
  const { channelIds, remove, dispatchFirst, reasons } = await scheduledOnTwo()
  await dispatchFirst()
  await remove(channelIds[1])
  assert.deepEqual(await reasons(), ['queued', 'channel_deleted_or_detached'])
})
