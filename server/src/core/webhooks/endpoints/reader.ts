import { BoundedMap } from '../../../platform/admission/bounded-map.ts'
import type { Clock } from '../../../platform/clock.ts'
import { Batcher } from '../../../platform/db/batcher.ts'
import type { ServicePool } from '../../../platform/db/pool.ts'
import type { SecretsCipher } from '../../../platform/secrets.ts'
import { readEndpoints } from './queries.ts'
import type { RowOf } from '../../../platform/db/sql.ts'
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

/**
 * The time for which a read of an endpoint is used for POSTs, ms. A change must take effect for every POST that starts
 * more than a second after its response (docs/specification.md). A request may go out `RESEND_WITHIN_MS` after its start.
 * The sum of both times is below a second.
 */
const KNOWN_MS = 500

/** The first POST this long after the last read of its endpoint reads it again, without waiting for the result, ms. */
const READ_AHEAD_MS = 300

/** The largest number of reads of an endpoint that keeps changing. Then the last one is used. */
const READS_MAX = 3

const ENDPOINTS_MAX = 20_000

/** The last read of an account's endpoint. */
interface LastRead {
  /** The row as text. An unchanged row keeps its state with the decrypted secrets. */
  row: string
  /** Null: the account has no endpoint, or it was not read yet. */
  state: EndpointState | null
  /** When the statement was sent, ms of the monotonic clock. -Infinity: it was not read yet. */
  askedAt: number
  isReadAhead: boolean
}

const UNREAD: LastRead = { row: '', state: null, askedAt: -Infinity, isReadAhead: false }

export interface EndpointReaderOptions {
  pool: ServicePool
  clock: Clock
  cipher: SecretsCipher
  policy: ReceiverPolicy
}

interface Wanted {
  bucket: number
  accountId: number
}

export class EndpointReader {
  readonly #options: EndpointReaderOptions
  /** By account. */
  readonly #lastReads = new BoundedMap<number, LastRead>(ENDPOINTS_MAX)
  readonly #reads: Batcher<Wanted, EndpointState | null>

  constructor(options: EndpointReaderOptions) {
    const { pool, clock } = options
    this.#options = options
    this.#reads = new Batcher({
      itemsMax: 1000,
      slots: 2,
      waitingMax: 100_000,
      waitMsMax: Infinity,
      monotonic: clock.monotonic,
      flush: async (wanted) => {
        const all = [...new Map(wanted.map((one) => [one.accountId, one])).values()]
        const reads = new Map<number, LastRead>()
        let due = all
        for (let tries = 1; due.length > 0 && tries <= READS_MAX; tries++) {
          for (const { accountId } of due) {
            const last = this.#lastReads.get(accountId) ?? { ...UNREAD }
            reads.set(accountId, last)
            this.#lastReads.set(accountId, last)
          }
          const askedAt = clock.monotonic()
          const rows = new Map((await readEndpoints(pool, due)).map((row) => [row.accountId, row]))
          for (const { accountId } of due) {
            const [last, row] = [reads.get(accountId)!, rows.get(accountId)]
            const text = JSON.stringify(row) ?? ''
            if (text !== last.row) last.state = row === undefined ? null : this.#stateOf(row)
            Object.assign(last, { row: text, askedAt })
          }
          // Reported changes forget a read. So this includes endpoints read before that changed during this statement.
          due = all.filter(({ accountId }) => this.#lastReads.get(accountId) !== reads.get(accountId))
        }
        return wanted.map(({ accountId }) => reads.get(accountId)!.state)
      },
    })
  }

  /**
   * The account's current endpoint, or null. An expected and active endpoint may be up to `KNOWN_MS` old. Concurrent
   * reads share a statement.
   */
  read(bucket: number, accountId: number, expectedId: number): EndpointState | Promise<EndpointState | null> {
    const last = this.#lastReads.get(accountId)
    if (last?.state?.id === expectedId && last.state.sends) {
      const age = this.#options.clock.monotonic() - last.askedAt
      if (age >= READ_AHEAD_MS && age < KNOWN_MS && !last.isReadAhead) {
        last.isReadAhead = true
        // If it fails, the last read becomes too old, and a POST reads the endpoint itself.
        void this.#reads
          .add({ bucket, accountId })
          .catch(() => null)
          .finally(() => (last.isReadAhead = false))
      }
      if (age < KNOWN_MS) return last.state
    }
    return this.#reads.add({ bucket, accountId })
  }

  /** The account's endpoint has changed: the last read is not used for further POSTs. */
  forget(accountId: number): void {
    this.#lastReads.delete(accountId)
  }

  /** The result of the last `read`, or null. Good enough to choose where to connect. */
  lastRead(accountId: number): EndpointState | null {
    return this.#lastReads.get(accountId)?.state ?? null
  }

  #stateOf(row: RowOf<'webhooks.read_endpoints'>): EndpointState {
    const { cipher, policy } = this.#options
    const { secret, previousSecret: previous, previousSecretUntil: previousUntil } = row
    const context = secretContext(row.accountId, row.id)
    const checked = checkUrl(row.url, policy)
    let [current, former]: (string | null)[] = [null, null]
    return {
      id: row.id,
      url: checked.ok ? checked.url : null,
      href: row.url,
      urlNumber: row.urlNumber,
      sends: row.active && row.disabledAt === null,
      signatureFormat: row.signatureFormat,
      generation: row.generation,
      secretsAt: (timeMs) => {
        current ??= cipher.decrypt(secret, context)
        if (previous === null || previousUntil === null || timeMs >= previousUntil) return [current]
        former ??= cipher.decrypt(previous, context)
        return [current, former]
      },
    }
  }
}

/** The encryption context of a webhook secret, which binds it to its row. */
export function secretContext(accountId: number, endpointId: number): string {
  return `webhook_endpoints.secret:${accountId}:${endpointId}`
}
