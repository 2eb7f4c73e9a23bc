/**
 * A hundred thousand requests made from the API's document. `FUZZ_SEED` brings a run again, as far as the order of answers
 * allows; `FUZZ_REQUESTS` makes it shorter.
 */
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { MEMORY_GROWTH_MAX, runFuzz } from './run.ts'

const SEEDS = 2 ** 32
const REQUESTS = 100_000
const AT_ONCE = 12
/** Of the operations, what must have succeeded at least once: else the requests are too wrong to reach anything. */
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
