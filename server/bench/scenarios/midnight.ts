import { newApiKey } from '../../src/core/accounts/api-keys.ts'
import { withSession } from '../../src/platform/db/session.ts'
import { idTime } from '../../src/platform/ids.ts'
import { makeShiftedClock, SHIFTED_SEARCH_PATH } from '../../test/shifted-clock.ts'
import { makeObjects } from '../creates.ts'
import type { CreateResponse } from '../creates.ts'
import { createSibling } from '../database.ts'
import { latencyText, summarize } from '../latency.ts'
import type { Bench, Run, Scenario } from '../scenario.ts'
import { startServiceProcess } from '../service-process.ts'
import { runMessages } from '../whole-path.ts'

/**
 * The wait of callers while a day begins. Its partitions have no rows and no statistics, and every connection gets its first
 * rows of them. The database's clock is shifted, and the service's clock follows it: midnight comes during the run.
 */

const DAY_MS = 86_400_000
const PER_SECOND = 100
/** The rows of the day before. The service makes statistics of them. */
const WARMING_MESSAGES = 4000
/** Longer than the start of the service and the warming take, ms. */
const PREPARATION_MS = 40_000
/** Queued, sent and delivered, of one delivery by email. */
const WEBHOOKS_PER_MESSAGE = 3
/** With this retention a partition of messages has one day. */
const RETENTION_DAYS = '10'

/** The p99 after midnight is at most this many times the p99 before it. */
const P99_TIMES_MAX = 2
/** Below it, the ratio is that of the machine's noise. */
const P99_ALWAYS_GOOD_MS = 20

interface Sides {
  before: Run
  after: Run
}

const until = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, timeMs - Date.now())))

/** @throws unless messages have ids of the day before this midnight and of the day after it. */
function expectBothDays(responses: readonly CreateResponse[], midnightMs: number): void {
  const days = new Set(responses.map(([id]) => idTime(id)))
  if (days.size !== 2 || !days.has(midnightMs) || !days.has(midnightMs - DAY_MS))
    throw new Error(`The messages have ids of ${[...days].map((day) => new Date(day).toISOString()).join()}`)
}

/** One run on a database of its own. `seconds`: on each side of midnight. */
async function runMidnight(bench: Bench, seconds: number): Promise<Sides> {
  const { receiver, profileDirectory } = bench
  const name = 'midnight'
  const database = await createSibling(bench.database, name)
  /** The real time of the shifted clock's midnight. */
  const midnightMs = Date.now() + PREPARATION_MS + seconds * 1000
  const shiftMs = Math.ceil(midnightMs / DAY_MS) * DAY_MS - midnightMs
  await withSession(database.url, async (session) => {
    await makeShiftedClock(session, shiftMs)
    await session.query({ text: `alter database ${name} set search_path = ${SHIFTED_SEARCH_PATH}` })
  })
  const apiKey = newApiKey()
  const service = startServiceProcess({
    databaseUrl: database.url,
    caFile: receiver.caFile,
    profileDirectory,
    variables: {
      ...{ API_RATE_LIMIT: '0', SHUTDOWN_TIMEOUT: '1s', BOOTSTRAP_API_KEY: apiKey },
      MESSAGE_RETENTION_DAYS: RETENTION_DAYS,
    },
  })
  try {
    const post = await makeObjects(await service.url(), apiKey, 'bench@example.com', ['email'])
    await post('webhook_endpoints', { webhook_endpoint: { url: `${receiver.origin}/webhooks` } })
    const options = { service, accounts: [{ apiKey, webhooksPerMessage: WEBHOOKS_PER_MESSAGE }] }
    await runMessages(bench, { ...options, messages: WARMING_MESSAGES, perSecond: null })
    const startMs = midnightMs - seconds * 1000
    if (Date.now() > startMs) throw new Error(`The preparation took more than ${PREPARATION_MS} ms`)
    await until(startMs)
    let responses: readonly CreateResponse[] = []
    const run = await runMessages(bench, {
      ...{ ...options, messages: 2 * seconds * PER_SECOND, perSecond: PER_SECOND },
      onResponse: (given) => (responses = given),
    })
    expectBothDays(responses, midnightMs + shiftMs)
    const side = (isOn: (begunAtMs: number) => boolean): Run => ({
      ...run,
      latency: summarize(
        responses.filter(([, begunAtMs]) => isOn(begunAtMs)).map(([, begunAtMs, endMs]) => endMs - begunAtMs),
      ),
    })
    return { before: side((at) => at < midnightMs), after: side((at) => at >= midnightMs) }
  } finally {
    await service.stop()
    await database.close()
  }
}

/** The ratio, if the p99 after midnight is not always good. */
function timesOf({ before, after }: Sides): number {
  const [p99Before, p99After] = [before.latency!.p99, after.latency!.p99]
  return p99After <= P99_ALWAYS_GOOD_MS ? Math.min(P99_TIMES_MAX, p99After / p99Before) : p99After / p99Before
}

export const midnightScenario: Scenario = {
  name: 'midnight',
  title: `From the start of a create to its response, ${PER_SECOND} creates a second, before and after the beginning of a day`,
  async run(bench) {
    const { rounds, progress, seconds } = bench
    const all: Sides[] = []
    for (let round = 1; round <= rounds; round++) {
      const sides = await runMidnight(bench, seconds)
      all.push(sides)
      for (const [side, run] of Object.entries(sides) as [string, Run][])
        progress(`round ${round} of ${rounds}: ${side}: ${latencyText(run)}`)
    }
    return {
      sides: [
        { name: 'before midnight', runs: all.map(({ before }) => before) },
        { name: 'after midnight', runs: all.map(({ after }) => after) },
      ],
      judgements: [
        {
          what: `p99 after / before midnight, at most ${P99_TIMES_MAX} below ${P99_ALWAYS_GOOD_MS} ms`,
          values: all.map(timesOf),
          gate: { atMost: P99_TIMES_MAX },
        },
      ],
    }
  },
}
