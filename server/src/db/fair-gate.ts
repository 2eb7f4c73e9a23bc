import { overloaded } from '../errors.ts'

export interface FairGateOptions {
  /** Places that all have together. */
  placesMax: number
  /** Places that one of them has at a time. */
  shareMax: number
  /** Of one that wait at the most: beyond that it is refused. */
  waitingMax: number
  /** Refused when it has waited longer, ms. */
  waitMsMax: number
}

/** Gives a place back; a second call does nothing. */
export type Leave = () => void

interface Waiting {
  admit(): void
  timer: NodeJS.Timeout
}

/** One that has places or waits; one that does neither is forgotten. */
interface Holder {
  key: number | string
  taken: number
  waiting: Waiting[]
}

/**
 * A gate with a bounded number of places, of which one key has no more than its share: those who wait are admitted in
 * turns, one of each key, so that however many wait for one, another is next.
 */
export class FairGate {
  readonly #options: FairGateOptions
  readonly #holders = new Map<number | string, Holder>()
  /** Those with someone waiting and a share that is not used up: the first is next. */
  readonly #turns = new Set<Holder>()
  #taken = 0
  #waiting = 0

  constructor(options: FairGateOptions) {
    this.#options = options
  }

  /** Places taken, and those who wait for one. */
  get taken(): number {
    return this.#taken
  }

  get waiting(): number {
    return this.#waiting
  }

  /** As `enter`, without a wait: null if there is no place. */
  enterNow(key: number | string): Leave | null {
    const { placesMax, shareMax } = this.#options
    const holder = this.#holderOf(key)
    return this.#taken < placesMax && holder.taken < shareMax ? this.#take(holder) : null
  }

  /** A place for `key`, to be given back by what it resolves with. Rejects with 503 `overloaded` after a bounded wait. */
  async enter(key: number | string): Promise<Leave> {
    return this.enterNow(key) ?? this.#wait(this.#holderOf(key))
  }

  #holderOf(key: number | string): Holder {
    const known = this.#holders.get(key)
    if (known !== undefined) return known
    const holder = { key, taken: 0, waiting: [] }
    // Without a free place it is known once it waits.
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
        // Behind the others.
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
