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
