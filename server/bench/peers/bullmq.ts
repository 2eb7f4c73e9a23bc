import { Queue, Worker } from 'bullmq'
import { createAttemptsWriter } from './attempts.ts'
import type { PeerEvent } from './events.ts'
import type { PeerPlaces } from './settings.ts'
import type { PeerProgram } from './peer-process.ts'
import { ATTEMPTS_MAX, createPoster } from './post.ts'

/**
 * Follows https://docs.bullmq.io/guide/workers/concurrency and .../going-to-production: one worker with many jobs at a
 * time, completed jobs removed. A job ends when its attempt is committed in PostgreSQL.
 */

const QUEUE = 'tidings-bench'
const RETRY = { attempts: ATTEMPTS_MAX, backoff: { type: 'exponential', delay: 1000 } }

/** ioredis then sends all commands of one turn of the event loop together: a tenth less of its time. */
const PIPELINED = { maxRetriesPerRequest: null, enableAutoPipelining: true }

const connectionOf = ({ redisUrl }: PeerPlaces) => ({ url: redisUrl!, ...PIPELINED })

export const bullmq: PeerProgram = {
  async enqueue({ places, events }) {
    const queue = new Queue<PeerEvent>(QUEUE, { connection: connectionOf(places) })
    await queue.obliterate({ force: true })
    for await (const page of events)
      await queue.addBulk(page.map((data) => ({ name: 'webhook', data, opts: { ...RETRY, removeOnComplete: true } })))
    await queue.close()
  },

  async work({ places, settings, database }) {
    const poster = await createPoster(places, settings, database)
    const write = createAttemptsWriter(database)
    const worker = new Worker<PeerEvent>(
      QUEUE,
      async (job) => {
        const attempt = await poster.post(job.data, job.attemptsMade + 1)
        await write(attempt)
        if (!attempt.succeeded) throw new Error(attempt.errorMessage!)
      },
      { connection: connectionOf(places), concurrency: settings.concurrency },
    )
    worker.on('error', (error) => console.error(error))
    return {
      async stop() {
        await worker.close()
        await poster.close()
      },
    }
  },

  async left({ places }) {
    const queue = new Queue<PeerEvent>(QUEUE, { connection: connectionOf(places) })
    const counts = await queue.getJobCounts()
    await queue.obliterate({ force: true })
    await queue.close()
    return Object.values(counts).reduce((sum, count) => sum + count, 0)
  },
}
