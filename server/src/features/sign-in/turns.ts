import { overloaded } from '../../platform/errors.ts'
import type { ApiError } from '../../platform/errors.ts'

export interface Turns {
  /**
   * Waits for a turn, then runs `work`. `key`: the caller whose share counts. Throws 503 if too many wait: the last one
   * of the key with most waiters is refused.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

interface Waiter {
  begin(): void
  refuse(error: ApiError): void
}

/**
 * Limits how much work runs and waits at the same time. Keys take turns. If all places are taken, a key with fewer
 * waiters takes a place of the key with most. So a key with 200 requests delays each other key by at most one turn.
 */
export function createTurns({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }): Turns {
  /** Waiters by key, in the order of turns. Keys without waiters are removed. */
  const waiting = new Map<string, Waiter[]>()
  let waiters = 0
  let running = 0

  function dropLastOf(key: string): void {
    const own = waiting.get(key)!
    waiters -= 1
    own.pop()!.refuse(overloaded())
    if (own.length === 0) waiting.delete(key)
  }

  function enqueue(key: string, waiter: Waiter): void {
    const own = waiting.get(key) ?? []
    if (waiters >= waitingMax) {
      const [longest, most] = [...waiting].reduce((found, entry) => (entry[1].length > found[1].length ? entry : found))
      if (own.length + 1 >= most.length) return waiter.refuse(overloaded())
      dropLastOf(longest)
    }
    own.push(waiter)
    waiters += 1
    waiting.set(key, own)
  }

  /** The next key gets the turn and moves to the end. */
  function handOn(): void {
    const [next] = waiting
    if (next === undefined) {
      running -= 1
      return
    }
    const [key, own] = next
    waiting.delete(key)
    const waiter = own.shift()!
    waiters -= 1
    if (own.length > 0) waiting.set(key, own)
    waiter.begin()
  }

  return {
    async run(key, work) {
      if (running < atOnceMax) running += 1
      else await new Promise<void>((begin, refuse) => enqueue(key, { begin, refuse }))
      try {
        return await work()
      } finally {
        handOn()
      }
    },
  }
}
