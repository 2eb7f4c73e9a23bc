/**
 * The parts of the peers' declarations that the bench uses. With them the source can be checked even if the peers are not
 * installed.
 */

declare module 'graphile-worker' {
  export interface Logger {
    info(text: string): void
  }
  /** The factory gets a scope and returns a function for its lines. */
  export const Logger: new (factory: () => () => void) => Logger
  export interface JobHelpers {
    job: { attempts: number }
  }
  export interface WorkerUtils {
    migrate(): Promise<void>
    addJobs(jobs: readonly { identifier: string; payload: unknown; maxAttempts?: number }[]): Promise<unknown>
    release(): Promise<void>
  }
  export function makeWorkerUtils(options: { connectionString: string; logger?: Logger }): Promise<WorkerUtils>
  interface Preset {
    extends?: readonly Preset[]
    worker?: {
      connectionString?: string
      concurrentJobs?: number
      maxPoolSize?: number
      localQueue?: { size: number }
      completeJobBatchDelay?: number
      failJobBatchDelay?: number
      logger?: Logger
    }
  }
  export const WorkerPreset: Preset
  export function run(options: {
    preset: Preset
    noHandleSignals?: boolean
    parsedCronItems?: readonly never[]
    taskList: Record<string, (payload: unknown, helpers: JobHelpers) => Promise<void>>
  }): Promise<{ stop(): Promise<void> }>
}

declare module 'pg-boss' {
  export interface JobWithMetadata<Data> {
    id: string
    data: Data
    /** 0 for the first time. */
    retryCount: number
  }
  export interface JobResult {
    id: string
    status: 'completed' | 'failed' | 'deadletter'
    output?: object
  }
  export class PgBoss {
    constructor(options: { connectionString: string; max?: number; supervise?: boolean; schedule?: boolean })
    on(event: 'error', listener: (error: Error) => void): this
    start(): Promise<this>
    stop(): Promise<void>
    createQueue(name: string, options: { retryLimit: number; retryDelay: number; retryBackoff: boolean }): Promise<void>
    insert(name: string, jobs: readonly { data: object }[]): Promise<unknown>
    work<Data>(
      name: string,
      options: {
        batchSize: number
        localConcurrency: number
        burstWhenBatchFull: boolean
        pollingIntervalSeconds: number
        includeMetadata: true
        perJobResults: true
      },
      handler: (jobs: JobWithMetadata<Data>[]) => Promise<JobResult[]>,
    ): Promise<string>
  }
}

declare module 'bullmq' {
  interface Connection {
    url: string
    maxRetriesPerRequest: null
    enableAutoPipelining: boolean
  }
  export interface Job<Data> {
    data: Data
    /** Ended attempts. */
    attemptsMade: number
  }
  interface JobOptions {
    attempts: number
    backoff: { type: string; delay: number }
    removeOnComplete: boolean
  }
  export class Queue<Data> {
    constructor(name: string, options: { connection: Connection })
    addBulk(jobs: readonly { name: string; data: Data; opts: JobOptions }[]): Promise<unknown>
    obliterate(options: { force: boolean }): Promise<void>
    getJobCounts(): Promise<Record<string, number>>
    close(): Promise<void>
  }
  export class Worker<Data> {
    constructor(
      name: string,
      processor: (job: Job<Data>) => Promise<void>,
      options: { connection: Connection; concurrency: number },
    )
    on(event: 'error', listener: (error: Error) => void): this
    close(): Promise<void>
  }
}
