import type { BenchEndpoint } from '../backlog.ts'
import { forgetMessages } from '../creates.ts'
import { makeMessagingAccounts, WEBHOOKS_PER_MESSAGE } from '../creating-accounts.ts'
import type { MessagingAccount } from '../creating-accounts.ts'
import { latencyText, runPaced } from '../latency.ts'
import { drainBacklog } from '../product.ts'
import { ratioFindings } from '../scenario.ts'
import type { Bench, Round, Run, Scenario } from '../scenario.ts'
import { measureCapacity, withService } from '../whole-path.ts'

/** The cost of ten hanging endpoints with a fifth of all events for the other endpoints. It should be zero. */

const HEALTHY_ENDPOINTS = 990
const HANGING_ENDPOINTS = 10
/** Of five events, one is for a hanging endpoint. */
const PATTERN_EVENTS = 5
const HEALTHY_EVENTS_PER_SECOND = 3000

/** The accounts in the order of their events: healthy accounts in turn, and a hanging account at every fifth place. */
function interleaved<Account>(healthy: readonly Account[], hanging: readonly Account[]): Account[] {
  return Array.from({ length: PATTERN_EVENTS * HEALTHY_ENDPOINTS }, (_, index) => {
    const group = Math.floor(index / PATTERN_EVENTS)
    const place = index % PATTERN_EVENTS
    if (place === PATTERN_EVENTS - 1) return hanging[group % hanging.length]!
    return healthy[(group * (PATTERN_EVENTS - 1) + place) % healthy.length]!
  })
}

/** @throws unless every event of a healthy endpoint has exactly one attempt, final and successful. */
async function checkHealthy(bench: Bench, healthy: readonly BenchEndpoint[], events: number): Promise<void> {
  const RECORDED_TIMEOUT_MS = 10_000
  const RECORDED_POLL_MS = 50
  for (let waitedMs = 0; ; waitedMs += RECORDED_POLL_MS) {
    const { rows } = await bench.database.pool.query<{ attempts: number; succeeded: number }>({
      text: `select count(*)::int as attempts, count(distinct event_id) filter (where succeeded and final)::int as succeeded
        from attempts where endpoint_id = any($1)`,
      values: [healthy.map((endpoint) => endpoint.endpointId)],
    })
    const { attempts, succeeded } = rows[0]!
    if (attempts === events && succeeded === events) return
    if (waitedMs >= RECORDED_TIMEOUT_MS || attempts > events)
      throw new Error(`${events} events of healthy endpoints ended with ${attempts} attempts, ${succeeded} succeeded`)
    await new Promise((resolve) => setTimeout(resolve, RECORDED_POLL_MS))
  }
}

/** The p99 of healthy endpoints is at most twice its value alone, or 20 ms. */
const P99_TIMES_MAX = 2
const P99_ALWAYS_GOOD_MS = 20
const PACED_LOAD = 0.5
const PACED_MESSAGES_MIN = 100

interface Accounts {
  healthy: readonly MessagingAccount[]
  /** Healthy and hanging accounts together. */
  mixed: readonly MessagingAccount[]
}

/** The rate of the healthy events: alone, and together with events of hanging endpoints. */
async function drainRound(bench: Bench, { healthy, mixed }: Accounts): Promise<Round> {
  const groups = Math.ceil((HEALTHY_EVENTS_PER_SECOND * bench.seconds) / (PATTERN_EVENTS - 1))
  const healthyEvents = groups * (PATTERN_EVENTS - 1)
  const runOne = async (endpoints: readonly BenchEndpoint[], events: number): Promise<Run> => {
    // The run does not wait for hanging requests at the end.
    const variables = { SHUTDOWN_TIMEOUT: '1s' }
    const run = await drainBacklog(bench, { endpoints, events, posts: healthyEvents, variables })
    await checkHealthy(bench, healthy, healthyEvents)
    return run
  }
  const reference = await runOne(healthy, healthyEvents)
  bench.progress(`alone  ${Math.round(reference.perSecond)}/s`)
  const product = await runOne(mixed, groups * PATTERN_EVENTS)
  bench.progress(
    `beside ${Math.round(product.perSecond)}/s, ratio ${(product.perSecond / reference.perSecond).toFixed(2)}`,
  )
  return { reference, product }
}

/** The latency of the healthy webhooks at `perSecond` of their messages: alone, and with a quarter more hanging messages. */
async function latencyRound(bench: Bench, { healthy, mixed }: Accounts, perSecond: number): Promise<Round> {
  const groups = Math.ceil(Math.max(PACED_MESSAGES_MIN, perSecond * bench.seconds) / (PATTERN_EVENTS - 1))
  const healthyShare = (PATTERN_EVENTS - 1) / PATTERN_EVENTS
  const runOne = async (accounts: readonly MessagingAccount[], share: number): Promise<Run> => {
    await forgetMessages(bench)
    // At the start, the process has no hanging requests in flight.
    return withService(bench, healthy, (service) =>
      runPaced(bench, {
        service,
        accounts,
        messages: groups * PATTERN_EVENTS * (healthyShare / share),
        perSecond: perSecond / share,
        webhooksPerMessage: WEBHOOKS_PER_MESSAGE * share,
      }),
    )
  }
  const reference = await runOne(healthy, 1)
  bench.progress(`alone  ${latencyText(reference)}`)
  const product = await runOne(mixed, healthyShare)
  bench.progress(`beside ${latencyText(product)}`)
  return { reference, product }
}

export const isolationScenario: Scenario = {
  name: 'isolation',
  title: `${HANGING_ENDPOINTS} of ${HEALTHY_ENDPOINTS + HANGING_ENDPOINTS} endpoints hang with a fifth of the events: what the others get, against theirs alone`,
  async run(bench) {
    const { database, receiver, rounds, progress } = bench
    const healthy = await makeMessagingAccounts(database.pool, receiver.origin, HEALTHY_ENDPOINTS)
    const hanging = await makeMessagingAccounts(database.pool, `${receiver.origin}/hang`, HANGING_ENDPOINTS)
    const accounts = { healthy, mixed: interleaved(healthy, hanging) }
    const drained: Round[] = []
    const paced: Round[] = []
    await forgetMessages(bench)
    const full = await withService(bench, healthy, (service) => measureCapacity(bench, service, healthy, 1))
    const perSecond = (full.perSecond / WEBHOOKS_PER_MESSAGE) * PACED_LOAD
    progress(`half of what the healthy ones get by themselves is ${Math.round(perSecond)} messages/s`)
    for (let round = 1; round <= rounds; round++) {
      const told = { ...bench, progress: (text: string) => progress(`round ${round} of ${rounds}: ${text}`) }
      drained.push(await drainRound(told, accounts))
      paced.push(await latencyRound(told, accounts, perSecond))
    }
    const rates = ratioFindings(
      { gate: 0.9, sides: { reference: 'backlog, alone', product: 'backlog, beside' } },
      drained,
    )
    const name = (side: string) => `${Math.round(perSecond * WEBHOOKS_PER_MESSAGE)}/s, ${side}`
    return {
      sides: [
        ...rates.sides,
        { name: name('alone'), runs: paced.map((round) => round.reference) },
        { name: name('beside'), runs: paced.map((round) => round.product) },
      ],
      judgements: [
        ...rates.judgements,
        {
          what: `p99 beside / alone, below ${P99_ALWAYS_GOOD_MS} ms as ${P99_TIMES_MAX}`,
          values: paced.map(
            ({ reference, product }) =>
              product.latency!.p99 / Math.max(reference.latency!.p99, P99_ALWAYS_GOOD_MS / P99_TIMES_MAX),
          ),
          gate: { atMost: P99_TIMES_MAX },
        },
      ],
    }
  },
}
