import { withSession } from '../../src/platform/db/session.ts'
import type { Session } from '../../src/platform/db/session.ts'
import { divideBuckets } from '../../test/databases.ts'
import { CONNECTIONS as CONNECTIONS_OF_SERVER, forgetMessages } from '../creates.ts'
import { makeMessagingAccounts, WEBHOOKS_PER_MESSAGE } from '../creating-accounts.ts'
import { openSibling, startDatabase } from '../database.ts'
import type { BenchDatabase } from '../database.ts'
import type { Bench, Round, Scenario } from '../scenario.ts'
import { measureCapacity, withService } from '../whole-path.ts'

/** The whole path with the accounts divided between three database servers, compared with all of them on one. */

const ACCOUNTS = 300
const NAMES = ['a', 'b', 'c']
/**
 * As many for one server as for three: with fewer, each of three servers commits smaller batches, and several servers are
 * for a load that fills one.
 */
const CONNECTIONS = NAMES.length * CONNECTIONS_OF_SERVER

/** The tables with the objects of the accounts. Tables that others refer to come first. */
const TABLES = [
  'accounts',
  'recipients',
  'channels',
  'templates',
  'template_versions',
  'template_locales',
  'template_channels',
  'webhook_endpoints',
]

async function columnsOf(session: Session, table: string): Promise<string> {
  const { rows } = await session.query<{ names: string }>({
    text: `select string_agg(quote_ident(column_name), ',' order by ordinal_position) as names
      from information_schema.columns where table_schema = current_schema() and table_name = $1 and is_generated = 'NEVER'`,
    values: [table],
  })
  return rows[0]!.names
}

/** Copies the objects of all accounts. The server works on those of its own buckets only. */
async function copyObjects(from: BenchDatabase, to: BenchDatabase): Promise<void> {
  await withSession(from.url, (source) =>
    withSession(to.url, async (target) => {
      for (const table of TABLES) {
        const columns = await columnsOf(source, table)
        const blocks: Buffer[] = []
        await source.copyOut(`copy ${table} (${columns}) to stdout`, async (block) => void blocks.push(block))
        await target.copyIn(`copy ${table} (${columns}) from stdin`, toStream(blocks))
      }
    }),
  )
  await to.pool.query({ text: 'analyze' })
}

async function* toStream(blocks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* blocks
}

/** Starts two servers more, and divides the buckets between these and another database of the first. */
async function withServers<T>(
  { database }: Bench,
  use: (databases: [BenchDatabase, ...BenchDatabase[]]) => Promise<T>,
): Promise<T> {
  const opened: BenchDatabase[] = []
  try {
    opened.push(await openSibling(database, 'directory'))
    for (const _ of NAMES.slice(1)) opened.push(await startDatabase())
    await divideBuckets(opened[0]!.pool, NAMES)
    return await use(opened as [BenchDatabase, ...BenchDatabase[]])
  } finally {
    for (const one of opened) await one.close()
  }
}

export const serversScenario: Scenario = {
  name: 'servers',
  title: `From creates on ${CONNECTIONS} connections to the last webhook, ${ACCOUNTS} accounts on ${NAMES.length} database servers against one; items are webhooks, ${WEBHOOKS_PER_MESSAGE} of a message`,
  processorTimeGate: 1.2,
  notQuick: true,
  sides: { reference: 'one server', product: 'three servers' },
  run: (bench) =>
    withServers(bench, async (databases) => {
      const { receiver, rounds, seconds, progress } = bench
      const [directory, ...others] = databases
      const accountsOfOne = await makeMessagingAccounts(bench.database.pool, receiver.origin, ACCOUNTS)
      const accountsOfThree = await makeMessagingAccounts(directory.pool, receiver.origin, ACCOUNTS)
      for (const other of others) await copyObjects(directory, other)
      const list = databases.map(({ url }, index) => `${NAMES[index]}=${url}`).join()
      const measured: Round[] = []
      for (let round = 1; round <= rounds; round++) {
        await forgetMessages(bench)
        const reference = await withService(bench, accountsOfOne, (service) =>
          measureCapacity(bench, service, accountsOfOne, seconds, { connections: CONNECTIONS }),
        )
        for (const database of databases) await forgetMessages({ ...bench, database })
        const product = await withService(
          bench,
          accountsOfThree,
          (service) =>
            measureCapacity(bench, service, accountsOfThree, seconds, { databases, connections: CONNECTIONS }),
          { DATABASE_URL: '', DATABASES: list },
        )
        progress(
          `round ${round} of ${rounds}: ${Math.round(reference.perSecond)}/s on one, ${Math.round(product.perSecond)}/s on three`,
        )
        measured.push({ reference, product })
      }
      return measured
    }),
}
