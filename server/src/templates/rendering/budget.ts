import { ApiError } from '../../errors.ts'
import { createTokenBuckets } from '../../http/token-buckets.ts'

/** An account that renders nothing for this time has its full burst, s. */
const BURST_SECONDS = 4

export interface RenderBudget {
  /** @throws {ApiError} `render_budget`, with the seconds to wait, if the account has used up its time. */
  require(accountId: number): void
  charge(accountId: number, processorMs: number): void
}

/** Limits each account's CPU time for rendering, in this process, to `perSecondMs` per second. 0: no limit. */
export function createRenderBudget(perSecondMs: number, monotonic: () => number): RenderBudget {
  if (perSecondMs === 0) return { require: () => {}, charge: () => {} }
  const rate = { burst: perSecondMs * BURST_SECONDS, refillMs: 1000 / perSecondMs }
  const leftMs = createTokenBuckets<number>(rate, monotonic)
  return {
    require(accountId) {
      const waitMs = leftMs.waitMs(accountId)
      if (waitMs === 0) return
      throw new ApiError('render_budget', { headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } })
    },
    charge: (accountId, processorMs) => leftMs.take(accountId, processorMs),
  }
}
