import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import { HttpConnection } from './http-connection.ts'
import { IdleConnections } from './idle-connections.ts'
import type { ConnectionError } from './connection-error.ts'
import { connectSocket } from './socket-connect.ts'
import type { Connecting } from './socket-connect.ts'

/** `aborted`: by us; `exhausted`: this machine had nothing to connect with. Neither says anything of the receiver. */
export interface Failure {
  ok: false
  error: ConnectionError | 'aborted' | 'exhausted'
}

export type Opened = { ok: true; connection: HttpConnection } | Failure

export interface ConnectionCounts {
  /** Connections that were opened, and times that a kept one was taken, since the start. */
  opened: number
  reused: number
  /** Sockets now: being opened, acquired, and idle. */
  connecting: number
  acquired: number
  idle: number
}

interface Origin {
  /**
   * Of the Host header (`ReceiverUrl`), one for every hostname and port, since only 443 is left out: a kept connection
   * serves the name whose certificate it showed, and no other.
   */
  host: string
  hostname: string
  port: number
  /** TCP without TLS. */
  isPlain?: boolean
}

const keyOf = ({ host, isPlain }: Origin): string => (isPlain === true ? `http://${host}` : host)

/** Addresses of one host that are tried: each gets an equal part of the time that is left. */
const ADDRESSES_TRIED_MAX = 3

/** What no other address of the host would do better at. */
const ENDS_TRYING = new Set<Failure['error']>(['tls_error', 'aborted', 'exhausted'])

export interface OpenConnectionsOptions {
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  idleTimeoutMs: number
  /** Sockets at the most, idle ones included; callers see to it that no more are in use. */
  connectionsMax: number
}

/** Whether this process can open nothing more. */
export function isExhausted(): boolean {
  try {
    closeSync(openSync(devNull, 'r'))
    return false
  } catch {
    return true
  }
}

/** Every socket of one kind of calls: those being opened, those in use and those that are kept. */
export class OpenConnections {
  /** Counts the calls of `abortAll`, so that whoever was waiting meanwhile notices one. */
  aborts = 0

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

  /** A kept connection to one of the addresses, or with null to any; null if there is none. */
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

  /** Tries the addresses in turn. What TLS finds wrong is the host's, not the address's: then no other is tried. */
  async open(target: Origin, addresses: readonly string[], timeoutMs: number): Promise<Opened> {
    const { clock } = this.options
    const endMs = clock.monotonic() + timeoutMs
    const tried = addresses.slice(0, ADDRESSES_TRIED_MAX)
    let opened: Opened = { ok: false, error: 'connect_timeout' }
    for (const [index, address] of tried.entries()) {
      const leftMs = endMs - clock.monotonic()
      if (leftMs <= 0) break
      opened = await this.openOne(target, address, leftMs / (tried.length - index))
      if (opened.ok || ENDS_TRYING.has(opened.error)) break
    }
    return opened
  }

  /** Ends everything under way as aborted and closes what is kept. */
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
