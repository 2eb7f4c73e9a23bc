/**
 * Requests the first page of every list, with each filter on its worst value, in an account with a million deliveries. It
 * sends each request through the API, and explains every statement of the request.
 */
import { makeMember, signInAs } from '../test/members.ts'
import { startTestService } from '../test/service.ts'
import type { Client } from '../test/service.ts'
import { startDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { DELIVERIES, fill, PARTITIONS } from './explain-data.ts'
import { explainingPool } from './explain-plan.ts'
import type { Explained } from './explain-plan.ts'
import { NEED_FILTER, NOW_MS, REQUESTS } from './explain-requests.ts'
import { measuredCommit } from './machine.ts'

/** Limit of pages of 8 KiB for one request. */
const BUFFERS_MAX = 500
/** The second reading of a request counts: the first has filled the caches of plans and pages. */
const READINGS = 2

interface Reading extends Explained {
  list: string
  filter: string
}

async function read(
  client: Pick<Client, 'call'>,
  explained: Explained[],
  list: string,
  filter: string,
): Promise<Reading> {
  for (let reading = 1; ; reading++) {
    explained.length = 0
    const { status, body } = await client.call('GET', `/api/v1/${list}?${filter}`)
    if (status !== 200) throw new Error(`${list}?${filter}: ${status} ${JSON.stringify(body)}`)
    if (reading < READINGS) continue
    const worst = explained.toSorted((one, other) => other.buffers - one.buffers)[0]!
    const sum = (of: (one: Explained) => number) => explained.reduce((total, one) => total + of(one), 0)
    return { list, filter, buffers: sum((one) => one.buffers), ms: sum((one) => one.ms), plan: worst.plan }
  }
}

/** The plan without the nodes that never ran, for example the scans of other partitions. */
function withoutUnused(plan: string): string {
  let unusedIndent = Infinity
  const used = plan.split('\n').filter((line) => {
    const indent = line.search(/\S/)
    if (indent <= unusedIndent) unusedIndent = line.endsWith('(never executed)') ? indent : Infinity
    return unusedIndent === Infinity
  })
  return used.join('\n')
}

function section(readings: readonly Reading[], description: string): string {
  const worst = readings.toSorted((one, other) => other.buffers - one.buffers)[0]!
  const rows = readings.map(
    ({ list, filter, buffers, ms }) =>
      `| \`${list}\` | ${filter === '' ? '' : `\`${filter}\``} | ${buffers} | ${ms.toFixed(1)} |`,
  )
  return `This section measures the first page of every list, without a filter and with each filter on its worst value: a value that no row has,
that only the oldest row has, or that very many rows have. It also measures the reads of the dashboard's first page (\`event_counts\`,
\`recent_failures\`, the health of the webhook), and the search. The account has ${DELIVERIES.toLocaleString('en')} messages, as many deliveries and events, and 100,000 recipients, requests in the log and audit entries.
Messages and deliveries are in ${PARTITIONS} partitions, the last one empty. One recipient has every tenth message, and another has 10,000 scheduled messages. Buffers are the pages of 8 KiB that the statements
of one request read, including the look-up of its API key. No request may read more than ${BUFFERS_MAX}. ${description}.
Measured on ${new Date().toISOString().slice(0, 10)} at commit ${measuredCommit()}.

| List | Filter | Buffers | ms |
| --- | --- | --- | --- |
${rows.join('\n')}

The plan of the request with the most buffers, \`${worst.list}?${worst.filter}\`, without the nodes that never ran:

\`\`\`text example
${withoutUnused(worst.plan)}
\`\`\`
`
}

/** Returns the text of the section and the requests that read too much, as sentences. */
export async function explainLists(): Promise<{ text: string; tooMuch: string[] }> {
  const database = await startDatabase()
  try {
    const readings = await readAll(database)
    const tooMany = readings.filter(({ buffers }) => buffers > BUFFERS_MAX)
    const tooMuch = tooMany.map(({ list, filter, buffers }) => `${list}?${filter} reads ${buffers} buffers`)
    return { text: section(readings, database.description), tooMuch }
  } finally {
    await database.close()
  }
}

async function readAll(database: BenchDatabase): Promise<Reading[]> {
  const { pool, explained } = explainingPool(database.pool)
  const running = await startTestService({ ...database, pool }, { ROLES: 'api' })
  try {
    const client = await running.client()
    await fill(database, client, NOW_MS)
    const owner = await signInAs(running, await makeMember(database, client, 'owner'))
    const readings: Reading[] = []
    for (const [list, filters] of Object.entries(REQUESTS))
      for (const filter of NEED_FILTER.has(list) ? filters : ['', ...filters]) {
        // API keys may not list members.
        const reading = await read(list === 'members' ? owner : client, explained, list, filter)
        console.log(`${reading.buffers} buffers, ${reading.ms.toFixed(1)} ms: ${list}?${filter}`)
        readings.push(reading)
      }
    return readings
  } finally {
    await running.stop()
  }
}
