// Invariants 1 and 2: a scheduled delivery is either dispatched or canceled, never both, in any order of events.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CONTENDERS, startRaces } from '../faults/races.ts'
import type { Races, Winner } from '../faults/races.ts'

const ROUNDS_MAX = 500
const WINS_MIN = 20

/** The winner gives the other side a head start, which doubles if it wins again. So both sides win in turn. */
function nextLead(lead: number, step: number, winner: Winner, before: Winner | null): { lead: number; step: number } {
  const next = winner === before ? step * 2 : 1
  return { lead: lead + (winner === 'request' ? next : -next), step: next }
}

describe('a dispatch', () => {
  let races: Races
  before(async () => {
    races = await startRaces()
  })
  after(() => races.close())

  for (const [name, contender] of Object.entries(CONTENDERS))
    test(`and ${name}: one of them wins`, async (t) => {
      const wins = { request: 0, dispatch: 0 }
      let lead = { lead: 0, step: 1 }
      let before: Winner | null = null
      for (let round = 0; round < ROUNDS_MAX && Math.min(wins.request, wins.dispatch) < WINS_MIN; round++) {
        const winner = await races.freely(contender, lead.lead)
        wins[winner] += 1
        lead = nextLead(lead.lead, lead.step, winner, before)
        before = winner
      }
      t.diagnostic(
        `${wins.request + wins.dispatch} rounds: the request won ${wins.request}, the dispatch ${wins.dispatch}`,
      )
      assert.ok(Math.min(wins.request, wins.dispatch) >= WINS_MIN, JSON.stringify(wins))
    })
})
