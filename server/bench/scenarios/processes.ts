import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import type { Round, Scenario } from '../scenario.ts'

/** Two processes share the buckets, compared with a single process. On two processors they gain little. */

const ENDPOINTS = 1000
const EVENTS_PER_SECOND = 10_000

export const processesScenario: Scenario = {
  name: 'processes',
  title: 'Two dispatching processes against one, 1,000 endpoints',
  gate: 0.9,
  notQuick: true,
  sides: { reference: 'one process', product: 'two processes' },
  async run(bench) {
    const { database, receiver, rounds, seconds, progress } = bench
    const endpoints = await makeEndpoints(database.pool, receiver.origin, ENDPOINTS)
    const events = EVENTS_PER_SECOND * seconds
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      const reference = await drainBacklog(bench, { endpoints, events })
      const product = await drainBacklog(bench, { endpoints, events, processes: 2 })
      const rates = `${Math.round(reference.perSecond)}/s by one, ${Math.round(product.perSecond)}/s by two`
      progress(`round ${round} of ${rounds}: ${rates}`)
      measured.push({ reference, product })
    }
    return measured
  },
}
