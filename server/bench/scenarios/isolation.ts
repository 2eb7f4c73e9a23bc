import { makeEndpoints } from '../backlog.ts'
import type { BenchEndpoint } from '../backlog.ts'
import { drainBacklog } from '../product.ts'
import type { Bench, Round, Run, Scenario } from '../scenario.ts'

/** What ten endpoints that never answer cost the others, with a fifth of all events: nothing, it should be. */

const HEALTHY_ENDPOINTS = 990
const HANGING_ENDPOINTS = 10
/** Of five events one is for an endpoint that hangs. */
const PATTERN_EVENTS = 5
const HEALTHY_EVENTS_PER_SECOND = 3000

/** The endpoints in the order of their events: healthy ones in turn, and every fifth one that hangs. */
function interleaved(healthy: readonly BenchEndpoint[], hanging: readonly BenchEndpoint[]): BenchEndpoint[] {
  return Array.from({ length: PATTERN_EVENTS * HEALTHY_ENDPOINTS }, (_, index) => {
    const group = Math.floor(index / PATTERN_EVENTS)
    const place = index % PATTERN_EVENTS
    if (place === PATTERN_EVENTS - 1) return hanging[group % hanging.length]!
    return healthy[(group * (PATTERN_EVENTS - 1) + place) % healthy.length]!
  })
}

/** @throws unless every healthy endpoint's event has exactly one attempt: a final one that succeeded. */
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

/** Of the same healthy events: alone, and beside those of endpoints that hang. */
export const isolationScenario: Scenario = {
  name: 'isolation',
  title: `${HANGING_ENDPOINTS} of ${HEALTHY_ENDPOINTS + HANGING_ENDPOINTS} endpoints hang with a fifth of the events: the others' rate against theirs alone`,
  gate: 0.9,
  async run(bench) {
    const { database, receiver, rounds, seconds, progress } = bench
    const healthy = await makeEndpoints(database.pool, receiver.origin, HEALTHY_ENDPOINTS)
    const hanging = await makeEndpoints(database.pool, `${receiver.origin}/hang`, HANGING_ENDPOINTS)
    const mixed = interleaved(healthy, hanging)
    const groups = Math.ceil((HEALTHY_EVENTS_PER_SECOND * seconds) / (PATTERN_EVENTS - 1))
    const healthyEvents = groups * (PATTERN_EVENTS - 1)
    const measured: Round[] = []
    const runOne = async (endpoints: readonly BenchEndpoint[], events: number): Promise<Run> => {
      // What hangs is not waited for at the end.
      const variables = { SHUTDOWN_TIMEOUT: '3s' }
      const run = await drainBacklog(bench, { endpoints, events, posts: healthyEvents, variables })
      await checkHealthy(bench, healthy, healthyEvents)
      return run
    }
    for (let round = 1; round <= rounds; round++) {
      const reference = await runOne(healthy, healthyEvents)
      progress(`round ${round} of ${rounds}: alone  ${Math.round(reference.perSecond)}/s`)
      const product = await runOne(mixed, groups * PATTERN_EVENTS)
      const ratio = (product.perSecond / reference.perSecond).toFixed(2)
      progress(`round ${round} of ${rounds}: beside ${Math.round(product.perSecond)}/s, ratio ${ratio}`)
      measured.push({ reference, product })
    }
    return measured
  },
}
