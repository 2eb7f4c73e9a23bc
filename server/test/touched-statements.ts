/** Which statements of the service the count of touched rows must meet, and how many rows each may touch. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { statements } from '../src/platform/db/sql.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

/** Imports every file with statements. */
export async function importStatements(): Promise<void> {
  const files = globSync('**/*.ts', { cwd: SOURCE, exclude: (path) => path.endsWith('.test.ts') })
  const withStatements = files.filter((file) =>
    /(= |\.)(list)?[sS]ql[<(]/.test(readFileSync(join(SOURCE, file), 'utf8')),
  )
  for (const file of withStatements) await import(pathToFileURL(join(SOURCE, file)).href)
  assert.ok(statements.has('webhooks.record_attempts'))
}

/** Tables with rows of each message, recipient or request. The rows of the others do not grow with messages. */
const GROWING = [
  ...[
    'messages',
    'deliveries',
    'sends',
    'sandbox_messages',
    'inbox_messages',
    'events',
    'attempts',
    'recipients',
    'recipient_words',
  ],
  ...['send_queue', 'webhook_queue', 'sandbox_reports', 'dropped_events', 'provider_events', 'inbox_changes'],
  ...['requests', 'audit_log', 'idempotency_keys', 'suppressions', 'erasures', 'devices', 'webhook_test_requests'],
  ...['event_counts', 'delivery_counts'],
]
const READS_GROWING = new RegExp(`\\b(${GROWING.join('|')})\\b`)

/** Statements on these tables without an operation, and the reason. `statements.test.ts` checks the form of lookups by key. */
const WITHOUT_OPERATION: Record<string, readonly string[]> = {
  'a bucket moves to another server: the operator waits for it': ['buckets.count_events'],
  'the next minute of an account, once the minute is over': ['webhook_minutes.find_next'],
  'the retention of a partition, once in its life': [
    'messages.find_live',
    'retention.expire_pending',
    'retention.trim_dropped',
  ],
  'a lookup by key after a rare race or failure': [
    ...['sends.take', 'sends.leave', 'sends.delay', 'devices.delete_dead', 'devices.find'],
    ...['sends.move_to_channels', 'channels.turn'],
  ],
  'a lookup by key of sends that wait for the end of quiet hours': ['sends.find_waiting', 'deliveries.release_sends'],
  'the messages of a recipient that changes its quiet hours': ['deliveries.find_unsent_of_recipient'],
  'a lookup by key in the service of an operator with traces': ['webhooks.read_trace_contexts'],
  'a lookup by key for streams that stay open': ['inbox.find_signers'],
  'a lookup by key for a reader of the feed that continues': ['events.find_storing_transaction'],
  'the counts of one endpoint, and the attempts of a minute or hour, if all of its read attempts have failed': [
    'webhook_health.find_failing_since',
  ],
  'the session of a page, for members without an API key': ['sessions.read_first_steps'],
  'a lookup by key for a page behind a link': ['preference_pages.find'],
  'a lookup by key of deliveries that have just failed, when they are counted': ['delivery_counts.find_failures'],
  'the first deliveries, up to a number, of the hour in which a channel began to fail': ['delivery_counts.list_first'],
  'the newest deliveries, up to a number, of an account with a channel that fails': ['delivery_counts.list_newest'],
  'a lookup by key of events with words of a provider': ['events.write_bodies'],
  'one recipient by the index of emails, for a mail by SMTP': ['recipients.find_by_email'],
}
const EXCUSED = new Set(Object.values(WITHOUT_OPERATION).flat())

/** The statements on growing tables that are neither `seen` nor excused. */
export function unseenStatements(seen: ReadonlySet<string>): string[] {
  return [...statements].flatMap(([name, { text }]) =>
    READS_GROWING.test(text) && !seen.has(name) && !EXCUSED.has(name) ? [name] : [],
  )
}

/** Of one message, and of a page: at most this many rows in a node of a plan. */
export const OF_MESSAGE = 100
export const OF_PAGE = 3000

/** They run at any time, in the background, and read a page or take a block of ids. */
const PAGES_IN_BACKGROUND = /^(event_counts|delivery_counts|webhook_test_requests)\.|\.remove$|^ids\.take$/
/** They read PostgreSQL's catalogue, in the background. Or they count an account's attempts and events that no task has counted yet. */
const UNLIMITED = /^(statistics\.find_grown|partitions\.read|webhook_minutes\.count_between)$/

/** The most rows that a statement may touch in an operation. */
export function rowsMaxOf(statement: string, ofOperation: number): number {
  if (UNLIMITED.test(statement)) return Infinity
  return PAGES_IN_BACKGROUND.test(statement) ? OF_PAGE : ofOperation
}
