export interface AtOnce<Key> {
  /**
   * Counts a weight for each of its keys until the function returned is called, once. If that would be more than `max` of a
   * key, or too much in all, it counts nothing and says which.
   */
  take(bounds: readonly (readonly [key: Key, max: number])[], weight: number): (() => void) | 'all' | 'key'
}

/** Counts what is under way in this process: of all callers `allMax` at the most. */
export function createAtOnce<Key>(allMax: number): AtOnce<Key> {
  const underWay = new Map<Key, number>()
  let all = 0
  const countOf = (key: Key) => underWay.get(key) ?? 0
  return {
    take(bounds, weight) {
      if (bounds.some(([key, max]) => countOf(key) + weight > max)) return 'key'
      if (all + weight > allMax) return 'all'
      all += weight
      for (const [key] of bounds) underWay.set(key, countOf(key) + weight)
      return () => {
        all -= weight
        for (const [key] of bounds)
          if (countOf(key) === weight) underWay.delete(key)
          else underWay.set(key, countOf(key) - weight)
      }
    },
  }
}
