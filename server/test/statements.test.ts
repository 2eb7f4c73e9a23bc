import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statements } from '../src/db/sql.ts'
import type { Connection } from '../src/db/sql.ts'
import { withSession } from '../src/db/session.ts'
import { createTestDatabase } from './database.ts'
import { endAfterTests } from './end-after-tests.ts'
import { PLAN_AS_SERVICE } from './pages-read.ts'
import { importStatements } from './touched-statements.ts'

const database = await endAfterTests(createTestDatabase())

await importStatements()

test('every statement of the service fits the migrated database', async () => {
  const mistakes = await withSession(database.url, async (session) => {
    const found: string[] = []
    for (const [name, text] of statements)
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
  ...['messages.lock_of_recipient', 'export.message_ids'],
])
/** Planned for the values of each call. `src/deliveries/routes.test.ts` counts the pages that they read. */
const LISTS = new Set([
  ...['messages.list', 'suppressions.list', 'messages.list_new', 'sandbox.list_of_recipient', 'search.messages'],
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
  ],
  'a page of a list or a feed, in the order of its index': [
    ...['webhook_endpoints.attempts', 'webhook_health.measure_newest', 'first_steps.record', 'event_counts.scan'],
    ...['inbox.list_active', 'inbox.list_unseen', 'inbox.list_unread', 'inbox.list_archived', 'inbox.count'],
    ...['inbox.lock_active', 'inbox.lock_unseen', 'inbox.lock_unread', 'search.recipients', 'recipients.list'],
    ...['events.scan', 'events.scan_entries', 'events.scan_newest', 'events.any_in_range_after', 'sandbox.list'],
    ...['event_counts.find_accounts', 'buckets.count_events', 'webhook_replay.find_chunk_end', 'webhook_replay.find'],
    ...['webhook_replay.queue', 'webhook_replay.queue_replayed', 'search.messages'],
  ],
  'all messages of a recipient, by pages': [
    ...['export.message_ids', 'messages.lock_of_recipient', 'deliveries.find_scheduled_of_recipient'],
    'deliveries.find_unsent_of_recipient',
  ],
  'all attempts and events of a period': [
    ...['webhook_stats.count_attempts', 'webhook_stats.measure_responses', 'webhook_stats.count_missed'],
    ...['webhook_stats.read_pending', 'webhook_stats.count_events'],
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
  'Subplans Removed'?: number
  Plans?: PlanNode[]
}

const PARTITION = /^(messages|deliveries|sends|sandbox_messages|inbox_messages)_\d{8}$/

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
    for (const [name, text] of statements) {
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
  const table = node['Relation Name']?.replace(/_\d{8}$/, '') ?? ''
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
  const found = isScan && !isKey && !equals(other) ? [`${node['Node Type']} ${table} ${condition}`] : []
  return [...found, ...(node.Plans ?? []).flatMap(notByKey)]
}

test('a lookup by key searches an index by the whole key, whatever the statistics say', async () => {
  const found = await withSession(database.url, async (session) => {
    await session.query({ text: PLAN_AS_SERVICE })
    const found: string[] = []
    // The first plans are for tables without statistics, the second for tables that were empty when they got some.
    for (const statistics of ['without statistics', 'with statistics of empty tables']) {
      for (const [name, text] of statements) {
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

/** The conditions on the id of a partition by which PostgreSQL chooses partitions while the statement runs. */
function chosenByRow(node: PlanNode): string[] {
  const children = node.Plans ?? []
  const chosen = children
    .filter((child) => PARTITION.test(child['Relation Name'] ?? ''))
    .map((child) => `${child['Relation Name']} ${child['Index Cond'] ?? ''} ${child.Filter ?? ''}`)
    .filter((condition) => /\(id (=|>=|<=) (?!\(*\$|ANY)/.test(condition))
  return [...chosen, ...children.flatMap(chosenByRow)]
}

/** They lock deliveries for which requests and the dispatch wait in turn: a cancel, a report, a send. */
const CONTENDED = ['sends.lock', 'deliveries.lock', 'deliveries.lock_of_message']

test('a lock of deliveries chooses no partition while it runs, because PostgreSQL 18.4 can crash then', async () => {
  const found = await withSession(database.url, async (session) => {
    await session.query({ text: PLAN_AS_SERVICE })
    const found: string[] = []
    for (const name of CONTENDED)
      for (const condition of chosenByRow(await planOf(session, statements.get(name)!)))
        found.push(`${name}: ${condition}`)
    return found
  })
  assert.deepEqual(found, [])
})
