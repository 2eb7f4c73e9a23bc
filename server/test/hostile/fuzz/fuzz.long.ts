/**
 * Sends 100,000 requests generated from the API's document. `FUZZ_SEED` repeats a run, except for the order of
 * responses. `FUZZ_REQUESTS` sets the number.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { MEMORY_GROWTH_MAX, runFuzz } from './run.ts'

const SEEDS = 2 ** 32
const REQUESTS = 100_000
const AT_ONCE = 12
/** The share of operations that must succeed at least once. Otherwise the requests are too wrong to reach the code. */
const SUCCEEDED_MIN = 0.85

test('no request brings the service down, holds it up, fills it or makes it tell of its inside', async (t) => {
  const seed = Number(process.env['FUZZ_SEED'] ?? randomInt(SEEDS))
  const requests = Number(process.env['FUZZ_REQUESTS'] ?? REQUESTS)
  t.diagnostic(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`)
  const { breaches, ...rest } = await runFuzz({ seed, requests, atOnce: AT_ONCE })
  t.diagnostic(JSON.stringify(rest, null, 1))
  assert.deepEqual(breaches, [])
  assert.deepEqual(rest.errorsLogged, {})
  assert.equal(rest.exitCode, 0)
  assert.equal(rest.canary.succeeded, rest.canary.asked)
  assert.ok(rest.memory.afterBytes <= MEMORY_GROWTH_MAX * rest.memory.beforeBytes, 'its memory is not back')
  if (requests === REQUESTS) assert.ok(rest.operations.succeeded >= SUCCEEDED_MIN * rest.operations.all)
})
