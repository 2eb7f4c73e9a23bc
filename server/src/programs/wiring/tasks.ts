/**
 * The periodic tasks of the service, for each database server, in each process with the role `tasks`. They are safe if
 * several processes run them at once. They change only rows of buckets whose rows are on the server.
 */
import { providerEventRemoval } from '../../core/deliveries/callback-queries.ts'
import { sentAgainRemoval } from '../../core/deliveries/sent-again.ts'
import { eventCounts } from '../../core/events/counts.ts'
import type { Counting } from '../../core/events/counts.ts'
import { dayRemoval } from '../../core/events/retention.ts'
import { attachmentRemoval } from '../../core/messages/attachments.ts'
import { messageRemoval } from '../../core/messages/retention.ts'
import { createOperatorMailer } from '../../core/providers/operator-mail.ts'
import { webhookCountRemoval, webhookCounts } from '../../core/webhooks/counts.ts'
import { formerUrlRemoval } from '../../core/webhooks/endpoints/former-urls.ts'
import { orphanedPauses } from '../../features/bucket-moves/move.ts'
import { changeRemoval } from '../../features/inbox/removal.ts'
import { countOutcomes, outcomeRemoval } from '../../features/outcomes/counting.ts'
import { mailDispatch, mailTexts } from '../../features/owner-mails/mails.ts'
import type { MailsOptions } from '../../features/owner-mails/mails.ts'
import { erasures } from '../../features/personal-data/erasure.ts'
import type { ErasureTools } from '../../features/personal-data/erasure.ts'
import { replayProgress } from '../../features/replays/progress.ts'
import type { ReplayProgressOptions } from '../../features/replays/progress.ts'
import { resendProgress } from '../../features/send-again/progress.ts'
import type { ResendOptions } from '../../features/send-again/progress.ts'
import { requestRemoval } from '../../features/request-log/queries.ts'
import { sandboxReports } from '../../features/sandbox/reports.ts'
import { receivedRemoval } from '../../features/test-receiver/queries.ts'
import type { Context } from '../../platform/context.ts'
import { unlessMoving } from '../../platform/db/retention-lock.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { statistics } from '../../platform/db/statistics.ts'
import { keyRemoval } from '../../platform/http/idempotency-removal.ts'
import { createWorker } from '../../platform/task-runner.ts'
import { ERASURE_STEPS } from '../personal-data.ts'
import type { Task, TaskMetrics, TaskTools, Worker } from '../../platform/task-runner.ts'

interface OfServer
  extends
    Omit<ErasureTools, 'clock' | 'steps'>,
    Pick<ReplayProgressOptions, 'onQueuedAgain'>,
    Pick<ResendOptions, 'messages'> {
  database: Database
  databases: Databases
}

type AllTools = TaskTools & OfServer & Pick<ErasureTools, 'steps'> & MailsOptions & Pick<Counting, 'alsoCount'>

const TASKS: readonly Task<AllTools>[] = [
  ...[sandboxReports, erasures, replayProgress, resendProgress, eventCounts, webhookCounts, mailDispatch, statistics],
  ...[keyRemoval, providerEventRemoval, requestRemoval, receivedRemoval, formerUrlRemoval, outcomeRemoval],
  ...[dayRemoval, changeRemoval, messageRemoval, attachmentRemoval, sentAgainRemoval, webhookCountRemoval],
]

/** The tasks of this process on one server. */
export function tasks(context: Context, parts: OfServer, taskMetrics: TaskMetrics): Worker[] {
  const { clock, config } = context
  const { database, databases } = parts
  const { directory } = databases
  const tools: AllTools = {
    ...{ ...context, ...parts, server: database.name, buckets: database.buckets, directory: directory.pool },
    ...{ send: createOperatorMailer(config, clock)?.send ?? null, texts: mailTexts, steps: ERASURE_STEPS },
    alsoCount: (tx, batches) =>
      countOutcomes(tx, batches, { nowMs: clock.now(), retentionDays: config.messageRetentionDays }),
    unlessMoving: (work) =>
      database.withMaintenanceSession((session) =>
        unlessMoving(session, directory.pool, database.name, () => work(session)),
      ),
  }
  // Every role makes partitions. If only one role made them and it stopped, creates would fail a week later.
  const partitions: Task = { name: 'partitions_made', intervalMs: 3_600_000, run: () => database.makePartitions() }
  const ofDirectory = database === directory && databases.all.length > 1 ? [orphanedPauses] : []
  const own: readonly Task<AllTools>[] = config.roles.includes('tasks') ? [...ofDirectory, ...TASKS] : []
  return [partitions, ...own].map((task) => createWorker(task, tools, taskMetrics))
}
