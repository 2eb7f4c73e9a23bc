/** Keeps this process's clock equal to the clock of a database. */
import type { SystemClock } from '../clock.ts'
import type { Pool } from './pool.ts'
import { sql } from './sql.ts'

/** How often `now` is set to the database's clock, ms. A drift of 100 ppm adds up to 1 ms meanwhile. */
const CLOCK_INTERVAL_MS = 10_000

/** A slower response is not used, because the time when the database read its clock is too uncertain, ms. */
const CLOCK_ROUND_TRIP_MS_MAX = 1000

const readTime = sql('database.time', 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as "now_ms!"')

export async function correctClock(pool: Pool, clock: SystemClock): Promise<void> {
  const askedAt = clock.monotonic()
  const [row] = await readTime(pool)
  const respondedAt = clock.monotonic()
  if (respondedAt - askedAt <= CLOCK_ROUND_TRIP_MS_MAX) clock.correct(row!.nowMs, askedAt, respondedAt)
}

/** Corrects the clock in intervals, until the timer is cleared. */
export function keepClock(pool: Pool, clock: SystemClock): NodeJS.Timeout {
  const timer = setInterval(() => {
    // If the database is unavailable, the clock continues unchanged.
    correctClock(pool, clock).catch(() => {})
  }, CLOCK_INTERVAL_MS)
  return timer.unref()
}
