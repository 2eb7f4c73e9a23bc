/** An account with a million messages, deliveries and events in many partitions. A list with too many reads shows here. */
import { readTables } from '../src/platform/db/partitions/catalog.ts'
import { attachNew } from '../src/platform/db/partitions/make.ts'
import { withSession } from '../src/platform/db/session.ts'
import { eventIdFloor, RANGE_IDS } from '../src/platform/ids.ts'
import type { BenchDatabase } from './database.ts'

export const DELIVERIES = 1_000_000
const RECIPIENTS = 100_000
/** Every tenth message goes to one recipient, who has seen all of them. */
const SHARE_OF_ONE = 10
/** Scheduled, unseen messages of another recipient. */
const WAITING = 10_000
/** The others were skipped. */
const ATTEMPTS = 990_000
const SMALL_TABLES = 1000
/** Rows per statement. */
const ROWS_AT_ONCE = 50_000
/** Between two events, ms. All of them take a day. */
const EVENT_STEP_MS = 86
/** Of each table of messages. The last one is empty, and the others have the same number of rows. */
export const PARTITIONS = 21
/** Between two messages, ms. All of them take 28.9 days. */
const STEP_MS = 2500

/** Ids for the filters of the lists. */
export const RECIPIENT_OF_MANY = 1
export const RECIPIENT_WAITING = 2
export const RECIPIENT_OF_FEW = 3
const CHANNEL = 1
export const CHANNEL_UNUSED = 2
export const TEMPLATE = 1
export const TEMPLATE_UNUSED = 2
export const ENDPOINT = 1
/** The only refused request. */
export const REQUEST_OF_OLDEST = `req_${String(RECIPIENTS).padStart(20, '0')}`
/** The number of the oldest delivery, the only one with its properties: failed, unseen, of another template and channel. */
const OLDEST = 1

const ROWS_OF_RANGE = DELIVERIES / (PARTITIONS - 1)

/** The id of the oldest delivery, and of its message. */
export const OLDEST_ID = OLDEST
/** An unknown id of a range with rows. */
export const UNKNOWN_ID = RANGE_IDS - 1

/** SQL: the time of message n. */
const timeOf = (n: string) => `$3::timestamptz - (${DELIVERIES} - ${n}) * interval '${STEP_MS} ms'`
/** SQL: the id of message n, and of its delivery. */
const idOf = (n: string) => `((${n} - 1) / ${ROWS_OF_RANGE} * ${RANGE_IDS}::bigint + ${n})`

/** SQL: the id and the time of event n. $6: the first 14 characters of each id of the statement. */
const eventIdOf = (n: string) => `($6::text[])[${n} - $4::integer + 1] || lpad(${n}::text, 16, '0')`
const eventTimeOf = (n: string) => `$3::timestamptz - (${DELIVERIES} - ${n}) * interval '${EVENT_STEP_MS} ms'`

export interface ExplainedAccount {
  bucket: number
  accountId: number
}

/** $1 and $2: the account. $3: the time of the newest row. $4 and $5: the numbers of the rows. */
const FILL: [what: string, rows: number, text: string][] = [
  [
    'recipients',
    RECIPIENTS,
    `insert into recipients (bucket, account_id, id, external_user_id, email, first_name, last_name, created_at, updated_at)
     select $1, $2, n, 'user-' || n, 'user-' || n || '@example.com', 'Anna Maria', 'Kowalska ' || n, $3::timestamptz - n * interval '1 second', $3
     from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'channels',
    SMALL_TABLES,
    `insert into channels (bucket, account_id, id, name, channel_type, provider, created_at, updated_at)
     select $1, $2, n, 'Channel ' || n, case when n = 1000 then 'sms' else 'email' end, 'sandbox',
       $3::timestamptz - n * interval '1 second', $3
     from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'templates',
    SMALL_TABLES,
    `insert into templates (bucket, account_id, id, name, version, created_at, updated_at)
     select $1, $2, n, 'template-' || n, 1, $3::timestamptz - n * interval '1 second', $3
     from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'template versions',
    SMALL_TABLES,
    `insert into template_versions (bucket, account_id, template_id, version, subject, body, body_format, channels, created_at)
     select $1, $2, n, 1, 'Receipt', repeat('text ', 50), 'text', '[]', $3 from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'messages',
    DELIVERIES,
    `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
       rendered_body, attributes, send_at, seen_at, created_at, updated_at)
     select $1, $2, ${idOf('n')}, recipient, case when n = ${OLDEST} then ${TEMPLATE_UNUSED} else ${TEMPLATE} end, 1, 'Receipt',
       repeat('text ', 50), '[]', case when recipient = ${RECIPIENT_WAITING} then $3::timestamptz + interval '1 day' end,
       case when n <> ${OLDEST} and recipient <> ${RECIPIENT_WAITING} then at end, at, at
     from generate_series($4::integer, $5::integer) n
     cross join lateral (
       select ${timeOf('n')} as at,
         case when n % ${SHARE_OF_ONE} = 1 then ${RECIPIENT_OF_MANY} when n % ${DELIVERIES / WAITING} = 2 then ${RECIPIENT_WAITING}
           else 3 + n % ${RECIPIENTS - 3} end as recipient) t`,
  ],
  [
    'deliveries',
    DELIVERIES,
    `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, scheduled_at, queued_at,
       sent_at, failed_at, delivered_at, created_at, updated_at)
     select $1, $2, m.id, m.id, m.recipient_id, case when is_oldest then ${CHANNEL_UNUSED} else ${CHANNEL} end,
       case when is_oldest then 'failed' when m.send_at is not null then 'scheduled' else 'delivered' end,
       case when m.send_at is not null then m.created_at end, case when m.send_at is null then m.created_at end,
       case when not is_oldest and m.send_at is null then m.created_at end, case when is_oldest then m.created_at end,
       case when not is_oldest and m.send_at is null then m.created_at end, m.created_at, m.created_at
     from messages m cross join lateral (select m.id = ${idOf(String(OLDEST))} as is_oldest) one
     where m.bucket = $1 and m.account_id = $2 and m.id between ${idOf('$4::integer')} and ${idOf('$5::integer')} and m.created_at <= $3`,
  ],
  [
    'attempts',
    ATTEMPTS,
    `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code,
       duration_ms, created_at)
     select $1, $2, ${ENDPOINT}, ${eventIdOf('n')}, 'delivery.queued', 1, true, true, 200, 20,
       ${eventTimeOf('n')}
     from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'suppressions',
    RECIPIENTS,
    `insert into suppressions (bucket, account_id, channel_type, address, reason, created_at)
     select $1, $2, 'email', 'user-' || n || '@example.com', 'bounce', $3::timestamptz - n * interval '1 second'
     from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'requests',
    RECIPIENTS,
    `insert into requests (bucket, account_id, request_id, actor, method, path, status, duration_ms, code, made, at)
     select $1, $2, 'req_' || lpad(n::text, 20, '0'), 'api_key:1', 'POST', '/api/v1/messages',
       case when n = ${RECIPIENTS} then 422 else 201 end, 3, case when n = ${RECIPIENTS} then 'invalid' end,
       case when n < ${RECIPIENTS} then '{"message_id": 7}'::jsonb end, $3::timestamptz - n * interval '5 seconds'
     from generate_series($4::integer, $5::integer) n`,
  ],
  [
    'audit entries',
    RECIPIENTS,
    `insert into audit_log (bucket, account_id, action, actor, target, at)
     select $1, $2, case when n = ${RECIPIENTS} then 'member.added' else 'notification_user.erased' end, 'api_key:1',
       'notification_user:' || n, $3::timestamptz - n * interval '5 seconds'
     from generate_series($4::integer, $5::integer) n`,
  ],
]

const EVENTS = `insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped)
  select $1, $2, ${eventIdOf('n')}, case when n = ${DELIVERIES} then 'delivery.failed' else 'delivery.queued' end,
    ${idOf('n')}, ${eventTimeOf('n')}, 'api', '{"data":{"delivery":{}},"padding":"' || repeat('x', 600) || '"}', case when n > ${ATTEMPTS} then 'no_endpoint' end
  from generate_series($4::integer, $5::integer) n`

/**
 * SQL: the starts of the counts of deliveries, of half a year: hours, then 6 hours, then days. `made`: rows that are made
 * together lie side by side.
 */
const STARTS = `select date_trunc('hour', $3::timestamptz) - hours * interval '1 hour' as start,
    date_bin(case when hours < 72 then interval '1 hour' when hours < 21 * 24 then interval '1 day' else interval '7 days' end,
      date_trunc('hour', $3::timestamptz) - hours * interval '1 hour', 'epoch') as made
  from generate_series(0, 181 * 24) as hours
  where hours < 72 or hours % 6 = 0 and hours < 21 * 24 or hours % 24 = 0`

/**
 * The counts of events, attempts and deliveries: a day of minutes and a month of hours, every type in every hour of a month, 100 templates and 100 failing channels in every span, and bounced deliveries from the whole range. */
const COUNTS = [
  `insert into delivery_counts (bucket, account_id, grouped_by, start, value, scheduled, queued, sent, failed, delivered, bounced, opened, canceled, newest_failure)
   select $1, $2, grouped_by, start, case grouped_by when 'all' then '' when 'cause' then 'timeout' when 'template_channel' then n || '/' || n else n::text end,
     0, 1, 1, 4, 1, 4, 1, 0, case grouped_by when 'channel' then ${idOf(`(${DELIVERIES} - 9000 * n)`)} end
   from (${STARTS}) starts, unnest(array['all', 'channel', 'template_channel', 'cause']) as grouped_by, generate_series(1, 100) as n
   where grouped_by in ('channel', 'template_channel') or n = 1
   order by made, grouped_by, start, n`,
  `insert into event_counts (bucket, account_id, hour, type, events)
   select $1, $2, date_trunc('hour', $3::timestamptz) - hours * interval '1 hour', type, 1000
   from generate_series(0, 719) as hours
   cross join unnest(array['delivery.scheduled', 'delivery.queued', 'delivery.sent', 'delivery.delivered', 'delivery.opened',
     'delivery.failed', 'delivery.bounced', 'delivery.canceled', 'ping']) as type`,
  ...['minute', 'hour'].map(
    (
      span,
    ) => `insert into webhook_${span}s (bucket, account_id, start, emitted, skipped, delivered, failed, failed_now, skipped_now,
       recovered, succeeded, results, durations)
     select $1, $2, date_trunc('${span}', $3::timestamptz) - n * interval '1 ${span}', 700, 0, 690, 10, 10, 0, 0, 690,
       '{"200": 690, "503": 9, "connect_timeout": 1}', (select jsonb_object_agg(step, 23) from generate_series(50, 80) step)
     from generate_series(2, ${span === 'hour' ? 720 : 1500}) n order by n desc`,
  ),
  `insert into webhook_count_positions (bucket, account_id, counted_until, from_id)
   values ($1, $2, date_trunc('minute', $3::timestamptz) - interval '1 minute', '')`,
  `with bounced as (
     update deliveries set status = 'bounced', bounced_at = $3::timestamptz, error_message = 'mailbox_unknown'
     where bucket = $1 and account_id = $2 and id % 50000 = 7
     returning id
   )
   insert into event_count_positions (bucket, account_id, tx, event_id, from_at, failed_delivery_ids, counted_from)
   select $1, $2, '0', '', 'epoch', array_agg(id), 'epoch' from bounced`,
]

/** Adds the partitions behind those of the service. */
async function makePartitions(url: string): Promise<void> {
  await withSession(url, async (session) => {
    for (const table of (await readTables(session)).filter(({ key }) => key === 'id'))
      for (let range = table.partitions.length; range < PARTITIONS; range++)
        await attachNew(session, table, { from: range * RANGE_IDS, to: (range + 1) * RANGE_IDS })
  })
}

/** Fills the account up to `nowMs`. */
export async function fill({ url, pool }: BenchDatabase, account: ExplainedAccount, nowMs: number): Promise<void> {
  await makePartitions(url)
  const { bucket, accountId } = account
  for (const [what, rows, text] of [...FILL, ['events', DELIVERIES, EVENTS] as const]) {
    console.log(`${rows} ${what}`)
    for (let first = 1; first <= rows; first += ROWS_AT_ONCE) {
      const last = Math.min(first + ROWS_AT_ONCE - 1, rows)
      const values: unknown[] = [bucket, accountId, new Date(nowMs).toISOString(), first, last]
      const startOf = (n: number) => eventIdFloor(nowMs - (DELIVERIES - n) * EVENT_STEP_MS).slice(0, 14)
      if (text.includes('$6'))
        values.push(Array.from({ length: last - first + 1 }, (_, place) => startOf(first + place)))
      await pool.query({ text: text.replaceAll(/\$([12])\b/g, (parameter) => `${parameter}::bigint`), values })
    }
  }
  for (const text of COUNTS)
    await pool.query({
      text: text.replaceAll(/\$([12])\b/g, (parameter) => `${parameter}::bigint`),
      values: [bucket, accountId, new Date(nowMs).toISOString()],
    })
  await pool.query({
    text: `insert into webhook_endpoints (bucket, account_id, id, url, secret, secret_last4, created_at, updated_at)
      values ($1, $2, ${ENDPOINT}, 'https://example.com/', '', 'abcd', now(), now())`,
    values: [bucket, accountId],
  })
  await pool.query({ text: 'vacuum analyze' })
}
