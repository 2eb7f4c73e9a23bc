import { forgetMessages } from '../creates.ts'
import { makeMessagingAccounts } from '../creating-accounts.ts'
import { latencyText, runResponses } from '../latency.ts'
import type { Scenario, Side } from '../scenario.ts'
import { runMessages, withService } from '../whole-path.ts'

/** The wait of a caller at rates far below the capacity of the service, without queues. */

const RATES = [50, 200]
const REPORTED_RATE = 200
/** After fewer, V8 has not compiled all hot code yet. */
const WARMING_MESSAGES = 4000
/** With fewer, the slowest hundredth has no meaning. */
const MESSAGES_MIN = 400

export const lowRateScenario: Scenario = {
  name: 'latency-low',
  title: 'From the start of a create to its response and to its webhook, one account, creates at a fixed rate',
  async run(bench) {
    const { database, receiver, rounds, seconds, progress } = bench
    const accounts = await makeMessagingAccounts(database.pool, receiver.origin, 1, ['email'])
    const rates = RATES.map((perSecond) => {
      const side = (what: string): Side => ({ name: `${perSecond}/s, ${what}`, runs: [] })
      return { perSecond, responded: side('response'), arrived: side('webhook') }
    })
    for (let round = 1; round <= rounds; round++) {
      await forgetMessages(bench)
      await withService(bench, accounts, async (service) => {
        await runMessages(bench, { service, accounts, messages: WARMING_MESSAGES, perSecond: null })
        for (const { perSecond, responded, arrived } of rates) {
          const messages = Math.max(MESSAGES_MIN, perSecond * seconds)
          const run = await runResponses(bench, { service, accounts, messages, perSecond })
          for (const [side, one] of [[responded, run.responded] as const, [arrived, run.arrived] as const]) {
            side.runs.push(one)
            progress(`round ${round} of ${rounds}: ${side.name}: ${latencyText(one)}`)
          }
        }
      })
    }
    const reported = rates.find(({ perSecond }) => perSecond === REPORTED_RATE)!
    return {
      sides: rates.flatMap(({ responded, arrived }) => [responded, arrived]),
      judgements: [reported.responded, reported.arrived].map(({ name, runs }) => {
        return { what: `p99 of ${name}, ms`, values: runs.map((run) => run.latency!.p99), gate: null }
      }),
    }
  },
}
