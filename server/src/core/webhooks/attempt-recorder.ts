/** Records ended attempts, many in one statement, in the order of their ends. */
import { isoTime } from '../../platform/clock.ts'
import type { Context } from '../../platform/context.ts'
import type { Logger } from '../../platform/log.ts'
import { Batcher } from '../../platform/db/batcher.ts'
import { distinctBuckets } from '../../platform/ids.ts'
import type { Connection } from '../../platform/db/sql.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import { writeEnds } from '../dispatch/work.ts'
import type { EndpointReader } from './endpoints/reader.ts'
import { FAILED_EVENTS_MAX, FAILED_EVENTS_WARNED, recordAttemptsSql } from './queries.ts'
import type { AttemptRecord } from './queries.ts'

const FLUSH_ATTEMPTS_MAX = 1000
/** The shortest time between flushes, ms. An attempt has left its lane before, and larger flushes cost less. */
const FLUSH_MS_MIN = 20

/**
 * Records ended attempts in one statement, in the given order: stores attempts, deletes finished queue rows, sets
 * retries' due times, updates endpoints' failure counts and disables endpoints. `recorded`: true for each recorded
 * attempt. Otherwise another process owns the bucket now, or the event has ended. `disabled`: the disabled endpoints.
 */
export async function recordAttempts(
  connection: Connection,
  processId: string,
  now: number,
  records: readonly AttemptRecord[],
): Promise<{ recorded: boolean[]; disabled: { accountId: number; endpointId: number }[] }> {
  const counted = [FAILED_EVENTS_MAX, FAILED_EVENTS_WARNED] as const
  const buckets = distinctBuckets(records)
  const rows = await recordAttemptsSql(connection, records, processId, isoTime(now), ...counted, buckets)
  const unrecorded = new Set(rows.map((row) => row.ordinal))
  const recorded = records.map((_, index) => !unrecorded.has(index + 1))
  const disabled = rows.flatMap(({ accountId, endpointId }) =>
    accountId === null || endpointId === null ? [] : { accountId, endpointId },
  )
  return { recorded, disabled }
}

export interface AttemptRecorderOptions {
  context: Pick<Context, 'pool' | 'clock' | 'log'>
  buckets: Buckets
  endpoints: EndpointReader
}

export class AttemptRecorder {
  readonly #log: Logger
  readonly #records: Batcher<AttemptRecord, boolean>

  constructor({ context, buckets, endpoints }: AttemptRecorderOptions) {
    const { pool, clock, log } = context
    this.#log = log
    // One slot, so that results count in the order of their ends, also across flushes.
    this.#records = new Batcher<AttemptRecord, boolean>({
      itemsMax: FLUSH_ATTEMPTS_MAX,
      flushMsMin: FLUSH_MS_MIN,
      slots: 1,
      waitingMax: Infinity,
      waitMsMax: Infinity,
      monotonic: clock.monotonic,
      flush: async (records) => {
        // The statement takes the queue rows under the lease, so it is safe to run it twice or late.
        const { recorded, disabled } = await writeEnds(buckets, () =>
          recordAttempts(pool, buckets.processId, clock.now(), records),
        )
        // Each failed event may have disabled its endpoint.
        for (const { final, succeeded, accountId } of records) if (final && !succeeded) endpoints.forget(accountId)
        for (const { accountId, endpointId } of disabled)
          log.info({ event: 'webhook_endpoint.disabled', account_id: accountId, endpoint_id: endpointId })
        return recorded
      },
    })
  }

  /**
   * Records an ended attempt and logs it: at info if it failed or is not recorded because another process owns the
   * bucket now, otherwise at debug. Responses are left out: their receivers may write anything.
   */
  async record(record: AttemptRecord): Promise<void> {
    const log = this.#log
    const recorded = await this.#records.add(record)
    const level = recorded && record.succeeded ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return
    const { eventId, accountId, endpointId, number, succeeded, final, responseCode, errorMessage } = record
    const { errorCode, durationMs, postedAgain, nextAttemptAt, about } = record
    const ids = { account_id: accountId, endpoint_id: endpointId, event_id: eventId, ...about }
    const cause = { cause: errorMessage, ...(errorCode === null ? {} : { error_code: errorCode }) }
    const result = { number, succeeded, final, status: responseCode, ...cause, duration_ms: durationMs }
    const next = { posted_again: postedAgain, next_attempt_at: isoTime(nextAttemptAt), recorded }
    log[level]({ event: 'webhook.attempt', ...ids, ...result, ...next })
  }
}
