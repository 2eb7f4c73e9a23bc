import { Counter, Gauge } from '@prometheus-io/client'
import type { Context } from './context.ts'
import type { Session } from './db/session.ts'
import { logFailure } from './db/servers/outages.ts'
import { runAs } from './loop-meter.ts'

export interface Worker {
  start(): void
  /** Lets work in progress end. */
  stop(): Promise<void>
}

/** After a failure, so that without a database the tasks do not query and log several times a second. */
const FAILED_INTERVAL_MIN_MS = 2000

export interface TaskMetrics {
  succeeded(server: string, task: string): void
  failed(server: string, task: string): void
}

/** The metrics of all tasks. */
export function createTaskMetrics({ metrics, clock }: Pick<Context, 'metrics' | 'clock'>): TaskMetrics {
  const lastSuccess = new Gauge({
    name: 'tidings_task_last_success_timestamp_seconds',
    help: 'When each task of this process last succeeded on each database server, in seconds since 1970',
    labelNames: ['server', 'task'],
    registers: [metrics],
  })
  const failures = new Counter({
    name: 'tidings_task_failures_total',
    help: 'Failed runs of each task of this process on each database server',
    labelNames: ['server', 'task'],
    registers: [metrics],
  })
  return {
    succeeded: (server, task) => lastSuccess.set({ server, task }, clock.now() / 1000),
    failed: (server, task) => failures.inc({ server, task }),
  }
}

/** What every task of one database server may use. */
export interface TaskTools extends Context {
  /** The name of the database server. */
  server: string
  /** The buckets whose rows are on the server. */
  buckets(): readonly number[]
  /** Runs work that removes old rows. Returns null without running it while a bucket of the server moves. */
  unlessMoving<Result>(work: (session: Session) => Promise<Result>): Promise<Result | null>
}

/** A periodic task, given by the room that owns it. Several processes may run it at once. */
export interface Task<Tools = TaskTools> {
  name: string
  intervalMs: number
  /** Used instead if `run` returned a positive number. */
  busyIntervalMs?: number
  run(tools: Tools): Promise<unknown>
}

/**
 * Runs a task at the start, then `intervalMs` after each end. Failures are logged, and the next run comes after at least
 * 2 s.
 */
export function createWorker<Tools extends Pick<TaskTools, 'log' | 'server'>>(
  { name, intervalMs, busyIntervalMs = intervalMs, run: work }: Task<Tools>,
  tools: Tools,
  { succeeded, failed }: TaskMetrics,
): Worker {
  const { log, server } = tools
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run(): Promise<void> {
    let nextMs = intervalMs
    try {
      const done = await runAs({ task: name }, () => work(tools))
      succeeded(server, name)
      if (typeof done === 'number' && done > 0) nextMs = busyIntervalMs
    } catch (error) {
      nextMs = Math.max(intervalMs, FAILED_INTERVAL_MIN_MS)
      failed(server, name)
      logFailure(log, 'tasks', { event: 'task.failed', task: name, server }, error)
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
