import { Counts } from '../counts.ts'
import { overloaded } from '../errors.ts'

/**
 * Items in order of arrival within a key, for example an account. Keys take turns, so many items of one key delay another
 * key by only one item.
 */
export class FairQueue<Item, Key = number> {
  readonly #bounds: { perKeyMax: number; max: number }
  // A Map keeps the order of insertion, so the first key has waited longest for its turn.
  readonly #keys = new Map<Key, Item[]>()
  #size = 0

  constructor(bounds: { perKeyMax: number; max: number }) {
    this.#bounds = bounds
  }

  get size(): number {
    return this.#size
  }

  /** Returns false if the queue, or the key's part of it, is full. */
  add(key: Key, item: Item): boolean {
    const items = this.#keys.get(key) ?? []
    if (this.#size >= this.#bounds.max || items.length >= this.#bounds.perKeyMax) return false
    items.push(item)
    if (items.length === 1) this.#keys.set(key, items)
    this.#size += 1
    return true
  }

  /** The first item of the next key allowed by `mayGo`. Null if there is none. */
  take(mayGo: (key: Key) => boolean = () => true): { key: Key; item: Item } | null {
    for (const [key, items] of this.#keys) {
      if (!mayGo(key)) continue
      this.#keys.delete(key)
      const item = items.shift()!
      if (items.length > 0) this.#keys.set(key, items)
      this.#size -= 1
      return { key, item }
    }
    return null
  }

  /** Takes an item that does not wait any longer. */
  remove(key: Key, item: Item): void {
    const items = this.#keys.get(key)!
    items.splice(items.lastIndexOf(item), 1)
    if (items.length === 0) this.#keys.delete(key)
    this.#size -= 1
  }

  /** Takes the newest item of the key with most of them. Null unless it has at least two more than `key`. */
  takeFromLongest(key: Key): Item | null {
    let longest: Item[] = []
    let longestKey = key
    for (const [other, items] of this.#keys) if (items.length > longest.length) [longest, longestKey] = [items, other]
    if (longest.length < (this.#keys.get(key)?.length ?? 0) + 2) return null
    const last = longest.at(-1)!
    this.remove(longestKey, last)
    return last
  }
}

interface FairGateOptions {
  /** The number of places for all keys together. */
  placesMax?: number
  /** The largest number of places of one key at a time. */
  ofKeyMax?: number
  /** The largest number of waiting callers of one key. Further ones are refused. */
  waitingPerKeyMax?: number
  /** The same for all keys. Beyond it, a key with fewer callers takes a place in the queue from the key with most. */
  waitingMax?: number
  /** The longest wait before a caller is refused, ms. */
  waitMsMax?: number
}

/** Gives the place back. A second call does nothing. */
export type Leave = () => void

/** Called with a place, or with null if the caller gets none. */
type Settle = (leave: Leave | null) => void

/**
 * A gate with a limited number of places. Each key has at most its share. Waiting callers are admitted in turns, one
 * per key, so that many callers of one key do not delay another key.
 */
export class FairGate<Key = number | string> {
  readonly #options: Required<FairGateOptions>
  readonly #taken = new Counts<Key>()
  readonly #queue: FairQueue<Settle, Key>

  constructor({
    placesMax = Infinity,
    ofKeyMax = Infinity,
    waitingPerKeyMax = Infinity,
    waitingMax = Infinity,
    waitMsMax = Infinity,
  }: FairGateOptions) {
    this.#options = { placesMax, ofKeyMax, waitingPerKeyMax, waitingMax, waitMsMax }
    this.#queue = new FairQueue({ perKeyMax: waitingPerKeyMax, max: waitingMax })
  }

  get taken(): number {
    return this.#taken.total
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** Like `enter`, without waiting. Null if no place is free. */
  enterNow(key: Key): Leave | null {
    const { placesMax, ofKeyMax } = this.#options
    return this.#taken.total < placesMax && this.#taken.of(key) < ofKeyMax ? this.#take(key) : null
  }

  /** Resolves with a function to give the place back. Rejects with 503 `overloaded` if too many wait, or after the longest wait. */
  async enter(key: Key): Promise<Leave> {
    const leave = this.enterNow(key) ?? (await this.#wait(key))
    if (leave === null) throw overloaded()
    return leave
  }

  /** The same, but resolves with null if no place was free in time, or if the signal ended first. */
  async enterUnless(key: Key, signal: AbortSignal): Promise<Leave | null> {
    return signal.aborted ? null : (this.enterNow(key) ?? this.#wait(key, signal))
  }

  /** Does the work in a place. Rejects as `enter` does. */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const leave = this.enterNow(key) ?? (await this.enter(key))
    try {
      return await work()
    } finally {
      leave()
    }
  }

  #take(key: Key): Leave {
    this.#taken.add(key, 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#taken.add(key, -1)
      this.#admit()
    }
  }

  #admit(): void {
    const { placesMax, ofKeyMax } = this.#options
    while (this.#queue.size > 0 && this.#taken.total < placesMax) {
      const next = this.#queue.take((key) => this.#taken.of(key) < ofKeyMax)
      if (next === null) return
      next.item(this.#take(next.key))
    }
  }

  #wait(key: Key, signal?: AbortSignal): Promise<Leave | null> {
    const { waitMsMax } = this.#options
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#queue.remove(key, settle)
        settle(null)
      }
      const timer = waitMsMax === Infinity ? undefined : setTimeout(giveUp, waitMsMax)
      signal?.addEventListener('abort', giveUp)
      const settle: Settle = (leave) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        resolve(leave)
      }
      if (this.#queue.add(key, settle)) return
      const replaced = this.#queue.size < this.#options.waitingMax ? null : this.#queue.takeFromLongest(key)
      replaced?.(null)
      if (replaced === null || !this.#queue.add(key, settle)) settle(null)
    })
  }
}
