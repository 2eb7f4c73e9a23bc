/** Waits until a service has nothing left to do, and judges what it did. */
import { runningEmbedded } from '../src/db/embedded.ts'
import { createPool } from '../src/db/pool.ts'
import type { Pool } from '../src/db/pool.ts'
import { judge } from './checker.ts'
import type { Judgement, Run } from './checker.ts'
import type { Receiver } from './receiver.ts'

/** Looks in a row that find the same before it is taken for stuck; the database waits 0.1 s between two. */
const STUCK_LOOKS = 600

/**
 * Resolves once nothing waits to be sent, to be reported by the sandbox, or to be POSTed; or once nothing moves any more,
 * and then the checker tells what is left.
 */
export async function untilDrained(pool: Pool): Promise<void> {
  let before = -1
  for (let same = 0; same < STUCK_LOOKS;) {
    const { rows } = await pool.query<{ left: number }>(
      `select ((select count(*) from webhook_queue) + (select count(*) from send_queue)
        + (select count(*) from sandbox_reports))::int as left from pg_sleep(0.1)`,
    )
    const { left } = rows[0]!
    if (left === 0) return
    same = left === before ? same + 1 : 0
    before = left
  }
}

export interface DrainedRun extends Pick<Run, 'answeredDeliveryIds' | 'retryScheduleMs'> {
  dataDir: string
  receiver: Receiver
  /** The endpoint's secret. */
  secret: string
}

/** Judges a run of one endpoint on an embedded database. */
export async function judgeDrained({ dataDir, receiver, secret, ...run }: DrainedRun): Promise<Judgement> {
  const pool = createPool({
    url: (await runningEmbedded(dataDir))!,
    connectionsMax: 2,
    connectTimeoutMs: 10_000,
    statementTimeoutMs: 60_000,
    applicationName: 'checker',
    onError: () => {},
  })
  try {
    await untilDrained(pool)
    const { rows } = await pool.query<{ account_id: number }>('select account_id from webhook_endpoints')
    const path = new URL(receiver.url).pathname
    const endpoint = { accountId: rows[0]!.account_id, path, secrets: [{ secret, replacedAtMs: null }], quiet: [] }
    return await judge({ pool, received: receiver.requests, endpoints: [endpoint], ...run })
  } finally {
    await pool.end()
  }
}
