import { Counts } from '../counts.ts'

interface Waiting {
  key: string
  start(): void
}

/** Slots, limited in total and per key. If none is free, callers wait in order of arrival. */
export class Slots {
  private readonly totalMax: number
  private readonly perKeyMax: number
  private readonly taken = new Counts<string>()
  private readonly waiting = new Set<Waiting>()

  constructor(totalMax: number, perKeyMax: number) {
    this.totalMax = totalMax
    this.perKeyMax = perKeyMax
  }

  /**
   * Takes a slot. Resolves with true when it is taken: return it by `give`. Resolves with false if the signal ends
   * first.
   */
  take(key: string, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false)
    if (this.hasRoom(key)) {
      this.taken.add(key, 1)
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const abort = (): void => {
        this.waiting.delete(waiting)
        resolve(false)
      }
      const start = (): void => {
        signal.removeEventListener('abort', abort)
        resolve(true)
      }
      const waiting = { key, start }
      this.waiting.add(waiting)
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  give(key: string): void {
    this.taken.add(key, -1)
    for (const waiting of this.waiting) {
      if (!this.hasRoom(waiting.key)) continue
      this.waiting.delete(waiting)
      this.taken.add(waiting.key, 1)
      waiting.start()
      return
    }
  }

  private hasRoom(key: string): boolean {
    return this.taken.total < this.totalMax && this.taken.of(key) < this.perKeyMax
  }
}
