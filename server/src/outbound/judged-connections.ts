/**
 * Connections to servers that others name. One is acquired before anything is read or signed for its request: the host is
 * resolved and judged for this very request, and a kept connection is used only if it leads to an address just judged. So
 * what is signed last is sent at once, and no name that moved to a private address is reached.
 */
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import type { ExchangeLimits, ExchangeResult, HttpAnswer, HttpConnection, HttpRequest } from './http-connection.ts'
import { isExhausted, OpenConnections } from './open-connections.ts'
import type { ConnectionCounts, Failure } from './open-connections.ts'
import { resolveTarget } from './resolve.ts'
import type { HostResolver } from './resolve.ts'
import { EVERY_ADDRESS } from './url-policy.ts'
import type { ReceiverHost, ReceiverPolicy, ReceiverUrl } from './url-policy.ts'

/** The host part of a URL that `checkUrl` accepted; only the operator's own URLs are `isPlain`, HTTP without TLS. */
export type ConnectionTarget = ReceiverHost & Pick<ReceiverUrl, 'host' | 'port'> & { isPlain?: boolean }

/** A connection for one request: use it once by `send`, or give it back by `release`. */
export interface AcquiredConnection {
  address: string
  isPublic: boolean
  /** Whether `send` sent the request twice, since a kept connection was closed without an answer. */
  readonly sentAgain: boolean
  /** @throws if a header's value is not one (`isHeaderValue`). */
  send(request: Omit<HttpRequest, 'host'>): Promise<HttpAnswer | Failure>
  /** Gives it back without a request. */
  release(): void
  /** Closes it; a request under way ends as aborted. */
  abort(): void
}

export type AcquireResult = { ok: true; connection: AcquiredConnection } | Failure

export interface Connections {
  /**
   * A connection for one request, at the latest after the connect time-out. At most `connectionsMax` may be acquired or
   * being acquired at a time; one more is refused, since a request must not wait here behind an address check that ages.
   */
  acquire(target: ConnectionTarget): Promise<AcquireResult>
  /** Ends everything under way as aborted and closes the idle ones. Connections may be acquired again afterwards. */
  abortAll(): void
  counts(): ConnectionCounts
}

export interface ConnectionsOptions {
  policy: ReceiverPolicy
  resolver: HostResolver
  /** The trusted roots: `createTrust`. */
  trust: SecureContext
  clock: Pick<Clock, 'monotonic'>
  /** DNS, TCP and TLS together, ms. */
  connectTimeoutMs: number
  /** From the request to the end of the response headers, ms. */
  responseTimeoutMs: number
  /** Connecting and the request together, ms; what lies between them (reading the endpoint, signing) is not counted. */
  attemptTimeoutMs: number
  /** After this, ms from `send` on, a request whose kept connection was closed does not go out on a new one. */
  resendWithinMs: number
  /** How long an unused connection is kept, ms; absent: `IDLE_TIMEOUT_MS`. */
  idleTimeoutMs?: number
  /** Sockets at the most, idle ones included. */
  connectionsMax: number
}

/** Servers keep idle connections for 5 s (Node) to 75 s (nginx); one that closes first costs a new connection. */
const IDLE_TIMEOUT_MS = 30_000

/** What comes of a request on a connection that was closed before it. */
const CLOSED: ExchangeResult = { ok: false, error: 'connection_reset', answered: false }

export function createConnections(options: ConnectionsOptions): Connections {
  const connections = new OpenConnections({
    trust: options.trust,
    clock: options.clock,
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    connectionsMax: options.connectionsMax,
  })
  return {
    acquire(target) {
      if (connections.inUse >= options.connectionsMax)
        return Promise.reject(new Error('Too many connections are in use'))
      return new Attempt(options, connections, target).acquire()
    },
    abortAll: () => connections.abortAll(),
    counts: () => connections.counts(),
  }
}

/** One request to a server: its addresses are judged for this request and for no other. */
class Attempt implements AcquiredConnection {
  address = ''
  isPublic = false
  sentAgain = false

  private readonly options: ConnectionsOptions
  private readonly connections: OpenConnections
  private readonly target: ConnectionTarget
  private readonly abortsBefore: number
  private addresses: string[] = []
  private connection: HttpConnection | null = null
  private isKept = false
  /** Spent on connecting, and on a request that is sent again, ms. */
  private spentMs = 0
  private used = false
  private aborted = false

  constructor(options: ConnectionsOptions, connections: OpenConnections, target: ConnectionTarget) {
    this.options = options
    this.connections = connections
    this.target = target
    this.abortsBefore = connections.aborts
    connections.inUse += 1
  }

  /** A connection to one of the addresses, judged now. */
  async acquire(): Promise<AcquireResult> {
    try {
      // Where every address may be called, a kept connection needs no lookup.
      if (this.options.policy !== EVERY_ADDRESS || !(await this.takeKept(null))) {
        const unresolved = await this.resolve()
        if (unresolved !== null) return this.failed(unresolved)
        if (!(await this.takeKept(this.addresses))) {
          const failure = await this.open(this.options.connectTimeoutMs - this.spentMs)
          if (failure !== null) return this.failed(failure.error)
        }
      }
      this.address = this.connection!.address
      return { ok: true, connection: this }
    } catch (error) {
      this.end()
      throw error
    }
  }

  /**
   * Servers close kept connections when they like. If that happens before the request is out, or on a kept one before
   * a byte of the answer has come, the request goes out on a new one, once: an event may arrive twice, but not get lost.
   */
  async send(given: Omit<HttpRequest, 'host'>): Promise<HttpAnswer | Failure> {
    this.use()
    try {
      const request = { ...given, host: this.target.host }
      const startMs = this.options.clock.monotonic()
      const isOpen = !this.connection!.dead
      const first = isOpen ? await this.connection!.send(request, this.limits()) : CLOSED
      const isUnanswered = !first.ok && first.error === 'connection_reset' && !first.answered
      const mayGoAgain = isUnanswered && (this.isKept || !isOpen)
      const result = mayGoAgain ? await this.sendAgain(request, startMs, first) : first
      return result.ok ? result : { ok: false, error: result.error }
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
    if (this.connection !== null) this.connections.giveBack(this.target, this.connection)
    this.connections.inUse -= 1
  }

  private failed(error: Failure['error']): Failure {
    this.end()
    return { ok: false, error }
  }

  private isAborted(): boolean {
    return this.aborted || this.connections.aborts !== this.abortsBefore
  }

  /** Null once there are addresses, all of them judged. */
  private async resolve(): Promise<Failure['error'] | null> {
    const { clock, resolver, policy, connectTimeoutMs } = this.options
    const startMs = clock.monotonic()
    const resolving = resolveTarget(this.target, resolver, policy, connectTimeoutMs)
    const resolved = resolving instanceof Promise ? await resolving : resolving
    // The resolver does not tell its own lack of a socket from a name server's silence.
    if (!resolved.ok) return resolved.error === 'dns_error' && isExhausted() ? 'exhausted' : resolved.error
    if (this.isAborted()) return 'aborted'
    this.addresses = resolved.addresses
    this.isPublic = resolved.isPublic
    this.spentMs = clock.monotonic() - startMs
    return null
  }

  /** Whether there is a kept connection to one of the addresses (null: to any) that is still good. */
  private async takeKept(addresses: readonly string[] | null): Promise<boolean> {
    this.connection = this.connections.take(this.target, addresses)
    if (this.connection === null) return false
    // Bytes that nobody asked for may be waiting on a kept connection: they are read within one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    // Its last request is still being written, for a peer that does not read.
    if (this.connection.socket.writableLength > 0) this.connection.abort()
    this.isKept = !this.connection.dead
    return this.isKept
  }

  /** Null once there is a connection to one of the judged addresses. */
  private async open(timeoutMs: number): Promise<Failure | null> {
    const startMs = this.options.clock.monotonic()
    const opened = await this.connections.open(this.target, this.addresses, timeoutMs)
    this.spentMs += this.options.clock.monotonic() - startMs
    this.connection = opened.ok ? opened.connection : null
    if (opened.ok && this.isAborted()) opened.connection.abort()
    return opened.ok ? null : opened
  }

  /** On a new connection; `result` is what stands if there is no time for one. */
  private async sendAgain(
    request: HttpRequest,
    startMs: number,
    result: ExchangeResult,
  ): Promise<ExchangeResult | Failure> {
    if (this.isAborted()) return { ok: false, error: 'aborted' }
    const { clock, connectTimeoutMs, resendWithinMs, attemptTimeoutMs } = this.options
    const passedMs = clock.monotonic() - startMs
    this.spentMs += passedMs
    const timeoutMs = Math.min(connectTimeoutMs, resendWithinMs - passedMs, attemptTimeoutMs - this.spentMs)
    if (timeoutMs <= 0) return result
    const failure = await this.open(timeoutMs)
    if (failure !== null) return failure.error === 'connect_timeout' ? result : failure
    if (this.connection!.dead) return { ok: false, error: 'aborted' }
    // A connection that was closed before the first request got nothing of it.
    this.sentAgain = result !== CLOSED
    return this.connection!.send(request, this.limits())
  }

  private limits(): ExchangeLimits {
    const totalTimeoutMs = Math.max(1, this.options.attemptTimeoutMs - this.spentMs)
    return { responseTimeoutMs: Math.min(this.options.responseTimeoutMs, totalTimeoutMs), totalTimeoutMs }
  }
}
