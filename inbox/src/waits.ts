/** How long to wait before the next try. */

const WAIT_MS_MAX = 30_000
/** Timers take little more than this, ms: three weeks. */
export const TIMER_MS_MAX = 2_000_000_000

/**
 * The wait after this many failures in a row (1, 2, ...), ms: the first wait doubled each time, at most 30 s. `random`
 * in [0, 1) takes away up to a half, so the tabs of all users do not come back at the same moment.
 */
export function waitAfter(failures: number, firstMs: number, random: number): number {
  const whole = Math.min(WAIT_MS_MAX, firstMs * 2 ** (failures - 1))
  return Math.round(whole * (1 - random / 2))
}

export interface Pauses {
  /** Resolves after `ms`, or earlier by `wake`. */
  pause(ms: number): Promise<void>
  /** Ends all pauses. */
  wake(): void
}

export function createPauses(): Pauses {
  const waiting = new Set<() => void>()
  return {
    pause: (ms) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
      }),
    wake() {
      for (const end of waiting) end()
    },
  }
}
