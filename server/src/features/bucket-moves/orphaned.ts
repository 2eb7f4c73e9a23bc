/** The service ends the pause of a bucket if the command that moves it was killed in the pause. */
import type { Clock } from '../../platform/clock.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import type { Logger } from '../../platform/log.ts'
import { undo } from './move.ts'
import { serverNamed, unlessMoverWorks, withSide, withSides } from './mover.ts'
import { howToEnd, readMoves } from './queries.ts'
import type { MoveRow } from './queries.ts'
import { adopt, permitWrites } from './switch.ts'
import type { Task } from '../../platform/task-runner.ts'

export interface OrphanTools {
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
