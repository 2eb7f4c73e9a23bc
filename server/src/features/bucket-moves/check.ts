/** Checks if both servers can take part in a move, before anything changes. */
import { addressOf } from '../../platform/db/servers/checks.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { sql } from '../../platform/db/sql.ts'
import { MoveFailure } from './mover.ts'
import type { Mover, Side } from './mover.ts'
import { movedTables } from './tables.ts'

/** The subscription's own slot, and those of the tables that are copied at the same time. */
const SLOTS_NEEDED = 3
/** The worker that applies changes, and one that copies. */
const WORKERS_NEEDED = 2

/** Roles of hosted servers with the right to replicate or to subscribe. */
const readSource = sql(
  'buckets.check_source',
  `select (select coalesce(max(version), 0) from schema_migrations) as version,
     current_setting('wal_level') as wal_level,
     current_setting('max_replication_slots')::integer - (select count(*) from pg_replication_slots)::integer as slots,
     current_setting('max_wal_senders')::integer - (select count(*) from pg_stat_replication)::integer as senders,
     exists (select 1 from pg_roles r where r.rolname = current_user and (r.rolsuper or r.rolreplication)
       or r.rolname in ('rds_replication', 'azure_pg_admin') and pg_has_role(r.oid, 'usage')) as may_replicate,
     has_database_privilege(current_database(), 'create') as may_publish`,
)

const readTarget = sql(
  'buckets.check_target',
  `select (select coalesce(max(version), 0) from schema_migrations) as version,
     current_setting('max_logical_replication_workers')::integer
       - (select count(pid) from pg_stat_subscription)::integer as workers,
     coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::integer
       - (select count(*) from pg_replication_origin)::integer as origins,
     exists (select 1 from pg_roles r where r.rolname = current_user and r.rolsuper
       or r.rolname in ('pg_create_subscription', 'rds_superuser', 'cloudsqlsuperuser', 'azure_pg_admin')
         and pg_has_role(r.oid, 'usage')) as may_subscribe`,
)

function nameOf({ database }: Side): string {
  return `server ${database.name}`
}

function userOf({ database: { maintenanceAddress } }: Side): string {
  return addressOf(maintenanceAddress).user
}

async function sourceProblem(source: Side): Promise<string | null> {
  const [found] = await readSource(source.session)
  const { walLevel, slots, senders, mayReplicate, mayPublish } = found!
  const name = nameOf(source)
  if (walLevel !== 'logical')
    return `The ${name} has wal_level = ${walLevel}: set wal_level = logical in its configuration and restart it`
  if (slots < SLOTS_NEEDED)
    return `The ${name} has ${slots} free replication slots, and a move needs ${SLOTS_NEEDED}: raise its max_replication_slots and restart it`
  if (senders < SLOTS_NEEDED)
    return `The ${name} has ${senders} free WAL senders, and a move needs ${SLOTS_NEEDED}: raise its max_wal_senders and restart it`
  if (!mayReplicate) return `The user ${userOf(source)} may not replicate from the ${name}: alter role ... replication`
  return mayPublish ? null : `The user ${userOf(source)} may not publish on the ${name}: grant create on database ...`
}

async function targetProblem(target: Side): Promise<string | null> {
  const [found] = await readTarget(target.session)
  const { workers, origins, maySubscribe } = found!
  const name = nameOf(target)
  if (workers < WORKERS_NEEDED)
    return `The ${name} has ${workers} free workers of logical replication, and a move needs ${WORKERS_NEEDED}: raise its max_logical_replication_workers and restart it`
  if (origins < SLOTS_NEEDED)
    return `The ${name} can follow ${origins} more origins, and a move needs ${SLOTS_NEEDED}: raise its max_replication_slots (PostgreSQL 18: max_active_replication_origins) and restart it`
  return maySubscribe
    ? null
    : `The user ${userOf(target)} may not subscribe on the ${name}: grant pg_create_subscription (PostgreSQL 16 and newer), or use a superuser`
}

async function hasRows(session: Connection, table: string, condition: string): Promise<boolean> {
  const { rows } = await session.query({ text: `select 1 from ${table} where ${condition} limit 1` })
  return rows.length > 0
}

/** @throws {MoveFailure} with the remedy. */
export async function checkMove({ bucket, source, target }: Mover): Promise<void> {
  const [[from], [to]] = [await readSource(source.session), await readTarget(target.session)]
  if (from!.version !== to!.version)
    throw new MoveFailure(
      `The ${nameOf(source)} has version ${from!.version} of the tables, and the ${nameOf(target)} has version ${to!.version}: run tidings migrate`,
    )
  const problem = (await sourceProblem(source)) ?? (await targetProblem(target))
  if (problem !== null) throw new MoveFailure(problem)
  for (const { name, condition } of await movedTables(target.session, bucket))
    if (await hasRows(target.session, name, condition))
      throw new MoveFailure(
        `The ${nameOf(target)} has rows of bucket ${bucket} in the table ${name}, and no move has copied them: look where they come from, and delete them`,
      )
}
