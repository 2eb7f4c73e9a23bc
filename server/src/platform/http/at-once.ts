import { Counts } from '../counts.ts'

export interface AtOnce<Key> {
  /**
   * Adds `weight` to each key. Returns a function to call once, which subtracts it again. If a key would exceed its
   * `max`, or the total its limit, nothing is counted and the result names the limit.
   */
  take(bounds: readonly (readonly [key: Key, max: number])[], weight: number): (() => void) | 'all' | 'key'
}

/** Counts concurrent work in this process. All callers together may have `allMax`. */
export function createAtOnce<Key>(allMax: number): AtOnce<Key> {
  const underWay = new Counts<Key>()
  let all = 0
  return {
    take(bounds, weight) {
      if (bounds.some(([key, max]) => underWay.of(key) + weight > max)) return 'key'
      if (all + weight > allMax) return 'all'
      all += weight
      for (const [key] of bounds) underWay.add(key, weight)
      return () => {
        all -= weight
        for (const [key] of bounds) underWay.add(key, -weight)
      }
    },
  }
}
