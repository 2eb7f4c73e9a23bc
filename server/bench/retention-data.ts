/** Old messages for the bench of the retention: the messages of a day in each range of ids. */
import { MESSAGE_IDS } from '../src/platform/db/id-blocks.ts'
import { dayStart, readTables } from '../src/platform/db/partitions/catalog.ts'
import type { Span } from '../src/platform/db/partitions/catalog.ts'
import { attachNew, ensurePartitions } from '../src/platform/db/partitions/make.ts'
import type { ServicePool } from '../src/platform/db/pool.ts'
import { withSession } from '../src/platform/db/session.ts'
import { RANGE_IDS } from '../src/platform/ids.ts'
import type { BenchDatabase } from './database.ts'

export const DAYS = 10
const DAY_MS = 86_400_000
const ROWS_PER_STATEMENT = 20_000
/** Days filled at once. Each uses one processor. */
const DAYS_AT_ONCE = 2

/**
 * $1: the day. $2: the first id of its range. $3 and $4: the numbers of the messages. $5: messages of a day. Each message is
 * of one of the accounts in turn. It has a delivered delivery with the next id and one send.
 */
const FILL = `with owner as materialized (
    select r.bucket, r.account_id, r.id as recipient_id, t.id as template_id, c.id as channel_id,
      row_number() over (order by r.account_id) - 1 as place, count(*) over () as owners
    from recipients r join templates t on t.bucket = r.bucket and t.account_id = r.account_id
    join channels c on c.bucket = r.bucket and c.account_id = r.account_id
  ), input as materialized (
    select o.*, $2::bigint + 2 * n as id, n, $1::timestamptz + (n - 1) * interval '1 day' / $5::integer as at
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
    select bucket, account_id, id + 1, id, recipient_id, channel_id, 'delivered', at, at, at, md5(n::text), at, at from input
  )
  insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, provider_message_id)
  select bucket, account_id, id + 1, 1, at, 20, 'accepted', md5(n::text) from input`

/** A day and the range with its messages. */
export interface StoredDay extends Span {
  fromMs: number
}

async function fillDay(pool: ServicePool, { fromMs, from }: StoredDay, messages: number): Promise<void> {
  for (let first = 1; first <= messages; first += ROWS_PER_STATEMENT) {
    const last = Math.min(first + ROWS_PER_STATEMENT - 1, messages)
    const values = [new Date(fromMs).toISOString(), from, first, last, messages]
    await pool.query({ name: 'bench.fill_day', text: FILL, values })
  }
}

/**
 * Fills a range for each of the ten days before yesterday with this number of messages in all, and vacuums. New ids are above
 * them. Returns the days, oldest first.
 */
export async function storeDays(
  { url, pool }: BenchDatabase,
  messages: number,
  progress: (text: string) => void,
): Promise<StoredDay[]> {
  const days = await withSession(url, async (session) => {
    // The service has made the first ranges.
    const tables = (await readTables(session)).filter(({ key }) => key === 'id')
    const firstFree = Math.max(...tables[0]!.partitions.map(({ to }) => to))
    const endMs = dayStart(Date.now()) - DAY_MS
    const stored = Array.from({ length: DAYS }, (_, index) => {
      const from = firstFree + index * RANGE_IDS
      return { from, to: from + RANGE_IDS, fromMs: endMs - (DAYS - index) * DAY_MS }
    })
    for (const table of tables) for (const span of stored) await attachNew(session, table, span)
    // The last two ranges are in use for the retention.
    await session.query({ text: 'select setval($1, $2)', values: [MESSAGE_IDS, firstFree + (DAYS + 1) * RANGE_IDS] })
    await ensurePartitions(session, Date.now())
    return stored
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
export async function keepLive(pool: ServicePool, { from, to }: Span, deliveries: number): Promise<void> {
  await pool.query({
    text: `insert into send_queue (bucket, account_id, channel_id, delivery_id, due_at)
      select bucket, account_id, channel_id, id, now() + interval '1 day' from deliveries where id >= $1 and id < $2 limit $3`,
    values: [from, to, deliveries],
  })
}

/** Gives the first message of a day another time, so that its range stays. Returns the time before. */
export async function moveFirst(pool: ServicePool, { from, to }: Span, at: Date): Promise<Date> {
  const { rows } = await pool.query<{ before: number }>({
    text: `with first as (
        select id, created_at from messages where id >= $1 and id < $2 order by id limit 1
      ), moved as (
        update messages m set created_at = $3 from first where m.id = first.id and m.id >= $1 and m.id < $2
      )
      select created_at as before from first`,
    values: [from, to, at.toISOString()],
  })
  return new Date(rows[0]!.before)
}

/** The size of the database, bytes. */
export async function diskBytes(pool: ServicePool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    text: 'select pg_database_size(current_database())::float8 as bytes',
  })
  return rows[0]!.bytes
}
