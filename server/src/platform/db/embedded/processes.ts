import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import { StartError } from '../servers/start-error.ts'

/**
 * Cleans up after an earlier start. A killed service leaves PostgreSQL running. A killed PostgreSQL leaves sessions
 * that first finish their statements. Both leave files that prevent the next start.
 */

/** Signals sent to a process that should end, with their delay, ms. Each next signal is stronger. */
const STOP_ORDERS = [
  // SIGINT ends a server with a checkpoint. A session without a server first gets SIGTERM.
  { afterMs: 0, server: 'SIGINT', session: 'SIGTERM' },
  // From here without a checkpoint, so the next start recovers.
  { afterMs: 20_000, server: 'SIGQUIT', session: 'SIGQUIT' },
  { afterMs: 25_000, server: 'SIGKILL', session: 'SIGKILL' },
] as const
const STOP_TIMEOUT_MS = 30_000
const STOP_POLL_MS = 20

const SOCKET_NAME = '.s.PGSQL.5432'

/** The process id in `postmaster.pid`, and the text after this line. */
interface PidFile {
  processId: number
  rest: string
}

export function readPidFile(cluster: string): PidFile | 'absent' | 'unreadable' {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch {
    return 'absent'
  }
  const [, digits, rest] = /^(\d+)(\n[^]*)$/.exec(text) ?? []
  return digits === undefined || rest === undefined ? 'unreadable' : { processId: Number(digits), rest }
}

/** A PostgreSQL process in a cluster: the server, a session or a helper process. */
export interface ClusterProcess {
  processId: number
  isServer: boolean
}

/** Finds processes by Linux's links: server and sessions run `postgres` in the cluster's directory. */
function processesByWorkingDirectory(cluster: string): ClusterProcess[] {
  const found: ClusterProcess[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      if (readlinkSync(`/proc/${name}/cwd`) !== cluster) continue
      if (!/^postgres( \(deleted\))?$/.test(basename(readlinkSync(`/proc/${name}/exe`)))) continue
      // All processes except the server name their task: `postgres: checkpointer`.
      const isServer = !readFileSync(`/proc/${name}/cmdline`, 'latin1').startsWith('postgres: ')
      found.push({ processId: Number(name), isServer })
    } catch {
      // It has ended meanwhile, or belongs to another user and so not to this cluster.
    }
  }
  return found
}

/** Without /proc: the process named in the file, if it runs `postgres`. */
function processByPidFile(cluster: string): ClusterProcess[] {
  const file = readPidFile(cluster)
  if (typeof file === 'string') return []
  const [command, ...args] =
    process.platform === 'win32'
      ? (['tasklist.exe', '/FI', `PID eq ${file.processId}`, '/FO', 'CSV', '/NH'] as const)
      : (['ps', '-p', String(file.processId), '-o', 'comm='] as const)
  const listing = spawnSync(command, args, { encoding: 'utf8' })
  return listing.stdout?.includes('postgres') ? [{ processId: file.processId, isServer: true }] : []
}

/** The PostgreSQL processes working in the cluster (a real path). */
export function clusterProcesses(cluster: string): ClusterProcess[] {
  return process.platform === 'linux' ? processesByWorkingDirectory(cluster) : processByPidFile(cluster)
}

function socketResponds(cluster: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(join(cluster, SOCKET_NAME))
    socket.once('connect', () => {
      resolve(true)
      socket.destroy()
    })
    // If the path is too long for a socket, there is none.
    socket.once('error', () => resolve(false))
  })
}

function signal(processId: number, name: NodeJS.Signals): void {
  try {
    process.kill(processId, name)
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * Stops every PostgreSQL process in the cluster, a server or sessions without a server, and waits for their end.
 * @throws {StartError} if a process does not end.
 */
export async function stopLeftovers(cluster: string, clock: Clock): Promise<void> {
  const startedAt = clock.monotonic()
  const orders = new Map<number, NodeJS.Signals>()
  for (;;) {
    const left = clusterProcesses(cluster)
    if (left.length === 0) return
    const elapsedMs = clock.monotonic() - startedAt
    if (elapsedMs > STOP_TIMEOUT_MS)
      throw new StartError(
        `An earlier PostgreSQL is still running in ${cluster} and does not stop: end process ${left[0]!.processId}`,
      )
    const order = STOP_ORDERS.findLast((one) => elapsedMs >= one.afterMs)!
    const servers = left.filter((one) => one.isServer)
    // A server ends its sessions itself. Each signal is sent once, because repeating it does not help.
    for (const { processId, isServer } of servers.length > 0 ? servers : left) {
      const name = isServer ? order.server : order.session
      if (orders.get(processId) !== name) signal(processId, name)
      orders.set(processId, name)
    }
    await delay(STOP_POLL_MS)
  }
}

/**
 * Makes an ended server's files harmless. Call it only if no process works in the cluster. PostgreSQL refuses to start
 * if `postmaster.pid` is empty or names a live process of the same user, even an unrelated one.
 * @throws {StartError} if a server responds, which must then run in another container.
 */
export async function clearStaleFiles(cluster: string): Promise<void> {
  if (process.platform !== 'win32' && (await socketResponds(cluster)))
    throw new StartError(`The database in ${cluster} is in use by a PostgreSQL in another container`)
  const file = readPidFile(cluster)
  const path = join(cluster, 'postmaster.pid')
  if (file === 'unreadable') rmSync(path, { force: true })
  // The file stays, because PostgreSQL checks the ended server's shared memory by it. PostgreSQL treats its own
  // parent's id as stale.
  else if (file !== 'absent') writeFileSync(path, `${process.pid}${file.rest}`)
  rmSync(join(cluster, `${SOCKET_NAME}.lock`), { force: true })
  rmSync(join(cluster, SOCKET_NAME), { force: true })
}
