import { spawn } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  fchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { randomBase62 } from '../../ids.ts'
import type { Binaries } from './binaries.ts'
import { lastLines, openLog } from './log.ts'
import { giveTo, idleNamedUser } from './owner.ts'
import type { Owner } from './owner.ts'
import { StartError } from '../servers/start-error.ts'

/** Creates the cluster (PostgreSQL's word for its data directory) and gives it to its owner. */

/** The major version of the bundled PostgreSQL. It cannot read a cluster of another version. */
const POSTGRES_VERSION = '18'

export const SUPERUSER = 'tidings'

const PASSWORD_LENGTH = 32

/**
 * The directory argument for PostgreSQL. Another user may not be able to open the path (root's home is closed), but can
 * use its working directory, which has its own path on Linux.
 */
export function directoryArgument(cluster: string, owner: Owner | null): string {
  return owner && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/**
 * Otherwise glibc returns a statement's memory to the system, and the next statement gets it page by page. This costs a
 * tenth of the time for reading events.
 */
const KEPT_MEMORY_BYTES = String(4 * 1024 * 1024)
const KEPT_MEMORY = { MALLOC_TRIM_THRESHOLD_: KEPT_MEMORY_BYTES, MALLOC_MMAP_THRESHOLD_: KEPT_MEMORY_BYTES }

/**
 * PostgreSQL gets none of our environment, because PGDATA and similar variables change its behavior. Programs on
 * Windows need their environment.
 */
export const SERVER_ENVIRONMENT: { env?: Record<string, string> } =
  process.platform === 'win32'
    ? {}
    : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin', ...KEPT_MEMORY } }

/** The superuser's password for TCP. */
export function readPassword(dataDir: string): string {
  return readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
}

interface Making {
  dataDir: string
  binaries: Binaries
  owner: Owner | null
  logFile: string
  /** True to flush the files to disk. Not needed for test clusters. */
  durable: boolean
}

/** Creates a cluster in the directory. `maker` is the user that does it. Null: our own. */
async function initialize(
  directory: string,
  maker: Owner | null,
  { dataDir, binaries, logFile, durable }: Making,
): Promise<void> {
  const passwordFile = join(dataDir, 'postgres.password')
  writeFileSync(passwordFile, `${randomBase62(PASSWORD_LENGTH)}\n`, { mode: 0o600 })
  const password = openSync(passwordFile, 'r')
  const log = openLog(logFile)
  // PostgreSQL's user reads the file opened by us, wherever it is. Afterwards the file is closed to this user again.
  if (maker) fchownSync(password, maker.uid, maker.gid)
  try {
    const child = spawn(
      binaries.initdb,
      [
        ['--pgdata', directoryArgument(directory, maker)],
        ['--username', SUPERUSER],
        ['--pwfile', process.platform === 'win32' ? passwordFile : '/dev/fd/3'],
        // The rules of access are written at each start.
        ['--auth=scram-sha-256', '--encoding=UTF8', '--no-instructions'],
        // The same text order on every system.
        ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        durable ? [] : ['--no-sync'],
      ].flat(),
      {
        ...maker,
        cwd: directory,
        ...SERVER_ENVIRONMENT,
        stdio: ['ignore', log, log, password],
        windowsHide: true,
      },
    )
    const problem = await new Promise<string | null>((resolve) => {
      child.once('error', (error) => resolve(error.message))
      child.once('exit', (code) =>
        resolve(code === 0 ? null : (lastLines(logFile).at(-1) ?? `initdb ended with ${code}`)),
      )
    })
    if (problem !== null)
      throw new StartError(`The embedded database could not be created: ${problem} (see ${logFile})`)
  } finally {
    if (maker) fchownSync(password, process.getuid!(), process.getgid!())
    closeSync(password)
    closeSync(log)
  }
}

/**
 * Creates the cluster if it does not exist. It is created under another name and then renamed, so that a crash leaves
 * no partial cluster.
 * @throws {StartError} if it cannot be created, or has another PostgreSQL version.
 */
export async function ensureCluster(
  cluster: string,
  making: Making,
  onProgress: (text: string) => void,
): Promise<void> {
  const { dataDir, owner } = making
  for (const name of readdirSync(dataDir))
    if (name.startsWith('postgres.unfinished-')) rmSync(join(dataDir, name), { recursive: true, force: true })
  if (!statSync(cluster, { throwIfNoEntry: false })) {
    onProgress('Preparing the database (first start only)')
    const unfinished = join(dataDir, `postgres.unfinished-${randomBase62(8)}`)
    mkdirSync(unfinished, { mode: 0o700 })
    const maker = owner && idleNamedUser()
    if (maker) giveTo(maker, unfinished)
    await initialize(realpathSync(unfinished), maker, making)
    if (owner) giveTo(owner, unfinished)
    renameSync(unfinished, cluster)
    return
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_VERSION)
    throw new StartError(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this version of Tidings contains PostgreSQL ${POSTGRES_VERSION}`,
    )
  if (owner && statSync(cluster).uid !== owner.uid) giveTo(owner, realpathSync(cluster))
  chmodSync(cluster, 0o700)
}
