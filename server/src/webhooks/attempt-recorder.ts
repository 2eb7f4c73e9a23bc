/** Attempts that have ended, on their way into the record: many in one statement. */
import type { Context } from '../context.ts'
import { Batcher } from '../db/batcher.ts'
import { isOutage } from '../db/database-error.ts'
import type { Buckets } from '../dispatch/buckets.ts'
import type { EndpointReader } from './endpoints/reader.ts'
import { recordAttempts } from './queries.ts'
import type { AttemptOutcome } from './queries.ts'

const FLUSH_OUTCOMES_MAX = 1000
/** Nobody waits for an outcome to be written: fewer and larger flushes cost less, ms. */
const FLUSH_MS_MIN = 20
/** How long to wait before a flush is tried again while the database is away, ms. */
const FLUSH_RETRY_MS = 200

export interface OutcomeWriterOptions {
  context: Pick<Context, 'pool' | 'clock'>
  buckets: Buckets
  endpoints: EndpointReader
  /** Whether this process is to end. */
  isStopped(): boolean
}

/** Records ended attempts in the order in which they are given; each is answered whether it was recorded. */
export function createOutcomeWriter(options: OutcomeWriterOptions): Batcher<AttemptOutcome, boolean> {
  const { context, buckets, endpoints, isStopped } = options
  const { pool, clock } = context

  /**
   * Tried until the database answers: taking the queue rows under the lease makes it safe to send the statement twice,
   * and late. Only a process that is to end gives up, when others may be at work on these rows.
   */
  async function flush(outcomes: AttemptOutcome[]): Promise<boolean[]> {
    for (;;) {
      try {
        const recorded = await recordAttempts(pool, buckets.processId, clock.now(), outcomes)
        // Any of them may have disabled its endpoint.
        for (const { final, succeeded, accountId } of outcomes) if (final && !succeeded) endpoints.forget(accountId)
        return recorded
      } catch (error) {
        if (!isOutage(error) || (isStopped() && buckets.mustAbort())) throw error
        await new Promise((resolve) => setTimeout(resolve, FLUSH_RETRY_MS))
      }
    }
  }

  // One slot: outcomes count in the order in which they ended, across flushes too.
  return new Batcher<AttemptOutcome, boolean>({
    itemsMax: FLUSH_OUTCOMES_MAX,
    flushMsMin: FLUSH_MS_MIN,
    slots: 1,
    waitingMax: Infinity,
    waitMsMax: Infinity,
    monotonic: clock.monotonic,
    flush,
  })
}
