import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import type { Round, Run, Scenario } from '../scenario.ts'

/** One endpoint with a slow receiver: the limit of POSTs in flight to one endpoint determines the rate. */

/** Delay of the response to `POST /slow...` (see receiver-process.ts), ms. */
const RESPONSE_DELAY_MS = 100
/** Limit of POSTs in flight to one endpoint. */
const LANE_CAP = 64
const LIMIT_PER_SECOND = (LANE_CAP * 1000) / RESPONSE_DELAY_MS

const limit: Run = { perSecond: LIMIT_PER_SECOND, cpuMicroseconds: {}, cpuShares: {}, newConnections: 0 }

export const slowReceiverScenario: Scenario = {
  name: 'slow-receiver',
  title: `One endpoint whose receiver answers after ${RESPONSE_DELAY_MS} ms, against ${LANE_CAP} POSTs in flight at a time`,
  gate: 0.9,
  sides: { reference: 'limit', product: 'product' },
  async run(bench) {
    const { database, receiver, rounds, seconds, progress } = bench
    const endpoints = await makeEndpoints(database.pool, `${receiver.origin}/slow`, 1)
    const measured: Round[] = []
    for (let round = 1; round <= rounds; round++) {
      const product = await drainBacklog(bench, { endpoints, events: LIMIT_PER_SECOND * seconds })
      progress(`round ${round} of ${rounds}: ${Math.round(product.perSecond)}/s of ${LIMIT_PER_SECOND}/s`)
      measured.push({ reference: limit, product })
    }
    return measured
  },
}
