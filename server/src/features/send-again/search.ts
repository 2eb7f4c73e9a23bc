/** Finds the messages of a resend in steps, outside of a transaction, newest first. */
import type { Connection } from '../../platform/db/sql.ts'
import { searchFailed } from './queries.ts'
import type { ResendFilters } from './queries.ts'

/** Deliveries searched by one statement: about 10 ms. */
const STEP_DELIVERIES = 2000

export interface Search {
  bucket: number
  accountId: number
  filters: ResendFilters
  /** Ids of deliveries: the search goes down from below the first one to the second one. */
  below: number
  from: number
}

/** One step. `reached`: where the next one begins. Null: the search has ended. At most `idsMax` messages. */
export async function searchOnce(
  connection: Connection,
  { bucket, accountId, filters, below, from }: Search,
  idsMax: number,
): Promise<{ ids: number[]; reached: number | null }> {
  const { status, cause, notification_user_id: recipientId, notification_channel_id: channelId } = filters
  const { channel_type: channelType, message_template_id: templateId, created_after: after } = filters
  const others = [status?.split(',') ?? null, cause ?? null, recipientId ?? null, channelId ?? null] as const
  const [row] = await searchFailed(
    connection,
    ...([bucket, accountId, below, from, STEP_DELIVERIES, idsMax] as const),
    ...others,
    ...([channelType ?? null, templateId ?? null] as const),
    ...([after ?? '-infinity', filters.created_before ?? 'infinity'] as const),
  )
  return row!
}
