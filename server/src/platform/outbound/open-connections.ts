import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import { HttpConnection } from './http-connection.ts'
import { connectSocket } from './socket-connect.ts'
import type { Connecting, ConnectionError } from './socket-connect.ts'
import { tryAddresses } from './try-addresses.ts'

/**
 * `aborted`: ended by us. `exhausted`: this machine has no socket or memory for a connection. Neither is the receiver's
 * fault.
 */
export interface Failure {
  ok: false
  error: ConnectionError | 'aborted' | 'exhausted'
  /** The code of a `tls_error`, if it has one (`tlsErrorCode`). */
  detail?: string
}

export type Opened = { ok: true; connection: HttpConnection } | Failure

export interface ConnectionCounts {
  /** Opened connections, and reuses of kept ones, since the start. */
  opened: number
  reused: number
  /** Current sockets: connecting, acquired and idle. */
  connecting: number
  acquired: number
  idle: number
}

interface Origin {
  /**
   * The Host header (`ReceiverUrl`). It differs for every hostname and port, because only port 443 is left out. So a
   * kept connection is used only for the name in its certificate.
   */
  host: string
  hostname: string
  port: number
  /** TCP without TLS. */
  isPlain?: boolean
}

const keyOf = ({ host, isPlain }: Origin): string => (isPlain === true ? `http://${host}` : host)

export interface OpenConnectionsOptions {
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  idleTimeoutMs: number
  /** The largest number of sockets, including idle ones. Callers must not use more. */
  connectionsMax: number
}

/** True if this process cannot open any more files. */
export function isExhausted(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return false
  } catch {
    return true
  }
}

interface Kept {
  key: string
  sinceMs: number
}

/** Kept connections without a request. They do not keep the process alive. One timer runs for the oldest one. */
class IdleConnections {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #timeoutMs: number
  // A Map keeps the order of insertion, so the first entry is the oldest.
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

  /** Keeps an open connection under its key. Each hostname and port has its own key. */
  add(key: string, connection: HttpConnection): void {
    connection.socket.unref()
    this.#kept.set(connection, { key, sinceMs: this.#clock.monotonic() })
    const connections = this.#byKey.get(key)
    if (connections === undefined) this.#byKey.set(key, [connection])
    else connections.push(connection)
    if (this.#timer === null) this.#startTimer(this.#timeoutMs)
  }

  /** Removes and returns the key's most recently used connection to one of the addresses (null: any). */
  take(key: string, addresses: readonly string[] | null): HttpConnection | null {
    const connection = this.#byKey.get(key)?.findLast(({ address }) => addresses?.includes(address) ?? true)
    if (connection === undefined) return null
    this.remove(connection)
    connection.socket.ref()
    return connection
  }

  /** Removes a closed connection. Has no effect if it is not kept. */
  remove(connection: HttpConnection): void {
    const entry = this.#kept.get(connection)
    if (entry === undefined) return
    this.#kept.delete(connection)
    const connections = this.#byKey.get(entry.key)!
    // In most cases the last one, because `take` takes the last.
    if (connections.at(-1) === connection) connections.pop()
    else connections.splice(connections.indexOf(connection), 1)
    if (connections.length === 0) this.#byKey.delete(entry.key)
  }

  /** Closes the least recently used one. */
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
    // An idle connection must not keep the process alive.
    this.#timer.unref()
  }
}

/** All sockets of one kind of calls: connecting, in use, and kept. */
export class OpenConnections {
  /** Counts calls of `abortAll`, so that waiting callers notice them. */
  aborts = 0
  /** Requests with a connection, or about to get one. */
  inUse = 0

  private readonly options: OpenConnectionsOptions
  private readonly idle: IdleConnections
  private readonly connecting = new Set<Connecting>()
  private readonly acquired = new Set<HttpConnection>()
  private openedCount = 0
  private reusedCount = 0

  constructor(options: OpenConnectionsOptions) {
    this.options = options
    this.idle = new IdleConnections({ clock: options.clock, timeoutMs: options.idleTimeoutMs })
  }

  /** A kept connection to one of the addresses (null: any), or null. */
  take(target: Origin, addresses: readonly string[] | null): HttpConnection | null {
    const connection = this.idle.take(keyOf(target), addresses)
    if (connection === null) return null
    this.acquired.add(connection)
    this.reusedCount += 1
    return connection
  }

  giveBack(target: Origin, connection: HttpConnection): void {
    if (!connection.dead && this.acquired.delete(connection)) this.idle.add(keyOf(target), connection)
  }

  /** Connects to one of the addresses. */
  async open(target: Origin, addresses: readonly string[], timeoutMs: number): Promise<Opened> {
    const limit = { clock: this.options.clock, timeoutMs }
    const opened = await tryAddresses(addresses, limit, (address, partMs) => this.openOne(target, address, partMs))
    return opened ?? { ok: false, error: 'connect_timeout' }
  }

  /** Ends all requests as aborted and closes the kept connections. */
  abortAll(): void {
    this.aborts += 1
    for (const attempt of this.connecting) attempt.abort()
    for (const connection of this.acquired) connection.abort()
    this.idle.closeAll()
  }

  counts(): ConnectionCounts {
    return {
      opened: this.openedCount,
      reused: this.reusedCount,
      connecting: this.connecting.size,
      acquired: this.acquired.size,
      idle: this.idle.size,
    }
  }

  private async openOne({ hostname, port, isPlain }: Origin, address: string, timeoutMs: number): Promise<Opened> {
    const { trust, connectionsMax } = this.options
    if (this.idle.size + this.acquired.size + this.connecting.size >= connectionsMax) this.idle.closeOldest()
    const attempt = connectSocket({ address, port, hostname, trust: isPlain === true ? null : trust, timeoutMs })
    this.connecting.add(attempt)
    const result = await attempt.done
    this.connecting.delete(attempt)
    if (!result.ok) return result
    this.openedCount += 1
    const connection: HttpConnection = new HttpConnection(result, address, () => {
      this.acquired.delete(connection)
      this.idle.remove(connection)
    })
    this.acquired.add(connection)
    return { ok: true, connection }
  }
}
