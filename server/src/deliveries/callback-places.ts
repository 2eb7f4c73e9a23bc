/** Callbacks being received at a time: bounded in all, and for each address, account and channel. */
import { overloaded } from '../errors.ts'

/** Their bodies are in memory: 128 MiB at the most, since one has no more than 1 MiB. */
const PLACES_MAX = 128
/** A quarter: few accounts together do not take the places of all others. */
const PLACES_OF_ADDRESS_MAX = 32
const PLACES_OF_ACCOUNT_MAX = 32
const PLACES_OF_CHANNEL_MAX = 16

export interface CallbackPlaces {
  /**
   * Takes a place; the function returned gives it back.
   * @throws {ApiError} 503 if there is none: the provider repeats the callback.
   */
  take(of: { address: string; accountId: number; channelId: number }): () => void
}

export function createCallbackPlaces(): CallbackPlaces {
  let taken = 0
  const takenBy = new Map<string, number>()
  const countOf = (key: string) => takenBy.get(key) ?? 0

  return {
    take({ address, accountId, channelId }) {
      const bounds: [key: string, max: number][] = [
        [`address ${address}`, PLACES_OF_ADDRESS_MAX],
        [`account ${accountId}`, PLACES_OF_ACCOUNT_MAX],
        [`channel ${accountId} ${channelId}`, PLACES_OF_CHANNEL_MAX],
      ]
      if (taken >= PLACES_MAX || bounds.some(([key, max]) => countOf(key) >= max)) throw overloaded()
      taken += 1
      for (const [key] of bounds) takenBy.set(key, countOf(key) + 1)
      return () => {
        taken -= 1
        for (const [key] of bounds)
          if (countOf(key) === 1) takenBy.delete(key)
          else takenBy.set(key, countOf(key) - 1)
      }
    },
  }
}
