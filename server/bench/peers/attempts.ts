import type { Pool } from 'pg'
import type { PeerEvent } from './events.ts'

/** Rows of the product's own table of attempts, written in batches. */

export interface Attempt {
  event: PeerEvent
  /** 1 for the first POST of the event. */
  number: number
  succeeded: boolean
  final: boolean
  responseCode: number | null
  errorMessage: string | null
  durationMs: number
  createdAt: Date
}

/** A batch is written if it has this number of rows, or if its first row has waited this long. */
const BATCH_ROWS_MAX = 200
const BATCH_WAIT_MS = 10

/** Writes all rows in one statement. If a job is repeated after a crash, its row is already there. */
export async function insertAttempts(pool: Pool, attempts: readonly Attempt[]): Promise<void> {
  await pool.query({
    name: 'peers.attempts',
    text: `insert into attempts (bucket, account_id, endpoint_id, event_id, event_type, number, succeeded, final,
        response_code, error_message, duration_ms, created_at)
      select * from unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::integer[],
        $7::boolean[], $8::boolean[], $9::smallint[], $10::text[], $11::integer[], $12::timestamptz[])
      on conflict do nothing`,
    values: [
      attempts.map(({ event }) => event.bucket),
      attempts.map(({ event }) => event.accountId),
      attempts.map(({ event }) => event.endpointId),
      attempts.map(({ event }) => event.eventId),
      attempts.map(({ event }) => event.eventType),
      attempts.map(({ number }) => number),
      attempts.map(({ succeeded }) => succeeded),
      attempts.map(({ final }) => final),
      attempts.map(({ responseCode }) => responseCode),
      attempts.map(({ errorMessage }) => errorMessage),
      attempts.map(({ durationMs }) => durationMs),
      attempts.map(({ createdAt }) => createdAt),
    ],
  })
}

interface Waiting {
  attempt: Attempt
  resolve(): void
  reject(error: unknown): void
}

/** Returns a function that resolves when the row is committed, together with other rows of the same moment. */
export function createAttemptsWriter(pool: Pool): (attempt: Attempt) => Promise<void> {
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | null = null
  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const batch = waiting
    waiting = []
    insertAttempts(
      pool,
      batch.map(({ attempt }) => attempt),
    ).then(
      () => {
        for (const { resolve } of batch) resolve()
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error)
      },
    )
  }
  return (attempt) =>
    new Promise((resolve, reject) => {
      waiting.push({ attempt, resolve, reject })
      if (waiting.length >= BATCH_ROWS_MAX) flush()
      else timer ??= setTimeout(flush, BATCH_WAIT_MS)
    })
}
