import { spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  fchownSync,
  lstatSync,
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
import type { Binaries, Owner } from './binaries.ts'
import { lastLines } from './log.ts'
import { StartError } from '../start-error.ts'

/** The directory of the cluster (PostgreSQL's word for its data), its owner and its making. */

/** The major version of the bundled PostgreSQL: a cluster of another one cannot be read. */
const POSTGRES_VERSION = '18'

export const SUPERUSER = 'tidings'

const PASSWORD_LENGTH = 32

/** The user without rights that every Unix has; the id is the customary one where the list of users lacks it. */
function nobody(): Owner {
  try {
    const [, uid, gid] = /^nobody:[^:]*:(-?\d+):(-?\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
    // macOS writes -2; the system calls take the unsigned form.
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  } catch {
    // No list of users.
  }
  return { uid: 65_534, gid: 65_534 }
}

/**
 * Who PostgreSQL must run as, null for our own user: root it refuses, so then it is the cluster's owner, or `nobody`.
 * @throws {StartError} if the cluster belongs to another user than us.
 */
export function clusterOwner(cluster: string): Owner | null {
  const us = process.getuid?.()
  if (us === undefined) return null
  const status = statSync(cluster, { throwIfNoEntry: false })
  if (us !== 0) {
    if (status && status.uid !== us)
      throw new StartError(
        `The database in ${cluster} belongs to the user with id ${status.uid}: start the service as this user or as root`,
      )
    return null
  }
  return status && status.uid !== 0 ? { uid: status.uid, gid: status.gid } : nobody()
}

function giveTo(owner: Owner, path: string): void {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  chownSync(path, owner.uid, owner.gid)
  if (status.isDirectory()) for (const name of readdirSync(path)) giveTo(owner, join(path, name))
}

/**
 * How PostgreSQL is told its directory. As another user than ours it may not be able to walk there (a home of root is
 * closed), but it may use a directory in which it was started: on Linux that has a path of its own.
 */
export function directoryArgument(cluster: string, owner: Owner | null): string {
  return owner && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

/** Else glibc gives a statement's memory back, and the next one takes it anew page by page: a tenth of reading events. */
const KEPT_MEMORY_BYTES = String(4 * 1024 * 1024)
const KEPT_MEMORY = { MALLOC_TRIM_THRESHOLD_: KEPT_MEMORY_BYTES, MALLOC_MMAP_THRESHOLD_: KEPT_MEMORY_BYTES }

/**
 * Nothing of our environment reaches PostgreSQL: PGDATA and its kin would change what it does. Windows programs do not
 * run without theirs.
 */
export const SERVER_ENVIRONMENT: { env?: Record<string, string> } =
  process.platform === 'win32'
    ? {}
    : { env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin', ...KEPT_MEMORY } }

/** The password of the superuser over TCP; over the Unix socket the closed directory of the cluster protects. */
export function readPassword(dataDir: string): string {
  return readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim()
}

interface Making {
  dataDir: string
  binaries: Binaries
  owner: Owner | null
  logFile: string
  /** Whether the files are flushed to disk: not needed for a cluster of tests. */
  durable: boolean
}

async function initialize(directory: string, { dataDir, binaries, owner, logFile, durable }: Making): Promise<void> {
  const passwordFile = join(dataDir, 'postgres.password')
  writeFileSync(passwordFile, `${randomBase62(PASSWORD_LENGTH)}\n`, { mode: 0o600 })
  const password = openSync(passwordFile, 'r')
  const log = openSync(logFile, 'a')
  // The other user reads the file that we have opened, wherever it lies; it is closed to that user again afterwards.
  if (owner) fchownSync(password, owner.uid, owner.gid)
  try {
    const child = spawn(
      binaries.initdb,
      [
        ['--pgdata', directoryArgument(directory, owner)],
        ['--username', SUPERUSER],
        ['--pwfile', process.platform === 'win32' ? passwordFile : '/dev/fd/3'],
        ['--auth-local=trust', '--auth-host=scram-sha-256', '--encoding=UTF8', '--no-instructions'],
        // One order of texts on every system.
        ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        durable ? [] : ['--no-sync'],
      ].flat(),
      {
        ...owner,
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
    if (owner) fchownSync(password, process.getuid!(), process.getgid!())
    closeSync(password)
    closeSync(log)
  }
}

/**
 * Makes the cluster unless it is there. It is made under another name and renamed when it is whole, so that a crash
 * leaves no half of it.
 * @throws {StartError} if it cannot be made, or is of another version of PostgreSQL.
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
    if (owner) chownSync(unfinished, owner.uid, owner.gid)
    await initialize(realpathSync(unfinished), making)
    renameSync(unfinished, cluster)
    return
  }
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== POSTGRES_VERSION)
    throw new StartError(
      `The database in ${cluster} was created by PostgreSQL ${version}, but this version of Tidings contains PostgreSQL ${POSTGRES_VERSION}`,
    )
  if (owner && statSync(cluster).uid === 0) giveTo(owner, cluster)
  chmodSync(cluster, 0o700)
}
