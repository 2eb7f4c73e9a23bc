import type { Pace } from './pace.ts'

export interface LaneKey {
  /** Begins with the account's id; what follows, after a slash, is what the account has several of. */
  key: string
  bucket: number
  accountId: number
}

export interface Lane<Item> extends LaneKey {
  /** Retries whose time has come. They go before fresh work, else a hanging receiver never uses its attempts up. */
  readonly due: Item[]
  readonly fresh: Item[]
  /** Ids waiting, in flight, or written so recently that a poll may still show them as they were. */
  readonly known: Set<string>
  /** Of the known ids those whose rows have been written: a poll under way may show them as they are now. */
  readonly leaving: Set<string>
  inFlight: number
  /** When something of it last landed, or began to be in flight: ms of the monotonic clock. */
  movedAt: number
  cap: number
  pace: Pace
  /** The table may hold fresh rows that are not in memory. */
  behind: boolean
  /** Where the next read of fresh rows begins: all rows before it have been seen. */
  cursor: string
  /** Grows with every `reread`: a poll that began before it must not move the cursor. */
  rereads: number
  /** When the next stored retry is due, ms since the epoch; infinite when none is known. */
  nextDueAt: number
  waitsForTurn: boolean
  /** Its bucket belongs to another process now: nothing more goes in. */
  closed: boolean
}

export interface LaneItem {
  id: string
  /** Memory that the item holds, in characters. */
  size: number
}

/** The account of a lane's key. */
export function accountOf(key: string): number {
  return Number(key.split('/')[0])
}
