/** All addresses of a name; none if it has none, if the lookup fails, or as soon as `signal` is aborted. */
export type Lookup = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Begins a lookup, which later calls `answer` once, with no addresses if it fails. Returns what cancels it before that, so that
 * `answer` is not called; null if nothing can.
 */
export type StartLookup = (name: string, answer: (addresses: string[]) => void) => (() => void) | null

/** Lookups under way at the most: beyond that a name does not resolve, so that memory stays bounded. */
export const LOOKUPS_MAX = 10_000

/** Callers that ask for a name while its lookup is under way share its answer; it is cancelled when the last of them has gone. */
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
