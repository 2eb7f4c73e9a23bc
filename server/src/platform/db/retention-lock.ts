/**
 * Retention truncates and removes partitions. That would break the copy of a bucket that moves to or from the server, so
 * it leaves such a server alone.
 */
import type { Session } from './session.ts'
import { sql } from './sql.ts'
import type { ServicePool } from './pool.ts'

/** An arbitrary number. Retention holds this advisory lock in shared mode. */
const RETENTION_LOCK = 8_434_723_468

const readIsMoving = sql(
  'retention.is_moving',
  `select exists (
     select 1 from bucket_moves where $1 in (from_server, to_server) and phase <> 'cleaning'
   ) as is_moving`,
)

/** Runs `work` on the session unless a move with the server is under way. Null: it did not run. */
export async function unlessMoving<Result>(
  session: Session,
  directory: ServicePool,
  server: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  await session.query({ text: 'select pg_advisory_lock_shared($1)', values: [RETENTION_LOCK] })
  const [row] = await readIsMoving(directory, server)
  return row!.isMoving ? null : work()
}

/** Waits until all retention that began before the move has ended. */
export async function waitForRetention(session: Session): Promise<void> {
  await session.query({ text: 'select pg_advisory_lock($1)', values: [RETENTION_LOCK] })
  await session.query({ text: 'select pg_advisory_unlock($1)', values: [RETENTION_LOCK] })
}
