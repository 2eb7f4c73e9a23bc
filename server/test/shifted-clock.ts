/** A database whose clock is ahead, for what happens when a day begins. */
import type { Connection } from '../src/platform/db/sql.ts'
import { createSystemClock } from '../src/platform/clock.ts'
import type { Clock } from '../src/platform/clock.ts'

/** With it, a call of `clock_timestamp()` finds our function. Leases and locks use `now()`, and keep the real time. */
export const SHIFTED_SEARCH_PATH = 'public, shifted, pg_catalog'

/** Makes the function. Sessions with `SHIFTED_SEARCH_PATH` use it. */
export async function makeShiftedClock(session: Connection, shiftMs: number): Promise<void> {
  await session.query({ text: 'create schema shifted' })
  await session.query({
    text: `create function shifted.clock_timestamp() returns timestamptz language sql
      as 'select pg_catalog.clock_timestamp() + interval ''${shiftMs} ms'''`,
  })
}

/** The clock of a service on this database. */
export function shiftedClock(shiftMs: number): Clock {
  const machine = createSystemClock()
  return { ...machine, now: () => machine.now() + shiftMs }
}
