/** Old messages for the bench of the retention, with a partition for each day. */
import { readTables } from '../src/platform/db/partitions/catalog.ts'
import type { Span } from '../src/platform/db/partitions/catalog.ts'
import { attachNew } from '../src/platform/db/partitions/make.ts'
import type { Pool } from '../src/platform/db/pool.ts'
import { withSession } from '../src/platform/db/session.ts'
import { idFloor } from '../src/platform/ids.ts'
import type { BenchDatabase } from './database.ts'

export const DAYS = 10
const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 20_000
/** Days filled at once. Each uses one processor. */
const DAYS_AT_ONCE = 2

/**
 * $1: the day. $2: its lowest id. $3 and $4: the numbers of the messages. $5: messages of a day. Each message is of one
 * of the accounts in turn. It has a delivered delivery with one send.
 */
const FILL = `with owner as materialized (
    select r.bucket, r.account_id, r.id as recipient_id, t.id as template_id, c.id as channel_id,
      row_number() over (order by r.account_id) - 1 as place, count(*) over () as owners
    from recipients r join templates t on t.bucket = r.bucket and t.account_id = r.account_id
    join channels c on c.bucket = r.bucket and c.account_id = r.account_id
  ), input as materialized (
    select o.*, $2::bigint + n as id, n, $1::timestamptz + n * interval '1 day' / $5::integer as at
    from generate_series($3::integer, $4::integer) n join owner o on o.place = n % o.owners
    order by o.bucket, o.account_id, n
  ), message as (
    insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject,
      rendered_body, attributes, delivered_at, created_at, updated_at)
    select bucket, account_id, id, recipient_id, template_id, 1, 'Order ' || n,
      'Dear customer, your order ' || n || ' is on its way.', '[{"id":' || n || ',"name":"order","value":"' || n || '"}]', at, at, at
    from input
  ), delivery as (
    insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, sent_at,
      delivered_at, provider_message_id, created_at, updated_at)
    select bucket, account_id, id, id, recipient_id, channel_id, 'delivered', at, at, at, md5(n::text), at, at from input
  )
  insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, provider_message_id)
  select bucket, account_id, id, 1, at, 20, 'accepted', md5(n::text) from input`

async function fillDay(pool: Pool, { fromMs }: Span, messages: number): Promise<void> {
  for (let first = 1; first <= messages; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT - 1, messages)
    const values = [new Date(fromMs).toISOString(), idFloor(fromMs), first, last, messages]
    await pool.query({ name: 'bench.fill_day', text: FILL, values })
  }
}

/**
 * Makes partitions of the ten days before the partitions of the service, fills them with this number of messages in all,
 * and vacuums. Returns the days, oldest first.
 */
export async function storeDays(
  { url, pool }: BenchDatabase,
  messages: number,
  progress: (text: string) => void,
): Promise<Span[]> {
  const days = await withSession(url, async (session) => {
    const tables = (await readTables(session)).filter(({ key }) => key === 'id')
    const endMs = tables[0]!.partitions[0]!.fromMs
    const spans = Array.from({ length: DAYS }, (_, index) => {
      const fromMs = endMs - (DAYS - index) * DAY_MS
      return { fromMs, toMs: fromMs + DAY_MS }
    })
    for (const table of tables) for (const span of spans) await attachNew(session, table, span)
    return spans
  })
  const left = [...days]
  const fillNext = async (): Promise<void> => {
    for (let day = left.shift(); day !== undefined; day = left.shift()) {
      await fillDay(pool, day, Math.ceil(messages / DAYS))
      progress(`stored the messages of ${new Date(day.fromMs).toISOString().slice(0, 10)}`)
    }
  }
  await Promise.all(Array.from({ length: DAYS_AT_ONCE }, fillNext))
  for (const table of ['messages', 'deliveries', 'sends']) await pool.query({ text: `vacuum analyze ${table}` })
  await pool.query({ text: 'checkpoint' })
  return days
}

/** Queues again this number of the day's deliveries, due tomorrow, so that the retention carries them over. */
export async function keepLive(pool: Pool, { fromMs, toMs }: Span, deliveries: number): Promise<void> {
  await pool.query({
    text: `insert into send_queue (bucket, account_id, channel_id, delivery_id, due_at)
      select bucket, account_id, channel_id, id, now() + interval '1 day' from deliveries where id >= $1 and id < $2 limit $3`,
    values: [idFloor(fromMs), idFloor(toMs), deliveries],
  })
}

/** The size of the database, bytes. */
export async function diskBytes(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    text: 'select pg_database_size(current_database())::float8 as bytes',
  })
  return rows[0]!.bytes
}
