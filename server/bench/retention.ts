/**
 * `npm run bench:retention` fills ranges of ids with the messages of ten days and removes the oldest ones by the retention.
 * It measures the removal of a range, alone and beside creates at a fixed rate through the real service, and the wait of the
 * creates. A range whose messages are all old is removed in under 5 s, and the p99 of the creates beside it at most doubles.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { withSession } from '../src/platform/db/session.ts'
import { removeOldMessages } from '../src/core/messages/retention.ts'
import type { CreateResponse } from './creates.ts'
import { makeMessagingAccounts } from './creating-accounts.ts'
import type { MessagingAccount } from './creating-accounts.ts'
import { readEpochMs } from './epoch.ts'
import { summarize } from './latency.ts'
import { idleProcessors, machine } from './machine.ts'
import { createProgress } from './progress.ts'
import { showNumber, showSpread, spread } from './report.ts'
import { DAYS, diskBytes, keepLive, moveFirst, storeDays } from './retention-data.ts'
import type { StoredDay } from './retention-data.ts'
import type { Bench, Latency } from './scenario.ts'
import { withDatabaseAndReceiver } from './database-and-receiver.ts'
import { runMessages, withService } from './whole-path.ts'

const ACCOUNTS = 1000
/** Begun a second. */
const CREATES_PER_SECOND = 200
/** After fewer, V8 has not compiled all hot code yet. */
const WARMING_MESSAGES = 4000
/** Deliveries of a day that are still to be sent. */
const LIVE = 5000
const RETENTION_DAYS = 10
const DAY_MS = 86_400_000

const { values: given } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
  },
})
const [messages, rounds, seconds] = [given.messages, given.rounds, given.seconds].map(Number)
/** One day is removed alone, and three in each round. */
const ROUNDS_MAX = (DAYS - 1) / 3
/** Fewer live messages than half of the day are carried over. */
const MESSAGES_MIN = 4 * LIVE * DAYS
const whole = [messages, rounds, seconds].every((value) => Number.isInteger(value) && value! > 0)
if (!whole || messages! < MESSAGES_MIN || rounds! > ROUNDS_MAX)
  throw new Error(
    `--messages is at least ${MESSAGES_MIN}, --rounds at most ${Math.floor(ROUNDS_MAX)}, --seconds at least 1`,
  )

interface Beside {
  /** From the start of a create to its response, ms. */
  latency: Latency
  /** The longest wait of the creates during the retention. */
  longestMs: number
  retentionMs: number
}

/**
 * Runs the retention as of a time, by default the first one at which the whole day is old. Returns how long it took, ms. The
 * older days are gone.
 */
async function retain(url: string, { fromMs }: StoredDay, oldMs = fromMs + DAY_MS): Promise<number> {
  const startMs = performance.now()
  const result = await withSession(url, (session) =>
    removeOldMessages(session, oldMs + RETENTION_DAYS * DAY_MS, RETENTION_DAYS),
  )
  if (result.refusal !== null) throw result.refusal
  if (result.removed.length + result.reduced.length + result.deleted === 0) throw new Error('Nothing was removed')
  return performance.now() - startMs
}

/** The messages of this part of a day are old enough to be deleted one by one, while its first message is young. */
const DELETED_PART = 0.01

async function deleteOneByOne({ url, pool }: Bench['database'], day: StoredDay): Promise<number> {
  const before = await moveFirst(pool, day, new Date())
  const tookMs = await retain(url, day, day.fromMs + (1 + DELETED_PART) * DAY_MS)
  await moveFirst(pool, day, before)
  return tookMs
}

/** The waits of creates at a fixed rate. `work` begins after a third of the time. */
async function createBeside(
  bench: Bench,
  options: Pick<Parameters<typeof runMessages>[1], 'service' | 'accounts'>,
  work: () => Promise<number>,
): Promise<Beside> {
  let responses: CreateResponse[] = []
  const worked = delay((bench.seconds * 1000) / 3).then(async () => {
    const epochMs = readEpochMs()
    const beginMs = epochMs + performance.now()
    return { beginMs, retentionMs: await work(), endMs: epochMs + performance.now() }
  })
  const [{ beginMs, endMs, retentionMs }] = await Promise.all([
    worked,
    runMessages(bench, {
      ...options,
      messages: CREATES_PER_SECOND * bench.seconds,
      perSecond: CREATES_PER_SECOND,
      onResponse: (all) => (responses = all),
    }),
  ])
  const waits = responses.map(([, begunMs, respondedMs]) => respondedMs - begunMs)
  const during = waits.filter((_, index) => responses[index]![1] <= endMs && responses[index]![2] >= beginMs)
  return { latency: summarize(waits), longestMs: Math.max(...during), retentionMs }
}

const LABELS = {
  none: 'none',
  removal: 'a range removed',
  deleting: `${100 * DELETED_PART} % of the messages of a range deleted one by one`,
  carrying: `a range reduced to ${LIVE.toLocaleString('en')} messages still to be sent`,
} as const
type Kind = keyof typeof LABELS
const KINDS = ['none', 'removal', 'deleting', 'carrying'] as const

/** A row of the table. Figures are medians, with minimum and maximum. */
function row(kind: Kind, all: readonly Beside[]): string {
  const cell = (of: (one: Beside) => number): string => showSpread(spread(all.map(of)))
  const cells = (['p50', 'p99', 'max'] as const).map((name) => cell(({ latency }) => latency[name]))
  const retention = kind === 'none' ? ['', ''] : [cell(({ longestMs }) => longestMs), cell((one) => one.retentionMs)]
  return `| ${[LABELS[kind], ...cells, ...retention].join(' | ')} |`
}

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(2)} GB`

async function measureBeside(
  bench: Bench,
  accounts: readonly MessagingAccount[],
  days: readonly StoredDay[],
): Promise<string[]> {
  const { database, progress } = bench
  return withService(bench, accounts, async (service) => {
    const options = { service, accounts }
    await runMessages(bench, { ...options, messages: WARMING_MESSAGES, perSecond: null })
    const found: Record<Kind, Beside[]> = { none: [], removal: [], deleting: [], carrying: [] }
    const left = [...days]
    for (let round = 1; round <= bench.rounds; round++)
      for (const kind of KINDS) {
        const day = kind === 'none' ? null : left.shift()!
        if (kind === 'carrying') await keepLive(database.pool, day!, LIVE)
        const work = async () => {
          if (day === null) return 0
          return kind === 'deleting' ? deleteOneByOne(database, day) : retain(database.url, day)
        }
        found[kind].push(await createBeside(bench, options, work))
        if (kind === 'carrying')
          await database.pool.query({ text: `delete from send_queue where due_at > now() + interval '1 hour'` })
        // The next retention would remove the rest of the day too.
        if (kind === 'carrying' || kind === 'deleting') await retain(database.url, day!)
        progress(`round ${round} of ${bench.rounds}: ${row(kind, found[kind].slice(-1))}`)
      }
    return KINDS.map((kind) => row(kind, found[kind]))
  })
}

async function main(): Promise<void> {
  const idle = await idleProcessors()
  const progress = createProgress('retention')
  try {
    await withDatabaseAndReceiver(async ({ database, receiver }) => {
      const bench: Bench = {
        ...{ database, receiver, rounds: rounds!, seconds: seconds!, size: 'standard', profileDirectory: null },
        progress: progress.tell,
      }
      // Their recipients, templates and channels are those of the old messages.
      const accounts = await makeMessagingAccounts(database.pool, receiver.origin, ACCOUNTS, ['email'])
      const emptyBytes = await diskBytes(database.pool)
      const [oldest, ...days] = await storeDays(database, messages!, progress.tell)
      const fullBytes = await diskBytes(database.pool)
      const aloneMs = await retain(database.url, oldest!)
      const afterBytes = await diskBytes(database.pool)
      const rows = await measureBeside(bench, accounts, days)
      console.log(
        `
${machine(database.description, idle).join('; ')}

${messages!.toLocaleString('en')} messages, as many deliveries and sends, in ${DAYS} ranges, a day in each. ${CREATES_PER_SECOND} creates a second.

| Retention beside the creates | p50, ms | p99, ms | max, ms | Longest create during the retention, ms | Retention, ms |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

- Removal of a range alone: ${showNumber(aloneMs)} ms.
- Bytes of the database: ${gigabytes(emptyBytes)} without messages, ${gigabytes(fullBytes)} with all, ${gigabytes(afterBytes)} after the removal of a range.`,
      )
    })
  } finally {
    progress.end()
  }
}

await main()
