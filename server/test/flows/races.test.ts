// Invariants 1 and 2: a scheduled delivery is either dispatched or canceled, never both, in any order of events.
import { after, before, describe, test } from 'node:test'
import { CONTENDERS, startRaces } from '../faults/races.ts'
import type { Races } from '../faults/races.ts'

/** Rounds of each order. */
const ROUNDS = 4

describe('a dispatch', () => {
  let races: Races
  before(async () => {
    races = await startRaces()
  })
  after(() => races.close())

  for (const [name, contender] of Object.entries(CONTENDERS))
    test(`and ${name}: the first wins`, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        await races.inOrder(contender, 'request')
        await races.inOrder(contender, 'dispatch')
      }
    })
})
