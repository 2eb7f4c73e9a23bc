/** The messages of a person's export, with their files. */
import { between, keysOf, rowOf } from '../../platform/db/id-conditions.ts'
import { sql } from '../../platform/db/sql.ts'
import { bytesOf } from '../../platform/http/pages.ts'
import { parseWithDigits } from '../../platform/json-numbers.ts'
import { EXPORTED_IDS, EXPORTED_BOUNDS, exportPage, padded } from '../recipients/export.ts'
import type { ExportPart } from '../recipients/export.ts'
import { MESSAGE_TEXTS } from './list.ts'
import { skippedObject } from './message.ts'
import type { SkippedChannel } from './message.ts'

const listMessages = sql(
  'export.messages',
  exportPage(
    `select ${padded('k.id')} as page_key, 0 as page_number, m.id, template_id as message_template_id, actor_id,
       rendered_subject, rendered_body, channel_texts, attributes, topic_id, critical, skipped_channels, locale, reference, metadata, attachments, send_at,
       seen_at, delivered_at, canceled_at, created_at, updated_at
     from ${keysOf(EXPORTED_IDS, 'k')} cross join ${rowOf(['messages', 'm'], 'k', ['id'], `and ${between('one.id', ...EXPORTED_BOUNDS)}`)}
     where (${padded('k.id')}, 0) > ($4::text, $5::integer)`,
    bytesOf(...MESSAGE_TEXTS),
  ),
)

/** The files that are still stored, with their content in base64. */
const listAttachments = sql(
  'export.attachments',
  exportPage(
    `select ${padded('k.id')} as page_key, a.position as page_number, a.message_id, a.filename, a.content_type, a.content_id,
       translate(encode(a.content, 'base64'), E'\\n', '') as content, a.created_at
     from ${keysOf(EXPORTED_IDS, 'k')} join message_attachments a on a.bucket = $1 and a.account_id = $2 and a.message_id = k.id
     where (${padded('k.id')}, a.position) > ($4::text, $5::integer)`,
    bytesOf('filename', 'content'),
  ),
)

export const messageExports: readonly ExportPart[] = [
  {
    name: 'messages',
    ofMessages: (connection, { bucket, accountId, messageIds }, ...after) =>
      listMessages(connection, bucket, accountId, messageIds, ...after),
    json: {
      channel_texts: (text) => JSON.parse(text) as unknown,
      metadata: (text) => JSON.parse(text) as unknown,
      attachments: (text) => JSON.parse(text) as unknown,
      skipped_channels: (text) => (JSON.parse(text) as SkippedChannel[]).map(skippedObject),
      attributes: parseWithDigits,
    },
    rare: ['reference', 'metadata', 'attachments'],
  },
  {
    name: 'message_attachments',
    ofMessages: (connection, { bucket, accountId, messageIds }, ...after) =>
      listAttachments(connection, bucket, accountId, messageIds, ...after),
  },
]
