import { PLAN_SETTINGS } from '../src/db/pool.ts'
import { withSession } from '../src/db/session.ts'
import type { Connection } from '../src/db/sql.ts'

/** SQL that makes a session plan statements as the service's connections do. */
export const PLAN_AS_SERVICE = Object.entries(PLAN_SETTINGS)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ')

async function pagesSoFar(session: Connection): Promise<number> {
  await session.query({ text: 'select pg_stat_force_next_flush()' })
  const { rows } = await session.query<{ pages: number }>({
    text: `select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0)
        + coalesce(toast_blks_hit + toast_blks_read, 0))::integer as pages from pg_statio_user_tables`,
  })
  return rows[0]!.pages
}

/**
 * Pages of tables and indexes that `run` reads, with the settings of the service's connections. It runs twice: the first
 * time makes its plans. `mode`: how its statements are planned.
 */
export function pagesRead(
  url: string,
  run: (connection: Connection) => Promise<unknown>,
  mode = 'force_generic_plan',
): Promise<number> {
  return withSession(url, async (session) => {
    await session.query({ text: `${PLAN_AS_SERVICE}; set plan_cache_mode = ${mode}` })
    await run(session)
    const before = await pagesSoFar(session)
    await run(session)
    return (await pagesSoFar(session)) - before
  })
}
