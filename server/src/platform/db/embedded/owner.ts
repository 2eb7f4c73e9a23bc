import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../servers/start-error.ts'

/**
 * Chooses the user of the embedded PostgreSQL. PostgreSQL refuses to run as root, so root gives each cluster an id of its
 * own. A user that other programs have too, like `nobody`, would open the database to them.
 */

/** The user that PostgreSQL runs as if we are root. */
export interface Owner {
  uid: number
  gid: number
}

/** The ids for clusters. They have no name, so no program uses them by accident. */
const OWN_IDS = [
  // Above the 16-bit ids of users and services, below those that containers get from /etc/subuid.
  { first: 65_536, count: 34_464 },
  // For containers that have the first 65,536 ids only: the ids that systemd leaves free.
  { first: 60_706, count: 478 },
] as const

/** The id of `nobody` if /etc/passwd lacks it. Linux also shows it for ids from outside of a container. */
const NOBODY = 65_534

interface NamedUser extends Owner {
  name: string
}

/** The users in /etc/passwd, in the order of their ids. */
function namedUsers(): NamedUser[] {
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    // The container has no users.
  }
  return [...text.matchAll(/^([^:#\n]+):[^:\n]*:(-?\d+):(-?\d+):/gm)]
    .map(([, name, uid, gid]) => ({
      name: name!,
      // macOS writes -2 for `nobody`. System calls need the unsigned form.
      uid: Number(uid) >>> 0,
      gid: Number(gid) >>> 0,
    }))
    .toSorted((a, b) => a.uid - b.uid)
}

/** The ids of all running processes: real, effective, saved and of the file system. */
function idsInUse(): Set<number> {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-axo', 'uid='], { encoding: 'utf8' })
    return new Set(stdout.trim().split(/\s+/).map(Number))
  }
  const ids = new Set<number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const [, line = ''] = /^Uid:\t(.*)$/m.exec(readFileSync(`/proc/${name}/status`, 'latin1')) ?? []
      for (const id of line.split('\t')) ids.add(Number(id))
    } catch {
      // The process has ended meanwhile.
    }
  }
  return ids
}

/** False if our container lacks the id. */
function exists(uid: number): boolean {
  let map: string
  try {
    map = readFileSync('/proc/self/uid_map', 'utf8')
  } catch {
    return true
  }
  const ranges = map.trim().split('\n')
  return ranges.some((range) => {
    const [first = 0, , count = 0] = range.trim().split(/\s+/).map(Number)
    return uid >= first && uid < first + count
  })
}

const isOwnId = (uid: number): boolean => OWN_IDS.some(({ first, count }) => uid >= first && uid < first + count)

/** A free id. The same directory gets the same one, unless another user or process has it. */
function freeOwner(cluster: string, users: NamedUser[], used: Set<number>): Owner {
  const { first, count } = OWN_IDS.find((range) => exists(range.first + range.count - 1)) ?? OWN_IDS[1]
  // Containers often use the same path for different directories.
  const { dev, ino } = statSync(dirname(cluster))
  const start = createHash('sha256')
    .update(`${dev}:${ino}:${basename(cluster)}`)
    .digest()
    .readUInt32LE()
  const named = new Set(users.map((user) => user.uid))
  for (let step = 0; step < count; step++) {
    const uid = first + ((start + step) % count)
    if (!named.has(uid) && !used.has(uid)) return { uid, gid: uid }
  }
  throw new StartError(
    `All user ids from ${first} to ${first + count - 1} are in use: start the service as an ordinary user`,
  )
}

/**
 * The user that PostgreSQL must run as. Null: our own user. If we are root: the owner of the cluster, or a free id for a
 * new cluster, for one of `nobody` or root, and for a copy whose original is running. No process may work in the cluster.
 * @throws {StartError} if the cluster belongs to another user.
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
  const users = namedUsers()
  const used = idsInUse()
  const shared = new Set([0, NOBODY, ...users.filter(({ name }) => name === 'nobody').map(({ uid }) => uid)])
  const keeps = status && !shared.has(status.uid) && !(isOwnId(status.uid) && used.has(status.uid))
  return keeps ? { uid: status.uid, gid: status.gid } : freeOwner(cluster, users, used)
}

/**
 * A user for `initdb`, which refuses an id without a name: one without a process, so that no other program can reach the
 * files while it works.
 * @throws {StartError} if there is none.
 */
export function idleNamedUser(): Owner {
  const used = idsInUse()
  const user = namedUsers().find(({ uid }) => uid !== 0 && !used.has(uid) && exists(uid))
  if (user === undefined)
    throw new StartError(
      'PostgreSQL needs a user of /etc/passwd without a running process to create the database: add one, or start the service as an ordinary user',
    )
  return { uid: user.uid, gid: user.gid }
}

/** The name of the owner. Null: it has none. */
export function nameOf(owner: Owner): string | null {
  return namedUsers().find(({ uid }) => uid === owner.uid)?.name ?? null
}

/**
 * Gives a directory and all in it to the owner. The former owner may have put links there and still have directories
 * open: links are not followed, and a directory is closed before its entries are read. It is root's until the end, so a
 * start after a crash gives all again.
 */
export function giveTo(owner: Owner, path: string): void {
  if (lstatSync(path).isDirectory()) {
    lchownSync(path, process.getuid!(), process.getgid!())
    chmodSync(path, 0o700)
    for (const name of readdirSync(path)) giveTo(owner, join(path, name))
  }
  lchownSync(path, owner.uid, owner.gid)
}
