/**
 * PostgreSQL's logical replication of a bucket's rows: a publication and a slot on the source, a subscription on the
 * target. The slot is made apart, so that it works between two databases of one server too.
 */
import { errorCode } from '../../platform/db/database-error.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Connection, Row } from '../../platform/db/sql.ts'
import { MoveFailure } from './mover.ts'
import type { Mover } from './mover.ts'
import { movedTables } from './tables.ts'

/** PostgreSQL reports errors of a copy and tries again. After this many, the move stops. */
const ERRORS_MAX = 3

/** SQLSTATE: object in use. */
const SLOT_IN_USE = '55006'

const readNames = sql(
  'buckets.read_slot',
  `select $1::text || '_' || d.oid as "slot!",
     exists (select 1 from pg_replication_slots s where s.slot_name = $1::text || '_' || d.oid) as has_slot
   from pg_database d where d.datname = current_database()`,
)

const readSubscribed = sql(
  'buckets.read_subscribed',
  `select exists (select 1 from pg_subscription s join pg_database d on d.oid = s.subdbid
     where d.datname = current_database() and s.subname = $1) as is_there`,
)

/** The copied tables of all, and the rows of those that are being copied. */
const readCopyState = sql(
  'buckets.read_copy_state',
  `select count(*) filter (where r.srsubstate = 'r')::integer as ready, count(*)::integer as tables,
     (select coalesce(sum(p.tuples_processed), 0)::float8 from pg_stat_progress_copy p
      where p.datname = current_database() and p.type = 'CALLBACK') as "rows!",
     (select coalesce(sum(e.apply_error_count + e.sync_error_count), 0)::integer
      from pg_stat_subscription_stats e where e.subname = $1) as "errors!"
   from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1`,
)

export type CopyState = Row<typeof readCopyState>

const readLag = sql(
  'buckets.read_lag',
  `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint as "bytes!", wal_status = 'lost' as is_lost,
     confirmed_flush_lsn >= $2::pg_lsn as "is_applied!"
   from pg_replication_slots where slot_name = $1`,
)

/** The position behind all finished writes of the source. */
export const readPosition = sql('buckets.read_position', 'select pg_current_wal_insert_lsn()::text as "lsn!"')

/** The name of the publication and of the subscription. */
function nameOfMove(bucket: number): string {
  return `tidings_bucket_${bucket}`
}

/** A string constant of SQL. PostgreSQL takes no parameters in these statements. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** The URL as libpq reads it, without the driver's own parameters. */
function libpqUrl(text: string): string {
  return text
    .replace('sslmode=no-verify', 'sslmode=require')
    .replace(/([?&])uselibpqcompat=\w+&?/, '$1')
    .replace(/[?&]$/, '')
}

export async function hasSubscription(mover: Mover): Promise<boolean> {
  const [row] = await readSubscribed(mover.target.session, nameOfMove(mover.bucket))
  return row!.isThere
}

/** Publishes the bucket's rows. A truncation is not published: it would empty the tables of other buckets too. */
export async function publish({ bucket, source: { session } }: Mover): Promise<void> {
  const tables = await movedTables(session, bucket)
  await unpublish(session, bucket)
  for (const [name, changes] of publicationsOf(bucket)) {
    const published = tables.filter(({ isOnlyAppended }) => isOnlyAppended === (changes === 'insert'))
    await session.query({
      text: `create publication ${name} for table
        ${published.map((table) => `${table.name} where (${table.condition})`).join(', ')}
        with (publish = '${changes}', publish_via_partition_root = true)`,
    })
  }
}

/** Two publications, because conditions on published updates may only name columns of the key. */
function publicationsOf(bucket: number): [name: string, changes: string][] {
  const name = nameOfMove(bucket)
  return [
    [name, 'insert, update, delete'],
    [`${name}_appended`, 'insert'],
  ]
}

export async function unpublish(session: Connection, bucket: number): Promise<void> {
  for (const [name] of publicationsOf(bucket)) await session.query({ text: `drop publication if exists ${name}` })
}

/** Begins the copy. Changes of the copied rows follow it. */
export async function subscribe({ bucket, source, target, sourceUrl }: Mover): Promise<void> {
  const { slot } = await dropSlot(source.session, bucket)
  await source.session.query({
    text: `select pg_create_logical_replication_slot($1, 'pgoutput')`,
    values: [slot],
  })
  const url = libpqUrl(sourceUrl ?? source.database.maintenanceAddress.url)
  try {
    await target.session.query({
      text: `create subscription ${nameOfMove(bucket)} connection ${quoted(url)}
        publication ${publicationsOf(bucket)
          .map(([name]) => name)
          .join(', ')}
        with (create_slot = false, slot_name = ${quoted(slot)})`,
    })
  } catch (error) {
    if (!errorCode(error)?.startsWith('08')) throw error
    throw new MoveFailure(
      `The server ${target.database.name} cannot connect to the server ${source.database.name}: give a URL that works there with --source-url-file`,
    )
  }
}

/** Ends the replication on both servers, if it is there. */
export async function unsubscribe(mover: Mover): Promise<void> {
  // PostgreSQL stops the workers and drops all slots of the subscription on the source.
  if (await hasSubscription(mover))
    await mover.target.session.query({ text: `drop subscription ${nameOfMove(mover.bucket)}` })
  await dropSlot(mover.source.session, mover.bucket)
}

/** Drops the slot if it is there, and returns its name. */
async function dropSlot(source: Connection, bucket: number): Promise<{ slot: string }> {
  const [names] = await readNames(source, nameOfMove(bucket))
  const { slot, hasSlot } = names!
  if (!hasSlot) return { slot }
  try {
    await source.query({ text: 'select pg_drop_replication_slot($1)', values: [slot] })
  } catch (error) {
    if (errorCode(error) !== SLOT_IN_USE) throw error
    throw new MoveFailure(`The replication slot ${slot} is still in use: repeat the command in a minute`)
  }
  return { slot }
}

/** @throws {MoveFailure} if the target cannot apply the rows. */
export async function copyState({ bucket, target: { session, database } }: Mover): Promise<CopyState> {
  const [state] = await readCopyState(session, nameOfMove(bucket))
  if (state!.errors < ERRORS_MAX) return state!
  throw new MoveFailure(
    `The server ${database.name} cannot apply the rows, and its log has the reason: repair it and repeat the command, or undo the move with --abort`,
  )
}

/** How far the target is behind the source, and if it has applied all up to `lsn`. */
export async function lagBehind(
  { bucket, source: { session, database } }: Mover,
  lsn = '0/0',
): Promise<{ bytes: number; isApplied: boolean }> {
  const [names] = await readNames(session, nameOfMove(bucket))
  const [lag] = await readLag(session, names!.slot, lsn)
  if (lag !== undefined && !lag.isLost) return { bytes: lag.bytes, isApplied: lag.isApplied }
  throw new MoveFailure(
    `The server ${database.name} has lost the replication slot of the move: undo the move with --abort, and begin again`,
  )
}
