interface Entry<Value> {
  value: Value
  weight: number
}

/** A map whose entries weigh at most `max` together. Further ones take the place of those used least recently. */
export class BoundedMap<Key, Value> {
  readonly #max: number
  // A Map keeps the order of insertion, so the entry used least recently is first.
  readonly #entries = new Map<Key, Entry<Value>>()
  #held = 0

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.value
  }

  /** The values, the one used least recently first. */
  values(): Value[] {
    return Array.from(this.#entries.values(), ({ value }) => value)
  }

  /** Returns the values that lost their place. The value itself is one of them if it is too heavy. */
  set(key: Key, value: Value, weight = 1): Value[] {
    this.delete(key)
    this.#entries.set(key, { value, weight })
    this.#held += weight
    const pushedOut: Value[] = []
    for (const [oldest, entry] of this.#entries) {
      if (this.#held <= this.#max) break
      this.delete(oldest)
      pushedOut.push(entry.value)
    }
    return pushedOut
  }

  delete(key: Key): boolean {
    this.#held -= this.#entries.get(key)?.weight ?? 0
    return this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
    this.#held = 0
  }
}
