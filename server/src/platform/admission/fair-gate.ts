import { overloaded } from '../errors.ts'

export interface FairGateOptions {
  /** The number of places for all keys together. */
  placesMax: number
  /** The largest number of places of one key at a time. */
  shareMax: number
  /** The largest number of waiting callers of one key. Further ones are refused. */
  waitingMax: number
  /** The longest wait before a caller is refused, ms. */
  waitMsMax: number
}

/** Gives the place back. A second call does nothing. */
export type Leave = () => void

interface Waiting {
  admit(): void
  timer: NodeJS.Timeout
}

/** A key with places or waiting callers. A key with neither is forgotten. */
interface Holder {
  key: number | string
  taken: number
  waiting: Waiting[]
}

/**
 * A gate with a limited number of places. Each key has at most its share. Waiting callers are admitted in turns, one
 * per key, so that many callers of one key do not delay another key.
 */
export class FairGate {
  readonly #options: FairGateOptions
  readonly #holders = new Map<number | string, Holder>()
  /** Keys with waiting callers and a free share. The first one is next. */
  readonly #turns = new Set<Holder>()
  #taken = 0
  #waiting = 0

  constructor(options: FairGateOptions) {
    this.#options = options
  }

  /** The number of places taken. */
  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#waiting
  }

  /** Like `enter`, without waiting. Null if no place is free. */
  enterNow(key: number | string): Leave | null {
    const { placesMax, shareMax } = this.#options
    const holder = this.#holderOf(key)
    return this.#taken < placesMax && holder.taken < shareMax ? this.#take(holder) : null
  }

  /** Resolves with a function to give the place back. Rejects with 503 `overloaded` after the longest wait. */
  async enter(key: number | string): Promise<Leave> {
    return this.enterNow(key) ?? this.#wait(this.#holderOf(key))
  }

  #holderOf(key: number | string): Holder {
    const known = this.#holders.get(key)
    if (known !== undefined) return known
    const holder = { key, taken: 0, waiting: [] }
    // If no place is free, the key is stored when it waits.
    if (this.#taken < this.#options.placesMax) this.#holders.set(key, holder)
    return holder
  }

  #take(holder: Holder): Leave {
    this.#taken += 1
    holder.taken += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.#taken -= 1
      holder.taken -= 1
      if (holder.waiting.length > 0) this.#turns.add(holder)
      else this.#forgetIdle(holder)
      for (const next of this.#turns) {
        if (this.#taken === this.#options.placesMax) return
        this.#turns.delete(next)
        next.waiting[0]?.admit()
        // At the end of the line.
        if (next.waiting.length > 0 && next.taken < this.#options.shareMax) this.#turns.add(next)
      }
    }
  }

  #forgetIdle({ key, taken, waiting }: Holder): void {
    if (taken === 0 && waiting.length === 0) this.#holders.delete(key)
  }

  #wait(holder: Holder): Promise<Leave> {
    const { shareMax, waitingMax, waitMsMax } = this.#options
    if (holder.waiting.length >= waitingMax) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(entry.timer)
        holder.waiting.splice(holder.waiting.indexOf(entry), 1)
        this.#waiting -= 1
      }
      const entry: Waiting = {
        admit: () => {
          end()
          resolve(this.#take(holder))
        },
        timer: setTimeout(() => {
          end()
          if (holder.waiting.length === 0) this.#turns.delete(holder)
          this.#forgetIdle(holder)
          reject(overloaded())
        }, waitMsMax),
      }
      this.#holders.set(holder.key, holder)
      holder.waiting.push(entry)
      this.#waiting += 1
      if (holder.taken < shareMax) this.#turns.add(holder)
    })
  }
}
