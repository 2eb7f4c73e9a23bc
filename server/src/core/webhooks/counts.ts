/**
 * Counts the events and attempts of endpoints by minute and by hour, so that statistics do not read them. A task counts each
 * minute once, when it is over and its attempts are recorded. The statistics count the rest themselves, with the same
 * statements, so they have all attempts up to now.
 */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import { removeInChunks } from '../../platform/db/in-chunks.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { eventIdFloor } from '../../platform/ids.ts'
import type { Task } from '../../platform/task-runner.ts'
import {
  addHours,
  addMinutes,
  beginPosition,
  countBetween,
  findNext,
  findToCount,
  movePosition,
  NUMBERS,
  removeHours,
  removeMinutes,
  takePosition,
} from './count-queries.ts'
import type { CountRow } from './count-queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** An attempt has ended and is recorded this long after its start, ms: it has 5 s to connect and 10 s for the response. */
const RECORDED_MS = 30_000
const ACCOUNTS_AT_ONCE = 500
/** Minutes of an account in one run, so that all accounts have their turn. */
const MINUTES_MAX = 100
/** Minutes without missing events are kept this long, ms. */
export const MINUTES_KEPT_MS = DAY_MS

export interface EndpointKey {
  bucket: number
  accountId: number
  endpointId: number
}

/** Counts of one minute. */
export type Counts = Omit<CountRow, 'start'>

const startOfMinute = (timeMs: number) => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS

/** The longest duration in a step, ms. */
export const durationOf = (step: number) => Math.round(1.05 ** step)

export const noCounts = (): Counts => ({
  ...(Object.fromEntries(NUMBERS.map((name) => [name, 0])) as Record<(typeof NUMBERS)[number], number>),
  results: {},
  durations: {},
})

function addTo(sums: Record<string, number>, added: Readonly<Record<string, number>>): void {
  for (const [name, number] of Object.entries(added)) sums[name] = (sums[name] ?? 0) + number
}

/** The sum of counts. */
export function sumOf(all: Iterable<Counts>): Counts {
  const sum = noCounts()
  for (const counts of all) {
    for (const name of NUMBERS) sum[name] += counts[name]
    addTo(sum.results, counts.results)
    addTo(sum.durations, counts.durations)
  }
  return sum
}

/** Durations at which these parts of all attempts with a response are reached, ms, exact to 5 %. Null: no response. */
export function percentilesOf({ durations }: Counts, parts: readonly number[]): (number | null)[] {
  const steps = Object.entries(durations).map(([step, number]) => ({ step: Number(step), number }))
  const ascending = steps.toSorted((one, other) => one.step - other.step)
  const total = ascending.reduce((sum, { number }) => sum + number, 0)
  return parts.map((part) => {
    let reached = 0
    const found = ascending.find(({ number }) => (reached += number) >= part * total)
    return found === undefined ? null : durationOf(found.step)
  })
}

/**
 * Counts what began in a span, by the start of the minute. An event that ended again is also taken from the earlier minute
 * in which it was missed. `untilMs`: null for up to now.
 */
export async function countSpan(
  connection: Connection,
  { bucket, accountId, endpointId }: EndpointKey,
  { sinceMs, untilMs }: { sinceMs: number; untilMs: number | null },
): Promise<Map<number, Counts>> {
  const ids = [eventIdFloor(sinceMs), untilMs === null ? null : eventIdFloor(untilMs)] as const
  const span = [isoTime(sinceMs), isoTime(untilMs), ...ids] as const
  const minutes = new Map<number, Counts>()
  for (const row of await countBetween(connection, bucket, accountId, endpointId, ...span)) {
    const counts = minutes.get(row.minute) ?? noCounts()
    minutes.set(row.minute, counts)
    for (const name of NUMBERS) counts[name] += row[name]
    if (row.result !== null) addTo(counts.results, { [row.result]: row.attempts })
    if (row.step !== null) addTo(counts.durations, { [row.step]: row.attempts })
  }
  return minutes
}

/** Adds the counts to the rows of their minutes and hours. */
async function store(
  connection: Connection,
  { bucket, accountId }: EndpointKey,
  minutes: ReadonlyMap<number, Counts>,
): Promise<void> {
  const hours = Map.groupBy(minutes, ([minute]) => Math.floor(minute / HOUR_MS) * HOUR_MS)
  const ofHours = [...hours].map(([hour, within]) => [hour, sumOf(within.map(([, counts]) => counts))] as const)
  const rowsOf = (counted: Iterable<readonly [start: number, Counts]>) =>
    [...counted]
      .toSorted(([one], [other]) => one - other)
      .map(([start, counts]) => ({
        ...{ bucket, accountId, start },
        ...{ emitted: counts.emitted, skipped: counts.skipped, delivered: counts.delivered, failed: counts.failed },
        ...{ failedNow: counts.failedNow, skippedNow: counts.skippedNow, recovered: counts.recovered },
        ...{ succeeded: counts.succeeded },
        ...{ results: JSON.stringify(counts.results), durations: JSON.stringify(counts.durations) },
      }))
  await addMinutes(connection, rowsOf(minutes))
  await addHours(connection, rowsOf(ofHours))
}

/** Counts the next minutes of an account. Returns true if more are left. */
async function countAccount(pool: ServicePool, key: EndpointKey, oldestMs: number, untilMs: number): Promise<boolean> {
  const { bucket, accountId, endpointId } = key
  for (let minutes = 0; minutes < MINUTES_MAX; minutes++) {
    const counted = await transaction(pool, async (tx) => {
      await beginPosition(tx, bucket, accountId, isoTime(oldestMs), eventIdFloor(oldestMs))
      const [position] = await takePosition(tx, bucket, accountId)
      if (position === undefined) return false
      const ids = [position.fromId, eventIdFloor(untilMs)] as const
      const range = [isoTime(position.countedUntil), isoTime(untilMs), ...ids] as const
      const [next] = await findNext(tx, bucket, accountId, endpointId, ...range)
      if (next!.at === null) return false
      const sinceMs = Math.max(position.countedUntil, startOfMinute(next!.at))
      const endMs = sinceMs + MINUTE_MS
      await store(tx, key, await countSpan(tx, key, { sinceMs, untilMs: endMs }))
      await movePosition(tx, bucket, accountId, isoTime(endMs), eventIdFloor(endMs))
      return true
    })
    if (!counted) return false
  }
  return true
}

interface Counting extends Pick<Context, 'clock'> {
  pool: ServicePool
  buckets(): readonly number[]
  config: { eventRetentionDays: number }
}

/** Counts the minutes that are over. Two processes at the same time do not count twice. Returns the accounts with more. */
export async function countMinutes({ pool, buckets, clock, config }: Counting): Promise<number> {
  const here = buckets()
  const untilMs = startOfMinute(clock.now() - RECORDED_MS)
  const oldestMs = startOfMinute(untilMs - config.eventRetentionDays * DAY_MS)
  const range = [isoTime(untilMs), isoTime(oldestMs), eventIdFloor(oldestMs), eventIdFloor(untilMs)] as const
  let unfinished = 0
  let after = { bucket: -1, accountId: 0 }
  for (;;) {
    const found = await findToCount(pool, after.bucket, after.accountId, ACCOUNTS_AT_ONCE, ...range)
    for (const { bucket, accountId, endpointId } of found)
      if (here.includes(bucket) && (await countAccount(pool, { bucket, accountId, endpointId }, oldestMs, untilMs)))
        unfinished += 1
    if (found.length < ACCOUNTS_AT_ONCE) return unfinished
    after = found.at(-1)!
  }
}

export const webhookCounts: Task<Counting> = {
  name: 'webhooks_counted',
  intervalMs: 10_000,
  busyIntervalMs: 1000,
  run: countMinutes,
}

/** Removes minutes that no period shows, and all counts of removed events. */
export const webhookCountRemoval: Task<Counting> = {
  name: 'webhook_counts_removed',
  intervalMs: 3_600_000,
  async run({ pool, buckets, clock, config }) {
    const minutesBefore = isoTime(clock.now() - MINUTES_KEPT_MS - HOUR_MS)
    const hoursBefore = isoTime(clock.now() - (config.eventRetentionDays + 1) * DAY_MS)
    await removeInChunks((rows) => removeMinutes(pool, buckets(), minutesBefore, rows, hoursBefore))
    await removeInChunks((rows) => removeHours(pool, buckets(), hoursBefore, rows))
  },
}
