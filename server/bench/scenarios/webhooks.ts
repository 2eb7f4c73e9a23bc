import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import { runReference } from '../reference.ts'
import type { Round, Scenario } from '../scenario.ts'

/** POSTs of the run that warms the receiver up and tells how long a run of a number of POSTs takes. */
const CALIBRATING_POSTS = 20_000

/** What the product makes of the reference's rate, about: how many events fill the seconds asked for. */
const RATIO_EXPECTED = 0.5

/** Webhooks over kept TLS connections to address literals, against undici alone. */
function webhooks(endpointCount: number): Scenario {
  return {
    name: `webhooks-${endpointCount}`,
    title: `Webhooks over TLS, ${endpointCount === 1 ? 'one endpoint' : `${endpointCount} endpoints`}`,
    gate: 0.45,
    async run(bench) {
      const { database, receiver, rounds, seconds, progress } = bench
      const endpoints = await makeEndpoints(database.pool, receiver.origin, endpointCount)
      const calibration = await runReference(receiver, CALIBRATING_POSTS)
      const events = Math.ceil(calibration.perSecond * RATIO_EXPECTED * seconds)
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        const reference = await runReference(receiver, Math.ceil(events / RATIO_EXPECTED))
        progress(`round ${round} of ${rounds}: reference ${Math.round(reference.perSecond)}/s`)
        const product = await drainBacklog(bench, { endpoints, events })
        const ratio = (product.perSecond / reference.perSecond).toFixed(2)
        progress(`round ${round} of ${rounds}: product   ${Math.round(product.perSecond)}/s, ratio ${ratio}`)
        measured.push({ reference, product })
      }
      return measured
    },
  }
}

export const webhookScenarios = [webhooks(1), webhooks(1000)]
