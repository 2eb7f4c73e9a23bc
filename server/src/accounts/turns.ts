import { overloaded } from '../errors.ts'
import type { ApiError } from '../errors.ts'

export interface Turns {
  /**
   * Runs `work` when its turn comes; `key` says for whom. Throws 503 if too many wait: of those who wait, the last one of
   * the key that has the most.
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

interface Waiter {
  begin(): void
  refuse(error: ApiError): void
}

/**
 * Bounds how much work runs at a time and how much waits, and shares the turns: each key in its turn has one, and where
 * all places are taken a key with fewer of them takes the place of the one with the most. So a key that asks 200
 * times at once costs every other key one turn at the most.
 */
export function createTurns({ atOnceMax, waitingMax }: { atOnceMax: number; waitingMax: number }): Turns {
  /** By key, in the order of the turns. A key without waiters is not in it. */
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

  /** The turn goes on to the next key, which then is the last one. */
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
