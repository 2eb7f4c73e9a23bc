import type { Clock } from '../../platform/clock.ts'
import type { ServicePool } from '../../platform/db/pool.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { takeDueSandboxReports } from '../../core/providers/queries.ts'
import type { SandboxFact } from '../../core/providers/queries.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import type { FactDetails } from '../../core/deliveries/status.ts'
import type { Task, TaskTools } from '../../platform/task-runner.ts'

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
  pool: ServicePool,
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

export const sandboxReports: Task<TaskTools & { recorder: Recorder }> = {
  name: 'sandbox_reports',
  intervalMs: 200,
  // Used while there are reports. Due reports are handled together: the longer the interval, the larger the burst of events.
  busyIntervalMs: 50,
  run: ({ pool, buckets, clock, recorder }) => recordSandboxReports(pool, buckets(), clock, recorder),
}
