/** Requests that are stored as rows and done in steps, for example replays. */

/** Rows read at once. */
const ROWS_MAX = 100

/** The key after which the next rows are read, and their number. */
export type RunningKey = [afterBucket: number, afterAccountId: number, afterId: number, rows: number]

/**
 * Calls `step` for each running job of the buckets, one after the other. `list` reads jobs after a key, in the order of
 * their keys. Errors of both pass through.
 */
export async function forEachRunning<Job extends { bucket: number; accountId: number; id: number }>(
  list: (...after: RunningKey) => Promise<Job[]>,
  buckets: () => readonly number[],
  step: (job: Job) => Promise<void>,
): Promise<void> {
  for (let after = { bucket: -1, accountId: 0, id: 0 }; ;) {
    const running = await list(after.bucket, after.accountId, after.id, ROWS_MAX)
    const here = buckets()
    for (const job of running) if (here.includes(job.bucket)) await step(job)
    const last = running.at(-1)
    if (last === undefined || running.length < ROWS_MAX) return
    after = last
  }
}
