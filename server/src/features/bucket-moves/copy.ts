/** The copy of a bucket's rows, and its progress. */
import { waitForRetention } from '../../platform/db/retention-lock.ts'
import type { Mover } from './mover.ts'
import { untilFound } from './mover.ts'
import { copyState, hasSubscription, lagBehind, publish, subscribe, unsubscribe } from './subscription.ts'
import { deleteRows, estimateRows, makePartitionsLike, movedTables } from './tables.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { isContention } from '../../platform/db/database-error.ts'
import type { Session } from '../../platform/db/session.ts'

// Raises the target's sequences, so that its next ids are above all ids of the moved rows.

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

// The rows of `accounts`: the directory has those of all accounts, every server those of its buckets.

const readAccounts = sql(
  'buckets.read_accounts',
  'select id, name, created_at::text as "created_at!" from accounts where bucket = $1 order by id',
)

const insertAccounts = sql(
  'buckets.insert_accounts',
  `insert into accounts (bucket, id, name, created_at)
   select $1, a.id, a.name, a.created_at::timestamptz
   from unnest($2::bigint[], $3::text[], $4::text[]) as a (id, name, created_at) order by a.id
   on conflict (bucket, id) do nothing returning id`,
)

/** Adds the accounts that the target lacks. */
export async function copyAccounts({ bucket, directory, target }: Mover): Promise<void> {
  if (target.fence.isDirectory) return
  await insertInto(target.session, bucket, await readAccounts(directory, bucket))
}

async function insertInto(
  target: Connection,
  bucket: number,
  accounts: readonly Row<typeof readAccounts>[],
): Promise<void> {
  await insertAccounts(
    target,
    bucket,
    accounts.map(({ id }) => id),
    accounts.map(({ name }) => name),
    accounts.map(({ createdAt }) => createdAt),
  )
}

/** The switch begins if the target is at most so far behind, bytes of the source's log. */
const LAG_BYTES_MAX = 1_048_576

/** The time between two looks, ms. */
const LOOK_INTERVAL_MS = 250
/** Partitions that the target lacks are made again after so many looks: its retention may have removed some. */
const LOOKS_PER_PARTITIONS = 40

/** Begins the copy, unless it has begun. The remains of an unfinished beginning are removed. */
export async function startCopy(mover: Mover): Promise<void> {
  const { bucket, source, target, tell } = mover
  if (await hasSubscription(mover)) return
  tell('Preparing the copy')
  await unsubscribe(mover)
  await deleteRows(target, bucket)
  for (const { session } of [source, target]) await waitForRetention(session)
  await makePartitionsLike(source.session, target.session)
  await copyAccounts(mover)
  await publish(mover)
  tell('Starting the copy')
  await subscribe(mover)
}

/** Waits until all tables are copied and the target is close behind. Tells the progress. */
export async function followCopy(mover: Mover): Promise<void> {
  const { bucket, source, target, tell } = mover
  const estimates = await estimateRows(source.session, await movedTables(source.session, bucket))
  const expected = Math.round([...estimates.values()].reduce((sum, rows) => sum + rows, 0))
  tell(`Copying about ${expected} rows`)
  let looks = 0
  let told = ''
  await untilFound(async () => {
    const { ready, tables, rows } = await copyState(mover)
    const { bytes } = await lagBehind(mover)
    const line = ready < tables ? `Copied ${ready} of ${tables} tables` : 'Copied all tables'
    if (line !== told)
      tell(ready < tables ? `${line}, ${rows} rows of the current ones` : `${line}: ${bytes} bytes behind`)
    told = line
    if (++looks % LOOKS_PER_PARTITIONS === 0) await makePartitionsLike(source.session, target.session)
    return tables > 0 && ready === tables && bytes <= LAG_BYTES_MAX ? true : null
  }, LOOK_INTERVAL_MS)
  // Most sequences need no change during the pause then.
  await raiseSequences(mover)
  await copyAccounts(mover)
}
