import { CONNECTIONS, forgetMessages } from '../creates.ts'
import { makeMessagingAccounts, WEBHOOKS_PER_MESSAGE } from '../creating-accounts.ts'
import type { Run, Scenario } from '../scenario.ts'
import { measureCapacity, withService } from '../whole-path.ts'

/** From a create to its last webhook, everything on this machine. There is no comparison, the figures are only reported. */

const ACCOUNTS = 1000

export const wholePathScenario: Scenario = {
  name: 'whole-path',
  title: `From creates on ${CONNECTIONS} connections to the last webhook, ${ACCOUNTS} accounts; items are webhooks, ${WEBHOOKS_PER_MESSAGE} of a message`,
  notQuick: true,
  async run(bench) {
    const { database, receiver, rounds, seconds, progress } = bench
    const accounts = await makeMessagingAccounts(database.pool, receiver.origin, ACCOUNTS)
    const runs: Run[] = []
    for (let round = 1; round <= rounds; round++) {
      await forgetMessages(bench)
      const run = await withService(bench, accounts, (service) => measureCapacity(bench, service, accounts, seconds))
      progress(
        `round ${round} of ${rounds}: ${Math.round(run.perSecond)} webhooks/s, ${Math.round(run.perSecond / WEBHOOKS_PER_MESSAGE)} messages/s`,
      )
      runs.push(run)
    }
    return {
      sides: [{ name: 'product', runs }],
      judgements: [
        { what: 'webhooks/s', values: runs.map((run) => run.perSecond), gate: null },
        { what: 'messages/s', values: runs.map((run) => run.perSecond / WEBHOOKS_PER_MESSAGE), gate: null },
        {
          what: 'CPU of all processes but the load and the receiver, us per webhook',
          values: runs.map((run) => (run.cpuMicroseconds['service'] ?? NaN) + (run.cpuMicroseconds['postgres'] ?? NaN)),
          gate: null,
        },
      ],
    }
  },
}
