/** All addresses of a name. Empty if there are none, if the lookup fails, or when `signal` aborts. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Starts a lookup. Calls `answer` once, without addresses if it fails. Returns a function to cancel it, so that
 * `answer` is not called. Null if it cannot be canceled.
 */
export type StartLookup = (name: string, answer: (addresses: string[]) => void) => (() => void) | null

/** The limit of parallel lookups, so that memory stays bounded. Further names do not resolve. */
export const LOOKUPS_MAX = 10_000

/** Callers looking up the same name at the same time share one lookup. It is canceled when the last of them leaves. */
export function shareLookups(start: StartLookup): Lookup {
  const underWay = new Map<string, { waiting: Set<(addresses: string[]) => void>; cancel: (() => void) | null }>()
  const begin = (name: string) => {
    const waiting = new Set<(addresses: string[]) => void>()
    const cancel = start(name, (addresses) => {
      underWay.delete(name)
      for (const resolve of waiting) resolve(addresses)
      waiting.clear()
    })
    const lookup = { waiting, cancel }
    underWay.set(name, lookup)
    return lookup
  }
  return (name, signal) =>
    new Promise((resolve) => {
      const known = underWay.get(name)
      if (signal.aborted || (known === undefined && underWay.size >= LOOKUPS_MAX)) return resolve([])
      const { waiting, cancel } = known ?? begin(name)
      waiting.add(resolve)
      const leave = (): void => {
        if (!waiting.delete(resolve)) return
        resolve([])
        if (waiting.size > 0 || cancel === null) return
        underWay.delete(name)
        cancel()
      }
      signal.addEventListener('abort', leave, { once: true })
    })
}
