import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import { referenceRate, runBesideReference, runReference } from '../reference.ts'
import type { Round, Scenario } from '../scenario.ts'

/** What the product makes of the reference's rate, about: how many events fill the seconds asked for. */
const RATIO_EXPECTED = 0.5

/** In fewer the product's code would not be compiled before they are counted; the reference has little to compile. */
const EVENTS_MIN = 20_000

/** Performance: the gate is that of kept connections; what handshakes cost beside is told. */
const GATE_OF_KEPT = 0.45

/**
 * Webhooks over TLS to address literals, against undici alone. The receiver ends the connection of `closeShare` of its
 * answers, the reference's and the product's alike; what came of it is measured and told as the share of new connections.
 */
function webhooks(endpointCount: number, closeShare: number): Scenario {
  const count = endpointCount === 1 ? 'one endpoint' : `${endpointCount} endpoints`
  const about = {
    name: `webhooks-${endpointCount}`,
    title: `Webhooks over TLS, ${count}, kept connections`,
    gate: GATE_OF_KEPT,
  }
  const aboutClosing = {
    name: `webhooks-${endpointCount}-new-${closeShare * 100}`,
    title: `Webhooks over TLS, ${count}, ${closeShare * 100} % of the answers end their connection`,
    notQuick: true,
  }
  return {
    ...(closeShare === 0 ? about : aboutClosing),
    async run(bench) {
      const { database, receiver, rounds, seconds, progress } = bench
      const endpoints = await makeEndpoints(database.pool, receiver.origin, endpointCount)
      receiver.closeShare(closeShare)
      try {
        const filling = Math.ceil((await referenceRate(receiver, closeShare)) * RATIO_EXPECTED * seconds)
        const events = closeShare === 0 ? Math.max(EVENTS_MIN, filling) : filling
        const measured: Round[] = []
        for (let round = 1; round <= rounds; round++) {
          const { reference, product } = await runBesideReference(
            () => runReference(receiver, Math.ceil(events / RATIO_EXPECTED)),
            () => drainBacklog(bench, { endpoints, events }),
          )
          const rates = `reference ${Math.round(reference.perSecond)}/s, product ${Math.round(product.perSecond)}/s`
          progress(
            `round ${round} of ${rounds}: ${rates}, ratio ${(product.perSecond / reference.perSecond).toFixed(2)}`,
          )
          measured.push({ reference, product })
        }
        return measured
      } finally {
        receiver.closeShare(0)
      }
    },
  }
}

const ENDPOINT_COUNTS = [1, 1000]
const CLOSE_SHARES = [0, 0.1, 1]

export const webhookScenarios = CLOSE_SHARES.flatMap((share) => ENDPOINT_COUNTS.map((count) => webhooks(count, share)))
