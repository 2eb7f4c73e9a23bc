import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { statements } from '../src/db/sql.ts'
import { withSession } from '../src/db/session.ts'
import { createTestDatabase } from './database.ts'
import { endAfterTests } from './end-after-tests.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

const database = await endAfterTests(createTestDatabase())

/** Imports every file with statements. */
async function importStatements(): Promise<void> {
  const files = globSync('**/*.ts', { cwd: SOURCE, exclude: (path) => path.endsWith('.test.ts') })
  const withStatements = files.filter((file) =>
    /(= |\.)(list)?[sS]ql[<(]/.test(readFileSync(join(SOURCE, file), 'utf8')),
  )
  for (const file of withStatements) await import(pathToFileURL(join(SOURCE, file)).href)
  assert.ok(statements.has('webhooks.record_attempts'))
}

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
  ...['sandbox.list', 'deliveries.find_scheduled_of_recipient', 'inbox.count'],
  ...['inbox.list_active', 'inbox.list_unseen', 'inbox.list_unread', 'inbox.list_archived'],
  ...['inbox.lock_active', 'inbox.lock_unseen', 'inbox.lock_unread'],
])
/** Planned for the values of each call. `src/deliveries/routes.test.ts` counts the pages that they read. */
const LISTS = new Set([
  ...['messages.list', 'messages.list_new', 'sandbox.list_of_recipient', 'search.messages'],
  'events.deliveries_of_recipient',
])
const isList = (name: string) => LISTS.has(name) || name.startsWith('deliveries.list')

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

test('a statement searches messages and deliveries only in the partitions of their ids', async () => {
  const wide = await withSession(database.url, async (session) => {
    await session.query({ text: 'set plan_cache_mode = force_generic_plan; set join_collapse_limit = 1' })
    const found: string[] = []
    for (const [name, text] of statements) {
      if (READ_ALL.has(name) || isList(name) || !/\b(messages|deliveries|sends|inbox_messages)\b/.test(text)) continue
      await session.query({ text: `prepare "wide.${name}" as ${text}` })
      const { rows: parameters } = await session.query<{ count: number }>({
        text: `select cardinality(parameter_types)::integer as count from pg_prepared_statements where name = 'wide.${name}'`,
      })
      const nulls = Array.from({ length: parameters[0]!.count }, () => 'null').join()
      const { rows } = await session.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
        text: `explain (format json) execute "wide.${name}"${nulls === '' ? '' : `(${nulls})`}`,
      })
      const searched = searchedInAll(rows[0]!['QUERY PLAN'][0].Plan)
      if (searched.length > 0) found.push(`${name}: ${searched.join()}`)
    }
    return found
  })
  assert.deepEqual(wide, [])
})
