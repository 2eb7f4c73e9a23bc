import type { DatabaseAddress } from './address.ts'
import { placeOf } from './server-check.ts'
import { sql } from '../sql.ts'
import type { Connection } from '../sql.ts'
import { StartError } from './start-error.ts'

/** So many names are in the sentence. */
const NAMES_SHOWN_MAX = 3

/** Other programs may have tables in the schema. Ours have the owner of `schema_migrations`. */
const readMissing = sql<{ sees_tables: boolean; names: string[] }>(
  'privileges.read_missing',
  `select to_regclass('schema_migrations') is not null as sees_tables, array(
     select c.relname::text from pg_class c
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'S') and not c.relispartition
       and c.relowner = (select m.relowner from pg_class m where m.oid = to_regclass('schema_migrations'))
       and not case c.relkind when 'S' then has_sequence_privilege(c.oid, 'usage') else
         has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
         and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete') end
     order by c.relname) as names`,
)

/**
 * Checks that the connection's user may read and write all tables of the service.
 * @throws {StartError}
 */
export async function checkPrivileges(connection: Connection, address: DatabaseAddress): Promise<void> {
  const [row] = await readMissing(connection)
  const { sees_tables: seesTables, names } = row!
  const { user } = placeOf(address)
  const remedy = `run the GRANTs of docs/operating.md`
  if (!seesTables)
    throw new StartError(`The user ${user} of ${address.variable} sees no table of the service: ${remedy}`)
  if (names.length === 0) return
  const more = names.length > NAMES_SHOWN_MAX ? ` and ${names.length - NAMES_SHOWN_MAX} more` : ''
  const shown = `${names.slice(0, NAMES_SHOWN_MAX).join(', ')}${more}`
  throw new StartError(`The user ${user} of ${address.variable} lacks rights on ${shown}: ${remedy}`)
}

const readOwner = sql<{ owner: string; is_ours: boolean }, []>(
  'privileges.read_owner',
  `select relowner::regrole::text as owner, pg_has_role(relowner, 'usage') as is_ours
   from pg_class where oid = to_regclass('schema_migrations')`,
)

/**
 * Checks that the connection's user owns the migrated tables, as partitions and statistics need it. For statistics,
 * PostgreSQL would only warn.
 * @throws {StartError}
 */
export async function checkOwner(session: Connection, address: DatabaseAddress): Promise<void> {
  const [row] = await readOwner(session)
  const { owner, is_ours: isOurs } = row!
  if (isOurs) return
  throw new StartError(
    `The user ${placeOf(address).user} of ${address.variable} does not own the tables: set MIGRATION_DATABASE_URL to their owner, ${owner}`,
  )
}
