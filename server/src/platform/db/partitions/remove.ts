/** Removes partitions: detaches them concurrently and drops them. */
import { errorCode, isContention } from '../database-error.ts'
import { LOCK_TIMEOUT_MS, TRIES_MAX } from './make.ts'
import type { Connection } from '../sql.ts'

/** Errors if another process removes the same partition: missing, not attached, or half detached. */
const LOST_STEP_CODES = new Set(['42P01', '42809', '55000', 'XX000'])

type Attachment = 'attached' | 'detaching' | 'detached' | 'absent'

async function attachmentOf(session: Connection, name: string): Promise<Attachment> {
  const { rows } = await session.query<{ attachment: Attachment }>({
    text: `select case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end
        as attachment
      from pg_catalog.pg_class c left join pg_catalog.pg_inherits i on i.inhrelid = c.oid
      where c.oid = to_regclass($1)`,
    values: [name],
  })
  return rows[0]?.attachment ?? 'absent'
}

/** The next statement of a partition's removal. */
function removalStep(table: string, name: string, attachment: Exclude<Attachment, 'absent'>): string {
  switch (attachment) {
    case 'attached':
      return `alter table ${table} detach partition ${name} concurrently`
    case 'detaching':
      return `alter table ${table} detach partition ${name} finalize`
    case 'detached':
      return `drop table if exists ${name}`
  }
}

/**
 * Detaches a partition concurrently and drops it, or continues an interrupted removal. Inserts never wait for it,
 * because it gives way to readers. If they block it for about 10 s, returns the error of its last try, otherwise null.
 */
export async function removePartition(session: Connection, table: string, name: string): Promise<Error | null> {
  await session.query({ text: `set lock_timeout = ${LOCK_TIMEOUT_MS}` })
  let refusal: Error | null = null
  for (let refusals = 0; refusals < TRIES_MAX;) {
    const attachment = await attachmentOf(session, name)
    if (attachment === 'absent') return null
    try {
      await session.query({ text: removalStep(table, name, attachment) })
    } catch (error) {
      // Another process may have done the same step, or be detaching another partition of the table.
      if (!isContention(error) && !LOST_STEP_CODES.has(errorCode(error) ?? '')) throw error
      refusal = error as Error
      refusals += 1
    }
  }
  return refusal
}
