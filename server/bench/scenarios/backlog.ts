import { makeEndpoints } from '../backlog.ts'
import { drainBacklogParts } from '../product.ts'
import { openSession } from '../database.ts'
import { ratioFindings } from '../scenario.ts'
import type { Round, Scenario } from '../scenario.ts'

/** The cost of a long backlog while a transaction of the same age keeps PostgreSQL from removing dead rows. */

const ENDPOINTS = 1000
const BACKLOG_EVENTS = 1_000_000
/** Of a quick run. */
const BACKLOG_EVENTS_QUICK = 40_000

/** The first tenth after the start, and the last tenth before few items are in flight. */
const FIRST_TENTH = { begin: 0.03, end: 0.13 }
const LAST_TENTH = { begin: 0.88, end: 0.98 }

const SIDES = { reference: 'first tenth', product: 'last tenth' }
const RATE_GATE = 0.9
const MEMORY_MAX_MB = 400
const MB_PER_MIB = 1.048576

export const backlogScenario: Scenario = {
  name: 'backlog',
  title: 'A backlog of 1,000,000 events (40,000 in a quick run) with an old snapshot held open',
  async run(bench) {
    const { database, receiver, rounds, size, progress } = bench
    const endpoints = await makeEndpoints(database.pool, receiver.origin, ENDPOINTS)
    const events = size === 'quick' ? BACKLOG_EVENTS_QUICK : BACKLOG_EVENTS
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      progress(`round ${round} of ${rounds}: storing ${events} events`)
      const session = await openSession(database.url)
      try {
        const onFilled = async () => {
          await session.query('begin isolation level repeatable read')
          await session.query('select count(*) from accounts')
        }
        const parts = [FIRST_TENTH, LAST_TENTH]
        const [reference, product] = await drainBacklogParts(bench, { endpoints, events, parts, onFilled })
        const rates = `${Math.round(reference!.perSecond)}/s at first, ${Math.round(product!.perSecond)}/s at last`
        progress(`round ${round} of ${rounds}: ${rates}, memory ${Math.round(product!.memoryMib ?? NaN)} MiB`)
        measured.push({ reference: reference!, product: product! })
      } finally {
        await session.end()
      }
    }
    const rates = ratioFindings({ gate: RATE_GATE, sides: SIDES }, measured)
    const memory = {
      what: 'memory of the service at the most, MB',
      values: measured.map(({ product }) => (product.memoryMib ?? NaN) * MB_PER_MIB),
      gate: { atMost: MEMORY_MAX_MB },
    }
    return { ...rates, judgements: [...rates.judgements, memory] }
  },
}
