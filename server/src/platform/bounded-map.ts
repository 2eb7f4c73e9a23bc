/** A map with a largest number of entries. A further one takes the place of the one that was set least recently. */
export class BoundedMap<Key, Value> {
  readonly #max: number
  // A Map keeps the order of insertion.
  readonly #entries = new Map<Key, Value>()

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key)
  }

  /** Returns the value that lost its place, if there is one. */
  set(key: Key, value: Value): Value | undefined {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size <= this.#max) return undefined
    const [oldest, pushedOut] = this.#entries.entries().next().value!
    this.#entries.delete(oldest)
    return pushedOut
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key)
  }
}
