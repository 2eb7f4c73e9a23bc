import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../database-error.ts'
import { StartError } from '../servers/start-error.ts'

/** Makes `DATA_DIR`, and closes it to other users. */

/** The names of our files in it. `lost+found` is in the root of a volume. */
const OUR_FILES =
  /^(postgres(\.log(\.1)?|\.password|\.unfinished-.*)?|service\.sock(\..*)?|secrets\.key(\..*)?|bin|lost\+found)$/

/**
 * Closes a directory and its logs, which older versions left open to readers. A directory that we share keeps its mode:
 * other programs may need it.
 */
function closeDataDirectory(dataDir: string): void {
  const us = process.getuid?.()
  if (us === undefined) return
  const names = readdirSync(dataDir)
  // Only Linux lets PostgreSQL's own user use the cluster without its path.
  const mode = us === 0 && process.platform !== 'linux' ? 0o711 : 0o700
  if (statSync(dataDir).uid === us && names.every((name) => OUR_FILES.test(name))) chmodSync(dataDir, mode)
  for (const name of ['postgres.log', 'postgres.log.1']) {
    const status = lstatSync(join(dataDir, name), { throwIfNoEntry: false })
    if (status?.isFile() && status.uid === us) chmodSync(join(dataDir, name), 0o600)
  }
}

/** Like `mkdir -p`, with the mode for the last directory. Node's own recursive form never ends below /proc. */
function makeDirectories(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeDirectories(dirname(path))
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another start may have created it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** @throws {StartError} if it cannot be created or written. */
export function prepareDataDirectory(path: string): string {
  try {
    makeDirectories(resolve(path), 0o700)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const dataDir = realpathSync(path)
    closeDataDirectory(dataDir)
    return dataDir
  } catch (error) {
    const code = errorCode(error) ?? ''
    const problem = ['EEXIST', 'ENOTDIR'].includes(code)
      ? 'is a file or is inside a file'
      : `cannot be written (${code})`
    throw new StartError(`The data directory ${path} ${problem}: set DATA_DIR to another directory`, { cause: error })
  }
}
