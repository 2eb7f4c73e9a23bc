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

  /** The first item of the next key, if `mayGo` allows it. Null if there is none. */
  take(mayGo?: (key: Key, item: Item) => boolean): { key: Key; item: Item } | null {
    for (const [key, items] of this.#keys) {
      if (mayGo?.(key, items[0]!) === false) continue
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

/** Gives the places back, but `kept` of them. A second call does nothing more. */
export type Leave = (kept?: number) => void

/** `settle` is called with the places, or with null if the caller gets none. */
interface Waiting {
  places: number
  settle(leave: Leave | null): void
}

/**
 * A gate with a limited number of places. Each key has at most its share. Waiting callers are admitted in turns, one
 * per key, so that many callers of one key do not delay another key. A caller may take several places at once. If too few
 * are left for the next caller, nobody overtakes it.
 */
export class FairGate<Key = number | string> {
  readonly #options: Required<FairGateOptions>
  /** The places of each key that has any. */
  readonly #ofKeys = new Map<Key, number>()
  #taken = 0
  readonly #queue: FairQueue<Waiting, Key>
  /** The next waiting caller needs more places than are left. */
  #isFull = false

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
    return this.#taken
  }

  get waiting(): number {
    return this.#queue.size
  }

  /** The places that the key has. */
  takenBy(key: Key): number {
    return this.#ofKeys.get(key) ?? 0
  }

  /** Like `enter`, without waiting. Null if too few places are free. `places`: 1 or more. */
  enterNow(key: Key, places = 1): Leave | null {
    const { placesMax, ofKeyMax } = this.#options
    const fits = this.#taken + places <= placesMax && this.takenBy(key) + places <= ofKeyMax
    return fits && !this.#isFull ? this.#take(key, places) : null
  }

  /** Resolves with a function to give the place back. Rejects with 503 `overloaded` if too many wait, or after the longest wait. */
  async enter(key: Key): Promise<Leave> {
    const leave = this.enterNow(key) ?? (await this.#wait(key, 1))
    if (leave === null) throw overloaded()
    return leave
  }

  /** The same, but resolves with null if no place was free in time, or if the signal ended first. */
  async enterUnless(key: Key, signal: AbortSignal, places = 1): Promise<Leave | null> {
    return signal.aborted ? null : (this.enterNow(key, places) ?? this.#wait(key, places, signal))
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

  #take(key: Key, places: number): Leave {
    let taken = places
    this.#taken += places
    this.#ofKeys.set(key, this.takenBy(key) + places)
    return (kept = 0) => {
      if (kept >= taken) return
      const left = this.takenBy(key) - (taken - kept)
      if (left === 0) this.#ofKeys.delete(key)
      else this.#ofKeys.set(key, left)
      this.#taken -= taken - kept
      taken = kept
      if (this.#queue.size > 0) this.#admit()
    }
  }

  #admit(): void {
    const { placesMax, ofKeyMax } = this.#options
    const mayGo = (key: Key, { places }: Waiting) => {
      if (this.#isFull || this.takenBy(key) + places > ofKeyMax) return false
      this.#isFull = this.#taken + places > placesMax
      return !this.#isFull
    }
    this.#isFull = false
    while (this.#queue.size > 0) {
      const next = this.#queue.take(mayGo)
      if (next === null) return
      next.item.settle(this.#take(next.key, next.item.places))
    }
  }

  #wait(key: Key, places: number, signal?: AbortSignal): Promise<Leave | null> {
    const { waitMsMax } = this.#options
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#queue.remove(key, waiting)
        waiting.settle(null)
        this.#admit()
      }
      const timer = waitMsMax === Infinity ? undefined : setTimeout(giveUp, waitMsMax)
      signal?.addEventListener('abort', giveUp)
      const waiting: Waiting = {
        places,
        settle(leave) {
          clearTimeout(timer)
          signal?.removeEventListener('abort', giveUp)
          resolve(leave)
        },
      }
      const { placesMax, ofKeyMax } = this.#options
      if (!this.#queue.add(key, waiting)) {
        const replaced = this.#queue.size < this.#options.waitingMax ? null : this.#queue.takeFromLongest(key)
        replaced?.settle(null)
        if (replaced === null || !this.#queue.add(key, waiting)) return waiting.settle(null)
      }
      const isInShare = this.takenBy(key) + places <= ofKeyMax
      this.#isFull ||= isInShare && this.#taken + places > placesMax
    })
  }
}

/**
 * Takes a place of each gate under its key, without waiting. If one of the gates has no place, it takes none and returns
 * this gate.
 */
export function enterAll<Key>(
  gates: readonly (readonly [gate: FairGate<Key>, key: Key])[],
): (() => void) | FairGate<Key> {
  const leaves: Leave[] = []
  const leaveAll = () => {
    for (const leave of leaves) leave()
  }
  for (const [gate, key] of gates) {
    const leave = gate.enterNow(key)
    if (leave === null) {
      leaveAll()
      return gate
    }
    leaves.push(leave)
  }
  return leaveAll
}
