import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import { createIncomingBytes, HttpConnection } from './http-connection.ts'
import type { Origin } from './http-connection.ts'
import { connectSocket, tryAddresses } from './socket-connect.ts'
import type { Connecting, ConnectionError } from './socket-connect.ts'

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

/** All sockets of one kind of calls: connecting, in use, and kept. Kept ones have no request, and no process waits for them. */
export class OpenConnections {
  /** Requests with a connection, or about to get one. */
  inUse = 0

  private readonly options: OpenConnectionsOptions
  private readonly connecting = new Set<Connecting>()
  private readonly acquired = new Set<HttpConnection>()
  /** The kept ones, and since when. A Map keeps the order of insertion, so the first entry is the oldest. */
  private readonly kept = new Map<HttpConnection, number>()
  private readonly keptByHost = new Map<string, HttpConnection[]>()
  /** Runs for the oldest kept one. */
  private timer: NodeJS.Timeout | null = null
  private openedCount = 0
  private reusedCount = 0

  constructor(options: OpenConnectionsOptions) {
    this.options = options
  }

  /** The most recently used kept connection to one of the addresses (null: any), or null. */
  take({ host, isPlain }: Origin, addresses: readonly string[] | null): HttpConnection | null {
    const connection = this.keptByHost
      .get(host)
      ?.findLast(({ origin, address }) => origin.isPlain === isPlain && (addresses?.includes(address) ?? true))
    if (connection === undefined) return null
    this.removeKept(connection)
    connection.socket.ref()
    this.acquired.add(connection)
    this.reusedCount += 1
    return connection
  }

  /** Keeps the connection, unless it is closed. */
  giveBack(connection: HttpConnection): void {
    if (connection.dead || !this.acquired.delete(connection)) return
    connection.socket.unref()
    this.kept.set(connection, this.options.clock.monotonic())
    const { host } = connection.origin
    const ofHost = this.keptByHost.get(host)
    if (ofHost === undefined) this.keptByHost.set(host, [connection])
    else ofHost.push(connection)
    if (this.timer === null) this.startTimer(this.options.idleTimeoutMs)
  }

  /** Connects to one of the addresses. */
  async open(target: Origin, addresses: readonly string[], timeoutMs: number): Promise<Opened> {
    const limit = { clock: this.options.clock, timeoutMs }
    const opened = await tryAddresses(addresses, limit, (address, partMs) => this.openOne(target, address, partMs))
    return opened ?? { ok: false, error: 'connect_timeout' }
  }

  /** Gives up connecting, and closes the kept connections. */
  closeUnused(): void {
    for (const attempt of this.connecting) attempt.abort()
    for (const connection of this.kept.keys()) this.close(connection)
    if (this.timer !== null) clearTimeout(this.timer)
    this.timer = null
  }

  counts(): ConnectionCounts {
    return {
      opened: this.openedCount,
      reused: this.reusedCount,
      connecting: this.connecting.size,
      acquired: this.acquired.size,
      idle: this.kept.size,
    }
  }

  private async openOne(target: Origin, address: string, timeoutMs: number): Promise<Opened> {
    const { hostname, port, isPlain } = target
    if (this.kept.size + this.acquired.size + this.connecting.size >= this.options.connectionsMax) this.closeOldest()
    const trust = isPlain === true ? null : this.options.trust
    const bytes = createIncomingBytes()
    const attempt = connectSocket({ address, port, hostname, trust, onread: bytes.onread, timeoutMs })
    this.connecting.add(attempt)
    const result = await attempt.done
    this.connecting.delete(attempt)
    if (!result.ok) return result
    this.openedCount += 1
    const connection: HttpConnection = new HttpConnection(result.socket, bytes, target, address, () => {
      this.acquired.delete(connection)
      this.removeKept(connection)
    })
    this.acquired.add(connection)
    return { ok: true, connection }
  }

  /** Has no effect if the connection is not kept. */
  private removeKept(connection: HttpConnection): void {
    if (!this.kept.delete(connection)) return
    const { host } = connection.origin
    const ofHost = this.keptByHost.get(host)!
    // In most cases the last one, because `take` takes the last.
    if (ofHost.at(-1) === connection) ofHost.pop()
    else ofHost.splice(ofHost.indexOf(connection), 1)
    if (ofHost.length === 0) this.keptByHost.delete(host)
  }

  private closeOldest(): void {
    const oldest = this.kept.keys().next()
    if (!oldest.done) this.close(oldest.value)
  }

  private close(connection: HttpConnection): void {
    this.removeKept(connection)
    connection.abort()
  }

  private closeExpired(): void {
    this.timer = null
    const { clock, idleTimeoutMs } = this.options
    const nowMs = clock.monotonic()
    for (const [connection, sinceMs] of this.kept) {
      const leftMs = sinceMs + idleTimeoutMs - nowMs
      if (leftMs > 0) return this.startTimer(leftMs)
      this.close(connection)
    }
  }

  private startTimer(timeoutMs: number): void {
    this.timer = setTimeout(() => this.closeExpired(), timeoutMs)
    // An idle connection must not keep the process alive.
    this.timer.unref()
  }
}
