import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { takeSends } from '../src/core/deliveries/advance-queries.ts'
import { blankSends, removeSandboxMessages } from '../src/core/deliveries/erasure.ts'
import { leaveSends } from '../src/core/deliveries/sends/queries.ts'
import { RANGE_IDS } from '../src/platform/ids.ts'
import { removeInboxMessages } from '../src/features/inbox/removal.ts'
import { markFetched } from '../src/features/inbox/queries.ts'
import { blankMessages } from '../src/core/messages/queries.ts'
import { statements } from '../src/platform/db/sql.ts'
import type { Connection } from '../src/platform/db/sql.ts'
import { withSession } from '../src/platform/db/session.ts'
import { createTestDatabase } from './database.ts'
import { endAfterTests } from './end-after-tests.ts'
import { PLAN_AS_SERVICE } from './pages-read.ts'
import { importStatements } from './touched-statements.ts'

const database = await endAfterTests(createTestDatabase())

await importStatements()

test('every statement of the service fits the migrated database', async () => {
  const mistakes = await withSession(database.url, async (session) => {
    const found: string[] = []
    for (const [name, { text }] of statements)
      await session
        // Under another name: the connection may have prepared the statement for its own use.
        .query({ text: `prepare "test.${name}" as ${text}` })
        .catch((error: Error) => found.push(`${name}: ${error.message}`))
    return found
  })
  assert.deepEqual(mistakes, [])
})

/** They read every partition by nature: all messages of a recipient, or the newest rows of an account. */
const READ_ALL = new Set([
  ...['sandbox.list', 'deliveries.find_scheduled_of_recipient', 'deliveries.find_unsent_of_recipient', 'inbox.count'],
  ...['inbox.list_active', 'inbox.list_unseen', 'inbox.list_unread', 'inbox.list_archived'],
  ...['inbox.lock_active', 'inbox.lock_unseen', 'inbox.lock_unread'],
  ...['personal_data.list_messages'],
  // Whether there is any row: an empty partition costs a page.
  'sessions.read_first_steps',
])
/** Planned for the values of each call. `core/deliveries/routes.test.ts` counts the pages that they read. */
const LISTS = new Set([
  ...[
    'messages.list',
    'suppressions.list',
    'recipients.list',
    'messages.list_new',
    'sandbox.list_of_recipient',
    'search.messages',
    'search.reference',
    'message_resends.search',
    'delivery_counts.list_first',
  ],
  'events.deliveries_of_recipient',
])
const isList = (name: string) => LISTS.has(name) || name.startsWith('deliveries.list')

/** Tables with many rows of an account, and the column that ends a key. Others of them are only inserted, or read by lists. */
const KEYS: Record<string, string> = {
  messages: 'id',
  deliveries: 'id',
  sends: 'delivery_id',
  sandbox_messages: 'delivery_id',
  inbox_messages: 'message_id',
  events: 'id',
  attempts: 'event_id',
  send_queue: 'delivery_id',
  webhook_queue: 'event_id',
  sandbox_reports: 'delivery_id',
  recipients: 'id',
  idempotency_keys: 'key',
  suppressions: 'address',
}
/** The deliveries of a message, the events of a delivery, and the names of a recipient. Patterns of columns. */
const OTHER_KEYS: Record<string, string> = {
  deliveries: 'message_id',
  events: 'delivery_id',
  suppressions: '(?:delivery_)?id',
  idempotency_keys: String.raw`recipient_ids\[1\]`,
  recipients: String.raw`(?:external_user_id|lower\(email\)|phone)`,
}
/** Statements that search a table by more than one key, and the reason. */
const BY_RANGE: Record<string, readonly string[]> = {
  'the next rows of a queue': [
    ...['webhooks.read_fresh', 'webhooks.read_due', 'sends.read', 'sends.read_started', 'sandbox.take_due_reports'],
    'retention.expire_pending',
  ],
  'the accounts and channels in a queue': [
    ...['webhooks.sweep_queue', 'webhooks.find_orphaned', 'sends.sweep', 'webhook_metrics.read_oldest_queued'],
    'send_metrics.read_oldest_due',
  ],
  'the rows of a queue, up to a number': [
    ...['webhook_metrics.read_queue_rows', 'send_metrics.read_queue_rows', 'webhook_replay.count_ready'],
    'message_resends.count_ready',
  ],
  'a page of a list or a feed, in the order of its index': [
    ...['webhook_endpoints.attempts', 'webhook_health.list_newest', 'event_counts.scan'],
    ...['inbox.list_active', 'inbox.list_unseen', 'inbox.list_unread', 'inbox.list_archived', 'inbox.count'],
    ...['inbox.lock_active', 'inbox.lock_unseen', 'inbox.lock_unread'],
    ...['events.scan', 'events.scan_entries', 'events.scan_newest', 'events.any_in_range_after', 'sandbox.list'],
    ...['event_counts.find_accounts', 'buckets.count_events', 'webhook_replay.find_chunk_end', 'webhook_replay.find'],
    ...['webhook_replay.queue', 'webhook_replay.queue_replayed', 'search.messages'],
  ],
  'whether an account has a message, and its newest attempts up to a number': ['sessions.read_first_steps'],
  'all messages of a recipient, by pages': [
    ...['personal_data.list_messages', 'deliveries.find_scheduled_of_recipient'],
    'deliveries.find_unsent_of_recipient',
  ],
  'all attempts and events of a period': [
    ...['webhook_minutes.find_accounts', 'webhook_minutes.find_next', 'webhook_minutes.count_between'],
    'webhook_stats.read_pending',
  ],
  'the attempts of the minute or hour in which failures began, and those that are not counted yet': [
    'webhook_health.find_failing_since',
  ],
  'all waiting sends or events of an account, when a channel, a template or an endpoint is removed': [
    ...['deliveries.find_scheduled_of_channel', 'deliveries.find_scheduled_of_template'],
    'webhook_endpoints.drop_queued_events',
  ],
  'whether a bucket has rows, by its first one': ['sends.buckets_with_rows', 'webhooks.buckets_with_rows'],
  'the records of batches, and those of anyone, when a recipient is erased': [
    ...['idempotency.blank_batches', 'idempotency.remove_of_anyone'],
  ],
  'old rows, up to a number': ['idempotency.remove'],
  'a partition, once in its life': ['messages.find_live'],
}
const BY_RANGE_ALL = new Set(Object.values(BY_RANGE).flat())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Parent Relationship'?: string
  Operation?: string
  Plans?: PlanNode[]
}

const PARTITION = /^(messages|deliveries|sends|sandbox_messages|inbox_messages)_from_\d+$/

/**
 * The partitions that a plan may search for every row. PostgreSQL skips partitions at the start by a parameter, and
 * before each search by a value of an outer row or of another part of the statement.
 */
function searchedInAll(node: PlanNode): string[] {
  const children = node.Plans ?? []
  const partitions = children.filter((child) => PARTITION.test(child['Relation Name'] ?? ''))
  const isSkipped = (child: PlanNode) => {
    const condition = `${child['Index Cond'] ?? ''} ${child.Filter ?? ''}`
    const name = child['Relation Name']!
    const id = name.startsWith('inbox') ? 'message_id' : /^(sends|sandbox)/.test(name) ? 'delivery_id' : 'id'
    // Equal to, or above, something besides a constant of the statement.
    return new RegExp(`\\(\\(?${id} (=|>=) (?!ANY)`).test(condition)
  }
  const found = partitions.length > 1 ? partitions.filter((child) => !isSkipped(child)) : []
  return [...found.map((child) => child['Relation Name']!), ...children.flatMap(searchedInAll)]
}

/** The generic plan of a statement, as on the service's connections. */
async function planOf(session: Connection, text: string): Promise<PlanNode> {
  await session.query({ text: `prepare planned as ${text}` })
  const { rows: parameters } = await session.query<{ count: number }>({
    text: `select cardinality(parameter_types)::integer as count from pg_prepared_statements where name = 'planned'`,
  })
  const nulls = Array.from({ length: parameters[0]!.count }, () => 'null').join()
  const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (format json) execute planned${nulls === '' ? '' : `(${nulls})`}`,
  })
  await session.query({ text: 'deallocate planned' })
  return rows[0]!['QUERY PLAN'][0].Plan
}

test('a statement searches messages and deliveries only in the partitions of their ids', async () => {
  const wide = await withSession(database.url, async (session) => {
    await session.query({ text: PLAN_AS_SERVICE })
    const found: string[] = []
    for (const [name, { text }] of statements) {
      if (READ_ALL.has(name) || isList(name) || !/\b(messages|deliveries|sends|inbox_messages)\b/.test(text)) continue
      const searched = searchedInAll(await planOf(session, text))
      if (searched.length > 0) found.push(`${name}: ${searched.join()}`)
    }
    return found
  })
  assert.deepEqual(wide, [])
})

/** The scans of large tables that do not search an index by a whole key. */
function notByKey(node: PlanNode): string[] {
  const table = node['Relation Name']?.replace(/_(from_\d+|\d{8})$/, '') ?? ''
  const [key, other] = [KEYS[table], OTHER_KEYS[table]]
  const condition = node['Index Cond'] ?? ''
  const equals = (column: string | undefined) =>
    column !== undefined && new RegExp(`\\(${column} = (?!ANY)`).test(condition)
  // A locked row is between two equal rows of the key.
  const row = String.raw`\(ROW\(bucket, account_id, ${key}\) `
  const isKey =
    (['bucket', 'account_id'].every((column) => condition.includes(`(${column} = `)) && equals(key)) ||
    ['>=', '<='].every((operator) => new RegExp(`${row}${operator} ROW`).test(condition))
  const isScan = key !== undefined && node['Node Type'].endsWith('Scan')
  // Only indexes for other keys have the sum.
  const isOfAccount = condition.includes('((account_id + 0) = ')
  const found = isScan && !isKey && !isOfAccount && !equals(other) ? [`${node['Node Type']} ${table} ${condition}`] : []
  return [...found, ...(node.Plans ?? []).flatMap(notByKey)]
}

test('a lookup by key searches an index by the whole key, whatever the statistics say', async () => {
  const found = await withSession(database.url, async (session) => {
    await session.query({ text: PLAN_AS_SERVICE })
    const found: string[] = []
    // The first plans are for tables without statistics, the second for tables that were empty when they got some.
    for (const statistics of ['without statistics', 'with statistics of empty tables']) {
      for (const [name, { text }] of statements) {
        const isLarge = Object.keys(KEYS).some((table) => new RegExp(`\\b${table}\\b`).test(text))
        if (!isLarge || BY_RANGE_ALL.has(name) || isList(name)) continue
        for (const scan of new Set(notByKey(await planOf(session, text)))) found.push(`${name} ${statistics}: ${scan}`)
      }
      await session.query({ text: 'analyze' })
    }
    return found
  })
  assert.deepEqual(found, [])
})

/** The column of its partitions. */
const PARTITIONED_BY: Record<string, string> = {
  messages: 'id',
  deliveries: 'id',
  sends: 'delivery_id',
  sandbox_messages: 'delivery_id',
  inbox_messages: 'message_id',
  events: 'id',
  attempts: 'event_id',
  inbox_changes: 'id',
}

/** The plan with every partition that parameters may leave. */
async function widePlanOf(session: Connection, text: string): Promise<PlanNode> {
  const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
    text: `explain (format json, generic_plan) ${text}`,
  })
  return rows[0]!['QUERY PLAN'][0].Plan
}

/** The partition is chosen by a parameter at the start, and again by each row of another table. */
function isChosenTwice(node: PlanNode): boolean {
  const table = node['Relation Name']?.replace(/_(from_\d+|\d{8})$/, '') ?? ''
  const column = PARTITIONED_BY[table]
  if (column === undefined || !node['Node Type'].endsWith('Scan')) return false
  const condition = `${node['Index Cond'] ?? ''} ${node.Filter ?? ''}`
  const compared = [...condition.matchAll(new RegExp(`\\(${column} (?:=|[<>]=?) (?!ANY)\\(*(.)`, 'g'))]
  const byParameter = compared.filter(([, first]) => first === '$')
  const byRow = compared.filter(([, first]) => first !== '$' && first !== "'")
  return byParameter.length > 0 && byRow.length > 0
}

const isLocking = ({ 'Node Type': type, Operation: operation }: PlanNode) =>
  type === 'LockRows' || (type === 'ModifyTable' && operation !== 'Insert')

const hasLock = (node: PlanNode): boolean => isLocking(node) || (node.Plans ?? []).some(hasLock)

/** The partitions that are chosen twice, in the parts that PostgreSQL prepares again after it has waited for a lock. */
function chosenTwice(node: PlanNode, isRepeated = false): string[] {
  const own = isRepeated && isChosenTwice(node) ? [`${node['Relation Name']} ${node['Index Cond']} ${node.Filter}`] : []
  const others = (node.Plans ?? []).flatMap((child) => {
    const isPart = /^(InitPlan|SubPlan)$/.test(child['Parent Relationship'] ?? '')
    return chosenTwice(child, isRepeated || isLocking(node) || isPart)
  })
  return [...own, ...others]
}

test('a statement that may wait for a lock chooses its partitions once, because PostgreSQL 18.4 skips rows otherwise', async () => {
  const found = await withSession(database.url, async (session) => {
    await session.query({ text: PLAN_AS_SERVICE })
    const found: string[] = []
    for (const [name, { text }] of statements) {
      const plan = await widePlanOf(session, text)
      if (!hasLock(plan)) continue
      for (const condition of chosenTwice(plan)) found.push(`${name}: ${condition}`)
    }
    return found
  })
  assert.deepEqual(found, [])
})

const KEYS_OF_THREE = [1, 2, 3].map((n) => {
  // A later partition than the first.
  const id = RANGE_IDS + n
  return { bucket: 1, accountId: 1, recipientId: 1, messageId: id, deliveryId: id }
})

/** Three rows of each table. */
const THREE_OF_EACH = [
  `messages (bucket, account_id, id, recipient_id, template_id, template_version, rendered_subject, rendered_body, attributes,
     created_at, updated_at) select 1, 1, id, 1, 1, 1, 'Receipt', '', '[]', now(), now()`,
  `deliveries (bucket, account_id, id, message_id, recipient_id, channel_id, status, sent_at, created_at, updated_at)
     select 1, 1, id, id, 1, 1, 'sent', now(), now(), now()`,
  `send_queue (bucket, account_id, channel_id, delivery_id, due_at, sends_made, started_at)
     select 1, 1, 1, id, now(), 1, now()`,
  `sends (bucket, account_id, delivery_id, number, started_at, duration_ms, result, sent_to)
     select 1, 1, id, 1, now(), 5, 'transient', 'ada@example.com'`,
  `sandbox_messages (bucket, account_id, delivery_id, number, channel_id, sent_to, subject, body, at)
     select 1, 1, id, 1, 1, 'ada@example.com', 'Receipt', '', now()`,
  `inbox_messages (bucket, account_id, message_id, delivery_id, recipient_id, title, body, created_at)
     select 1, 1, id, id, 1, 'Receipt', '', now()`,
]

const WAITING: [name: string, changed: string, run: (connection: Connection) => Promise<unknown[]>][] = [
  [
    'the end of sends',
    'send_queue set due_at = now()',
    (connection) =>
      leaveSends(
        connection,
        KEYS_OF_THREE.map((key) => ({ ...key, number: 1, dueAt: 0, spent: true, channelId: 1, isPinned: false })),
      ),
  ],
  ['a report', 'sends set duration_ms = 6', (connection) => takeSends(connection, KEYS_OF_THREE)],
  [
    'a fetch of an inbox',
    'inbox_messages set seen_at = now()',
    (connection) => markFetched(connection, KEYS_OF_THREE, new Date().toISOString()),
  ],
  ['an erasure of messages', 'messages set seen_at = now()', (connection) => blankMessages(connection, KEYS_OF_THREE)],
  ['an erasure of sends', 'sends set duration_ms = 7', (connection) => blankSends(connection, KEYS_OF_THREE, 10)],
  [
    'an erasure of sandbox messages',
    "sandbox_messages set subject = 'Paid'",
    (connection) => removeSandboxMessages(connection, KEYS_OF_THREE, 10),
  ],
  [
    'an erasure of inbox messages',
    'inbox_messages set read_at = now()',
    (connection) => removeInboxMessages(connection, KEYS_OF_THREE),
  ],
]

test('after it has waited for a lock, a statement changes all its rows', async () => {
  const ids = `from unnest('{${KEYS_OF_THREE.map((key) => key.messageId).join()}}'::bigint[]) id`
  const numbers = await withSession(database.url, async (writer) => {
    await writer.query({ text: 'set session_replication_role = replica' })
    for (const text of THREE_OF_EACH) await writer.query({ text: `insert into ${text} ${ids}` })
    const numbers: Record<string, number> = {}
    for (const [name, changed, run] of WAITING) {
      await writer.query({ text: 'begin' })
      await writer.query({ text: `update ${changed}` })
      const running = run(database.pool)
      const isWaiting = async () => {
        const { rows } = await writer.query({ text: 'select from pg_locks where not granted' })
        return rows.length > 0
      }
      while (!(await isWaiting())) await setImmediate()
      await writer.query({ text: 'commit' })
      numbers[name] = (await running).length
    }
    return numbers
  })
  assert.deepEqual(numbers, Object.fromEntries(WAITING.map(([name]) => [name, 3])))
})
