import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { closeSync, statSync, fchownSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { totalmem, userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { Logger } from '../../log.ts'
import type { Binaries } from './binaries.ts'
import { directoryArgument, SERVER_ENVIRONMENT } from './cluster.ts'
import { lastLines, openLog } from './log.ts'
import type { Owner } from './owner.ts'
import { clearStaleFiles, readPidFile, stopLeftovers } from './processes.ts'
import { serverSettings } from './settings.ts'
import type { ServerAddress } from './settings.ts'
import { StartError } from '../servers/start-error.ts'
import { join } from 'node:path'
import { nameOf } from './owner.ts'

/** Runs the server of a cluster: starts it, restarts it if it dies, stops it. */

interface ServerSetup {
  /** A real path. */
  cluster: string
  logFile: string
  binaries: Binaries
  owner: Owner | null
  address: ServerAddress
  connectionsMax: number
  durable: boolean
  clock: Clock
  log: Logger
  onProgress(text: string): void
  /** See `DatabaseOptions`. */
  onStarting?(): void
}

interface RunningServer {
  /** Stops the server and its sessions cleanly, and waits for their end. */
  stop(): Promise<void>
}

/**
 * The time limit for "pre-existing shared memory block is still in use", ms. Sessions of a killed server may first
 * finish their statement.
 */
const SHARED_MEMORY_TIMEOUT_MS = 30_000
const START_RETRY_MS = 250
const READY_POLL_MS = 20

/**
 * The time limit for a start, ms. Recovery of the largest log allowed by `max_wal_size` takes less, even on a slow
 * disk.
 */
const READY_TIMEOUT_MS = 600_000
const LONG_START_MS = 3000

/** The time between attempts to restart a dead server, ms. */
const RESTART_INTERVAL_MS = 2000

function spawnServer(setup: ServerSetup): ChildProcess {
  const { cluster, logFile, binaries, owner } = setup
  const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const settings = serverSettings({ ...setup, memoryBytes })
  const log = openLog(logFile)
  try {
    return spawn(
      binaries.postgres,
      [
        '-D',
        directoryArgument(cluster, owner),
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      {
        ...owner,
        cwd: cluster,
        ...SERVER_ENVIRONMENT,
        stdio: ['ignore', log, log],
        // A separate process group, so that Ctrl-C in the terminal does not stop it before the service has drained.
        detached: true,
        windowsHide: true,
      },
    )
  } finally {
    closeSync(log)
  }
}

function isReady(cluster: string, processId: number): boolean {
  const file = readPidFile(cluster)
  // The last line of the file is the server's state.
  return typeof file !== 'string' && file.processId === processId && /\nready\s*$/.test(file.rest)
}

/** Starts the server once. Returns the running process, or why it ended. */
async function tryStart(setup: ServerSetup): Promise<{ child: ChildProcess } | { problem: string }> {
  const { cluster, logFile, clock, onProgress } = setup
  await clearStaleFiles(cluster)
  writeAccessRules(cluster, setup.owner)
  const logStart = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  const child = spawnServer(setup)
  setup.onStarting?.()
  let failure: string | null = null
  child.once('error', (error) => (failure = error.message))
  child.once('exit', (code) => {
    const lines = lastLines(logFile, logStart)
    const [, fatal] = /(?:FATAL|PANIC): +(.*)/.exec(lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? '') ?? []
    failure = fatal ?? lines.at(-1) ?? `it ended with ${code}`
  })
  const startedAt = clock.monotonic()
  for (let told = false; clock.monotonic() - startedAt < READY_TIMEOUT_MS;) {
    if (failure !== null) return { problem: failure }
    if (isReady(cluster, child.pid ?? -1)) {
      child.unref()
      return { child }
    }
    if (!told && clock.monotonic() - startedAt > LONG_START_MS) {
      told = true
      onProgress('The database is recovering')
    }
    await delay(READY_POLL_MS)
  }
  child.kill('SIGQUIT')
  return { problem: `it was not ready after ${READY_TIMEOUT_MS / 1000} s` }
}

/** @throws {StartError} with the server's last error message. */
async function start(setup: ServerSetup): Promise<ChildProcess> {
  const { clock } = setup
  for (const startedAt = clock.monotonic(); ; await delay(START_RETRY_MS)) {
    const result = await tryStart(setup)
    if ('child' in result) return result.child
    const passes = /pre-existing shared memory block|lock file ".*" already exists/.test(result.problem)
    if (!passes || clock.monotonic() - startedAt > SHARED_MEMORY_TIMEOUT_MS)
      throw new StartError(`The embedded PostgreSQL did not start: ${result.problem} (see ${setup.logFile})`)
  }
}

/**
 * Starts the cluster's server, and keeps it running. No process may work in the cluster. If the server dies, it is restarted.
 * Meanwhile callers see an unavailable database.
 * @throws {StartError} if it does not start.
 */
export async function runServer(setup: ServerSetup): Promise<RunningServer> {
  const { cluster, clock, log } = setup
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  let running: ChildProcess | undefined

  // If our process ends without a clean stop (other than a kill), the server is stopped too.
  const onExit = (): void => void running?.kill('SIGINT')

  function watch(child: ChildProcess): void {
    running = child
    const died = (): void => {
      if (stopping) return
      log.error({ event: 'database.died', exit_code: child.exitCode, signal: child.signalCode })
      restarting = restart()
    }
    if (child.exitCode === null && child.signalCode === null) child.once('exit', died)
    else died()
  }

  async function restart(): Promise<void> {
    while (!stopping)
      try {
        await stopLeftovers(cluster, clock)
        watch(await start(setup))
        log.info({ event: 'database.restarted' })
        return
      } catch (error) {
        log.error({ event: 'database.restart_failed', cause: (error as Error).message })
        await delay(RESTART_INTERVAL_MS, undefined, { ref: false })
      }
  }

  watch(await start(setup))
  process.once('exit', onExit)
  return {
    async stop() {
      stopping = true
      process.removeListener('exit', onExit)
      if (process.platform === 'win32') spawnSync(setup.binaries.pgCtl, ['stop', '-m', 'fast', '-D', cluster])
      await stopLeftovers(cluster, clock)
      // A restart under way may have succeeded meanwhile.
      await restarting
      await stopLeftovers(cluster, clock)
    },
  }
}

/**
 * Who may connect to the embedded PostgreSQL. The kernel names the caller of the Unix socket (`peer`), and only root and
 * the user of the service pass, as every role. A port of loopback asks for the password.
 */

/** The names of the users who may connect. An id without a name cannot: PostgreSQL finds callers by name. */
function permittedUsers(owner: Owner | null): string[] {
  const names = owner === null ? [userInfo().username] : [nameOf(owner)]
  return [...new Set(['root', ...names])].filter((name) => name !== null)
}

/**
 * The owner of the cluster could put a link at the path, so the file is made anew: root would write to the link's
 * target.
 */
function replaceFile(path: string, text: string, owner: Owner | null): void {
  rmSync(path, { force: true })
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    if (owner) fchownSync(file, owner.uid, owner.gid)
  } finally {
    closeSync(file)
  }
}

/** Writes the rules at every start, so that clusters of older versions get them. */
function writeAccessRules(cluster: string, owner: Owner | null): void {
  // PostgreSQL on Windows does not know `peer`.
  const socketLine = process.platform === 'win32' ? '' : 'local all all peer map=tidings\n'
  const quoted = permittedUsers(owner).map((name) => `"${name.replaceAll('"', '""')}"`)
  replaceFile(join(cluster, 'pg_ident.conf'), quoted.map((name) => `tidings ${name} all\n`).join(''), owner)
  replaceFile(join(cluster, 'pg_hba.conf'), `${socketLine}host all all 127.0.0.1/32 scram-sha-256\n`, owner)
}
