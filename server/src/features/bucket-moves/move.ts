/**
 * Moves a bucket to another server while the service works. Each step looks at what is there and does the missing rest.
 * So the same command continues after it was killed, at any point.
 *
 * 1. Copying: logical replication copies the bucket's rows and follows their changes.
 * 2. Switching: the lease's owner releases the bucket, the source refuses its writes, and the target catches up.
 * 3. Adopting: the target has everything. It takes the bucket, and the directory changes its place.
 * 4. Cleaning: when all processes know the new place, the source deletes the rows.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../platform/db/servers/database.ts'
import type { Session } from '../../platform/db/session.ts'
import { copyAccounts, followCopy, startCopy } from './copy.ts'
import { checkMove } from './check.ts'
import { asMover, MoveFailure, serverNamed, withSides, unlessMoverWorks, withSide } from './mover.ts'
import type { Mover, MoverTools } from './mover.ts'
import { deleteMove, howToEnd, insertMove, keepLease, readMoves, readPlace, setPhase } from './queries.ts'
import type { MoveRow } from './queries.ts'
import { unpublish, unsubscribe } from './subscription.ts'
import { adopt, openFences, switchOver, permitWrites } from './switch.ts'
import { deleteRows } from './tables.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import type { Logger } from '../../platform/log.ts'
import type { Task } from '../../platform/task-runner.ts'

interface MoveResult {
  from: string
  to: string
  /** How long writes of the bucket were refused, ms. Null if an earlier run of the command switched. */
  pauseMs: number | null
}

/** A server of the move. */
function serverOf({ databases }: MoverTools, name: string): Database {
  const database = serverNamed(databases, name)
  if (database !== null) return database
  throw new MoveFailure(
    `There is no server ${name} in DATABASES: use one of ${databases.all.map((one) => one.name).join(', ')}`,
  )
}

/** The bucket's unfinished move. */
async function findMove(directory: Session, bucket: number): Promise<MoveRow | undefined> {
  const moves = await readMoves(directory)
  const other = moves.find((move) => move.bucket !== bucket && move.phase !== 'cleaning')
  if (other !== undefined)
    throw new MoveFailure(`The move of bucket ${other.bucket} to ${other.toServer} is not finished: ${howToEnd(other)}`)
  return moves.find((move) => move.bucket === bucket)
}

/**
 * Moves the bucket to the server `to`, or continues its move. Null: it is there already.
 * @throws {MoveFailure} with a sentence for the operator.
 */
export function moveBucket(tools: MoverTools, bucket: number, to: string): Promise<MoveResult | null> {
  const target = serverOf(tools, to)
  return asMover(tools.databases, async (directory) => {
    let move = await findMove(directory, bucket)
    if (move?.phase === 'undoing') {
      await undo(tools, directory, move)
      move = undefined
    }
    if (move !== undefined && move.toServer !== to)
      throw new MoveFailure(
        `Bucket ${bucket} is being moved to ${move.toServer}: finish this move, or undo it with --abort`,
      )
    const source = serverOf(tools, move?.fromServer ?? (await readPlace(directory, bucket))[0]!.server)
    if (source === target) return null
    return withSides(tools, { from: source, to: target }, async (sides) => {
      const pauseMs = await run({ ...tools, ...sides, bucket, directory }, move?.phase ?? null)
      return { from: source.name, to, pauseMs }
    })
  })
}

/** Returns the pause, ms. */
async function run(mover: Mover, phase: MoveRow['phase'] | null): Promise<number | null> {
  const { bucket, directory, source, target, clock, tell } = mover
  let pauseMs: number | null = null
  if (phase === null) {
    tell(`Checking the servers ${source.database.name} and ${target.database.name}`)
    await checkMove(mover)
    await insertMove(directory, bucket, source.database.name, target.database.name)
  }
  if (phase !== 'cleaning') {
    if (phase !== 'adopting') {
      await startCopy(mover)
      let refusedAt: number | null
      do {
        await followCopy(mover)
        refusedAt = await switchOver(mover)
      } while (refusedAt === null)
      await adopt(mover)
      pauseMs = clock.monotonic() - refusedAt
    } else await adopt(mover)
  }
  await clean(mover)
  return pauseMs
}

async function clean(mover: Mover): Promise<void> {
  const { bucket, directory, source, graceMs, tell } = mover
  tell(`Waiting until all processes know the new place`)
  await delay(graceMs)
  await copyAccounts(mover)
  tell(`Deleting the rows on ${source.database.name}`)
  const deleted = await deleteRows(source, bucket)
  tell(`Deleted ${deleted} rows`)
  await unpublish(source.session, bucket)
  await keepLease(source.session, bucket)
  await deleteMove(directory, bucket)
}

/**
 * Undoes an unfinished move. Null: there is none.
 * @throws {MoveFailure} if the bucket has moved already.
 */
export function abortMove(tools: MoverTools, bucket: number): Promise<{ from: string; to: string } | null> {
  return asMover(tools.databases, async (directory) => {
    const move = await findMove(directory, bucket)
    if (move === undefined) return null
    const { fromServer: from, toServer: to } = move
    if (move.phase === 'cleaning')
      throw new MoveFailure(
        `Bucket ${bucket} is on ${to} already: finish this move with npm run tidings -- buckets move ${bucket} --to ${to}, then move it back with --to ${from}`,
      )
    await undo(tools, directory, move)
    return { from, to }
  })
}

/** The place has not changed, so the source takes writes again. Then everything of the move is removed. */
async function undo(tools: MoverTools, directory: Session, move: MoveRow): Promise<void> {
  const { bucket } = move
  const sides = { from: serverOf(tools, move.fromServer), to: serverOf(tools, move.toServer) }
  await withSides(tools, sides, async ({ source, target }) => {
    const mover: Mover = { ...tools, bucket, directory, source, target }
    tools.tell(`Undoing the move`)
    await setPhase(directory, bucket, 'undoing')
    await openFences(mover)
    await keepLease(source.session, bucket)
    await unsubscribe(mover)
    await unpublish(source.session, bucket)
    tools.tell(`Deleting the copied rows on ${target.database.name}`)
    await deleteRows(target, bucket)
    await deleteMove(directory, bucket)
  })
}

// The service ends the pause of a bucket if the command that moves it was killed in the pause.

interface OrphanTools {
  databases: Databases
  clock: Pick<Clock, 'monotonic'>
  log: Pick<Logger, 'warn'>
}

const isPaused = ({ phase }: MoveRow): boolean => phase !== 'copying' && phase !== 'cleaning'

/**
 * If writes of a bucket are refused by a move and no command works on it: the source takes them again, or the target if
 * it has all rows already. The rest of the move waits for the operator's next command, or its `--abort`. A killed abort is
 * finished.
 */
async function endOrphanedPause({ databases, clock, log }: OrphanTools): Promise<void> {
  const { directory } = databases
  // It asks the pool first, because a session is a connection of its own.
  if (!(await readMoves(directory.pool)).some(isPaused)) return
  await unlessMoverWorks(databases, async (session) => {
    const move = (await readMoves(session)).find(isPaused)
    const [from, to] = [move?.fromServer, move?.toServer].map((name) => serverNamed(databases, name ?? ''))
    if (move === undefined || from === null || to === null) return
    const { bucket } = move
    const remedy = `The move of bucket ${bucket} to ${move.toServer} was interrupted: ${howToEnd(move)}`
    log.warn({ event: 'bucket.move_interrupted', bucket, from: from!.name, to: to!.name, phase: move.phase, remedy })
    if (move.phase === 'switching')
      return withSide({ databases }, from!, (source) => permitWrites({ bucket, directory: session, source }))
    const tools = { databases, clock, sourceUrl: null, graceMs: 0, tell: () => {} }
    if (move.phase === 'undoing') return undo(tools, session, move)
    return withSides(tools, { from: from!, to: to! }, (sides) =>
      adopt({ ...tools, ...sides, bucket, directory: session }),
    )
  })
}

/** A command that was killed keeps its connection for some time, if its machine is lost. */
export const orphanedPauses: Task<OrphanTools> = {
  name: 'orphaned_pause_ended',
  intervalMs: 2000,
  run: endOrphanedPause,
}
