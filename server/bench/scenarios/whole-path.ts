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
 * midnight, when a new partition begins. Both run at the same time and work in turns, a piece each: if the machine changes
 * its speed, it changes for both.
 */

/** More than 5 % dearer, and the comparison fails. */
const GATE = 1.05
/** Queued, sent and delivered, of one delivery by email. */
const WEBHOOKS_PER_MESSAGE = 3
/** A common rate of two processors, for the number of pieces. Both sides create as many messages. */
const MESSAGES_PER_SECOND = 500
const PIECE_MESSAGES = 1000
/** The first and the second half of a round are judged apart: the tables grow. */
const HALVES = ['first half', 'second half']
/** The service still counts and writes logs after its last webhook. This must not fall into a piece of the other, ms. */
const REST_MS = 500

interface RunningSide {
  piece(messages: number): Promise<Run>
  stop(): Promise<void>
}

/** `program`: of the service. */
async function startSide(bench: Bench, name: string, program: string | undefined): Promise<RunningSide> {
  const { receiver, profileDirectory } = bench
  const database = await createSibling(bench.database, `whole_path_${name}`)
  const apiKey = newApiKey()
  const service = startServiceProcess({
    databaseUrl: database.url,
    caFile: receiver.caFile,
    profileDirectory,
    ...(program === undefined ? {} : { program }),
    // The run does not wait for hanging requests at the end.
    variables: { API_RATE_LIMIT: '0', SHUTDOWN_TIMEOUT: '1s', BOOTSTRAP_API_KEY: apiKey },
  })
  const stop = async () => {
    await service.stop()
    await database.close()
  }
  const accounts = [{ apiKey, webhooksPerMessage: WEBHOOKS_PER_MESSAGE }]
  const piece = async (messages: number) => {
    const run = await runMessages(bench, { service, accounts, perSecond: null, messages })
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    return run
  }
  try {
    const post = await makeObjects(await service.url(), apiKey, 'bench@example.com', ['email'])
    await post('webhook_endpoints', { webhook_endpoint: { url: `${receiver.origin}/webhooks` } })
    await piece(WARMING_MESSAGES)
    return { piece, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Of the service and PostgreSQL, us per webhook. The load and the receiver do the same work for both. */
const processorTime = ({ cpuMicroseconds: { service, postgres } }: Run): number => (service ?? NaN) + (postgres ?? NaN)

export const wholePathScenario: Scenario = {
  name: 'whole-path',
  title: `From creates on ${CONNECTIONS} connections to the last webhook, one account, against commit ${REFERENCE_COMMIT.slice(0, 8)}; items are webhooks, ${WEBHOOKS_PER_MESSAGE} of a message`,
  async run(bench): Promise<Findings> {
    const { rounds, seconds, progress } = bench
    const pieces = Math.max(1, Math.round((MESSAGES_PER_SECOND * seconds) / PIECE_MESSAGES / HALVES.length))
    const reference = { name: `commit ${REFERENCE_COMMIT.slice(0, 8)}`, runs: [] as Run[] }
    const product = { name: 'product', runs: [] as Run[] }
    const ratios = HALVES.map(() => [] as number[])
    for (let round = 1; round <= rounds; round++) {
      const running = [{ side: reference, ...(await startSide(bench, 'reference', programOf(REFERENCE_COMMIT))) }]
      try {
        running.push({ side: product, ...(await startSide(bench, 'product', undefined)) })
        for (const [half, name] of HALVES.entries())
          for (let piece = 1; piece <= pieces; piece++) {
            for (const { side, piece: run } of piece % 2 === 1 ? running : running.toReversed())
              side.runs.push(await run(PIECE_MESSAGES))
            const [before, now] = [reference, product].map(({ runs }) => processorTime(runs.at(-1)!))
            ratios[half]!.push(now! / before!)
            progress(
              `round ${round} of ${rounds}, ${name}, piece ${piece} of ${pieces}: ${reference.name} ${Math.round(before!)} us a webhook, product ${Math.round(now!)}`,
            )
          }
      } finally {
        for (const { stop } of running) await stop()
      }
    }
    return {
      sides: [reference, product],
      judgements: [
        ...HALVES.map((half, index) => ({
          what: `product / reference, processor time of the service and PostgreSQL per webhook, ${half}`,
          values: ratios[index]!,
          gate: { atMost: GATE },
        })),
        { what: 'messages/s', values: product.runs.map((run) => run.perSecond / WEBHOOKS_PER_MESSAGE), gate: null },
      ],
    }
  },
}
