/** How many messages of all batches of one account are under way: what one account sends holds up no other. */
import { FairGate } from '../db/fair-gate.ts'

/**
 * Messages of all batches of one account that are under way at the same time: two transactions of them are stored while as
 * many are prepared, and all of them find a place among the messages that wait to be stored.
 */
const OF_ACCOUNT_AT_ONCE = 200
/** Messages of one account that wait for that at the most: more are refused with 503. */
const OF_ACCOUNT_WAITING_MAX = 10_000

/** `waitMsMax`: how long a message waits for its place, ms. */
export function createBatchPlaces(waitMsMax: number): FairGate {
  const [shareMax, waitingMax] = [OF_ACCOUNT_AT_ONCE, OF_ACCOUNT_WAITING_MAX]
  return new FairGate({ placesMax: Infinity, shareMax, waitingMax, waitMsMax })
}

/** Runs `work` in a place of the account. Rejects with 503 `overloaded` if there is none in time. */
export async function inPlace<Result>(
  places: FairGate,
  accountId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = places.enterNow(accountId) ?? (await places.enter(accountId))
  try {
    return await work()
  } finally {
    leave()
  }
}
