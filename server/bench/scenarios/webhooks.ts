import { makeEndpoints } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import { startReceiver } from '../receiver.ts'
import type { Receiver } from '../receiver.ts'
import { referenceRate, runBesideReference, runReference } from '../reference.ts'
import type { Bench, Round, Scenario } from '../scenario.ts'

/** What the product makes of the reference's rate, about: how many events fill the seconds asked for. */
const RATIO_EXPECTED = 0.5

/** In fewer the product's code would not be compiled before they are counted; the reference has little to compile. */
const EVENTS_MIN = 20_000

/**
 * The gates are those of kept connections, by the number of endpoints, of the processor time of all processes: a quarter
 * above what was measured, which is more than this figure changes from run to run. The rate changes by half with what
 * else the machine does, so it is told, and so is what handshakes cost beside.
 */
const PROCESSOR_TIME_GATES: Record<number, number> = { 1: 2.3, 1000: 2.75 }

interface Kind {
  /** After the number of endpoints in the scenario's name, and in its title. */
  name: string
  title: string
  scheme: 'https' | 'http'
  /** The receiver ends the connection of this share of its answers, the reference's and the product's alike. */
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

/** The reference and the product in turns to a receiver of the right kind. */
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

/** The service knows only HTTPS: over a plain transport it takes a plain receiver for one of these. */
function endpointUrl({ origin }: Receiver): string {
  return origin.replace(/^http:/, 'https:')
}

/** Webhooks to address literals, against undici alone to the same receiver; new connections are told. */
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
