import { forgetMessages } from '../creates.ts'
import { familyCpu, memoryNowMib } from '../cpu.ts'
import { makeMessagingAccounts, WEBHOOKS_PER_MESSAGE } from '../creating-accounts.ts'
import { spread } from '../report.ts'
import type { Run, Scenario, Size } from '../scenario.ts'
import { measureCapacity, runMessages, withService } from '../whole-path.ts'

/** Whether the service's memory grows with its past work. At half its rate the memory must stop growing. */

const ACCOUNTS = 1000
const LOAD = 0.5
/** Length of the load, s. */
const SECONDS: Record<Size, number> = { quick: 10, standard: 60, full: 600 }
const SAMPLE_MS = 250
/** Shares of the run. The first is the warm-up, and the last is compared with the second. */
const PARTS = 5
const GROWTH_MAX = 1.1

interface Sample {
  atMs: number
  memoryMib: number
  /** CPU time of PostgreSQL so far, us. */
  postgresMicroseconds: number
}

const partsOf = (samples: readonly Sample[]): Sample[][] => {
  const size = Math.floor(samples.length / PARTS)
  return Array.from({ length: PARTS }, (_, part) => samples.slice(part * size, (part + 1) * size))
}

/** PostgreSQL's CPU time during the samples, as a share of one processor. */
function postgresShare(samples: readonly Sample[]): number {
  const [first, last] = [samples[0]!, samples.at(-1)!]
  return (last.postgresMicroseconds - first.postgresMicroseconds) / ((last.atMs - first.atMs) * 1000)
}

export const memoryScenario: Scenario = {
  name: 'memory',
  title: `Memory of the service over time, ${ACCOUNTS} accounts, creates at half of its rate; items are webhooks`,
  async run(bench) {
    const { database, receiver, size, seconds, progress } = bench
    const accounts = await makeMessagingAccounts(database.pool, receiver.origin, ACCOUNTS)
    await forgetMessages(bench)
    const samples: Sample[] = []
    const run: Run = await withService(bench, accounts, async (service) => {
      const capacity = await measureCapacity(bench, service, accounts, seconds)
      const perSecond = (capacity.perSecond / WEBHOOKS_PER_MESSAGE) * LOAD
      progress(`${Math.round(perSecond)} messages/s for ${SECONDS[size]} s`)
      const timer = setInterval(() => {
        samples.push({
          atMs: performance.now(),
          memoryMib: memoryNowMib(service.processId) ?? NaN,
          postgresMicroseconds: familyCpu(database.processId) ?? NaN,
        })
        if (samples.length % (10_000 / SAMPLE_MS) === 0) progress(`${Math.round(samples.at(-1)!.memoryMib)} MiB`)
      }, SAMPLE_MS)
      try {
        const messages = Math.ceil(perSecond * SECONDS[size])
        return await runMessages(bench, { service, accounts, messages, perSecond })
      } finally {
        clearInterval(timer)
      }
    })
    const parts = partsOf(samples)
    const memory = parts.map((part) => spread(part.map((sample) => sample.memoryMib)).median)
    const shares = parts.map((part) => `${(postgresShare(part) * 100).toFixed(0)} %`)
    return {
      sides: [{ name: 'product', runs: [run] }],
      judgements: [
        {
          what: 'resident memory in the last fifth / in the second',
          values: [memory.at(-1)! / memory[1]!],
          gate: { atMost: GROWTH_MAX },
        },
      ],
      notes: [
        `Resident memory in the fifths of the run, medians: ${memory.map((mib) => mib.toFixed(0)).join(', ')} MiB.`,
        `PostgreSQL's share of one processor in the fifths of the run, at the same load: ${shares.join(', ')}.`,
      ],
    }
  },
}
