/** Counts the rows that each statement of the service touches, with the plans of its own connections. */
import { createPool } from '../src/db/pool.ts'
import { withSession } from '../src/db/session.ts'
import { statements } from '../src/db/sql.ts'
import type { TestDatabase } from './database.ts'

interface TouchedNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: TouchedNode[]
}

/** The largest number of rows that a node of the plan has read, kept or not. */
function mostRows(node: TouchedNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  const own = Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
  return Math.max(own, ...(node.Plans ?? []).map(mostRows))
}

/** The name of a statement by its text. A list has its values as literals in the text. */
function nameOf(text: string): string | null {
  for (const [name, statement] of statements) {
    if (statement === text) return name
    const [start, ...others] = statement.split(/\$\d+/)
    if (text.startsWith(start!) && others.every((part) => text.includes(part))) return name
  }
  return null
}

export interface TouchedRows {
  /** The database for a service. Its sessions report their plans. */
  database: TestDatabase
  /** The most rows of each statement since the last call, by its name. */
  take(): Map<string, number>
}

/** Makes the sessions of a database report the plan of every statement. It needs the rights of a superuser. */
export async function startCounting({ url, close }: TestDatabase): Promise<TouchedRows> {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  await withSession(url, async (session) => {
    const name = new URL(url).pathname.slice(1)
    for (const [setting, value] of Object.entries(settings))
      await session.query({ text: `alter database ${name} set ${setting} = '${value}'` })
  })
  let touched = new Map<string, number>()
  const pool = createPool({
    url,
    connectionsMax: 10,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
    applicationName: 'tidings test',
    onError: () => {},
  })
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const explained = message.indexOf('{')
      if (!message.startsWith('duration:') || explained === -1) return
      const plan = JSON.parse(message.slice(explained)) as { 'Query Text': string; Plan: TouchedNode }
      const name = nameOf(plan['Query Text'])
      if (name !== null) touched.set(name, Math.max(touched.get(name) ?? 0, mostRows(plan.Plan)))
    })
  })
  return {
    database: {
      url,
      pool,
      async close() {
        await pool.end()
        await close()
      },
    },
    take() {
      const taken = touched
      touched = new Map()
      return taken
    },
  }
}

/** $1 and $2: the account. $3 to $5: the recipient, the channel and the template. $6 and $7: the numbers of the rows. */
const FILL = [
  `insert into messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject, rendered_body,
     attributes, created_at, updated_at)
   select $1::smallint, $2::bigint, day + n, case when n % 60 = 1 then $3::bigint else n end, $5::bigint, 1, 'Receipt', repeat('text ', 50), '[]', at, at
   from DAYS where $4::bigint is not null`,
  `insert into deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, sent_at,
     delivered_at, created_at, updated_at)
   select $1::smallint, $2::bigint, day + n, day + n, case when n % 60 = 1 then $3::bigint else n end, $4::bigint, 'delivered', at, at, at, at, at
   from DAYS where $5::bigint is not null`,
  `insert into sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, sent_to)
   select $1::smallint, $2::bigint, day + n, 1, at, 5, 'accepted', 'ada@example.com' from DAYS
   where $3::bigint is not null and $4::bigint is not null and $5::bigint is not null`,
  `insert into sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
   select $1::smallint, $2::bigint, day + n, 1, $4::bigint, 'ada@example.com', 'Receipt', 'text', at from DAYS
   where $3::bigint is not null and $5::bigint is not null`,
  `insert into events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped)
   select $1::smallint, $2::bigint, $8::text || lpad(n::text, 16, '0'), 'delivery.delivered', day + n, at, 'api', '{"data":{"delivery":{}}}',
     'no_endpoint' from DAYS where $3::bigint is not null and $4::bigint is not null and $5::bigint is not null`,
]
const DAYS = `(select n, now() - interval '1 minute' + n * interval '1 ms' as at,
    (extract(epoch from now())::bigint / 86400) * 10000000000 + 5000000000 as day
  from generate_series($6::integer, $7::integer) n) days`

/** Stores delivered messages of an account, every sixtieth of them of one recipient. `eventTime`: the start of event ids. */
export async function storeMessages(
  url: string,
  account: { bucket: number; accountId: number; recipientId: number; channelId: number; templateId: number },
  [first, last]: readonly [first: number, last: number],
  eventTime: string,
): Promise<void> {
  const { bucket, accountId, recipientId, channelId, templateId } = account
  const values = [bucket, accountId, recipientId, channelId, templateId, first, last]
  await withSession(url, async (session) => {
    await session.query({ text: 'set auto_explain.log_min_duration = -1' })
    for (const text of FILL)
      await session.query({
        text: text.replace('DAYS', DAYS),
        values: text.includes('$8') ? [...values, eventTime] : values,
      })
  })
}
