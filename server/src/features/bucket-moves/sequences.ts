/** Raises the target's sequences, so that its next ids are above all ids of the moved rows. */
import { isContention } from '../../platform/db/database-error.ts'
import type { Session } from '../../platform/db/session.ts'
import type { Mover } from './mover.ts'

/** If a sequence's lock is not free for this long, it is tried again later, ms. */
const LOCK_TIMEOUT_MS = 300
const TRIES_MAX = 20

/** The last values by name. Without those that were never used. */
async function readSequences(session: Session): Promise<Map<string, number>> {
  const { rows } = await session.query<{ name: string; last: number }>({
    text: `select sequencename as name, last_value as last from pg_catalog.pg_sequences
      where schemaname = current_schema() and last_value is not null`,
  })
  return new Map(rows.map(({ name, last }) => [name, last]))
}

/**
 * PostgreSQL locks a sequence against its users only during an `alter`. Between a look and `setval` alone, another
 * session may take ids, and would then get them twice.
 */
async function raise(session: Session, name: string, last: number): Promise<void> {
  for (let triesMade = 1; ; triesMade++)
    try {
      await session.query({
        text: `set local lock_timeout = ${LOCK_TIMEOUT_MS};
          alter sequence ${name} no cycle;
          select setval('${name}', ${last}) from ${name} where last_value < ${last}`,
      })
      return
    } catch (error) {
      if (!isContention(error) || triesMade === TRIES_MAX) throw error
    }
}

/**
 * An account has entries of the audit log in the directory and on its server. Other servers take higher ids than the
 * directory ever does, so that both can be in the directory after a move back.
 */
const AUDIT_SEQUENCE = 'audit_log_id_seq'
const AUDIT_IDS_ELSEWHERE = 2 ** 40

async function highestAuditId(session: Session, bucket: number): Promise<number> {
  const { rows } = await session.query<{ id: number | null }>({
    text: 'select max(id) as id from audit_log where bucket = $1',
    values: [bucket],
  })
  return rows[0]!.id ?? 0
}

export async function raiseSequences({ bucket, source, target }: Mover): Promise<void> {
  const [before, after] = [await readSequences(source.session), await readSequences(target.session)]
  before.delete(AUDIT_SEQUENCE)
  if (!target.fence.isDirectory)
    before.set(AUDIT_SEQUENCE, Math.max(AUDIT_IDS_ELSEWHERE, await highestAuditId(source.session, bucket)))
  for (const [name, last] of before) if ((after.get(name) ?? 0) < last) await raise(target.session, name, last)
}
