/** A small, fixed part of the requests of `fuzz.long.ts`, one after another. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runFuzz } from './run.ts'

/** The share of operations that succeed at least once in so few requests. */
const SUCCEEDED_MIN = 0.4

test('hostile requests to every operation are answered as the document says', async (t) => {
  const { breaches, ...rest } = await runFuzz({ seed: 1, requests: 520, atOnce: 1 })
  t.diagnostic(JSON.stringify(rest))
  assert.deepEqual(breaches, [])
  assert.deepEqual(rest.errorsLogged, {})
  assert.equal(rest.exitCode, 0)
  assert.equal(rest.canary.succeeded, rest.canary.asked)
  assert.ok(rest.operations.succeeded >= SUCCEEDED_MIN * rest.operations.all)
})
