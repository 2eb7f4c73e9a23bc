import { PLAN_SETTINGS } from '../src/platform/db/pool.ts'
import { withSession } from '../src/platform/db/session.ts'
import type { Connection } from '../src/platform/db/sql.ts'

/** SQL that makes a session plan statements as the service's connections do. */
export const PLAN_AS_SERVICE = Object.entries(PLAN_SETTINGS)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ')

/**
 * PostgreSQL adds the pages of other sessions to the counts up to 10 s after they were read. So the least of several
 * measurements has only those of the own session.
 */
const MEASURED = 3

async function pagesSoFar(session: Connection): Promise<number> {
  await session.query({ text: 'select pg_stat_force_next_flush()' })
  const { rows } = await session.query<{ pages: number }>({
    text: `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0)
        + coalesce(toast_blks_hit + toast_blks_read, 0))::integer as pages from pg_statio_user_tables`,
  })
  return rows[0]!.pages
}

/**
 * Pages of tables and indexes that `run` reads, with the settings of the service's connections. The first
 * run makes its plans. `mode`: how its statements are planned.
 */
export function pagesRead(
  url: string,
  run: (connection: Connection) => Promise<unknown>,
  mode = 'force_generic_plan',
): Promise<number> {
  return withSession(url, async (session) => {
    await session.query({ text: `${PLAN_AS_SERVICE}; set plan_cache_mode = ${mode}` })
    await run(session)
    let least = Infinity
    for (let measured = 0; measured < MEASURED; measured++) {
      const before = await pagesSoFar(session)
      await run(session)
      least = Math.min(least, (await pagesSoFar(session)) - before)
    }
    return least
  })
}
