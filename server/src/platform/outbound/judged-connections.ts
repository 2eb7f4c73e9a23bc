/**
 * Connections to servers named by others. A connection is acquired before the request is signed. The host is resolved
 * and checked for this request, and a kept connection is used only if its address was just checked. So a request goes
 * out right after signing, and never to a private address, even if DNS changed.
 */
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import type { ExchangeLimits, ExchangeResult, HttpConnection, HttpRequest } from './http-connection.ts'
import { isExhausted, OpenConnections } from './open-connections.ts'
import type { ConnectionCounts, Failure } from './open-connections.ts'
import { resolveTarget } from './resolve.ts'
import type { HostResolver } from './resolve.ts'
import type { HttpResponse } from './response-reader.ts'
import { EVERY_ADDRESS } from './url-policy.ts'
import type { ReceiverPolicy, ReceiverHost, ReceiverUrl } from './url-policy.ts'

/** The host of a URL accepted by `checkUrl`. `isPlain` (HTTP without TLS) is only for the operator's own URLs. */
export type ConnectionTarget = ReceiverHost & Pick<ReceiverUrl, 'host' | 'port'> & { isPlain?: boolean }

/** A connection for one request. Call either `send` or `release` once. */
export interface AcquiredConnection {
  address: string
  isPublic: boolean
  /** True if `send` sent the request twice, because a kept connection closed without a response. */
  readonly sentAgain: boolean
  /** @throws if a header's value is invalid (`HEADER_VALUE`). */
  send(request: HttpRequest): Promise<HttpResponse | Failure>
  /** Gives the connection back without a request. */
  release(): void
  /** Closes the connection. A request under way ends as aborted. */
  abort(): void
}

export type AcquireResult = { ok: true; connection: AcquiredConnection } | Failure

export interface Connections {
  /**
   * Acquires a connection for one request, within the connect time-out. At most `connectionsMax` may be in use. One
   * more is refused instead of waiting, because its address check would become outdated.
   */
  acquire(target: ConnectionTarget): Promise<AcquireResult>
  /** Ends all requests as aborted and closes idle connections. New ones may be acquired afterwards. */
  abortAll(): void
  counts(): ConnectionCounts
  /** A part with the same sockets and limits. Its `abortAll` ends only requests acquired through it. */
  part(): Pick<Connections, 'acquire' | 'abortAll'>
}

export interface ConnectionsOptions {
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted root certificates, from `createTrust`. */
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  /** For DNS, TCP and TLS together, ms. */
  connectTimeoutMs: number
  /** From the request to the end of the response headers, ms. */
  responseTimeoutMs: number
  /** For connecting and the request together, ms. Time between them (reading the endpoint, signing) does not count. */
  attemptTimeoutMs: number
  /** If a kept connection closes this long after `send`, the request is not sent again on a new one, ms. */
  resendWithinMs: number
  /** How long an idle connection is kept, ms. Absent: `IDLE_TIMEOUT_MS`. */
  idleTimeoutMs?: number
  /** The largest number of sockets, including idle ones. */
  connectionsMax: number
}

/**
 * Servers keep idle connections for 5 s (Node) to 75 s (nginx). If the server closes first, a new connection is opened.
 */
const IDLE_TIMEOUT_MS = 30_000

/** The result of a request on a connection that closed before it. */
const CLOSED: ExchangeResult = { ok: false, error: 'connection_reset', responded: false }

export function createConnections(options: ConnectionsOptions): Connections {
  const connections = new OpenConnections({
    trust: options.trust,
    clock: options.clock,
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    connectionsMax: options.connectionsMax,
  })
  /** The running requests of each part. The first ones belong to no part. */
  const parts: Set<Acquisition>[] = [new Set()]
  const acquireIn = (running: Set<Acquisition>) => async (target: ConnectionTarget) => {
    if (connections.inUse >= options.connectionsMax) throw new Error('Too many connections are in use')
    return new Acquisition(options, connections, target, running).acquire()
  }
  const abort = (running: Set<Acquisition>) => running.forEach((request) => request.abort())
  return {
    acquire: acquireIn(parts[0]!),
    abortAll() {
      parts.forEach(abort)
      connections.closeUnused()
    },
    counts: () => connections.counts(),
    part() {
      const running = new Set<Acquisition>()
      parts.push(running)
      return { acquire: acquireIn(running), abortAll: () => abort(running) }
    },
  }
}

/** One request to a server. Its addresses are checked for this request only. */
class Acquisition implements AcquiredConnection {
  address = ''
  isPublic = false
  sentAgain = false

  private readonly options: ConnectionsOptions
  private readonly connections: OpenConnections
  private readonly target: ConnectionTarget
  /** The running requests of its part. */
  private readonly running: Set<Acquisition>
  private addresses: string[] = []
  private connection: HttpConnection | null = null
  private isKept = false
  /** Time spent connecting, and on the first try of a repeated request, ms. */
  private spentMs = 0
  private used = false
  private aborted = false

  constructor(
    options: ConnectionsOptions,
    connections: OpenConnections,
    target: ConnectionTarget,
    running: Set<Acquisition>,
  ) {
    this.options = options
    this.connections = connections
    this.target = target
    this.running = running
    running.add(this)
    connections.inUse += 1
  }

  /** A connection to an address checked now. */
  async acquire(): Promise<AcquireResult> {
    try {
      // If all addresses are allowed, a kept connection needs no lookup.
      const isTaken = this.options.policy === EVERY_ADDRESS && (await this.takeKept(null))
      const failure = isTaken ? null : await this.connect()
      if (failure === null) {
        this.address = this.connection!.address
        return { ok: true, connection: this }
      }
      this.end()
      return failure
    } catch (error) {
      this.end()
      throw error
    }
  }

  /** Takes or opens a connection to an address that is checked here. Returns null if it succeeds. */
  private async connect(): Promise<Failure | null> {
    const { clock, resolver, policy, connectTimeoutMs } = this.options
    const startMs = clock.monotonic()
    const resolving = resolveTarget(this.target, resolver, policy, connectTimeoutMs)
    const resolved = resolving instanceof Promise ? await resolving : resolving
    // The resolver reports a lack of sockets as `dns_error`, so check for it here.
    if (!resolved.ok)
      return { ok: false, error: resolved.error === 'dns_error' && isExhausted() ? 'exhausted' : resolved.error }
    if (this.aborted) return { ok: false, error: 'aborted' }
    this.addresses = resolved.addresses
    this.isPublic = resolved.isPublic
    this.spentMs = clock.monotonic() - startMs
    return (await this.takeKept(this.addresses)) ? null : this.open(connectTimeoutMs - this.spentMs)
  }

  /**
   * Servers may close kept connections at any time. If one closes before the request is sent, or before the first byte
   * of the response, the request is sent once more on a new connection. An event may then arrive twice, but is never
   * lost.
   */
  async send(request: HttpRequest): Promise<HttpResponse | Failure> {
    this.use()
    try {
      const startMs = this.options.clock.monotonic()
      const isOpen = !this.connection!.dead
      const first = isOpen ? await this.connection!.send(request, this.limits()) : CLOSED
      const hadNoResponse = !first.ok && first.error === 'connection_reset' && !first.responded
      const mayGoAgain = hadNoResponse && (this.isKept || !isOpen)
      const result = mayGoAgain ? await this.sendAgain(request, startMs, first) : first
      if (result.ok) return result
      const { error, detail } = result
      return { ok: false, error, ...(detail === undefined ? {} : { detail }) }
    } finally {
      this.end()
    }
  }

  release(): void {
    this.use()
    this.end()
  }

  abort(): void {
    this.aborted = true
    this.connection?.abort()
  }

  private use(): void {
    if (this.used) throw new Error('A connection is acquired for one request')
    this.used = true
  }

  private end(): void {
    if (this.connection !== null) this.connections.giveBack(this.connection)
    this.connections.inUse -= 1
    this.running.delete(this)
  }

  /** True if a kept connection to one of the addresses (null: to any) is usable. */
  private async takeKept(addresses: readonly string[] | null): Promise<boolean> {
    this.connection = this.connections.take(this.target, addresses)
    if (this.connection === null) return false
    // Unrequested bytes may be waiting on a kept connection. They are read within one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    // The last request is still being written, because the peer does not read.
    if (this.connection.socket.writableLength > 0) this.connection.abort()
    this.isKept = !this.connection.dead
    return this.isKept
  }

  /** Opens a connection to one of the checked addresses. Returns null if it succeeds. */
  private async open(timeoutMs: number): Promise<Failure | null> {
    const startMs = this.options.clock.monotonic()
    const opened = await this.connections.open(this.target, this.addresses, timeoutMs)
    this.spentMs += this.options.clock.monotonic() - startMs
    this.connection = opened.ok ? opened.connection : null
    if (opened.ok && this.aborted) opened.connection.abort()
    return opened.ok ? null : opened
  }

  /** Sends again on a new connection. If there is no time for one, returns `result`. */
  private async sendAgain(
    request: HttpRequest,
    startMs: number,
    result: ExchangeResult,
  ): Promise<ExchangeResult | Failure> {
    if (this.aborted) return { ok: false, error: 'aborted' }
    const { clock, connectTimeoutMs, resendWithinMs, attemptTimeoutMs } = this.options
    const passedMs = clock.monotonic() - startMs
    this.spentMs += passedMs
    const timeoutMs = Math.min(connectTimeoutMs, resendWithinMs - passedMs, attemptTimeoutMs - this.spentMs)
    if (timeoutMs <= 0) return result
    const failure = await this.open(timeoutMs)
    if (failure !== null) return failure.error === 'connect_timeout' ? result : failure
    if (this.connection!.dead) return { ok: false, error: 'aborted' }
    // A connection that closed before the first request has sent no bytes of it.
    this.sentAgain = result !== CLOSED
    return this.connection!.send(request, this.limits())
  }

  private limits(): ExchangeLimits {
    const totalTimeoutMs = Math.max(1, this.options.attemptTimeoutMs - this.spentMs)
    return { responseTimeoutMs: Math.min(this.options.responseTimeoutMs, totalTimeoutMs), totalTimeoutMs }
  }
}
