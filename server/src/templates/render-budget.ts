import { ApiError } from '../errors.ts'

/** An account that has not rendered for so long may use so many seconds' worth at once. */
const BURST_SECONDS = 4
/** Accounts that are counted at the most: the one that rendered longest ago is then forgotten, with a full budget. */
const ACCOUNTS_MAX = 10_000

export interface RenderBudget {
  /** @throws {ApiError} `render_budget`, with the seconds to wait, if the account has used up its time. */
  require(accountId: number): void
  charge(accountId: number, processorMs: number): void
}

/** The processor time that each account may render for, in this process: `perSecondMs` of each second; 0: no limit. */
export function createRenderBudget(perSecondMs: number, monotonic: () => number): RenderBudget {
  const burstMs = perSecondMs * BURST_SECONDS
  const used = new Map<number, { usedMs: number; at: number }>()

  function usedNow(accountId: number): number {
    const account = used.get(accountId)
    if (account === undefined) return 0
    return Math.max(0, account.usedMs - ((monotonic() - account.at) / 1000) * perSecondMs)
  }

  return {
    require(accountId) {
      if (perSecondMs === 0) return
      const beyondMs = usedNow(accountId) - burstMs
      if (beyondMs < 0) return
      const seconds = Math.ceil((beyondMs + 1) / perSecondMs)
      throw new ApiError('render_budget', { headers: { 'retry-after': String(seconds) } })
    },
    charge(accountId, processorMs) {
      if (perSecondMs === 0) return
      const usedMs = usedNow(accountId) + processorMs
      used.delete(accountId)
      used.set(accountId, { usedMs, at: monotonic() })
      if (used.size > ACCOUNTS_MAX) used.delete(used.keys().next().value!)
    },
  }
}
