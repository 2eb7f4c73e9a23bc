import { readFileSync, statfsSync } from 'node:fs'

/** Linux mounts a file system in memory here. */
const DIRECTORY = '/dev/shm'

/** A whole run needs about 3 GB for its databases and their logs. */
const FREE_BYTES_MIN = 6 * 1024 ** 3

/** A mount that files can be written to and run from: containers often forbid the latter. */
function isOpenMount(line: string): boolean {
  const [, at, type, options = ''] = line.split(' ')
  return at === DIRECTORY && type === 'tmpfs' && options.startsWith('rw') && !options.split(',').includes('noexec')
}

/**
 * The directory in memory, or null if the system has none with enough room. Tests make databases of 700 files each. A
 * disk's file system needs ten times as much processor time for them.
 */
export function memoryDirectory(): string | null {
  if (process.platform !== 'linux') return null
  if (!readFileSync('/proc/mounts', 'utf8').split('\n').some(isOpenMount)) return null
  const { bavail, bsize } = statfsSync(DIRECTORY)
  return Math.min(bavail * bsize, process.availableMemory()) < FREE_BYTES_MIN ? null : DIRECTORY
}
