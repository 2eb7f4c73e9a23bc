/** Limits the messages in progress per account over all its batches, so that one account does not delay the others. */
import { FairGate } from '../../platform/admission/fair-gate.ts'

/**
 * Messages in progress at the same time, over all batches of an account. Two transactions of them are stored while
 * others are prepared, and all fit into the queue of messages to store.
 */
const OF_ACCOUNT_AT_ONCE = 200
/** The largest number of an account's messages waiting for a place. Further ones are refused with 503. */
const OF_ACCOUNT_WAITING_MAX = 10_000

/** `waitMsMax`: the longest wait for a place, ms. */
export function createBatchPlaces(waitMsMax: number): FairGate {
  const [shareMax, waitingMax] = [OF_ACCOUNT_AT_ONCE, OF_ACCOUNT_WAITING_MAX]
  return new FairGate({ placesMax: Infinity, shareMax, waitingMax, waitMsMax })
}

/** Runs `work` in one of the account's places. Rejects with 503 `overloaded` if none is free in time. */
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
