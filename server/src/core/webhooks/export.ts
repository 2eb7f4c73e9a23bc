/** The webhook attempts of a person's export. */
import { rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { bytesOf } from '../../platform/http/pages.ts'
import { exportPage, exportedEvents } from '../recipients/export.ts'
import type { ExportPart } from '../recipients/export.ts'

const listAttempts = sql(
  'export.attempts',
  exportPage(
    `${exportedEvents(
      `a.event_id || '/' || a.endpoint_id as page_key, a.number as page_number, a.event_id, a.endpoint_id as webhook_endpoint_id,
       a.number, a.succeeded, a.response_code, a.error_message, a.duration_ms, a.response_head, a.created_at`,
      `cross join ${rowOf(['attempts', 'a'], 'e', ['event_id', 'id'])}`,
    )}
     where (a.event_id || '/' || a.endpoint_id, a.number) > ($4::text, $5::integer)`,
    bytesOf('response_head'),
  ),
)

export const attemptExport: ExportPart = {
  name: 'attempts',
  ofMessages: (connection, { bucket, accountId, deliveryIds, lowestEventId }, ...after) =>
    listAttempts(connection, bucket, accountId, deliveryIds, ...after, lowestEventId),
}
