import { FairQueue } from '../../platform/admission/fair-queue.ts'
import { overloaded } from '../../platform/errors.ts'

/** Rendering time per turn of the event loop, ms. After that, other work runs first. */
const TURN_MS = 10
const WAITING_PER_ACCOUNT_MAX = 1_500
const WAITING_MAX = 10_000

export interface RenderTurns {
  /** Does the work now if possible, otherwise at its account's turn. Throws `overloaded` if too many wait. */
  run<Result>(accountId: number, work: () => Result): Result | Promise<Result>
}

/**
 * Renders share the event loop with leases, webhooks and all accounts. After `TURN_MS` of rendering, the next render
 * waits for the next turn of the loop. Waiting renders take turns by account.
 */
export function createRenderTurns(monotonic: () => number): RenderTurns {
  const queue = new FairQueue<() => void>({ perAccountMax: WAITING_PER_ACCOUNT_MAX, max: WAITING_MAX })
  let renderedMs = 0

  function timed<Result>(work: () => Result): Result {
    const startedAt = monotonic()
    try {
      return work()
    } finally {
      renderedMs += monotonic() - startedAt
    }
  }

  function goOn(): void {
    renderedMs = 0
    while (renderedMs <= TURN_MS) {
      const next = queue.take()
      if (next === null) return
      next.item()
    }
    if (queue.size > 0) setImmediate(goOn)
  }

  return {
    run(accountId, work) {
      if (renderedMs <= TURN_MS && queue.size === 0) return timed(work)
      return new Promise((resolve, reject) => {
        const waits = queue.add(accountId, () => {
          try {
            resolve(timed(work))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        })
        if (!waits) reject(overloaded())
        else if (queue.size === 1) setImmediate(goOn)
      })
    },
  }
}
