import { PgBoss } from 'pg-boss'
import type { JobWithMetadata } from 'pg-boss'
import { insertAttempts } from './attempts.ts'
import type { PeerEvent } from './events.ts'
import type { PeerProgram } from './peer-process.ts'
import { ATTEMPTS_MAX, createPoster } from './post.ts'

/**
 * Follows https://pgboss.io/api/workers for a busy queue: batches, several at a time, fetched one after the other while
 * they are full. Each job of a batch is settled by its own result. The attempts of a batch are one INSERT.
 */

const QUEUE = 'webhook'
const SCHEMA = 'pgboss'
const CONNECTIONS_MAX = 10
/** The shortest permitted interval. */
const POLLING_SECONDS = 0.5

export const pgBoss: PeerProgram = {
  async enqueue({ places, database, events }) {
    await database.query(`drop schema if exists ${SCHEMA} cascade`)
    const boss = new PgBoss({ connectionString: places.databaseUrl, supervise: false, schedule: false })
    await boss.start()
    await boss.createQueue(QUEUE, { retryLimit: ATTEMPTS_MAX - 1, retryDelay: 1, retryBackoff: true })
    for await (const page of events)
      await boss.insert(
        QUEUE,
        page.map((data) => ({ data })),
      )
    await boss.stop()
    await database.query(`vacuum analyze ${SCHEMA}.job`)
  },

  async work({ places, settings, database }) {
    const poster = await createPoster(places, settings, database)
    const boss = new PgBoss({ connectionString: places.databaseUrl, max: CONNECTIONS_MAX })
    boss.on('error', (error) => console.error(error))
    await boss.start()
    await boss.work(
      QUEUE,
      {
        batchSize: settings.batch,
        localConcurrency: settings.concurrency,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: POLLING_SECONDS,
        includeMetadata: true,
        perJobResults: true,
      },
      async (jobs: JobWithMetadata<PeerEvent>[]) => {
        const attempts = await Promise.all(jobs.map(({ data, retryCount }) => poster.post(data, retryCount + 1)))
        await insertAttempts(database, attempts)
        return attempts.map(({ succeeded, errorMessage }, index) =>
          succeeded
            ? { id: jobs[index]!.id, status: 'completed' as const }
            : { id: jobs[index]!.id, status: 'failed' as const, output: { errorMessage } },
        )
      },
    )
    return {
      async stop() {
        await boss.stop()
        await poster.close()
      },
    }
  },

  async left({ database }) {
    const { rows } = await database.query<{ jobs: string }>(
      `select count(*) as jobs from ${SCHEMA}.job where name = '${QUEUE}' and state <> 'completed'`,
    )
    return Number(rows[0]!.jobs)
  },
}
