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

export interface FairGate {
  /** As `enter`, without a wait: null if there is no place. */
  enterNow(key: number | string): Leave | null
  /** A place for `key`, to be given back by what it resolves with. Rejects with 503 `overloaded` after a bounded wait. */
  enter(key: number | string): Promise<Leave>
  /** Places taken, and those who wait for one. */
  readonly taken: number
  readonly waiting: number
}

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
export function createFairGate({ placesMax, shareMax, waitingMax, waitMsMax }: FairGateOptions): FairGate {
  const holders = new Map<number | string, Holder>()
  /** Those with someone waiting and a share that is not used up: the first is next. */
  const turns = new Set<Holder>()
  let taken = 0
  let waiting = 0

  function holderOf(key: number | string): Holder {
    const known = holders.get(key)
    if (known !== undefined) return known
    const holder = { key, taken: 0, waiting: [] }
    // Without a free place it is known once it waits.
    if (taken < placesMax) holders.set(key, holder)
    return holder
  }

  function take(holder: Holder): Leave {
    taken += 1
    holder.taken += 1
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      taken -= 1
      holder.taken -= 1
      if (holder.waiting.length > 0) turns.add(holder)
      else forgetIdle(holder)
      admitNext()
    }
  }

  function forgetIdle({ key, taken: held, waiting: line }: Holder): void {
    if (held === 0 && line.length === 0) holders.delete(key)
  }

  function admitNext(): void {
    for (const holder of turns) {
      if (taken === placesMax) return
      turns.delete(holder)
      holder.waiting[0]?.admit()
      // Behind the others.
      if (holder.waiting.length > 0 && holder.taken < shareMax) turns.add(holder)
    }
  }

  function wait(holder: Holder): Promise<Leave> {
    if (holder.waiting.length >= waitingMax) return Promise.reject(overloaded())
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(entry.timer)
        holder.waiting.splice(holder.waiting.indexOf(entry), 1)
        waiting -= 1
      }
      const entry: Waiting = {
        admit() {
          end()
          resolve(take(holder))
        },
        timer: setTimeout(() => {
          end()
          if (holder.waiting.length === 0) turns.delete(holder)
          forgetIdle(holder)
          reject(overloaded())
        }, waitMsMax),
      }
      holders.set(holder.key, holder)
      holder.waiting.push(entry)
      waiting += 1
      if (holder.taken < shareMax) turns.add(holder)
    })
  }

  return {
    enterNow(key) {
      const holder = holderOf(key)
      return taken < placesMax && holder.taken < shareMax ? take(holder) : null
    },
    async enter(key) {
      return this.enterNow(key) ?? wait(holderOf(key))
    },
    get taken() {
      return taken
    },
    get waiting() {
      return waiting
    },
  }
}
