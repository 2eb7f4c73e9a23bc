interface Waiting {
  key: string
  start(): void
}

/** Slots, limited in total and per key. If none is free, callers wait in order of arrival. */
export class Slots {
  private readonly totalMax: number
  private readonly perKeyMax: number
  private readonly taken = new Map<string, number>()
  private readonly waiting = new Set<Waiting>()
  private total = 0

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
      this.add(key, 1)
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
    this.add(key, -1)
    for (const waiting of this.waiting) {
      if (!this.hasRoom(waiting.key)) continue
      this.waiting.delete(waiting)
      this.add(waiting.key, 1)
      waiting.start()
      return
    }
  }

  private hasRoom(key: string): boolean {
    return this.total < this.totalMax && (this.taken.get(key) ?? 0) < this.perKeyMax
  }

  private add(key: string, count: 1 | -1): void {
    this.total += count
    const taken = (this.taken.get(key) ?? 0) + count
    if (taken === 0) this.taken.delete(key)
    else this.taken.set(key, taken)
  }
}
