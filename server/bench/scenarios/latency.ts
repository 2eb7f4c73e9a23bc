import { forgetMessages } from '../creates.ts'
import { makeMessagingAccounts, WEBHOOKS_PER_MESSAGE } from '../creating-accounts.ts'
import { latencyText, runPaced } from '../latency.ts'
import type { Bench, Findings, Scenario, Side } from '../scenario.ts'
import { measureCapacity, withService } from '../whole-path.ts'

/** The latency of webhooks at parts of the service's rate, measured just before. */

const JUDGED_LOAD = 0.5
const P99_MAX_MS = 50
/** With fewer messages the slowest hundredth of their webhooks has no meaning. */
const MESSAGES_MIN = 100

const percentOf = (load: number): string => `${load * 100} % of it`

interface Loads {
  accounts: number
  /** Parts of the full rate. */
  loads: readonly number[]
  isJudged: boolean
}

export const latencyScenario: Scenario = {
  name: 'latency',
  title: 'From commit to arrival, 1,000 accounts, creates at a fixed rate',
  run: (bench) => measureLoads(bench, { accounts: 1000, loads: [0.1, 0.5, 0.9], isJudged: true }),
}

/** One account is on one dispatching process. The latency rises where this process is full. */
export const accountScenario: Scenario = {
  name: 'latency-account',
  title: 'From commit to arrival, one account with one endpoint, creates at a fixed rate',
  notQuick: true,
  run: (bench) => measureLoads(bench, { accounts: 1, loads: [0.25, 0.5, 0.75, 0.9, 1], isJudged: false }),
}

async function measureLoads(bench: Bench, { accounts: count, loads: all, isJudged }: Loads): Promise<Findings> {
  const { database, receiver, rounds, seconds, size, progress } = bench
  const accounts = await makeMessagingAccounts(database.pool, receiver.origin, count)
  const loads = size === 'quick' ? [JUDGED_LOAD] : all
  const full: Side = { name: 'full rate', runs: [] }
  const parts = loads.map((load): Side & { load: number } => ({ load, name: percentOf(load), runs: [] }))
  for (let round = 1; round <= rounds; round++) {
    await forgetMessages(bench)
    await withService(bench, accounts, async (service) => {
      const capacity = await measureCapacity(bench, service, accounts, seconds)
      progress(`round ${round} of ${rounds}: ${Math.round(capacity.perSecond)} webhooks/s at full rate`)
      full.runs.push(capacity)
      for (const { load, name, runs } of parts) {
        const perSecond = (capacity.perSecond / WEBHOOKS_PER_MESSAGE) * load
        const messages = Math.max(MESSAGES_MIN, Math.ceil(perSecond * seconds))
        const run = await runPaced(bench, { service, accounts, messages, perSecond })
        progress(`round ${round} of ${rounds}: ${name}: ${latencyText(run)}`)
        runs.push(run)
      }
    })
  }
  return {
    sides: [full, ...parts],
    judgements: parts.map(({ load, name, runs }) => ({
      what: `p99 at ${name}, ms`,
      values: runs.map((run) => run.latency!.p99),
      gate: isJudged && load === JUDGED_LOAD ? { atMost: P99_MAX_MS } : null,
    })),
  }
}
