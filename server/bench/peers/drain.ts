import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { checkDrained, fillBacklog, forgetEvents } from '../backlog.ts'
import type { BenchEndpoint } from '../backlog.ts'
import { familyCpu, memoryPeakMib, processCpu } from '../cpu.ts'
import { measure } from '../measure.ts'
import type { BenchDatabase } from '../database.ts'
import type { Bench, Run } from '../scenario.ts'
import type { BenchRedis } from './redis.ts'
import type { Peer, PeerPlaces, PeerSettings } from './settings.ts'

const PROCESS = fileURLToPath(new URL('peer-process.ts', import.meta.url))

export interface PeerDrain {
  peer: Peer
  settings: PeerSettings
  redis: BenchRedis | null
  endpoints: readonly BenchEndpoint[]
  events: number
}

function start(command: 'enqueue' | 'work' | 'left', { peer, settings }: PeerDrain, places: PeerPlaces) {
  const args = [PROCESS, peer, command, JSON.stringify({ places, settings })]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  const exited = once(child, 'exit').then(async ([code, signal]) => {
    if (code !== 0) throw new Error(`${peer} ${command} ended with ${code ?? signal}`)
    return output
  })
  exited.catch(() => {})
  return { child, exited }
}

const RECORDED_TIMEOUT_MS = 30_000
const RECORDED_POLL_MS = 50

/** The attempts of the last POSTs may still be in writing when the receiver has counted them. */
async function recorded({ pool, historyEnd }: BenchDatabase, events: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < RECORDED_TIMEOUT_MS; waitedMs += RECORDED_POLL_MS) {
    const { rows } = await pool.query<{ attempts: number }>({
      text: 'select count(*) filter (where final) as attempts from attempts where event_id >= $1',
      values: [historyEnd],
    })
    if (rows[0]!.attempts >= events) return
    await new Promise((resolve) => setTimeout(resolve, RECORDED_POLL_MS))
  }
}

/** The product's own backlog, in the peer's queue instead of the product's. */
async function fill(bench: Bench, drain: PeerDrain, places: PeerPlaces): Promise<void> {
  await fillBacklog(bench.database, drain.endpoints, drain.events)
  await start('enqueue', drain, places).exited
  await forgetEvents(bench.database)
  await bench.database.pool.query({ text: 'checkpoint' })
}

/**
 * A peer drains the same events to the same receiver. Returns the middle of the run.
 *
 * @throws unless each event has exactly one successful attempt, and its job is completed.
 */
export async function drainWithPeer(bench: Bench, drain: PeerDrain): Promise<Run> {
  const { database, receiver } = bench
  const { redis, events } = drain
  const { origin, caFile } = receiver
  const places = { databaseUrl: database.url, redisUrl: redis?.url ?? null, origin, caFile }
  await fill(bench, drain, places)
  let worker: ReturnType<typeof start> | undefined
  const redisId = redis?.processId ?? null
  try {
    const [run] = await measure({
      receiver,
      posts: events,
      cpu: () => ({
        sender: worker === undefined ? 0 : processCpu(worker.child.pid!),
        postgres: familyCpu(database.processId),
        ...(redis === null ? {} : { redis: redisId === null ? null : processCpu(redisId) }),
      }),
      start() {
        worker = start('work', drain, places)
        return { failed: worker.exited }
      },
    })
    await recorded(database, events)
    const extraAttempts = await checkDrained(database, events)
    const memoryMib = memoryPeakMib(worker!.child.pid!)
    worker!.child.kill('SIGTERM')
    await worker!.exited
    const left = Number(await start('left', drain, places).exited)
    if (left !== 0) throw new Error(`${drain.peer} has left ${left} of ${events} jobs`)
    return { ...run!, memoryMib, extraAttempts }
  } finally {
    if (worker?.child.exitCode === null && worker.child.signalCode === null) worker.child.kill('SIGKILL')
    // The backlog is empty, and the product's next backlog finds the database without the peer's tables.
    await database.pool.query({ text: 'drop schema if exists graphile_worker, pgboss cascade' })
  }
}
