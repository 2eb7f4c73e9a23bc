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

test('every statement of the service fits the migrated database', async () => {
  const files = globSync('**/*.ts', { cwd: SOURCE, exclude: (path) => path.endsWith('.test.ts') })
  const withStatements = files.filter((file) =>
    /(= |\.)(list)?[sS]ql[<(]/.test(readFileSync(join(SOURCE, file), 'utf8')),
  )
  for (const file of withStatements) await import(pathToFileURL(join(SOURCE, file)).href)
  assert.ok(statements.has('webhooks.record_attempts'))
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
