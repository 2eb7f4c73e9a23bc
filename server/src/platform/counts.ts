/** Counts by key, with their total. A key whose count is 0 is forgotten. */
export class Counts<Key> {
  readonly #of = new Map<Key, number>()
  #total = 0

  get total(): number {
    return this.#total
  }

  of(key: Key): number {
    return this.#of.get(key) ?? 0
  }

  keys(): Key[] {
    return [...this.#of.keys()]
  }

  add(key: Key, change: number): void {
    const count = this.of(key) + change
    if (count === 0) this.#of.delete(key)
    else this.#of.set(key, count)
    this.#total += change
  }
}

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
