import { deliveriesOf, isRowOf } from '../../platform/db/id-conditions.ts'
import { columns } from '../../platform/db/rows.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { parseWithDigits } from '../../platform/json-numbers.ts'
import type { Message } from './message.ts'

/** Stores messages. The caller must sort them by key, because unsorted multi-row writes deadlock. */
export const insertMessages = columns(
  `bucket smallint, account_id bigint, id bigint, recipient_id bigint, template_id bigint, template_version integer,
   actor_id bigint null, rendered_subject text, rendered_body text, channel_texts text null, attributes text,
   topic_id bigint null, critical boolean, skipped_channels text null, locale text null, send_at timestamptz null,
   traceparent text null, created_at timestamptz, reference text null, metadata text null, attachments text null, priority text null`,
).sql(
  'messages.insert',
  ({ input }) => `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, actor_id,
     rendered_subject, rendered_body, channel_texts, attributes, topic_id, critical, skipped_channels, locale, send_at,
     traceparent, created_at, updated_at, reference, metadata, attachments, priority)
   select bucket, account_id, id, recipient_id, template_id, template_version, actor_id, rendered_subject, rendered_body,
     channel_texts, attributes, topic_id, critical, skipped_channels, locale, send_at, traceparent, created_at, created_at,
     reference, metadata, attachments, priority
   from ${input}`,
)

/** A message to be stored. `attributes`, `channelTexts`, `skippedChannels` and `attachments` are JSON of those in `Message`. */
export type NewMessage = Parameters<typeof insertMessages>[1][number] & Pick<Message, 'priority'>

/** The text of the template for the message's locale, with the fall-backs of `core/rendering/texts.ts`. */
export const localText = (text: 'subject' | 'body') => `case when m.locale is null then v.${text} else coalesce((
       select l.${text} from template_locales l
       where l.bucket = $1 and l.account_id = m.account_id and l.template_id = m.template_id and l.version = m.template_version
         and (l.locale = m.locale or starts_with(m.locale, l.locale || '-')) and l.${text} is not null
       order by length(l.locale) desc limit 1), v.${text}) end`

/** Columns of a shown message but its deliveries, from `messages m` and `template_versions v`. $1 is the bucket. */
export const MESSAGE_OWN_COLUMNS = `m.id, m.account_id, m.recipient_id, m.template_id, m.actor_id, ${localText('subject')} as subject,
     ${localText('body')} as body, v.body_format, m.locale, m.attachments,
     m.rendered_subject, m.rendered_body, m.channel_texts, m.attributes, m.critical, m.skipped_channels, m.send_at, m.seen_at, m.delivered_at, m.canceled_at,
     m.created_at, m.updated_at, m.reference, m.metadata, m.priority`

/** The deliveries of a message as JSON, from rows `d` of deliveries and `c` of their channels. */
export const DELIVERIES_JSON = `jsonb_agg(jsonb_build_object('id', d.id, 'status', d.status, 'channel',
         jsonb_build_object('id', c.id, 'name', c.name, 'channelType', c.channel_type)) order by d.id)`

/** Columns of a shown message, from `messages m` and `template_versions v`. $1 is the bucket. */
export const MESSAGE_COLUMNS = `${MESSAGE_OWN_COLUMNS},
     coalesce((
       select ${DELIVERIES_JSON}
       from ${deliveriesOf('m.id')}
       join channels c on c.bucket = $1 and c.account_id = d.account_id and c.id = d.channel_id
       where d.bucket = $1 and d.account_id = m.account_id), '[]') as deliveries`

export const JOIN_VERSION = `join template_versions v on v.bucket = $1 and v.account_id = m.account_id
     and v.template_id = m.template_id and v.version = m.template_version`

const findMessageSql = sql(
  'messages.find',
  `select ${MESSAGE_COLUMNS}
   from messages m ${JOIN_VERSION}
   where m.bucket = $1 and m.account_id = $2 and m.id = $3`,
).as<Pick<Message, 'deliveries'>>()

/** A row with `MESSAGE_COLUMNS`. */
type MessageRow = Row<typeof findMessageSql>

export function messageOfRow(row: MessageRow): Message {
  return {
    ...row,
    channelTexts: JSON.parse(row.channelTexts ?? 'null') as Message['channelTexts'],
    attributes: parseWithDigits(row.attributes) as Message['attributes'],
    skippedChannels: JSON.parse(row.skippedChannels ?? '[]') as Message['skippedChannels'],
    attachments: JSON.parse(row.attachments ?? 'null') as Message['attachments'],
  }
}

/** The account's message with this id, or null. */
export async function findMessage(
  connection: Connection,
  bucket: number,
  accountId: number,
  id: number,
): Promise<Message | null> {
  const [row] = await findMessageSql(connection, bucket, accountId, id)
  return row === undefined ? null : messageOfRow(row)
}

/** The message's own times, locked until the transaction ends. */
export const lockMessage = sql(
  'messages.lock',
  `select send_at, seen_at, delivered_at, canceled_at from messages
   where bucket = $1 and account_id = $2 and id = $3
   for update`,
)

/** Sets the given times. Null leaves a time as it is. */
export const writeMessageTimes = sql(
  'messages.write_times',
  `with changed as (
     update messages
     set send_at = coalesce($4::timestamptz, send_at), seen_at = coalesce($5::timestamptz, seen_at),
       delivered_at = coalesce($6::timestamptz, delivered_at), canceled_at = coalesce($7::timestamptz, canceled_at),
       updated_at = $8::timestamptz
     where bucket = $1 and account_id = $2 and id = $3
     returning id
   )
   select id from changed`,
)

/** Blanks messages, and so locks them. Returns those with something to blank. */
export const blankMessages = columns('bucket smallint, account_id bigint, message_id bigint').sql(
  'messages.blank',
  ({ input, between }) => `with blanked as (
     update messages m set rendered_subject = '', rendered_body = '', channel_texts = null, attributes = '[]', locale = null,
       reference = null, metadata = null, attachments = null
     from ${input}
     where ${isRowOf('m', 'input', 'id', 'message_id')} and ${between('m.id', 'message_id')}
       and (m.rendered_subject <> '' or m.rendered_body <> '' or m.channel_texts is not null or m.attributes <> '[]'
         or num_nonnulls(m.locale, m.reference, m.metadata, m.attachments) > 0)
     returning m.id
   )
   select id from blanked`,
)
