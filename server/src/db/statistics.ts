import type { Pool } from './pool.ts'
import { sql } from './sql.ts'

/** Rows of a table that grew from nothing before its first statistics are taken. */
const ROWS_MIN = 500
const TABLES_MAX = 20

/*
 * A table is due when it has twice the rows that it had: a handful of times in its life, for every plan on it is then made
 * anew. So a queue through which many rows pass, few at a time, is not. Autovacuum
 * looks only once a minute by default, and in that minute a plan that was made for an empty table reads all of an
 * account's rows to find one of them: 294 ms against 0.13 ms on 100,000 deliveries.
 */
const findGrown = sql<{ name: string }, [rowsMin: number, limit: number]>(
  'statistics.find_grown',
  `select s.relid::regclass::text as name
   from pg_stat_user_tables s join pg_class c on c.oid = s.relid
   where s.schemaname = current_schema() and s.n_live_tup > greatest($1::bigint, 2 * c.reltuples::bigint)
   order by s.n_live_tup desc limit $2`,
)

/** Takes statistics of the tables that have grown much since they were last taken; answers their names. */
export async function analyzeGrownTables(pool: Pool): Promise<string[]> {
  const names = (await findGrown(pool, ROWS_MIN, TABLES_MAX)).map((row) => row.name)
  // The names come quoted from the catalogue; a statement of this kind takes no parameters.
  for (const name of names) await pool.query({ text: `analyze ${name}` })
  return names
}
