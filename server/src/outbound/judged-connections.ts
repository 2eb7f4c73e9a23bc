/**
 * HTTPS connections to receivers. A connection is acquired before anything is read or signed for its POST: the host is
 * resolved and judged for this very POST, and a kept connection is used again only if it leads to one of the addresses
 * that were just judged. So what is signed last is sent at once, and no name that moved to a private address is reached.
 */
import type { SecureContext } from 'node:tls'
import type { Clock } from '../clock.ts'
import type { ExchangeLimits, ExchangeResult, HttpConnection, HttpRequest } from './http-connection.ts'
import { isExhausted, OpenConnections } from './open-connections.ts'
import type { ConnectionCounts, Failure, PostResult } from './open-connections.ts'
import { resolveTarget } from './resolve.ts'
import type { HostResolver } from './resolve.ts'
import type { ReceiverHost, ReceiverPolicy, ReceiverUrl } from './url-policy.ts'

/** The host part of a URL that `checkUrl` accepted. */
export type ConnectionTarget = ReceiverHost & Pick<ReceiverUrl, 'host' | 'port'>

/** A connection for one POST: use it once by `post`, or give it back by `release`. */
export interface ReceiverConnection {
  address: string
  isPublic: boolean
  /** Whether `post` sent the request twice, since a kept connection was closed without an answer. */
  readonly postedAgain: boolean
  post(request: Pick<HttpRequest, 'path' | 'headers' | 'body'>): Promise<PostResult>
  /** Gives it back without a POST. */
  release(): void
  /** Closes it; a POST under way ends as aborted. */
  abort(): void
}

export type AcquireResult = { ok: true; connection: ReceiverConnection } | Failure

export interface Connections {
  /**
   * A connection for one POST, at the latest after the connect time-out. At most `connectionsMax` may be acquired or
   * being acquired at a time; one more is refused, since a POST must not wait here behind an address check that ages.
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
  /** From the POST to the end of the response headers, ms. */
  responseTimeoutMs: number
  /** Connecting and the POST together, ms; what lies between them (reading the endpoint, signing) is not counted. */
  attemptTimeoutMs: number
  /** How long an unused connection is kept, ms; absent: `IDLE_TIMEOUT_MS`. */
  idleTimeoutMs?: number
  /** Sockets at the most, idle ones included. */
  connectionsMax: number
}

/** Servers keep idle connections for 5 s (Node) to 75 s (nginx); one that closes first costs a new connection. */
const IDLE_TIMEOUT_MS = 30_000

/**
 * A request goes out on another connection only this soon after it was given to `post`, ms: what was signed must not
 * be sent more than a second after the endpoint was read (see `KNOWN_MS`), for it may have been paused or its secret
 * rotated since.
 */
const RESEND_WITHIN_MS = 450

/** What comes of a POST on a connection that was closed before it. */
const CLOSED: ExchangeResult = { ok: false, error: 'connection_reset', answered: false }

export function createConnections(options: ConnectionsOptions): Connections {
  const connections = new OpenConnections({
    trust: options.trust,
    clock: options.clock,
    idleTimeoutMs: options.idleTimeoutMs ?? IDLE_TIMEOUT_MS,
    connectionsMax: options.connectionsMax,
  })
  let inUse = 0
  const end = (): void => {
    inUse -= 1
  }
  return {
    acquire(target) {
      if (inUse >= options.connectionsMax) return Promise.reject(new Error('Too many connections are in use'))
      inUse += 1
      return new Attempt(options, connections, target, end).acquire()
    },
    abortAll: () => connections.abortAll(),
    counts: () => connections.counts(),
  }
}

/** One attempt at a receiver: its addresses are judged for this attempt and for no other. */
class Attempt implements ReceiverConnection {
  address = ''
  isPublic = false
  postedAgain = false

  private readonly options: ConnectionsOptions
  private readonly connections: OpenConnections
  private readonly target: ConnectionTarget
  private readonly abortsBefore: number
  private readonly onEnd: () => void
  private addresses: string[] = []
  private connection: HttpConnection | null = null
  private isKept = false
  /** Spent on connecting, and on a POST that is made again, ms. */
  private spentMs = 0
  private used = false
  private aborted = false

  constructor(options: ConnectionsOptions, connections: OpenConnections, target: ConnectionTarget, onEnd: () => void) {
    this.options = options
    this.connections = connections
    this.target = target
    this.abortsBefore = connections.aborts
    this.onEnd = onEnd
  }

  /** A connection to one of the addresses, judged now. */
  async acquire(): Promise<AcquireResult> {
    try {
      const { clock, resolver, policy, connectTimeoutMs } = this.options
      const startMs = clock.monotonic()
      const resolving = resolveTarget(this.target, resolver, policy, connectTimeoutMs)
      const resolved = resolving instanceof Promise ? await resolving : resolving
      // The resolver does not tell its own lack of a socket from a name server's silence.
      if (!resolved.ok)
        return this.failed(resolved.error === 'dns_error' && isExhausted() ? 'exhausted' : resolved.error)
      if (this.isAborted()) return this.failed('aborted')
      this.addresses = resolved.addresses
      this.isPublic = resolved.isPublic
      this.spentMs = clock.monotonic() - startMs
      this.connection = this.connections.take(this.target, this.addresses)
      if (this.connection !== null) {
        // Bytes that nobody asked for may be waiting on a kept connection: they are read within one turn of the event loop.
        await new Promise((resolve) => setImmediate(resolve))
        if (!this.connection.isFlushed()) this.connection.abort()
        this.isKept = !this.connection.dead
      }
      const failure = this.isKept ? null : await this.open(connectTimeoutMs - this.spentMs)
      if (failure !== null) return this.failed(failure.error)
      this.address = this.connection!.address
      return { ok: true, connection: this }
    } catch (error) {
      this.end()
      throw error
    }
  }

  /**
   * Receivers close kept connections when they like. If that happens before the request is out, or on a kept one before
   * a byte of the answer has come, the request goes out on a new one, once: an event may arrive twice, but not get lost.
   */
  async post({ path, headers, body }: Pick<HttpRequest, 'path' | 'headers' | 'body'>): Promise<PostResult> {
    this.use()
    try {
      const request = { path, host: this.target.host, headers, body }
      const startMs = this.options.clock.monotonic()
      const isOpen = !this.connection!.dead
      const first = isOpen ? await this.connection!.post(request, this.limits()) : CLOSED
      const isUnanswered = !first.ok && first.error === 'connection_reset' && !first.answered
      const mayGoAgain = isUnanswered && (this.isKept || !isOpen)
      const result = mayGoAgain ? await this.postAgain(request, startMs, first) : first
      if (!result.ok) return { ok: false, error: result.error }
      const { status, retryAfter, bodyHead } = result
      return { ok: true, status, retryAfter, head: this.isPublic ? bodyHead : null, isPublic: this.isPublic }
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
    if (this.used) throw new Error('A connection is acquired for one POST')
    this.used = true
  }

  private end(): void {
    if (this.connection !== null) this.connections.giveBack(this.target, this.connection)
    this.onEnd()
  }

  private failed(error: Failure['error']): Failure {
    this.end()
    return { ok: false, error }
  }

  private isAborted(): boolean {
    return this.aborted || this.connections.aborts !== this.abortsBefore
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
  private async postAgain(
    request: HttpRequest,
    startMs: number,
    result: ExchangeResult,
  ): Promise<ExchangeResult | Failure> {
    if (this.isAborted()) return { ok: false, error: 'aborted' }
    const { clock, connectTimeoutMs } = this.options
    const passedMs = clock.monotonic() - startMs
    this.spentMs += passedMs
    const timeoutMs = Math.min(connectTimeoutMs, RESEND_WITHIN_MS - passedMs, this.leftMs())
    if (timeoutMs <= 0) return result
    const failure = await this.open(timeoutMs)
    if (failure !== null) return failure.error === 'connect_timeout' ? result : failure
    if (this.connection!.dead) return { ok: false, error: 'aborted' }
    // A connection that was closed before the first POST got nothing of it.
    this.postedAgain = result !== CLOSED
    return this.connection!.post(request, this.limits())
  }

  private leftMs(): number {
    return this.options.attemptTimeoutMs - this.spentMs
  }

  private limits(): ExchangeLimits {
    const totalTimeoutMs = Math.max(1, this.leftMs())
    return { responseTimeoutMs: Math.min(this.options.responseTimeoutMs, totalTimeoutMs), totalTimeoutMs }
  }
}
