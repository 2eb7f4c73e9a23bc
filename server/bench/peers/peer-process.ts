/**
 * A peer's process. Its arguments: the peer, the command, and the rest as JSON. `enqueue` puts the events of the
 * product's queue into the peer's. `work` works until it is asked to end. `left` prints the number of jobs that are not
 * done.
 */
import { Pool } from 'pg'
import { queuedEvents } from './events.ts'
import type { PeerEvent } from './events.ts'
import { bullmq } from './bullmq.ts'
import { graphileWorker } from './graphile-worker.ts'
import { pgBoss } from './pg-boss.ts'
import type { Peer, PeerPlaces, PeerSettings } from './settings.ts'

interface Given {
  places: PeerPlaces
  settings: PeerSettings
  /** For reading endpoints and writing attempts. The peer's own statements have connections of their own. */
  database: Pool
}

/** Operations of a peer. */
export interface PeerProgram {
  /** Empties its queue and fills it again. */
  enqueue(given: Given & { events: AsyncIterable<PeerEvent[]> }): Promise<void>
  work(given: Given): Promise<{ stop(): Promise<void> }>
  /** Jobs that are not completed. */
  left(given: Given): Promise<number>
}

const PROGRAMS: Record<Peer, PeerProgram> = { 'graphile-worker': graphileWorker, bullmq, 'pg-boss': pgBoss }
const CONNECTIONS_MAX = 4

const [peer, command, json] = process.argv.slice(2)
const { places, settings } = JSON.parse(json!) as { places: PeerPlaces; settings: PeerSettings }
const program = PROGRAMS[peer as Peer]
const database = new Pool({ connectionString: places.databaseUrl, max: CONNECTIONS_MAX })
const given: Given = { places, settings, database }

switch (command) {
  case 'enqueue':
    await program.enqueue({ ...given, events: queuedEvents(database) })
    await database.end()
    break
  case 'left':
    console.log(await program.left(given))
    await database.end()
    break
  case 'work': {
    const worker = await program.work(given)
    process.once('SIGTERM', () => {
      void worker
        .stop()
        .then(() => database.end())
        .then(() => process.exit(0))
    })
    break
  }
  default:
    throw new Error(`There is no command ${command}`)
}
