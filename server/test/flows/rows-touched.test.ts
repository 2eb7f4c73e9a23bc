/** A statement touches the rows of its own message or page, however many messages the account has. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countRows, tooMany } from '../count-rows.ts'
import { createTestDatabase } from '../database.ts'
import { endAfterTests } from '../end-after-tests.ts'
import { startCounting } from '../rows-touched.ts'
import { importStatements, unseenStatements } from '../touched-statements.ts'
import { CREATE, OF_EVERY_MESSAGE, startTouching } from '../touching-operations.ts'

/** A partition of messages has 9 days. Those of the others have one day. */
const NEXT_PARTITIONS_MS = 9 * 86_400_000

const counting = await startCounting(await createTestDatabase())
await endAfterTests(Promise.resolve(counting.database))
const touching = await startTouching(counting)
await endAfterTests(Promise.resolve(touching.vendor))

test('every operation touches few rows with plans of empty tables, and the first message of a day and of a range of ids', async () => {
  await importStatements()
  // `npm run explain` has more numbers of messages, and another version of PostgreSQL.
  const touches = await countRows(counting, touching, [
    // Their plans are kept in the next run.
    { stored: 0, plans: 'new', only: OF_EVERY_MESSAGE },
    { stored: 3000, plans: 'kept' },
    { stored: 3000, plans: 'kept', laterMs: NEXT_PARTITIONS_MS, only: [CREATE] },
  ])
  assert.deepEqual(tooMany(touches), [])
  assert.deepEqual(unseenStatements(new Set(touches.map(({ statement }) => statement))), [])
})
