/** The failed deliveries of messages, and those of them that another send can help. */
import { canArrive, hasNewWay, presentAddress } from '../../core/deliveries/another-send.ts'
import { findSuppressions } from '../../core/deliveries/suppressions.ts'
import type { Pool } from '../../platform/db/pool.ts'
import { findFailedDeliveries } from './queries.ts'
import type { FailedRow } from './queries.ts'

const addressOf = (row: FailedRow) => presentAddress({ ...row, channelType: row.channel_type })

function mayArrive(row: FailedRow, isSuppressed: boolean): boolean {
  const { channel_type: channelType, email, phone, has_device: hasDevice, sent_to: sentTo } = row
  return canArrive(row.cause, hasNewWay({ channelType, email, phone, hasDevice, sentTo, isSuppressed }))
}

export async function readArriving(
  pool: Pool,
  { bucket, accountId }: { bucket: number; accountId: number },
  messageIds: readonly number[],
): Promise<{ failed: FailedRow[]; arriving: FailedRow[] }> {
  const failed = await findFailedDeliveries(pool, bucket, accountId, messageIds)
  const suppressed = await findSuppressions(
    pool,
    failed.map((row) => ({ bucket, accountId, channelType: row.channel_type, address: addressOf(row) })),
  )
  return { failed, arriving: failed.filter((row, index) => mayArrive(row, suppressed[index] !== null)) }
}
