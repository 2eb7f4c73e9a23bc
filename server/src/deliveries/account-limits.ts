/** The account's monthly limits, judged when the first send of a delivery is about to begin. */
import { LIMIT_KEYS, takeDeliveries } from '../accounts/limits.ts'
import type { LimitedType } from '../accounts/limits.ts'
import type { Connection } from '../db/sql.ts'
import type { LockedSend } from './queries.ts'
import type { SendDecision } from './sends/decision.ts'

interface JudgedSend {
  row: LockedSend
  decision: SendDecision
  /** What its provider would be given. */
  input: object | null
}

function overLimit(row: LockedSend): SendDecision {
  const errorMessage = `The monthly limit of ${row.channel_type} deliveries is reached`
  return { action: 'fail', errorMessage, limitFeatureKey: LIMIT_KEYS[row.channel_type as LimitedType] }
}

/**
 * Counts the deliveries whose first send is to begin, each account and type by one change of one row, and has those fail
 * that are over the limit. The count commits with the sends; the deliveries are locked, and their counts come after.
 */
export async function applyAccountLimits<Send extends JudgedSend>(
  connection: Connection,
  judged: readonly Send[],
  now: number,
): Promise<Send[]> {
  const starting = judged.filter(({ row, decision }) => decision.action === 'send' && row.sends_made === 0)
  const groups = Map.groupBy(starting, ({ row }) => `${row.account_id}/${row.channel_type}`)
  const wanted = [...groups.values()].map((sends) => {
    const { bucket, account_id: accountId, channel_type: channelType } = sends[0]!.row
    return { bucket, accountId, channelType, wanted: sends.length }
  })
  const granted = await takeDeliveries(connection, wanted, now)
  const refused = new Set([...groups.values()].flatMap((sends, index) => sends.slice(granted[index])))
  return judged.map((send) => (refused.has(send) ? { ...send, decision: overLimit(send.row), input: null } : send))
}
