/** How `CollectedWrites` writes. */
export interface CollectedWritesOptions<Row> {
  /** Rows within this time are written together, ms. */
  collectedMs: number
  /** More rows do not wait. */
  waitingMax: number
  write(rows: Row[]): Promise<unknown>
  /** Rows that could not be written are lost. */
  onLost(error: unknown, rows: readonly Row[]): void
}

/** Collects rows and writes them in the background, one write after another. Nothing waits for it. */
export class CollectedWrites<Row> {
  readonly #options: CollectedWritesOptions<Row>
  #waiting: Row[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: CollectedWritesOptions<Row>) {
    this.#options = options
  }

  /** Returns false if too many rows wait: the row is then not written. */
  add(row: Row): boolean {
    if (this.#waiting.length >= this.#options.waitingMax) return false
    this.#waiting.push(row)
    this.#timer ??= setTimeout(() => this.#write(), this.#options.collectedMs)
    return true
  }

  #write(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(async () => {
      const rows = this.#waiting
      if (rows.length === 0) return
      this.#waiting = []
      try {
        await this.#options.write(rows)
      } catch (error) {
        this.#options.onLost(error, rows)
      }
    })
  }

  /** Writes the rows that wait. */
  async drained(): Promise<void> {
    this.#write()
    await this.#writing
  }
}
