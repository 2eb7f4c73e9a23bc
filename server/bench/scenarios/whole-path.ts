import { newApiKey } from '../../src/core/accounts/api-keys.ts'
import { CONNECTIONS, makeObjects } from '../creates.ts'
import { createSibling } from '../database.ts'
import { programOf } from '../earlier-commit.ts'
import { REFERENCE_COMMIT } from '../reference-commit.ts'
import type { Bench, Findings, Run, Scenario } from '../scenario.ts'
import { startServiceProcess } from '../service-process.ts'
import { runMessages, WARMING_MESSAGES } from '../whole-path.ts'

/**
 * From a create by HTTP to the last of its webhooks, the present service against that of an earlier commit. Both begin
 * each round with an empty database, which they make themselves. So PostgreSQL has no statistics of the messages, as after
 * midnight, when a new partition begins.
 */

/** More than 5 % dearer, and the comparison fails. */
const GATE = 1.05
/** Queued, sent and delivered, of one delivery by email. */
const WEBHOOKS_PER_MESSAGE = 3
/** A common rate of two processors. Both sides create the same number of messages, so that their tables are as large. */
const MESSAGES_PER_SECOND = 500

/** One round of one side. `program`: of the service. */
async function runSide(bench: Bench, program: string | undefined): Promise<Run> {
  const { receiver, profileDirectory, seconds } = bench
  const database = await createSibling(bench.database, 'whole_path')
  const apiKey = newApiKey()
  const service = startServiceProcess({
    databaseUrl: database.url,
    caFile: receiver.caFile,
    profileDirectory,
    ...(program === undefined ? {} : { program }),
    // The run does not wait for hanging requests at the end.
    variables: { API_RATE_LIMIT: '0', SHUTDOWN_TIMEOUT: '1s', BOOTSTRAP_API_KEY: apiKey },
  })
  try {
    const post = await makeObjects(await service.url(), apiKey, 'bench@example.com', ['email'])
    await post('webhook_endpoints', { webhook_endpoint: { url: `${receiver.origin}/webhooks` } })
    const options = { service, accounts: [{ apiKey, webhooksPerMessage: WEBHOOKS_PER_MESSAGE }], perSecond: null }
    await runMessages(bench, { ...options, messages: WARMING_MESSAGES })
    return await runMessages(bench, { ...options, messages: MESSAGES_PER_SECOND * seconds })
  } finally {
    await service.stop()
    await database.close()
  }
}

/** Of the service and PostgreSQL, us per webhook. The load and the receiver do the same work for both. */
const processorTime = ({ cpuMicroseconds: { service, postgres } }: Run): number => (service ?? NaN) + (postgres ?? NaN)

export const wholePathScenario: Scenario = {
  name: 'whole-path',
  title: `From creates on ${CONNECTIONS} connections to the last webhook, one account, against commit ${REFERENCE_COMMIT.slice(0, 8)}; items are webhooks, ${WEBHOOKS_PER_MESSAGE} of a message`,
  async run(bench): Promise<Findings> {
    const { rounds, progress } = bench
    const reference = {
      name: `commit ${REFERENCE_COMMIT.slice(0, 8)}`,
      program: programOf(REFERENCE_COMMIT),
      runs: [] as Run[],
    }
    const product = { name: 'product', program: undefined, runs: [] as Run[] }
    for (let round = 1; round <= rounds; round++)
      for (const side of round % 2 === 1 ? [reference, product] : [product, reference]) {
        const run = await runSide(bench, side.program)
        side.runs.push(run)
        progress(
          `round ${round} of ${rounds}: ${side.name}: ${Math.round(run.perSecond)} webhooks/s, ${Math.round(processorTime(run))} us each`,
        )
      }
    return {
      sides: [reference, product],
      judgements: [
        {
          what: 'product / reference, processor time of the service and PostgreSQL per webhook',
          values: product.runs.map((run, index) => processorTime(run) / processorTime(reference.runs[index]!)),
          gate: { atMost: GATE },
        },
        { what: 'messages/s', values: product.runs.map((run) => run.perSecond / WEBHOOKS_PER_MESSAGE), gate: null },
      ],
    }
  },
}
