/** The failed deliveries of messages, and those of them that another send can help. */
import { canArrive, hasNewWay, presentAddress } from '../../core/deliveries/another-send.ts'
import { findSuppressions } from '../../core/deliveries/suppressions.ts'
import { findFailedDeliveries } from './queries.ts'
import type { FailedRow } from './queries.ts'
import type { Connection } from '../../platform/db/sql.ts'

function mayArrive(row: FailedRow, isSuppressed: boolean): boolean {
  return canArrive(row.cause, hasNewWay({ ...row, isSuppressed }))
}

export async function readArriving(
  pool: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  messageIds: readonly number[],
): Promise<{ failed: FailedRow[]; arriving: FailedRow[] }> {
  const failed = await findFailedDeliveries(pool, bucket, accountId, messageIds)
  const suppressed = await findSuppressions(
    pool,
    failed.map((row) => ({ bucket, accountId, channelType: row.channelType, address: presentAddress(row) })),
  )
  return { failed, arriving: failed.filter((row, index) => mayArrive(row, suppressed[index] !== null)) }
}
