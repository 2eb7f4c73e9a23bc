/** Attempts that have ended, on their way into the record: many in one statement, in the order in which they are given. */
import { isoTime } from '../clock.ts'
import type { Context } from '../context.ts'
import { Batcher } from '../db/batcher.ts'
import { isOutage } from '../db/database-error.ts'
import type { Connection } from '../db/sql.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import type { EndpointReader } from './endpoints/reader.ts'
import { FAILED_EVENTS_MAX, FAILED_EVENTS_WARNED, recordAttemptsSql } from './queries.ts'
import type { AttemptOutcome } from './queries.ts'

const FLUSH_OUTCOMES_MAX = 1000
/** Nobody waits for an outcome to be written: fewer and larger flushes cost less, ms. */
const FLUSH_MS_MIN = 20
/** How long to wait before a flush is tried again while the database is away, ms. */
const FLUSH_RETRY_MS = 200

/**
 * Records ended attempts in one statement, given in the order in which they ended: attempt rows, finished queue rows
 * gone, retries' due times, endpoints' counters and disabling. Answers for each whether it was recorded; one that was
 * not belongs to another process now, or its event has ended.
 */
export async function recordAttempts(
  connection: Connection,
  processId: string,
  now: number,
  outcomes: readonly AttemptOutcome[],
): Promise<boolean[]> {
  const counted = [FAILED_EVENTS_MAX, FAILED_EVENTS_WARNED] as const
  const rows = await recordAttemptsSql(connection, outcomes, processId, isoTime(now), ...counted)
  const unrecorded = new Set(rows.map((row) => row.ordinal))
  return outcomes.map((_, index) => !unrecorded.has(index + 1))
}

export interface AttemptRecorderOptions {
  context: Pick<Context, 'pool' | 'clock' | 'log'>
  buckets: Buckets
  endpoints: EndpointReader
}

export class AttemptRecorder {
  readonly #options: AttemptRecorderOptions
  readonly #outcomes: Batcher<AttemptOutcome, boolean>
  #endsSoon = false

  constructor(options: AttemptRecorderOptions) {
    this.#options = options
    // One slot: outcomes count in the order in which they ended, across flushes too.
    this.#outcomes = new Batcher<AttemptOutcome, boolean>({
      itemsMax: FLUSH_OUTCOMES_MAX,
      flushMsMin: FLUSH_MS_MIN,
      slots: 1,
      waitingMax: Infinity,
      waitMsMax: Infinity,
      monotonic: options.context.clock.monotonic,
      flush: (outcomes) => this.#flush(outcomes),
    })
  }

  /** Records an ended attempt, with a line in the log. One that is not recorded belongs to another process now, and is told louder. */
  async record(outcome: AttemptOutcome): Promise<void> {
    const { log } = this.#options.context
    const recorded = await this.#outcomes.add(outcome)
    const level = recorded ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const { eventId, accountId, endpointId, number, succeeded, final, responseCode, errorMessage } = outcome
    const { durationMs, responseHead, postedAgain, nextAttemptAt } = outcome
    const ids = { event_id: eventId, account_id: accountId, endpoint_id: endpointId }
    const result = { number, succeeded, final, responseCode, errorMessage, durationMs, responseHead, postedAgain }
    log[level]({ event: 'webhook.attempt', ...ids, ...result, nextAttemptAt, recorded })
  }

  /** This process is to end: it gives up what it cannot write once others may be at work on these rows. */
  endSoon(): void {
    this.#endsSoon = true
  }

  /** Tried until the database answers: taking the queue rows under the lease makes it safe to send the statement twice, and late. */
  async #flush(outcomes: AttemptOutcome[]): Promise<boolean[]> {
    const { context, buckets, endpoints } = this.#options
    const { pool, clock } = context
    for (;;) {
      try {
        const recorded = await recordAttempts(pool, buckets.processId, clock.now(), outcomes)
        // Any of them may have disabled its endpoint.
        for (const { final, succeeded, accountId } of outcomes) if (final && !succeeded) endpoints.forget(accountId)
        return recorded
      } catch (error) {
        if (!isOutage(error) || (this.#endsSoon && buckets.mustAbort())) throw error
        await new Promise((resolve) => setTimeout(resolve, FLUSH_RETRY_MS))
      }
    }
  }
}
