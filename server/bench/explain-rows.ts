/**
 * Counts the rows that each statement touches with 600 to 20,000 messages of one account: with the plans of an empty
 * database, with new plans and no statistics, and with statistics. On the embedded PostgreSQL, and on the one whose programs
 * are in the directory POSTGRESQL_BIN.
 */
import { countRows, tooMany } from '../test/count-rows.ts'
import type { Storage, Touch } from '../test/count-rows.ts'
import { createTestDatabase } from '../test/database.ts'
import { startTestServer } from '../test/database-server.ts'
import type { TestServer } from '../test/database-server.ts'
import { startCounting } from '../test/rows-touched.ts'
import { importStatements, OF_MESSAGE, OF_PAGE, unseenStatements } from '../test/touched-statements.ts'
import { startTouching } from '../test/touching-operations.ts'
import { startOtherServer } from './other-server.ts'

const SIZES = [600, 3000, 6000, 20_000]
const WITHOUT_STATISTICS: Storage[] = [
  { stored: 0, plans: 'new' },
  ...SIZES.map((stored): Storage => ({ stored, plans: 'kept' })),
  { stored: SIZES.at(-1)!, plans: 'new' },
]
const WITH_STATISTICS = SIZES.map((stored): Storage => ({ stored, plans: 'analyzed' }))

async function countOn(server: TestServer, storages: readonly Storage[]): Promise<Touch[]> {
  // The test's database is made on this server. The variable is read at once.
  process.env['TEST_DATABASE_URL'] = server.url
  const creating = createTestDatabase()
  delete process.env['TEST_DATABASE_URL']
  const counting = await startCounting(await creating)
  try {
    const touching = await startTouching(counting)
    try {
      return await countRows(counting, touching, storages)
    } finally {
      await touching.vendor.close()
    }
  } finally {
    await counting.database.close()
  }
}

/** The most rows without statistics / with statistics, of the statement in all operations. */
function cellOf(touches: readonly Touch[], size: number): string {
  const most = (isAnalyzed: boolean) =>
    touches.reduce(
      (rows, touch) =>
        touch.stored === size && (touch.plans === 'analyzed') === isAnalyzed ? Math.max(rows, touch.rows) : rows,
      0,
    )
  return `${most(false)} / ${most(true)}`
}

function tableOf(touches: readonly Touch[]): string {
  const ofStatements = Map.groupBy(touches, ({ statement }) => statement)
  const byName = [...ofStatements].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const rows = byName.map(([statement, own]) => {
    const worst = own.reduce((one, other) => (other.rows > one.rows ? other : one))
    return `| \`${statement}\` | ${worst.operation.replaceAll('|', '')} | ${SIZES.map((size) => cellOf(own, size)).join(' | ')} |`
  })
  const header = SIZES.map((size) => size.toLocaleString('en')).join(' | ')
  return [`| Statement | Operation | ${header} |`, `| --- | --- |${' --- |'.repeat(SIZES.length)}`, ...rows].join('\n')
}

/** The statements above their limit, in a sentence. */
function aboveOf(touches: readonly Touch[]): string {
  const names = touches.flatMap(({ statement, rows, rowsMax }) => (rows > rowsMax ? [`\`${statement}\``] : []))
  return names.length === 0
    ? ''
    : `These statements are above their limit: ${[...new Set(names)].toSorted().join(', ')}.\n`
}

/** Both halves at once, because they often wait. */
async function countOnServer(name: string, start: () => Promise<TestServer>) {
  const server = await start()
  try {
    const halves = await Promise.all([WITHOUT_STATISTICS, WITH_STATISTICS].map((storages) => countOn(server, storages)))
    const touches = halves.flat()
    return { touches, tooMuch: tooMany(touches).map((sentence) => `PostgreSQL ${name}: ${sentence}`) }
  } finally {
    await server.stop()
  }
}

/** Returns the text of the section and the statements with too many rows, as sentences. */
export async function explainRows(): Promise<{ text: string; tooMuch: string[] }> {
  await importStatements()
  const other = process.env['POSTGRESQL_BIN']
  const servers: [version: string, start: () => Promise<TestServer>][] = [['18 (embedded)', startTestServer]]
  if (other !== undefined) servers.push(['of POSTGRESQL_BIN', () => startOtherServer(other)])
  const found = await Promise.all(servers.map(([name, start]) => countOnServer(name, start)))
  const touches = found.flatMap((one) => one.touches)
  const tooMuch = found.flatMap((one) => one.tooMuch)
  const unseen = unseenStatements(new Set(touches.map(({ statement }) => statement)))
  tooMuch.push(...unseen.map((statement) => `${statement} has no row in the table`))
  const text = `This section counts the rows that a statement touches while the account has 600 to 20,000 messages, and as many
recipients, deliveries, events, attempts, requests, suppressions and idempotency keys. A node of a plan touches the rows that it
returns and the rows that it removes, in all its loops. The table has the largest node of each statement, and the operation
with the most rows. The first number is without statistics: with plans that were made while the tables were empty, and at 20,000
with new plans too. The second number is with statistics of all rows. At most ${OF_MESSAGE} rows are allowed for one message, and
${OF_PAGE.toLocaleString('en')} for a page of a list. The statistics of an endpoint (\`webhook_minutes.count_between\`) count the attempts that no task has counted yet, and two statements read
PostgreSQL's catalogue: they have no limit. Each number is the largest of PostgreSQL ${servers.map(([name]) => name).join(' and ')}.
${aboveOf(touches)}
${tableOf(touches)}
`
  return { text, tooMuch }
}
