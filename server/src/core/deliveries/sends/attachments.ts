/** Reads the files of a message just before its mail is sent, so a retry sends the same bytes. */
import { isOutage, isResultUnknown } from '../../../platform/db/database-error.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Connection } from '../../../platform/db/sql.ts'
import { cause } from '../../providers/causes.ts'
import type { SendResult } from '../../providers/provider.ts'
import type { ProviderInput } from './begin.ts'

const findAttachments = sql(
  'message_attachments.find',
  `select filename, content_type, content_id, content from message_attachments
   where bucket = $1 and account_id = $2 and message_id = $3 order by position`,
)

/** The input with the files, or the result if there are none any more. */
export async function withAttachments(
  connection: Connection,
  input: ProviderInput,
): Promise<{ input: ProviderInput } | { result: SendResult }> {
  const { bucket, accountId, messageId } = input.delivery
  try {
    const attachments = await findAttachments(connection, bucket, accountId, messageId!)
    if (attachments.length > 0) return { input: { ...input, attachments } }
    return { result: { result: 'permanent', cause: cause('message_refused', 'attachment removed') } }
  } catch (error) {
    if (!isOutage(error) && !isResultUnknown(error)) throw error
    return { result: { result: 'transient', retryAfterMs: null, cause: cause('overloaded') } }
  }
}
