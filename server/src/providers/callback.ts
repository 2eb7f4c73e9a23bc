/**
 * What providers report of messages after they took them: POSTs to the address of the channel, whose
 * authenticity each provider proves in its own way. Judged here without the database; `deliveries/callbacks.ts` records.
 */
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import type { GuardedCalls } from './guarded-call.ts'
import type { DeliveryReference } from './message-id.ts'

export interface CallbackRequest {
  method: string
  /** As the provider was given it, with its query: `PUBLIC_URL` and the path. */
  url: string
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The bytes that arrived: signatures are over them. */
  body: Buffer
  /** ms since the epoch, by the wall clock */
  receivedAt: number
}

export interface CallbackReport {
  /** By which a repeated report is known; null: the provider gives none. */
  providerEventId: string | null
  /** The delivery, from the reference that the message carried; null: it carried none of ours. */
  delivery: DeliveryReference | null
  providerMessageId: string | null
  /** Null: it changes nothing of the delivery, as a complaint. */
  fact: 'delivered' | 'opened' | 'bounced' | 'failed' | null
  /** When it happened, by the provider's clock, ms since the epoch. */
  at: number | null
  /** Of *bounced* and *failed*: as in a `SendResult`. */
  cause: string | null
  /** The address to which nothing shall be sent any more. */
  suppress: Suppression | null
}

export interface Suppression {
  address: string
  reason: 'bounce' | 'complaint' | 'unsubscribe'
}

export type CallbackResult =
  | { result: 'reports'; reports: CallbackReport[] }
  /** Not proven to be the provider's: 401, and nothing changes. `reason`: for the log, nothing of the content. */
  | { result: 'refused'; reason: string }
  /** What the proof needs could not be had: 503, and the provider repeats it. */
  | { result: 'unavailable'; reason: string }

/** What judging callbacks may use. */
export interface CallbackDependencies {
  clock: Clock
  log: Logger
  config: Pick<Config, 'providerUrls'>
  /** For addresses that a callback names. */
  guarded: GuardedCalls
}

export interface ProviderCallbacks {
  /** The longest body that is received, in bytes; `parse` gets none that is longer. */
  bodyBytesMax: number
  /**
   * Verifies, the cheapest proof first, then reads: nothing of a body is believed before. `settings`: of the channel, with their secrets. Never
   * throws for what arrives.
   */
  parse(
    request: CallbackRequest,
    settings: Record<string, unknown>,
    dependencies: CallbackDependencies,
  ): Promise<CallbackResult>
}

/** How far a signed time may lie from the present, ms. */
const TIMESTAMP_TOLERANCE_MS = 300_000

/** Whether a signed time, ms since the epoch, is of these minutes: an old callback is none. */
export function isRecent(timeMs: number, receivedAt: number): boolean {
  return Math.abs(receivedAt - timeMs) <= TIMESTAMP_TOLERANCE_MS
}

/** A header that must be there once, or null. */
export function headerOf(request: CallbackRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}
