/**
 * The only source of time. Every due time, timestamp and identifier takes its time from an injected
 * `Clock`, so that tests can move it and several processes agree: `now` follows the database's clock.
 */
export interface Clock {
  /** Milliseconds since the epoch, corrected to the database's clock; a step of this machine's clock does not move it. */
  now(): number
  /** Milliseconds since the epoch as this machine's clock shows them: the `t` of a signature (specification 5.3). */
  wall(): number
  /** Milliseconds that only ever grow: durations, deadlines, leases. */
  monotonic(): number
}

export interface SystemClock extends Clock {
  /**
   * Moves `now` if it cannot be right: the database's time (ms since the epoch) was read between the two monotonic times
   * given, and a slow answer says little.
   */
  correct(databaseTimeMs: number, askedAtMonotonicMs: number, answeredAtMonotonicMs: number): void
}

/** The clock of a running service: `now` starts as the machine's clock and is moved by `correct`. */
export function createSystemClock(): SystemClock {
  let offsetMs = Date.now() - performance.now()
  return {
    now: () => Math.floor(performance.now() + offsetMs),
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    correct(databaseTimeMs, askedAtMonotonicMs, answeredAtMonotonicMs) {
      const earliest = databaseTimeMs - answeredAtMonotonicMs
      const latest = databaseTimeMs - askedAtMonotonicMs
      // Processes that each took the middle of a slow answer were apart by as much as it is slow.
      if (offsetMs < earliest || offsetMs > latest) offsetMs = (earliest + latest) / 2
    },
  }
}

/** Milliseconds that only ever grow, for limits that are looked at within one render; all else takes the injected clock. */
export const monotonicMs = (): number => performance.now()

/** Milliseconds of the processor that this thread has used; the system counts them in steps of some ms. */
export function threadProcessorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** ISO 8601 UTC with milliseconds (decisions: times): `2026-06-08T10:20:00.000Z`; null stays null. */
export function isoTime(timeMs: number): string
export function isoTime(timeMs: number | null): string | null
export function isoTime(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString()
}

/** ISO 8601 UTC with seconds, of the event envelope alone (specification 2.4): `2026-06-08T10:20:00Z`. */
export function isoSeconds(timeMs: number): string {
  return `${isoTime(timeMs).slice(0, 19)}Z`
}
