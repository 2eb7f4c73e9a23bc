/**
 * The only source of time. All due times, timestamps and ids use an injected `Clock`, so tests can move it. `now`
 * follows the database's clock, so several processes agree.
 */
export interface Clock {
  /** Milliseconds since the epoch, corrected to the database's clock. Steps of this machine's clock do not move it. */
  now(): number
  /** Milliseconds since the epoch by this machine's clock, for the `t` of a signature (specification 5.3). */
  wall(): number
  /** Milliseconds that never go back, for durations, deadlines and leases. */
  monotonic(): number
}

export interface SystemClock extends Clock {
  /**
   * Moves `now` if it cannot be right. The database's time (ms since the epoch) was read between the two monotonic
   * times. If they are far apart, `now` is often kept.
   */
  correct(databaseTimeMs: number, askedAtMonotonicMs: number, respondedAtMonotonicMs: number): void
}

/** The clock of a running service. `now` starts with the machine's clock, and `correct` moves it. */
export function createSystemClock(): SystemClock {
  let offsetMs = Date.now() - performance.now()
  return {
    now: () => Math.floor(performance.now() + offsetMs),
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    correct(databaseTimeMs, askedAtMonotonicMs, respondedAtMonotonicMs) {
      const earliest = databaseTimeMs - respondedAtMonotonicMs
      const latest = databaseTimeMs - askedAtMonotonicMs
      // Only then: with slow responses, the middle would differ between processes by as much as the response took.
      if (offsetMs < earliest || offsetMs > latest) offsetMs = (earliest + latest) / 2
    },
  }
}

/** Milliseconds since the epoch by this machine's clock, for the date `now` of a template. */
export const wallMs = (): number => Date.now()

/** Monotonic milliseconds for limits within one render. All other code uses the injected clock. */
export const monotonicMs = (): number => performance.now()

/**
 * CPU time of this thread, ms. Linux adds the time of a running thread only at its ticks, every 1 to 10 ms. If it is asked for
 * the time of the whole process, it also adds it at once.
 */
export function threadProcessorMs(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** The last second that `isoTime` wrote, and its text. Most times of a busy service share it. */
let lastSecond = NaN
let lastSecondText = ''

/** ISO 8601 UTC with milliseconds: `2026-06-08T10:20:00.000Z`. Null stays null. */
export function isoTime(timeMs: number): string
export function isoTime(timeMs: number | null): string | null
export function isoTime(timeMs: number | null): string | null {
  if (timeMs === null) return null
  const second = Math.floor(timeMs / 1000)
  if (second !== lastSecond) {
    lastSecondText = new Date(second * 1000).toISOString().slice(0, -'000Z'.length)
    lastSecond = second
  }
  return `${lastSecondText}${String(Math.floor(timeMs) - second * 1000).padStart(3, '0')}Z`
}
