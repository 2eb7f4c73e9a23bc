/** Finds the messages of a resend in steps, outside of a transaction, newest first. */
import type { Connection } from '../../platform/db/sql.ts'
import { pageStart } from '../../platform/http/pages.ts'
import type { PageKey } from '../../platform/http/pages.ts'
import { searchFailed } from './queries.ts'
import type { ResendFilters } from './queries.ts'

/** Deliveries searched by one statement: about 10 ms. */
const STEP_DELIVERIES = 2000

export interface Search {
  bucket: number
  accountId: number
  filters: ResendFilters
  /** The search goes on behind this delivery, with older ones. Null: from the newest one. */
  after: PageKey | null
}

/** One step. `reached`: the last delivery searched. Null: the search has ended. At most `idsMax` messages. */
export async function searchOnce(
  connection: Connection,
  { bucket, accountId, filters, after }: Search,
  idsMax: number,
): Promise<{ ids: number[]; reached: PageKey | null }> {
  const { status, cause, notification_user_id: recipientId, notification_channel_id: channelId } = filters
  const { channel_type: channelType, message_template_id: templateId, created_after: createdAfter } = filters
  const others = [status?.split(',') ?? null, cause ?? null, recipientId ?? null, channelId ?? null] as const
  const [row] = await searchFailed(
    connection,
    ...([bucket, accountId, ...pageStart({ after }, filters.created_before ?? null), STEP_DELIVERIES, idsMax] as const),
    ...others,
    ...([channelType ?? null, templateId ?? null] as const),
    ...([createdAfter ?? '-infinity', filters.created_before ?? 'infinity'] as const),
  )
  const { reachedAt: createdAt, reachedId: id, ids } = row!
  return { ids, reached: createdAt === null || id === null ? null : { createdAt, id } }
}
