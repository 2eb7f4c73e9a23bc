/** Counts the rows that each statement of the service touches, with the plans of its own connections. */
import { MESSAGE_IDS } from '../src/platform/db/id-blocks.ts'
import { ensurePartitions } from '../src/platform/db/partitions/make.ts'
import { createPool } from '../src/platform/db/pool.ts'
import { withSession } from '../src/platform/db/session.ts'
import { RANGE_IDS } from '../src/platform/ids.ts'
import { statements } from '../src/platform/db/sql.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { TestDatabase } from './database.ts'
import { makeShiftedClock, SHIFTED_SEARCH_PATH, shiftedClock } from './shifted-clock.ts'

interface TouchedNode {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: TouchedNode[]
}

export interface Touched {
  rows: number
  /** What reads them. */
  by: string
}

const more = (one: Touched, other: Touched): Touched => (other.rows > one.rows ? other : one)

/** The node of the plan that has read the most rows, kept or not. */
function mostRows(node: TouchedNode): Touched {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)
  const rows = Math.round((node['Actual Rows'] + removed) * node['Actual Loops'])
  const by = [node['Node Type'], node['Index Name'], node['Index Cond']].filter((word) => word !== undefined).join(' ')
  return (node.Plans ?? []).map(mostRows).reduce(more, { rows, by })
}

const names = new Map<string, string>()
/** The texts between the parameters of each list. Its statements have the values as literals. */
const listParts = new Map<string, string[]>()

function partsOf(statement: string): string[] {
  const known = listParts.get(statement) ?? statement.split(/\$\d+/)
  listParts.set(statement, known)
  return known
}

/** The name of a statement by its text. */
function nameOf(text: string): string | null {
  if (names.size !== statements.size) for (const [name, { text }] of statements) names.set(text, name)
  const name = names.get(text)
  if (name !== undefined) return name
  const found = [...names.keys()].filter((statement) => {
    const [start, ...others] = partsOf(statement)
    return text.startsWith(start!) && others.every((part) => text.includes(part))
  })
  // Another list may begin with the same text.
  return names.get(found.toSorted((one, other) => other.length - one.length)[0] ?? '') ?? null
}

export interface TouchedRows {
  /** The database for a service. Its sessions report their plans. */
  database: TestDatabase
  /** The most rows of each statement since the last call, by its name. */
  take(): Map<string, Touched>
  /** Forgets the plans of all connections, after statistics were made if they are to be `analyzed`. */
  replan(plans: 'kept' | 'new' | 'analyzed'): Promise<void>
  /** Moves the database's clock, and new ids into the next range. Returns the clock for a service. Call it once. */
  shiftClock(ms: number): Promise<Clock>
  /** The names of all statements so far. The caller may clear it. */
  seen: Set<string>
}

/** Few, because each plans every statement. */
const CONNECTIONS_MAX = 3

/** Makes the sessions of a database report the plan of every statement. It needs the rights of a superuser. */
export async function startCounting({ url, close }: TestDatabase): Promise<TouchedRows> {
  const settings = {
    // Otherwise PostgreSQL and the service make statistics at any time.
    track_counts: 'off',
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
  let touched = new Map<string, Touched>()
  const seen = new Set<string>()
  const pool = createPool({
    url,
    connectionsMax: CONNECTIONS_MAX,
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
      if (name === null) return
      seen.add(name)
      const most = mostRows(plan.Plan)
      touched.set(name, more(most, touched.get(name) ?? most))
    })
  })
  async function onAll(text: string): Promise<void> {
    const clients = await Promise.all(Array.from({ length: CONNECTIONS_MAX }, () => pool.connect()))
    for (const client of clients) {
      await client.query(text)
      client.release()
    }
  }
  return {
    database: {
      url,
      pool,
      async close() {
        await pool.end()
        await close()
      },
    },
    seen,
    async replan(plans) {
      if (plans === 'kept') return
      if (plans === 'analyzed') await pool.query('analyze')
      await onAll('discard plans')
    },
    async shiftClock(ms) {
      await makeShiftedClock(pool, ms)
      await pool.query(`select setval('${MESSAGE_IDS}', ${RANGE_IDS})`)
      await withSession(url, (session) => ensurePartitions(session, Date.now() + ms))
      await onAll(`set search_path = ${SHIFTED_SEARCH_PATH}`)
      return shiftedClock(ms)
    },
    take() {
      const taken = touched
      touched = new Map()
      return taken
    },
  }
}

/** The ids of other recipients are above it. */
const OTHER_RECIPIENTS = 1_000_000

/** Rows of the messages `given`, in every table that grows with messages, recipients or requests. */
const FILL = [
  `recipients (bucket, account_id, id, external_user_id, email, created_at, updated_at)
   select bucket, account_id, recipient_id, 'user-' || n, 'user-' || n || '@example.com', at, at from given
   where recipient_id > ${OTHER_RECIPIENTS}`,
  `messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject, rendered_body,
     attributes, created_at, updated_at, reference)
   select bucket, account_id, id, recipient_id, template_id, 1, 'Receipt', repeat('text ', 50), '[]', at, at, 'order-' || n from given`,
  `deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, queued_at, sent_at, delivered_at,
     created_at, updated_at, reference)
   select bucket, account_id, id, id, recipient_id, channel_id, 'delivered', at, at, at, at, at, 'order-' || n from given`,
  `sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, sent_to)
   select bucket, account_id, id, 1, at, 5, 'accepted', 'ada@example.com' from given`,
  `sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
   select bucket, account_id, id, 1, channel_id, 'ada@example.com', 'Receipt', 'text', at from given`,
  `inbox_messages (bucket, account_id, message_id, delivery_id, recipient_id, title, body, created_at)
   select bucket, account_id, id, id, recipient_id, 'Receipt', 'text', at from given`,
  `events (bucket, account_id, id, type, delivery_id, created_at, source, body, skipped)
   select bucket, account_id, event_id, 'delivery.delivered', id, at, 'api', '{"data":{"delivery":{}}}', 'no_endpoint' from given`,
  `attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final, response_code, duration_ms, created_at)
   select bucket, account_id, endpoint_id, event_id, 'delivery.delivered', 1, true, true, 200, 20, at from given`,
  `suppressions (bucket, account_id, channel_type, address, reason, created_at)
   select bucket, account_id, 'email', 'user-' || n || '@example.com', 'bounce', at from given`,
  `requests (bucket, account_id, request_id, actor, method, path, status, duration_ms, at)
   select bucket, account_id, 'req_' || lpad(n::text, 20, '0'), 'api_key:1', 'POST', '/api/v1/messages', 201, 3, at from given`,
  `audit_log (bucket, account_id, action, actor, target, at)
   select bucket, account_id, 'notification_user.erased', 'api_key:1', 'notification_user:' || n, at from given`,
  `idempotency_keys (bucket, account_id, key, fingerprint, status, body, recipient_ids, created_at)
   select bucket, account_id, 'key-' || n, '', 201, '{}', array[recipient_id], at from given`,
]

/** Of 60 messages, one is of the recipient, one of the recipient to be erased, and the others of other recipients. */
const GIVEN = `with given as (
    select n, $1::smallint as bucket, $2::bigint as account_id, $5::bigint as channel_id, $6::bigint as template_id,
      $7::bigint as endpoint_id, now() - interval '1 minute' + n * interval '1 ms' as at,
      case n % 60 when 1 then $3::bigint when 2 then $4::bigint else ${OTHER_RECIPIENTS} + n end as recipient_id,
      10000000 + n as id,
      $8::text || lpad(n::text, 16, '0') as event_id
    from generate_series($9::integer, $10::integer) n
  ) insert into `

/** Ids of an account. `erasedId`: a recipient. */
export interface Stored {
  bucket: number
  accountId: number
  recipientId: number
  erasedId: number
  channelId: number
  templateId: number
  endpointId: number
}

/** Stores delivered messages of an account. `eventTime`: the start of event ids. */
export async function storeMessages(
  url: string,
  { bucket, accountId, recipientId, erasedId, channelId, templateId, endpointId }: Stored,
  [first, last]: readonly [first: number, last: number],
  eventTime: string,
): Promise<void> {
  const values = [bucket, accountId, recipientId, erasedId, channelId, templateId, endpointId, eventTime, first, last]
  await withSession(url, async (session) => {
    await session.query({ text: 'set auto_explain.log_min_duration = -1' })
    for (const text of FILL) await session.query({ text: GIVEN + text, values })
  })
}
