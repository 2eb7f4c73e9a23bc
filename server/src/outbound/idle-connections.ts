import type { Clock } from '../clock.ts'
import type { HttpConnection } from './http-connection.ts'

interface Kept {
  key: string
  sinceMs: number
}

/** Connections that no request uses; they keep no process alive. One timer serves all of them: it runs for the oldest. */
export class IdleConnections {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #timeoutMs: number
  // A Map keeps the order of insertion: the first entry is the oldest.
  readonly #kept = new Map<HttpConnection, Kept>()
  readonly #byKey = new Map<string, HttpConnection[]>()
  #timer: NodeJS.Timeout | null = null

  constructor({ clock, timeoutMs }: { clock: Pick<Clock, 'monotonic'>; timeoutMs: number }) {
    this.#clock = clock
    this.#timeoutMs = timeoutMs
  }

  get size(): number {
    return this.#kept.size
  }

  /** Keeps an open connection under its key, one for every hostname and port. */
  add(key: string, connection: HttpConnection): void {
    connection.socket.unref()
    this.#kept.set(connection, { key, sinceMs: this.#clock.monotonic() })
    const connections = this.#byKey.get(key)
    if (connections === undefined) this.#byKey.set(key, [connection])
    else connections.push(connection)
    if (this.#timer === null) this.#startTimer(this.#timeoutMs)
  }

  /** The connection of the key that was used last, if it leads to one of the addresses (null: to any); it is no longer kept then. */
  take(key: string, addresses: readonly string[] | null): HttpConnection | null {
    const fits = ({ address }: HttpConnection) => addresses === null || addresses.includes(address)
    const connection = this.#byKey.get(key)?.findLast(fits)
    if (connection === undefined) return null
    this.remove(connection)
    connection.socket.ref()
    return connection
  }

  /** Forgets a connection that was closed; nothing happens if it is not kept. */
  remove(connection: HttpConnection): void {
    const entry = this.#kept.get(connection)
    if (entry === undefined) return
    this.#kept.delete(connection)
    const connections = this.#byKey.get(entry.key)!
    // Most often the last one: it is what `take` takes.
    if (connections.at(-1) === connection) connections.pop()
    else connections.splice(connections.indexOf(connection), 1)
    if (connections.length === 0) this.#byKey.delete(entry.key)
  }

  /** Closes the one that has been unused for the longest time. */
  closeOldest(): void {
    const oldest = this.#kept.keys().next()
    if (!oldest.done) this.#close(oldest.value)
  }

  closeAll(): void {
    for (const connection of this.#kept.keys()) this.#close(connection)
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  #close(connection: HttpConnection): void {
    this.remove(connection)
    connection.abort()
  }

  #closeExpired(): void {
    this.#timer = null
    const nowMs = this.#clock.monotonic()
    for (const [connection, entry] of this.#kept) {
      const leftMs = entry.sinceMs + this.#timeoutMs - nowMs
      if (leftMs > 0) return this.#startTimer(leftMs)
      this.#close(connection)
    }
  }

  #startTimer(timeoutMs: number): void {
    this.#timer = setTimeout(() => this.#closeExpired(), timeoutMs)
    // An idle connection is no reason for the process to stay.
    this.#timer.unref()
  }
}
