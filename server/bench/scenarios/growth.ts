import { forgetMessages } from '../creates.ts'
import { makeMessagingAccounts } from '../creating-accounts.ts'
import type { MessagingAccount } from '../creating-accounts.ts'
import { openSibling } from '../database.ts'
import { lackOfDisk, storeHistory } from '../history.ts'
import { drainBacklog } from '../product.ts'
import { referenceRate } from '../reference.ts'
import { ratioFindings } from '../scenario.ts'
import type { Bench, Findings, Round, Run, Scenario, Size } from '../scenario.ts'
import { measureCapacity, withService } from '../whole-path.ts'

/**
 * The cost of stored events for new events. The same service works on two databases of one server, an empty and a growing
 * database, in turns. It drains a backlog, and runs the whole path.
 */

const ACCOUNTS = 1000
const STORED: Record<Size, readonly number[]> = {
  quick: [100_000],
  standard: [100_000, 1_000_000],
  full: [100_000, 1_000_000, 10_000_000],
}
const GATE = 0.9
/**
 * Approximate ratio of the product's rate to the reference's. It determines the number of events for the requested
 * seconds.
 */
const RATIO_EXPECTED = 0.5

interface Place {
  bench: Bench
  accounts: MessagingAccount[]
}

async function makePlace(bench: Bench): Promise<Place> {
  return { bench, accounts: await makeMessagingAccounts(bench.database.pool, bench.receiver.origin, ACCOUNTS) }
}

async function drain({ bench, accounts }: Place): Promise<Run> {
  const events = Math.ceil((await referenceRate(bench.receiver)) * RATIO_EXPECTED * bench.seconds)
  return drainBacklog(bench, { endpoints: accounts, events })
}

async function wholePath({ bench, accounts }: Place): Promise<Run> {
  await forgetMessages(bench)
  return withService(bench, accounts, (service) => measureCapacity(bench, service, accounts, bench.seconds))
}

/** Both kinds of runs, in turns on the empty and the grown database. */
async function compare(empty: Place, grown: Place, stored: number): Promise<Findings[]> {
  const { size, progress } = empty.bench
  // An even number, so that each database is first equally often.
  const rounds = empty.bench.rounds + (empty.bench.rounds % 2)
  const kinds = [
    { what: 'whole path', runOne: wholePath, measured: [] as Round[] },
    // The whole path includes the same work, so a quick run needs no backlog.
    ...(size === 'quick' ? [] : [{ what: 'backlog', runOne: drain, measured: [] as Round[] }]),
  ]
  for (let round = 1; round <= rounds; round++)
    for (const { what, runOne, measured } of kinds) {
      // The database is still busy with the first run's rows during the second run, so the databases take turns to be first.
      const runs = new Map<Place, Run>()
      for (const place of round % 2 === 1 ? [empty, grown] : [grown, empty]) runs.set(place, await runOne(place))
      const reference = runs.get(empty)!
      const product = runs.get(grown)!
      const rates = `${Math.round(reference.perSecond)}/s on empty tables, ${Math.round(product.perSecond)}/s`
      progress(`${stored} events, round ${round} of ${rounds}: ${what}: ${rates}`)
      measured.push({ reference, product })
    }
  return kinds.map(({ what, measured }) => {
    const name = `${what}, ${stored.toLocaleString('en')} events`
    return ratioFindings({ gate: GATE, sides: { reference: `${what}, none`, product: name } }, measured)
  })
}

export const growthScenario: Scenario = {
  name: 'growth',
  title: `Rates with events stored in the last day against empty tables, ${ACCOUNTS} accounts`,
  async run(bench) {
    const { database, size, progress } = bench
    const sibling = await openSibling(database, 'grown')
    try {
      const empty = await makePlace(bench)
      const grown = await makePlace({ ...bench, database: sibling })
      const findings: Findings[] = []
      const notes: string[] = []
      let stored = 0
      for (const events of STORED[size]) {
        const lack = await lackOfDisk(events - stored)
        if (lack !== null) {
          progress(lack)
          notes.push(lack)
          break
        }
        await forgetMessages(grown.bench)
        await storeHistory(sibling, grown.accounts, { stored, events, progress })
        stored = events
        findings.push(...(await compare(empty, grown, stored)))
      }
      return {
        sides: findings.flatMap((found) => found.sides),
        judgements: findings.flatMap((found) => found.judgements),
        notes,
      }
    } finally {
      await sibling.close()
    }
  },
}
