/**
 * Reports that providers POST about messages after accepting them, to the channel's callback URL. Each provider proves
 * in its own way that a report is authentic. This room verifies and reads reports without the database;
 * `deliveries/callbacks.ts` records them.
 */
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Logger } from '../../platform/log.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { DeliveryReference } from './message-id.ts'
import type { ReturnPath } from './return-path.ts'

export interface CallbackRequest {
  method: string
  /** The URL that the provider called, with its query: `PUBLIC_URL` and the path. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The raw bytes, because signatures cover them. */
  body: Buffer
  /** ms since the epoch, by the wall clock */
  receivedAt: number
  /** The return path to which a mail server brought the body. Null: a request by HTTP. */
  returnPath: ReturnPath | null
}

export interface CallbackReport {
  /** Identifies repeated reports. Null: the provider sends no id. */
  providerEventId: string | null
  /** The delivery named by our reference in the message. Null: the report has no valid reference. */
  delivery: DeliveryReference | null
  providerMessageId: string | null
  /** Null: the report changes no state of the delivery, for example a complaint. With a cause, the timeline shows it. */
  fact: 'delivered' | 'opened' | 'bounced' | 'failed' | null
  /** When it happened, ms since the epoch, by the provider's clock. */
  at: number | null
  /** For *bounced* and *failed*: as in a `SendResult`. */
  cause: string | null
  /** The recipient of the mail that the report names. Null: none. It may be a copy (cc or bcc). */
  recipient: string | null
  /** The address to suppress. */
  suppress: Suppression | null
}

export interface Suppression {
  /** Null: the address to which the delivery was sent. */
  address: string | null
  reason: 'bounce' | 'complaint' | 'unsubscribe'
}

export type CallbackResult =
  | { result: 'reports'; reports: CallbackReport[] }
  /**
   * The request is not proven to come from the provider. The route returns 401 and changes nothing. `reason` goes to
   * the log and contains nothing from the body.
   */
  | { result: 'refused'; reason: string }
  /** A certificate needed for the check could not be fetched. The route returns 503, and the provider retries. */
  | { result: 'unavailable'; reason: string }
  /** A mail that should be a report, and cannot be read. Its source is kept for some days. `delivery`: null if not known. */
  | { result: 'unreadable'; reason: string; delivery: DeliveryReference | null }

export interface CallbackDependencies {
  clock: Clock
  log: Logger
  config: Pick<Config, 'providerUrls'>
  /** For addresses from callbacks. */
  guarded: GuardedCalls
}

export interface ProviderCallbacks {
  /** The longest accepted body, in bytes. `parse` never gets a longer one. */
  bodyBytesMax: number
  /**
   * Verifies the request, cheapest check first, and only then reads the body. `settings`: of the channel, with their
   * secrets. Never throws because of the request.
   */
  parse(
    request: CallbackRequest,
    settings: Record<string, unknown>,
    dependencies: CallbackDependencies,
  ): Promise<CallbackResult>
}

/** The largest accepted difference between a signed time and now, ms. */
const TIMESTAMP_TOLERANCE_MS = 300_000

/**
 * True if a signed time (ms since the epoch) is near `receivedAt`. This refuses replayed callbacks. `ageMsMax`: of a
 * provider that repeats a callback with its first time.
 */
export function isRecent(timeMs: number, receivedAt: number, ageMsMax = TIMESTAMP_TOLERANCE_MS): boolean {
  const ageMs = receivedAt - timeMs
  return ageMs >= -TIMESTAMP_TOLERANCE_MS && ageMs <= ageMsMax
}

/** The value of a header, or null if it is missing, empty or repeated. */
export function headerOf(request: CallbackRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
