import type { Clock } from '../../../platform/clock.ts'
import { Batcher } from '../../../platform/db/batcher.ts'
import { logFailure } from '../../../platform/db/servers/outages.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { distinctBuckets } from '../../../platform/db/rows.ts'
import type { SecretsCipher } from '../../../platform/secrets.ts'
import { ALL_BUCKETS } from '../../../platform/ids.ts'
import type { Logger } from '../../../platform/log.ts'
import { readEndpoints, readEndpointVersions } from './queries.ts'
import type { ReadEndpointRow } from './queries.ts'
import { checkUrl } from '../../../platform/outbound/url-policy.ts'
import type { ReceiverPolicy, ReceiverUrl } from '../../../platform/outbound/url-policy.ts'
import type { SignatureFormat } from '../signature.ts'

/** An endpoint as read for a POST. */
export interface EndpointState {
  id: number
  /** Null if the stored URL is no longer allowed. */
  url: ReceiverUrl | null
  href: string
  urlNumber: number
  /** True if the endpoint is neither paused nor disabled. */
  sends: boolean
  signatureFormat: SignatureFormat
  generation: number
  /** The secrets in force at a time (ms since the epoch), newest first. */
  secretsAt(timeMs: number): string[]
}

/** More waiting reads only opened more connections and did not POST sooner. */
const WAITING_READS_MAX = 128

/**
 * The time for which a read of an endpoint is used for POSTs, ms. An unchanged version of its bucket confirms the read
 * again. A change must take effect for every POST that starts more than a second after its response
 * (docs/specification.md). A request may go out `RESEND_WITHIN_MS` after its start. The sum of both times is below a
 * second.
 */
const KNOWN_MS = 500

/**
 * The first POST this long after the last read of the versions reads them again, without waiting for the result, ms.
 */
const READ_AHEAD_MS = 250

/** The largest number of reads of an endpoint that keeps changing. Then the last one is used. */
const READS_MAX = 3

/** The largest number of cached decrypted secrets, and of parsed URLs. Keys are the stored texts. */
const CACHE_ENTRIES_MAX = 20_000

const CHANGED = { askedAt: -Infinity, version: null }

/** Caches the results of a pure function. The oldest is removed first. */
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
  /** When the statement was sent, ms of the monotonic clock. -Infinity: the endpoint has changed since. */
  askedAt: number
  /** The bucket's version at that time. Null: the endpoint has changed since. */
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
  /** Per running statement: accounts with an endpoint changed since it was sent. */
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
   * The account's current endpoint, or null. An expected and active endpoint may be up to `KNOWN_MS` old. Concurrent
   * reads share a statement.
   */
  read(bucket: number, accountId: number, expectedId: number): EndpointState | Promise<EndpointState | null> {
    const last = this.#lastReads.get(accountId)
    if (last?.state.id === expectedId && last.state.sends) {
      const now = this.#options.clock.monotonic()
      const isVersionSame = last.version === this.#versions.byBucket.get(bucket)
      // The last time when the read was certainly current, ms of the monotonic clock.
      const knownAt = isVersionSame ? Math.max(last.askedAt, this.#versions.askedAt) : last.askedAt
      if (now - knownAt < KNOWN_MS) {
        if (now >= this.#versionsDueAt && !this.#readsVersions) void this.#readVersions()
        return last.state
      }
    }
    this.#waiting += 1
    return this.#reads.add({ bucket, accountId }).finally(() => (this.#waiting -= 1))
  }

  /** The account's endpoint has changed: the last read is not used for further POSTs. */
  forget(accountId: number): void {
    for (const changed of this.#changedSince) changed.add(accountId)
    const last = this.#lastReads.get(accountId)
    if (last !== undefined) Object.assign(last, CHANGED)
  }

  /** The result of the last `read`, or null. Good enough to choose where to connect. */
  lastRead(accountId: number): EndpointState | null {
    return this.#lastReads.get(accountId)?.state ?? null
  }

  /** True if endpoint reads are backed up. More attempts would only hold connections that others could use. */
  get busy(): boolean {
    return this.#waiting >= WAITING_READS_MAX
  }

  /** The listener is called when a statement has completed its reads. */
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
      // Includes endpoints read earlier that changed during this read.
      accountIds = tries < READS_MAX ? all.filter((accountId) => changed.has(accountId)) : []
    }
    this.#answered()
    return items.map((item) => states.get(item.accountId) ?? null)
  }

  /** Returns the accounts with an endpoint changed since the statement was sent. Their rows may be outdated. */
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
      urlNumber: row.url_number,
      sends: row.active && row.disabled_at === null,
      signatureFormat: row.signature_format,
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
      // The versions soon confirm nothing any more, and the endpoints themselves are read.
      logFailure(log, 'tasks', { event: 'webhook.versions_not_read' }, error)
    } finally {
      this.#readsVersions = false
    }
  }
}

/** The encryption context of a webhook secret, which binds it to its row. */
export function secretContext(accountId: number, endpointId: number): string {
  return `webhook_endpoints.secret:${accountId}:${endpointId}`
}
