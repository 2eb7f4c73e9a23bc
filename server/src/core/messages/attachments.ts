/** Files that go with the mails of a message. Their bytes are stored until no delivery of the message is to be sent. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { deliveriesOf, isRowOf, rowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { isoTime } from '../../platform/clock.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import { NameText } from '../../platform/http/schemas.ts'
import type { Task } from '../../platform/task-runner.ts'

const ATTACHMENTS_MAX = 10
/** Of all attachments of a message together. */
const BYTES_MAX = 3 * 1024 * 1024
const TOO_MANY_BYTES = `has too many bytes (maximum is ${BYTES_MAX} before base64)`
const BASE64_CHARACTERS_MAX = Math.ceil(BYTES_MAX / 3) * 4
/** Percent-encoding in forms adds some. */
export const ATTACHMENTS_BODY_BYTES_MAX = 5 * 1024 * 1024

/** The longest time that files are kept. A message with attachments must be due earlier. */
const KEPT_DAYS = 7
const KEPT_MS = KEPT_DAYS * 86_400_000

const AttachmentInput = Type.Object({
  filename: NameText(255, { examples: ['invoice.pdf'] }),
  content_type: Type.Unsafe<string>({
    type: 'string',
    maxLength: 127,
    pattern: '^(?!multipart/|message/)[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$',
    sentence: 'must be a media type in lower case, without parameters',
    examples: ['application/pdf'],
  }),
  content: Type.String({
    minLength: 1,
    maxLength: BASE64_CHARACTERS_MAX,
    'x-too-long': TOO_MANY_BYTES,
    description: 'The bytes in base64',
  }),
  content_id: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 100,
      pattern: '^[A-Za-z0-9][A-Za-z0-9._@-]*$',
      sentence: 'must be letters, digits, dots, dashes, underscores or @',
      description: 'Puts an image into the HTML of the mail: `<img src="cid:...">`',
    }),
  ),
})

export const AttachmentsInput = Type.Array(AttachmentInput, {
  maxItems: ATTACHMENTS_MAX,
  description:
    `Files for the mails of the message: at most ${ATTACHMENTS_MAX}, and 3 MiB together before base64. Not in a batch. ` +
    `They are removed when no delivery is to be sent any more, at the latest after ${KEPT_DAYS} days`,
})
type AttachmentsInput = Static<typeof AttachmentsInput>

const AttachmentOutput = Type.Object({
  filename: Type.String(),
  content_type: Type.String(),
  bytes: Type.Integer(),
})
export type AttachmentObject = Static<typeof AttachmentOutput>
export const AttachmentsOutput = Type.Array(AttachmentOutput, {
  description: 'The attachments, without their content. Only if the message has some',
})

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const isBase64 = (text: string) => text.length % 4 === 0 && BASE64.test(text)
/** Paths, and line breaks of Unicode. `NameText` refuses the others. */
const NO_FILENAME = /[/\\\u2028\u2029]|^\s*\.{1,2}\s*$/
const bytesOf = (content: string) => Buffer.byteLength(content, 'base64')

/** The errors in the attachments of a create. `sendAt`: ms since the epoch, or null. */
export function attachmentErrors(attachments: AttachmentsInput, sendAt: number | null, now: number): FieldErrors {
  const errors: FieldErrors = {}
  const ids = new Set<string>()
  let bytes = 0
  for (const [index, { filename, content, content_id: id }] of attachments.entries()) {
    const field = `attachments.${index}`
    if (NO_FILENAME.test(filename)) errors[`${field}.filename`] = ['must be a name of one line without a path']
    if (!isBase64(content)) errors[`${field}.content`] = ['must be base64']
    else bytes += bytesOf(content)
    if (id === null || id === undefined) continue
    if (ids.has(id)) errors[`${field}.content_id`] = ['is there twice']
    ids.add(id)
  }
  if (bytes > BYTES_MAX) errors['attachments'] = [`have too many bytes together (maximum is ${BYTES_MAX})`]
  if (attachments.length > 0 && sendAt !== null && sendAt > now + KEPT_MS)
    errors['send_at'] = [`must be within ${KEPT_DAYS} days, because the message has attachments`]
  return errors
}

export interface NewAttachment {
  bucket: number
  accountId: number
  messageId: number
  position: number
  filename: string
  contentType: string
  contentId: string | null
  content: Buffer
  createdAt: number
}

/** The rows to store, and the attachments as the API shows them. */
export function attachmentsOf(
  given: AttachmentsInput,
  of: Pick<NewAttachment, 'bucket' | 'accountId' | 'messageId' | 'createdAt'>,
): { rows: NewAttachment[]; shown: AttachmentObject[] } {
  const rows = given.map(({ filename, content_type: contentType, content, content_id: contentId = null }, position) => {
    return { ...of, position, filename, contentType, contentId, content: Buffer.from(content, 'base64') }
  })
  const shown = rows.map(({ filename, contentType, content }) => {
    return { filename, content_type: contentType, bytes: content.length }
  })
  return { rows, shown }
}

const insertAttachments = columns(
  `bucket smallint, account_id bigint, message_id bigint, position smallint, filename text, content_type text,
   content_id text null, content bytea, created_at timestamptz`,
).sql(
  'message_attachments.insert',
  ({
    input,
  }) => `insert into message_attachments (bucket, account_id, message_id, position, filename, content_type, content_id,
     content, created_at)
   select bucket, account_id, message_id, position, filename, content_type, content_id, content, created_at from ${input}
   order by bucket, account_id, message_id, position`,
)

/** Bytes of the files in one statement: the driver copies them several times. */
const STORED_AT_ONCE_BYTES = BYTES_MAX

/** Stores the files of messages in their transaction. */
export async function storeAttachments(tx: Transaction, files: readonly NewAttachment[]): Promise<void> {
  let bytes = 0
  const groups = Map.groupBy(files, ({ content }) => Math.floor((bytes += content.length) / STORED_AT_ONCE_BYTES))
  for (const group of groups.values()) await insertAttachments(tx, group)
}

/** Removes the files of messages. */
export const removeAttachments = columns('bucket smallint, account_id bigint, message_id bigint').sql(
  'message_attachments.remove',
  ({ input, between }) => `with removed as (
     delete from message_attachments a using ${input}
     where ${isRowOf('a', 'input', 'message_id')} and ${between('a.message_id', 'message_id')}
     returning a.message_id
   )
   select message_id from removed`,
)

const MESSAGES_AT_ONCE = 100

/** Messages whose files no delivery needs any more: each delivery that is to be sent has a row in `send_queue`. */
const listUnneeded = sql(
  'message_attachments.list_unneeded',
  `select a.bucket, a.account_id, a.message_id from message_attachments a
   where a.bucket = any($1::smallint[]) and a.position = 0 and (a.created_at < $2::timestamptz or not exists (
     select from ${deliveriesOf('a.message_id')}
     cross join ${rowOf(['send_queue', 'q'], 'd', ['delivery_id', 'id'])}
     where d.bucket = a.bucket and d.account_id = a.account_id
   ))
   order by a.bucket, a.account_id, a.message_id limit $3`,
)

export const attachmentRemoval: Task = {
  name: 'attachments_removed',
  intervalMs: 60_000,
  async run({ pool, buckets, clock }) {
    for (;;) {
      const found = await listUnneeded(pool, buckets(), isoTime(clock.now() - KEPT_MS), MESSAGES_AT_ONCE)
      const keys = found.map(({ bucket, accountId, messageId }) => {
        return { bucket, accountId, messageId }
      })
      if (keys.length > 0) await removeAttachments(pool, keys)
      if (keys.length < MESSAGES_AT_ONCE) return
    }
  },
}
