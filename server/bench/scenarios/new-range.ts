import { newApiKey } from '../../src/core/accounts/api-keys.ts'
import { MESSAGE_IDS } from '../../src/platform/db/id-blocks.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { RANGE_IDS, rangeStart } from '../../src/platform/ids.ts'
import { makeObjects } from '../creates.ts'
import type { CreateResponse } from '../creates.ts'
import { openSibling } from '../database.ts'
import { latencyText, summarize } from '../latency.ts'
import type { Bench, Run, Scenario } from '../scenario.ts'
import { startServiceProcess } from '../service-process.ts'
import { runMessages } from '../whole-path.ts'

/**
 * The wait of callers while a range of ids begins. Its partitions have no rows and no statistics, and every connection gets
 * its first rows of them. The sequence is moved close to the boundary, so that the range begins during the run.
 */

const PER_SECOND = 100
/** The rows of the range before. The service makes statistics of them. */
const WARMING_MESSAGES = 4000
/** Queued, sent and delivered, of one delivery by email. */
const WEBHOOKS_PER_MESSAGE = 3

/** On each side of the boundary, also in a quick run: enough for a p99, although the boundary is not exactly in the middle. */
const MESSAGES_MIN = 300

/** A message and its delivery. */
const IDS_PER_MESSAGE = 2

/** The p99 in the new range is at most this many times the p99 before it. */
const P99_TIMES_MAX = 2
/** Below it, the ratio is that of the machine's noise. */
const P99_ALWAYS_GOOD_MS = 20

interface Sides {
  before: Run
  after: Run
}

/** One run on a database of its own. `seconds`: on each side of the boundary. */
async function runNewRange(bench: Bench, seconds: number): Promise<Sides> {
  const { receiver, profileDirectory } = bench
  const database = await openSibling(bench.database, 'new_range')
  const apiKey = newApiKey()
  const messages = Math.max(seconds * PER_SECOND, MESSAGES_MIN)
  const idsBefore = IDS_PER_MESSAGE * (WARMING_MESSAGES + messages)
  await withSession(database.url, (session) =>
    session.query({ text: 'select setval($1, $2)', values: [MESSAGE_IDS, RANGE_IDS - idsBefore] }),
  )
  const service = startServiceProcess({
    databaseUrl: database.url,
    caFile: receiver.caFile,
    profileDirectory,
    variables: { API_RATE_LIMIT: '0', SHUTDOWN_TIMEOUT: '1s', BOOTSTRAP_API_KEY: apiKey },
  })
  try {
    const post = await makeObjects(await service.url(), apiKey, 'bench@example.com', ['email'])
    await post('webhook_endpoints', { webhook_endpoint: { url: `${receiver.origin}/webhooks` } })
    const options = { service, accounts: [{ apiKey, webhooksPerMessage: WEBHOOKS_PER_MESSAGE }] }
    await runMessages(bench, { ...options, messages: WARMING_MESSAGES, perSecond: null })
    let responses: readonly CreateResponse[] = []
    const run = await runMessages(bench, {
      ...{ ...options, messages: 2 * messages, perSecond: PER_SECOND },
      onResponse: (given) => (responses = given),
    })
    const side = (start: number): Run => {
      const waits = responses
        .filter(([id]) => rangeStart(id) === start)
        .map(([, begunAtMs, endMs]) => endMs - begunAtMs)
      if (waits.length < messages / 2) throw new Error(`Only ${waits.length} messages have ids from ${start}`)
      return { ...run, latency: summarize(waits) }
    }
    return { before: side(0), after: side(RANGE_IDS) }
  } finally {
    await service.stop()
    await database.close()
  }
}

/** The ratio, if the p99 in the new range is not always good. */
function timesOf({ before, after }: Sides): number {
  const [p99Before, p99After] = [before.latency!.p99, after.latency!.p99]
  return p99After <= P99_ALWAYS_GOOD_MS ? Math.min(P99_TIMES_MAX, p99After / p99Before) : p99After / p99Before
}

export const newRangeScenario: Scenario = {
  name: 'new_range',
  title: `From the start of a create to its response, ${PER_SECOND} creates a second, before and after the beginning of a range of ids`,
  async run(bench) {
    const { rounds, progress, seconds } = bench
    const all: Sides[] = []
    for (let round = 1; round <= rounds; round++) {
      const sides = await runNewRange(bench, seconds)
      all.push(sides)
      for (const [side, run] of Object.entries(sides) as [string, Run][])
        progress(`round ${round} of ${rounds}: ${side}: ${latencyText(run)}`)
    }
    return {
      sides: [
        { name: 'before the range', runs: all.map(({ before }) => before) },
        { name: 'in the range', runs: all.map(({ after }) => after) },
      ],
      judgements: [
        {
          what: `p99 in the range / before it, at most ${P99_TIMES_MAX} below ${P99_ALWAYS_GOOD_MS} ms`,
          values: all.map(timesOf),
          gate: { atMost: P99_TIMES_MAX },
        },
      ],
    }
  },
}
