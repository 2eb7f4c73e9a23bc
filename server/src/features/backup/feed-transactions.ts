/**
 * A reader's position in the event feed is (storing transaction, id) of its last event. After a restore, events have
 * another transaction. The feed notices this and resumes a little earlier. But if the restore had the same transaction
 * number by chance, the feed would not notice, and would skip events. So the backup lists the used numbers, and the
 * restore takes another one.
 */
import type { Session } from '../../platform/db/session.ts'

/** The first table of the file. The database has no table with this name. */
export const FEED_TRANSACTIONS = {
  name: '@feed_transactions',
  columns: ['tx'],
  select: 'select distinct tx from events order by tx',
}

/** Used numbers can only be consecutive while the service was continuously busy. */
const TRIES_MAX = 10_000_000

/** Stores the numbers for this session. */
export async function loadFeedTransactions(session: Session, rows: AsyncIterable<Buffer>): Promise<number> {
  await session.query({ text: 'create temporary table feed_transactions (tx xid8 primary key)' })
  return session.copyIn('copy feed_transactions (tx) from stdin', rows)
}

/** Begins a transaction with a number that no event of the backup has. */
export async function beginApart(session: Session): Promise<void> {
  for (let triesMade = 1; ; triesMade++) {
    await session.query({ text: 'begin' })
    const { rows } = await session.query<{ used: boolean }>({
      text: 'select exists (select 1 from feed_transactions where tx = pg_current_xact_id()) as used',
    })
    if (!rows[0]!.used) return
    if (triesMade === TRIES_MAX) throw new Error('No transaction number is free')
    await session.query({ text: 'rollback' })
  }
}
