/** The connections and tools of a command that moves a bucket. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { passFence } from '../../platform/db/servers/fence.ts'
import type { FenceOptions } from '../../platform/db/servers/fence.ts'
import type { Session } from '../../platform/db/session.ts'

/** An arbitrary number. The command that moves a bucket holds this advisory lock in the directory. */
const MOVER_LOCK = 8_434_723_467

/**
 * A command that was killed holds its lock until the server notices the end of its connection. Then a task of the service
 * may end its pause, which takes seconds.
 */
const LOCK_TRIES_MAX = 300
const LOCK_RETRY_MS = 100

export interface MoverTools {
  databases: Databases
  clock: Pick<Clock, 'monotonic'>
  /** Called with a line of progress at the begin of each step. If it throws, the move stays as it is. */
  tell(text: string): void
  /** The URL of the source as the target reaches it. Null: the same as for this process. */
  sourceUrl: string | null
  /** The wait for all processes to read the new place, before rows are deleted, ms. */
  graceMs: number
}

export interface Side {
  database: Database
  session: Session
  fence: FenceOptions
}

export interface Mover extends MoverTools {
  bucket: number
  directory: Session
  source: Side
  target: Side
}

/** An expected failure, as a sentence for the operator. */
export class MoveFailure extends Error {}

/** The server with this name, or null. */
export function serverNamed({ all }: Databases, name: string): Database | null {
  return all.find((database) => database.name === name) ?? null
}

async function tryLock(directory: Session): Promise<boolean> {
  const { rows } = await directory.query<{ locked: boolean }>({
    text: 'select pg_try_advisory_lock($1) as locked',
    values: [MOVER_LOCK],
  })
  return rows[0]!.locked
}

/** Runs `work` with the directory's session while no other command moves a bucket. */
export function asMover<Result>(databases: Databases, work: (directory: Session) => Promise<Result>): Promise<Result> {
  return databases.directory.withMaintenanceSession(async (directory) => {
    for (let triesMade = 1; !(await tryLock(directory)); triesMade++) {
      if (triesMade === LOCK_TRIES_MAX) throw new MoveFailure('Another command moves a bucket at this moment')
      await delay(LOCK_RETRY_MS)
    }
    return work(directory)
  })
}

/** The same, if no command moves a bucket at this moment. Otherwise it does nothing. */
export function unlessMoverWorks(databases: Databases, work: (directory: Session) => Promise<void>): Promise<void> {
  return databases.directory.withMaintenanceSession(async (directory) => {
    if (await tryLock(directory)) await work(directory)
  })
}

/** Opens a session on the server. It may write rows in spite of the fence. */
export async function withSide<Result>(
  { databases: { directory, join } }: Pick<MoverTools, 'databases'>,
  database: Database,
  work: (side: Side) => Promise<Result>,
): Promise<Result> {
  await join(database)
  return database.withMaintenanceSession(async (session) => {
    await passFence(session)
    return work({ database, session, fence: { isDirectory: database === directory } })
  })
}

/** Opens sessions on both servers. */
export function withSides<Result>(
  tools: Pick<MoverTools, 'databases'>,
  { from, to }: { from: Database; to: Database },
  work: (sides: { source: Side; target: Side }) => Promise<Result>,
): Promise<Result> {
  return withSide(tools, from, (source) => withSide(tools, to, (target) => work({ source, target })))
}

/** Looks again and again until `look` returns a value. Null: not yet. */
export async function untilFound<Value>(look: () => Promise<Value | null>, intervalMs: number): Promise<Value> {
  for (;;) {
    const found = await look()
    if (found !== null) return found
    await delay(intervalMs)
  }
}
