import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import { startReceiver } from '../receiver.ts'
import type { Receiver } from '../receiver.ts'
import { referenceRate, runBesideReference, runReference } from '../reference.ts'
import type { Bench, Round, Scenario } from '../scenario.ts'

/**
 * Approximate ratio of the product's rate to the reference's. It determines the number of events for the requested
 * seconds.
 */
const RATIO_EXPECTED = 0.5

/** With fewer events the product's code is not compiled yet when the count begins. The reference has little to compile. */
const EVENTS_MIN = 20_000

/**
 * The gates are for kept connections, by the number of endpoints, and for the CPU time of all processes: a fifth above
 * the measured value. This is more than the figure changes between runs: the same code had medians from 2.25 to 2.5. Other programs of the machine change the rate by
 * half, so the rate is only reported. So is the cost of handshakes.
 */
const PROCESSOR_TIME_GATES: Record<number, number> = { 1: 2.75, 1000: 2.75 }

interface Kind {
  /** After the number of endpoints in the scenario's name, and in its title. */
  name: string
  title: string
  scheme: 'https' | 'http'
  /** The receiver ends the connection of this share of its responses, for the reference and the product alike. */
  closeShare: number
  isJudged: boolean
}

const KINDS: readonly Kind[] = [
  { name: '', title: 'over TLS, kept connections', scheme: 'https', closeShare: 0, isJudged: true },
  { name: '-plain', title: 'over plain HTTP, kept connections', scheme: 'http', closeShare: 0, isJudged: false },
  ...[0.1, 1].map((closeShare) => {
    const percent = closeShare * 100
    const title = `over TLS, ${percent} % of the answers end their connection`
    return { name: `-new-${percent}`, title, scheme: 'https', closeShare, isJudged: false } as const
  }),
]

/** The reference and the product in turns, to a receiver of the right kind. */
async function measureRounds(bench: Bench, endpointCount: number, closeShare: number): Promise<Round[]> {
  const { database, receiver, rounds, seconds, progress } = bench
  const endpoints = await makeEndpoints(database.pool, endpointUrl(receiver), endpointCount)
  const filling = Math.ceil((await referenceRate(receiver, closeShare)) * RATIO_EXPECTED * seconds)
  const events = closeShare === 0 ? Math.max(EVENTS_MIN, filling) : filling
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    const { reference, product } = await runBesideReference(
      () => runReference(receiver, Math.ceil(events / RATIO_EXPECTED)),
      () => drainBacklog(bench, { endpoints, events }),
    )
    const rates = `reference ${Math.round(reference.perSecond)}/s, product ${Math.round(product.perSecond)}/s`
    progress(`round ${round} of ${rounds}: ${rates}, ratio ${(product.perSecond / reference.perSecond).toFixed(2)}`)
    measured.push({ reference, product })
  }
  return measured
}

/** The service knows only HTTPS. With the plain transport it accepts a plain receiver as an HTTPS receiver. */
function endpointUrl({ origin }: Receiver): string {
  return origin.replace(/^http:/, 'https:')
}

/** Webhooks to address literals, compared with undici alone to the same receiver. New connections are reported. */
function webhooks(endpointCount: number, { name, title, scheme, closeShare, isJudged }: Kind): Scenario {
  return {
    name: `webhooks-${endpointCount}${name}`,
    title: `Webhooks ${title}, ${endpointCount === 1 ? 'one endpoint' : `${endpointCount} endpoints`}`,
    ...(isJudged ? { processorTimeGate: PROCESSOR_TIME_GATES[endpointCount]! } : { notQuick: true }),
    async run(bench) {
      const receiver = scheme === 'https' ? bench.receiver : await startReceiver(undefined, scheme)
      try {
        receiver.closeShare(closeShare)
        return await measureRounds({ ...bench, receiver }, endpointCount, closeShare)
      } finally {
        receiver.closeShare(0)
        if (receiver !== bench.receiver) await receiver.close()
      }
    },
  }
}

const ENDPOINT_COUNTS = [1, 1000]

export const webhookScenarios = KINDS.flatMap((kind) => ENDPOINT_COUNTS.map((count) => webhooks(count, kind)))
