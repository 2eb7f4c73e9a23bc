import type { Clock } from '../../clock.ts'
import type { Pool } from '../../db/pool.ts'
import { transaction } from '../../db/transaction.ts'
import { takeDueSandboxReports } from '../../providers/queries.ts'
import type { SandboxFact } from '../../providers/queries.ts'
import type { Recorder } from '../advance.ts'
import type { FactDetails } from '../status.ts'

const REPORTS_MAX = 500
/** Details of the sandbox's reports by fact. */
export const SANDBOX_DETAILS: Readonly<Record<SandboxFact, FactDetails>> = {
  delivered: {},
  opened: {},
  bounced: { errorMessage: 'sandbox: the address bounced', friendlyErrorMessage: 'The message bounced' },
}

/**
 * Records the sandbox's due reports in these buckets, like a provider's callbacks. A report is deleted and its fact recorded in one
 * transaction, so that a crash loses none. Returns the number of reports.
 */
export async function recordSandboxReports(
  pool: Pool,
  buckets: readonly number[],
  clock: Clock,
  recorder: Recorder,
): Promise<number> {
  let recorded = 0
  for (;;) {
    const taken = await transaction(pool, async (tx) => {
      const reports = await takeDueSandboxReports(tx, buckets, clock.now(), REPORTS_MAX)
      await recorder.advance(
        tx,
        reports.map(({ bucket, accountId, deliveryId, fact }) => {
          return { bucket, accountId, deliveryId, fact, source: 'provider' as const, ...SANDBOX_DETAILS[fact] }
        }),
      )
      return reports.length
    })
    recorded += taken
    if (taken < REPORTS_MAX) return recorded
  }
}
