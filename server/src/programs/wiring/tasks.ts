/**
 * The periodic tasks of the service, for each database server, in each process with the role `tasks`. They are safe if
 * several processes run them at once. They change only rows of buckets whose rows are on the server.
 */
import { sendDueMails } from '../../features/owner-mails/mails.ts'
import { endOrphanedPause } from '../../features/bucket-moves/orphaned.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { unlessMoving } from '../../platform/db/retention-lock.ts'
import { analyzeGrownTables } from '../../platform/db/statistics.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { removeOldProviderEvents } from '../../core/deliveries/callback-queries.ts'
import { countOutcomes, removeOldOutcomes } from '../../features/outcomes/counting.ts'
import { recordSandboxReports } from '../../features/sandbox/reports.ts'
import { countNewEvents } from '../../core/events/counts.ts'
import { removeOldDays } from '../../core/events/retention.ts'
import { removeOldKeys } from '../../platform/http/idempotency-removal.ts'
import { removeOldChanges } from '../../features/inbox/removal.ts'
import { createOperatorMailer } from '../../core/providers/operator-mail.ts'
import { createTaskRunner } from '../../platform/task-runner.ts'
import type { TaskMetrics, TaskRunner, Worker } from '../../platform/task-runner.ts'
import { removeOldMessages } from '../../core/messages/retention.ts'
import { continueErasures } from '../../features/personal-data/erasure.ts'
import { webhookMailTexts } from '../../features/owner-mails/texts.ts'
import { removeOldRequests } from '../../features/request-log/queries.ts'
import { removeFormerUrls } from '../../core/webhooks/endpoints/former-urls.ts'
import { continueReplays } from '../../features/replays/progress.ts'
import { removeOldReceived } from '../../features/test-receiver/queries.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const SANDBOX_INTERVAL_MS = 200
/**
 * Used while there are reports. Due reports are handled together: the longer the interval, the larger the burst of
 * events.
 */
const SANDBOX_BUSY_INTERVAL_MS = 50
const MAILS_INTERVAL_MS = 2000
const ERASURES_INTERVAL_MS = 1000
const COUNTS_INTERVAL_MS = 2000
/** A command that was killed keeps its connection for some time, if its machine is lost. */
const ORPHANED_PAUSE_INTERVAL_MS = 2000
interface TaskTools {
  database: Database
  databases: Databases
  recorder: Recorder
  onQueuedAgain(bucket: number, accountId: number): void
  /** See `ErasureTools`. */
  onBodiesChanged(bucket: number, accountId: number): void
  taskMetrics: TaskMetrics
}

/** The tasks that delete old rows. */
function removals({ pool, clock, config }: Context, { buckets }: Database, task: TaskRunner): Worker[] {
  return [
    task('idempotency_keys_removed', MINUTE_MS, () => removeOldKeys(pool, buckets(), clock.now())),
    task('provider_events_removed', MINUTE_MS, () => removeOldProviderEvents(pool, buckets(), clock.now())),
    task('requests_removed', MINUTE_MS, () => removeOldRequests(pool, buckets(), clock.now())),
    task('webhook_test_requests_removed', MINUTE_MS, () => removeOldReceived(pool, buckets(), clock.now())),
    task('former_webhook_urls_removed', HOUR_MS, () =>
      removeFormerUrls(pool, buckets(), clock.now(), config.eventRetentionDays),
    ),
    task('delivery_counts_removed', HOUR_MS, () =>
      removeOldOutcomes(pool, buckets(), clock.now(), config.messageRetentionDays),
    ),
  ]
}

/**
 * The tasks of this process on one server. Every role makes partitions. If only one role made them and it stopped,
 * creates would fail a week later.
 */
export function tasks(context: Context, tools: TaskTools): Worker[] {
  const { pool, clock, config, log } = context
  const { database, databases, recorder, onQueuedAgain, onBodiesChanged } = tools
  const { directory } = databases
  const { buckets } = database
  const send = createOperatorMailer(config, clock)?.send ?? null
  const mailing = { send, texts: webhookMailTexts, buckets, directory: directory.pool }
  const task = createTaskRunner(context, database.name, tools.taskMetrics)
  const ofAll = [task('partitions_made', HOUR_MS, () => database.makePartitions())]
  if (!config.roles.includes('tasks')) return ofAll
  const ofDirectory = [
    task('orphaned_pause_ended', ORPHANED_PAUSE_INTERVAL_MS, () => endOrphanedPause({ ...context, databases })),
  ]
  return [
    ...ofAll,
    ...(database === directory && databases.all.length > 1 ? ofDirectory : []),
    task(
      'sandbox_reports',
      SANDBOX_INTERVAL_MS,
      () => recordSandboxReports(pool, buckets(), clock, recorder),
      SANDBOX_BUSY_INTERVAL_MS,
    ),
    task('erasures', ERASURES_INTERVAL_MS, () =>
      continueErasures(pool, { clock, recorder, onBodiesChanged }, buckets()),
    ),
    task('replays', 200, () => continueReplays({ ...context, buckets, onQueuedAgain })),
    ...removals(context, database, task),
    task('events_counted', COUNTS_INTERVAL_MS, () =>
      countNewEvents({
        ...{ ...context, buckets },
        alsoCount: (tx, batches) =>
          countOutcomes(tx, batches, { nowMs: clock.now(), retentionDays: config.messageRetentionDays }),
      }),
    ),
    task('mails', MAILS_INTERVAL_MS, () => sendDueMails({ ...context, ...mailing })),
    task('statistics', 2000, () => analyzeGrownTables(database)),
    task('partitions_removed', HOUR_MS, async () => {
      const found = await database.withMaintenanceSession((session) =>
        unlessMoving(session, directory.pool, database.name, () =>
          removeOldDays(pool, session, clock.now(), config.eventRetentionDays, buckets()),
        ),
      )
      if (found === null) return
      const { kept, refusal } = found
      if (refusal !== null) throw new Error(`Not removed: ${kept.join(', ')}: ${refusal.message}`, { cause: refusal })
    }),
    task('inbox_changes_removed', HOUR_MS, async () => {
      const refusal = await database.withMaintenanceSession((session) =>
        unlessMoving(session, directory.pool, database.name, () => removeOldChanges(session, clock.now())),
      )
      if (refusal !== null) throw new Error(`Old changes are not removed: ${refusal.message}`, { cause: refusal })
    }),
    task('messages_removed', HOUR_MS, async () => {
      const found = await database.withMaintenanceSession((session) =>
        unlessMoving(session, directory.pool, database.name, () =>
          removeOldMessages(session, clock.now(), config.messageRetentionDays),
        ),
      )
      const { kept, refusal } = found ?? { kept: [], refusal: null }
      if (kept.length > 0) log.warn({ event: 'messages.kept', server: database.name, partitions: kept })
      if (refusal !== null) throw new Error(`Old messages are not removed: ${refusal.message}`, { cause: refusal })
    }),
  ]
}
