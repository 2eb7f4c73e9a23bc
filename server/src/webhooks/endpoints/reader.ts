import type { Clock } from '../../clock.ts'
import { Batcher } from '../../db/batcher.ts'
import { isOutage } from '../../db/database-error.ts'
import type { Pool } from '../../db/pool.ts'
import { distinctBuckets } from '../../db/rows.ts'
import type { SecretsCipher } from '../../secrets.ts'
import { ALL_BUCKETS } from '../../ids.ts'
import type { Logger } from '../../log.ts'
import { readEndpoints, readEndpointVersions } from './queries.ts'
import type { ReadEndpointRow } from './queries.ts'
import { checkUrl } from '../../outbound/url-policy.ts'
import type { ReceiverPolicy, ReceiverUrl } from '../../outbound/url-policy.ts'

/** An endpoint as it was when it was read: what one POST goes by. */
export interface EndpointState {
  id: number
  /** Null when the stored URL is no longer permitted. */
  url: ReceiverUrl | null
  href: string
  /** Whether events are POSTed to it: neither paused nor disabled. */
  sends: boolean
  generation: number
  /** The secrets in force at a time, ms since the epoch; the newest first. */
  secretsAt(timeMs: number): string[]
}

/** Beyond it a crowd of accounts opened more connections and was POSTed no sooner. */
const WAITING_READS_MAX = 128

/**
 * For how long the last read that an endpoint is known by serves its POSTs, ms: its own, or that of its bucket's version,
 * unchanged since. A change made by another process holds for every POST that starts more than a second after its answer
 * (decisions: webhook endpoints); a request may go out `RESEND_WITHIN_MS` after it was begun, and together the two stay
 * below that second.
 */
const KNOWN_MS = 500

/** The first POST that comes so long after the versions were read has them read again, and does not wait for it, ms. */
const READ_AHEAD_MS = 250

/** Reads of an endpoint that changes while it is read; one that changes all the time is then as it was found. */
const READS_MAX = 3

/** Decrypted secrets and parsed URLs kept, each by the stored text that it was made of. */
const CACHE_ENTRIES_MAX = 20_000

const CHANGED = { askedAt: -Infinity, version: null }

/** What is remembered of a pure function, the oldest forgotten first. */
function remember<Value>(make: (key: string, context: string) => Value) {
  const made = new Map<string, Value>()
  return (key: string, context: string): Value => {
    const cacheKey = `${context} ${key}`
    let value = made.get(cacheKey)
    if (value === undefined) {
      value = make(key, context)
      made.set(cacheKey, value)
      if (made.size > CACHE_ENTRIES_MAX) made.delete(made.keys().next().value!)
    }
    return value
  }
}

interface LastRead {
  state: EndpointState
  /** When the statement was sent, ms of the monotonic clock; -Infinity: it has changed since. */
  askedAt: number
  /** Of its bucket then; null: it has changed since. */
  version: number | null
}

interface LastVersions {
  askedAt: number
  byBucket: ReadonlyMap<number, number>
}

export interface EndpointReaderOptions {
  pool: Pool
  clock: Clock
  log: Logger
  cipher: SecretsCipher
  policy: ReceiverPolicy
}

export class EndpointReader {
  readonly #options: EndpointReaderOptions
  readonly #lastReads = new Map<number, LastRead>()
  readonly #reads: Batcher<{ bucket: number; accountId: number }, EndpointState | null>
  readonly #urlOf: (href: string, context: string) => ReceiverUrl | null
  readonly #secretOf: (stored: string, context: string) => string
  /** For each statement under way, the accounts whose endpoint has changed since it was sent. */
  readonly #changedSince = new Set<Set<number>>()
  #versions: LastVersions = { askedAt: -Infinity, byBucket: new Map() }
  #versionsDueAt = -Infinity
  #readsVersions = false
  #waiting = 0
  #answered: () => void = () => {}

  constructor(options: EndpointReaderOptions) {
    const { clock, cipher, policy } = options
    this.#options = options
    this.#urlOf = remember((href) => {
      const checked = checkUrl(href, policy)
      return checked.ok ? checked.url : null
    })
    this.#secretOf = remember((stored, row) => cipher.decrypt(stored, row))
    this.#reads = new Batcher({
      itemsMax: 1000,
      slots: 2,
      waitingMax: 100_000,
      waitMsMax: Infinity,
      monotonic: clock.monotonic,
      flush: (items) => this.#readAll(items),
    })
  }

  /**
   * The account's endpoint, or null: as it is now or, while it is the one expected and active, as it was at most
   * `KNOWN_MS` ago. Concurrent reads share a statement.
   */
  read(bucket: number, accountId: number, expectedId: number): EndpointState | Promise<EndpointState | null> {
    const last = this.#lastReads.get(accountId)
    if (last?.state.id === expectedId && last.state.sends) {
      const now = this.#options.clock.monotonic()
      const isVersionSame = last.version === this.#versions.byBucket.get(bucket)
      // When it was certainly as it was read, ms of the monotonic clock.
      const knownAt = isVersionSame ? Math.max(last.askedAt, this.#versions.askedAt) : last.askedAt
      if (now - knownAt < KNOWN_MS) {
        if (now >= this.#versionsDueAt && !this.#readsVersions) void this.#readVersions()
        return last.state
      }
    }
    this.#waiting += 1
    return this.#reads.add({ bucket, accountId }).finally(() => (this.#waiting -= 1))
  }

  /** The account's endpoint has changed: what was read of it serves no further POST. */
  forget(accountId: number): void {
    for (const changed of this.#changedSince) changed.add(accountId)
    const last = this.#lastReads.get(accountId)
    if (last !== undefined) Object.assign(last, CHANGED)
  }

  /** The endpoint as the last `read` found it, or null: good enough to know where to connect. */
  lastRead(accountId: number): EndpointState | null {
    return this.#lastReads.get(accountId)?.state ?? null
  }

  /** So many reads wait for their answer that one more attempt would only hold a connection that others could use. */
  get busy(): boolean {
    return this.#waiting >= WAITING_READS_MAX
  }

  /** Called whenever a statement has answered its reads. */
  onAnswered(listener: () => void): void {
    this.#answered = listener
  }

  async #readAll(items: { bucket: number; accountId: number }[]): Promise<(EndpointState | null)[]> {
    const buckets = distinctBuckets(items)
    const states = new Map<number, EndpointState>()
    const all = [...new Set(items.map((item) => item.accountId))]
    let accountIds = all
    for (let tries = 1; accountIds.length > 0; tries++) {
      const changed = await this.#readInto(states, buckets, accountIds)
      // Also one that was read before, and has changed during this read.
      accountIds = tries < READS_MAX ? all.filter((accountId) => changed.has(accountId)) : []
    }
    this.#answered()
    return items.map((item) => states.get(item.accountId) ?? null)
  }

  /** Answers the accounts whose endpoint has changed since the statement was sent: what it found of them may be the former state. */
  async #readInto(states: Map<number, EndpointState>, buckets: number[], accountIds: number[]): Promise<Set<number>> {
    const { pool, clock } = this.#options
    const changed = new Set<number>()
    this.#changedSince.add(changed)
    try {
      const askedAt = clock.monotonic()
      const rows = await readEndpoints(pool, buckets, accountIds)
      for (const accountId of accountIds) states.delete(accountId)
      for (const row of rows) {
        const { account_id: accountId, version } = row
        const state = this.#stateOf(row)
        states.set(accountId, state)
        this.#lastReads.set(accountId, changed.has(accountId) ? { state, ...CHANGED } : { state, askedAt, version })
        if (this.#lastReads.size > CACHE_ENTRIES_MAX) this.#lastReads.delete(this.#lastReads.keys().next().value!)
      }
      return changed
    } finally {
      this.#changedSince.delete(changed)
    }
  }

  #stateOf(row: ReadEndpointRow): EndpointState {
    const { previous_secret: previous, previous_secret_until: previousUntil } = row
    const context = secretContext(row.account_id, row.id)
    let current: string | null = null
    return {
      id: row.id,
      url: this.#urlOf(row.url, ''),
      href: row.url,
      sends: row.active && row.disabled_at === null,
      generation: row.generation,
      secretsAt: (timeMs) => {
        current ??= this.#secretOf(row.secret, context)
        const isPreviousInForce = previous !== null && previousUntil !== null && timeMs < previousUntil
        return isPreviousInForce ? [current, this.#secretOf(previous, context)] : [current]
      },
    }
  }

  async #readVersions(): Promise<void> {
    const { pool, clock, log } = this.#options
    const askedAt = clock.monotonic()
    this.#readsVersions = true
    this.#versionsDueAt = askedAt + READ_AHEAD_MS
    try {
      const rows = await readEndpointVersions(pool, ALL_BUCKETS)
      this.#versions = { askedAt, byBucket: new Map(rows.map(({ bucket, version }) => [bucket, version])) }
    } catch (error) {
      // Soon nothing is known by them any more: then the endpoints themselves are read.
      log[isOutage(error) ? 'debug' : 'error']({ event: 'webhook.versions_not_read', err: error })
    } finally {
      this.#readsVersions = false
    }
  }
}

/** What a webhook secret's ciphertext is bound to. */
export function secretContext(accountId: number, endpointId: number): string {
  return `webhook_endpoints.secret:${accountId}:${endpointId}`
}
