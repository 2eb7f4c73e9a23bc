// Invariants 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14 and 17, in a random order of actions.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { simulate } from './simulation.ts'

const STEPS = 200

for (const servers of [1, 2])
  test(`every invariant holds in a simulation of all that can happen, with ${servers} database servers`, async (t) => {
    const seed = Number(process.env['SIMULATION_SEED'] ?? randomInt(2 ** 31))
    const steps = Number(process.env['SIMULATION_STEPS'] ?? STEPS)
    t.diagnostic(`SIMULATION_SEED=${seed} repeats it`)
    const result = await simulate(steps, seed, servers)
    t.diagnostic(
      `${result.acknowledged} deliveries acknowledged, ${result.events} events; ${JSON.stringify(result.steps)}`,
    )
    t.diagnostic(
      `${result.repeatedPosts} POSTs repeated, ${result.takeOvers} take-overs, ${result.fenced} fenced flushes`,
    )
    assert.deepEqual(result.breaches, [], `with SIMULATION_SEED=${seed}`)
    // Otherwise the run tested none of these cases.
    assert.ok(result.repeatedPosts > 0 && result.takeOvers > 0 && result.fenced > 0)
  })
