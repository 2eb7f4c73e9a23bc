/**
 * All background work of the service. Dispatchers work continuously on the queues of this process's buckets. Tasks run
 * in intervals, in each process with the role `tasks`. They are safe if several processes run them at once.
 */
import { Counter, Gauge } from 'prom-client'
import { sendDueMails } from './accounts/mails.ts'
import type { Context } from './context.ts'
import { logFailure } from './db/outages.ts'
import type { Database } from './db/database.ts'
import { analyzeGrownTables } from './db/statistics.ts'
import type { Recorder } from './deliveries/advance.ts'
import { removeOldProviderEvents } from './deliveries/callback-queries.ts'
import { recordSandboxReports } from './deliveries/sandbox/reports.ts'
import type { SendDispatcher } from './deliveries/dispatcher.ts'
import { countNewEvents } from './events/counts.ts'
import { removeOldDays } from './events/retention.ts'
import { removeOldKeys } from './http/old-keys.ts'
import { createOperatorMailer } from './providers/operator-mail.ts'
import { runAs } from './loop-meter.ts'
import { removeOldMessages } from './messages/retention.ts'
import type { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { webhookMailTexts } from './webhooks/mail-texts.ts'
import { continueReplays } from './webhooks/replays/progress.ts'

export interface Worker {
  start(): void
  /** Lets work in progress end. */
  stop(): Promise<void>
}

export function dispatchers(sends: SendDispatcher, webhooks: WebhookDispatcher): Worker[] {
  return [sends, webhooks]
}

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const SANDBOX_INTERVAL_MS = 200
/**
 * Used while there are reports. Due reports are handled together: the longer the interval, the larger the burst of
 * events.
 */
const SANDBOX_BUSY_INTERVAL_MS = 50
const MAILS_INTERVAL_MS = 2000
const COUNTS_INTERVAL_MS = 2000
/** After a failure, so that without a database the tasks do not query and log several times a second. */
const FAILED_INTERVAL_MIN_MS = 2000

/**
 * The tasks of this process. Every role makes partitions: if one role made them, its silent end would end all creates
 * a week later.
 */
export function tasks(
  context: Context,
  database: Database,
  recorder: Recorder,
  onQueuedAgain: (bucket: number, accountId: number) => void,
): Worker[] {
  const { pool, clock, config } = context
  const mailing = { send: createOperatorMailer(config, clock)?.send ?? null, texts: webhookMailTexts }
  const task = createTaskRunner(context)
  const ofAll = [task('partitions_made', HOUR_MS, () => database.makePartitions())]
  if (!config.roles.includes('tasks')) return ofAll
  return [
    ...ofAll,
    task(
      'sandbox_reports',
      SANDBOX_INTERVAL_MS,
      () => recordSandboxReports(pool, clock, recorder),
      SANDBOX_BUSY_INTERVAL_MS,
    ),
    task('replays', 200, () => continueReplays({ ...context, onQueuedAgain })),
    task('idempotency_keys_removed', MINUTE_MS, () => removeOldKeys(pool, clock.now())),
    task('provider_events_removed', MINUTE_MS, () => removeOldProviderEvents(pool, clock.now())),
    task('events_counted', COUNTS_INTERVAL_MS, () => countNewEvents(context)),
    task('mails', MAILS_INTERVAL_MS, () => sendDueMails({ ...context, ...mailing })),
    task('statistics', 2000, () => analyzeGrownTables(database)),
    task('partitions_removed', HOUR_MS, async () => {
      const { kept, refusal } = await database.withMaintenanceSession((session) =>
        removeOldDays(pool, session, clock.now(), config.eventRetentionDays),
      )
      if (refusal !== null) throw new Error(`Not removed: ${kept.join(', ')}: ${refusal.message}`, { cause: refusal })
    }),
    task('messages_removed', HOUR_MS, () => removeOldMessages(pool, clock.now(), config.messageRetentionDays)),
  ]
}

interface TaskMetrics {
  succeeded(task: string): void
  failed(task: string): void
}

function createTaskMetrics({ metrics, clock }: Pick<Context, 'metrics' | 'clock'>): TaskMetrics {
  const lastSuccess = new Gauge({
    name: 'tidings_task_last_success_timestamp_seconds',
    help: 'When each task of this process last succeeded, in seconds since 1970',
    labelNames: ['task'],
    registers: [metrics],
  })
  const failures = new Counter({
    name: 'tidings_task_failures_total',
    help: 'Failed runs of each task of this process',
    labelNames: ['task'],
    registers: [metrics],
  })
  return {
    succeeded: (task) => lastSuccess.set({ task }, clock.now() / 1000),
    failed: (task) => failures.inc({ task }),
  }
}

interface TaskDefinition {
  name: string
  intervalMs: number
  busyIntervalMs: number
  work(): Promise<unknown>
}

function createTaskRunner(context: Context) {
  const taskMetrics = createTaskMetrics(context)
  return (name: string, intervalMs: number, work: () => Promise<unknown>, busyIntervalMs = intervalMs) =>
    createTask(context, taskMetrics, { name, intervalMs, busyIntervalMs, work })
}

/**
 * Runs `work` at the start, then `intervalMs` after each end. If `work` returns a positive number, it waits
 * `busyIntervalMs` instead. Failures are logged, and the next run comes after at least 2 s.
 */
function createTask(
  { log }: Pick<Context, 'log'>,
  { succeeded, failed }: TaskMetrics,
  { name, intervalMs, busyIntervalMs, work }: TaskDefinition,
): Worker {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    let nextMs = intervalMs
    try {
      const done = await runAs({ task: name }, work)
      succeeded(name)
      if (typeof done === 'number' && done > 0) nextMs = busyIntervalMs
    } catch (error) {
      nextMs = Math.max(intervalMs, FAILED_INTERVAL_MIN_MS)
      failed(name)
      logFailure(log, 'tasks', { event: 'task.failed', task: name }, error)
    }
    if (stopped) return
    timer = setTimeout(() => {
      running = run()
    }, nextMs)
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
