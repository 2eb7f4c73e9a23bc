/**
 * A reader of the event feed stands at (storing transaction, id) of the last event that it saw. Restored, an event has
 * another transaction, by which the feed knows that the order has changed, and goes on from a little earlier. Only if
 * the restore itself happened to have the very number that the event had, the order would seem unchanged, and events be
 * passed over. So the numbers in use come with the backup, and the restore takes one that is not among them.
 */
import type { Session } from '../db/session.ts'

/** As a table of the file, before all others; in the database there is no such table. */
export const FEED_TRANSACTIONS = {
  name: '@feed_transactions',
  columns: ['tx'],
  select: 'select distinct tx from events order by tx',
}

/** Numbers in use lie close together at the most for as long as the service was busy without a pause. */
const TRIES_MAX = 10_000_000

/** Keeps the numbers for this session. */
export async function loadFeedTransactions(session: Session, rows: AsyncIterable<Buffer>): Promise<number> {
  await session.query({ text: 'create temporary table feed_transactions (tx xid8 primary key)' })
  return session.copyIn('copy feed_transactions (tx) from stdin', rows)
}

/** Begins a transaction under a number that no event of the backup was stored by. */
export async function beginApart(session: Session): Promise<void> {
  for (let triesMade = 1; ; triesMade++) {
    await session.query({ text: 'begin' })
    const { rows } = await session.query<{ used: boolean }>({
      text: 'select exists (select from feed_transactions where tx = pg_current_xact_id()) as used',
    })
    if (!rows[0]!.used) return
    if (triesMade === TRIES_MAX) throw new Error('No transaction number is free')
    await session.query({ text: 'rollback' })
  }
}
