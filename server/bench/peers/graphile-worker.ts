import { Logger, makeWorkerUtils, run, WorkerPreset } from 'graphile-worker'
import type { JobHelpers } from 'graphile-worker'
import { createAttemptsWriter } from './attempts.ts'
import type { PeerEvent } from './events.ts'
import type { PeerProgram } from './peer-process.ts'
import { ATTEMPTS_MAX, createPoster } from './post.ts'

/**
 * Follows https://worker.graphile.org/docs/performance for a busy queue: a local queue, so that one statement fetches
 * jobs for all, and completions in batches, without delay. A task ends when its attempt is committed.
 */

const TASK = 'webhook'
const quiet = new Logger(() => () => {})

export const graphileWorker: PeerProgram = {
  async enqueue({ places, database, events }) {
    await database.query('drop schema if exists graphile_worker cascade')
    const utils = await makeWorkerUtils({ connectionString: places.databaseUrl, logger: quiet })
    await utils.migrate()
    for await (const page of events)
      await utils.addJobs(page.map((payload) => ({ identifier: TASK, payload, maxAttempts: ATTEMPTS_MAX })))
    await utils.release()
    await database.query('vacuum analyze graphile_worker._private_jobs')
  },

  async work({ places, settings, database }) {
    const poster = await createPoster(places, settings, database)
    const write = createAttemptsWriter(database)
    const runner = await run({
      preset: {
        extends: [WorkerPreset],
        worker: {
          connectionString: places.databaseUrl,
          concurrentJobs: settings.concurrency,
          maxPoolSize: 10,
          localQueue: { size: settings.batch },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          logger: quiet,
        },
      },
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: {
        async [TASK](payload: unknown, { job }: JobHelpers) {
          const attempt = await poster.post(payload as PeerEvent, job.attempts)
          await write(attempt)
          if (!attempt.succeeded) throw new Error(attempt.errorMessage!)
        },
      },
    })
    return {
      async stop() {
        await runner.stop()
        await poster.close()
      },
    }
  },

  async left({ database }) {
    const { rows } = await database.query<{ jobs: string }>('select count(*) as jobs from graphile_worker.jobs')
    return Number(rows[0]!.jobs)
  },
}
