/** Files with secrets: for their owner only (mode 0600), in a folder for their owner only (mode 0700). */
import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import type { Environment } from './command.ts'

const PRIVATE_FILE_BYTES_MAX = 256 * 1024

/** `text`: null if there is no file. */
export type PrivateFile = { ok: true; text: string | null } | { ok: false; sentence: string; remedy: string }

/** Windows has no modes: files in the home of a user are private there. */
const HAS_MODES = process.platform !== 'win32'

/** The folder for files of one kind: XDG Base Directory Specification. `name`: the variable; `preset`: below the home. */
function baseOf(environment: Environment, name: string, preset: string): string {
  const given = environment[name] ?? ''
  // The specification ignores relative paths.
  return isAbsolute(given) ? given : join(environment['HOME'] || homedir(), preset)
}

export function configPath(environment: Environment, file: string): string {
  return join(baseOf(environment, 'XDG_CONFIG_HOME', '.config'), 'tidings', file)
}

export function statePath(environment: Environment, file: string): string {
  return join(baseOf(environment, 'XDG_STATE_HOME', '.local/state'), 'tidings', file)
}

/** Reads a file with secrets. A file that other users can read is refused. */
export function readPrivateFile(path: string): PrivateFile {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { ok: true, text: null }
    return { ok: false, sentence: `${path} cannot be read: ${message}`, remedy: 'Make it a file of your own.' }
  }
  try {
    const { mode, size } = fstatSync(file)
    if (HAS_MODES && (mode & 0o077) !== 0)
      return { ok: false, sentence: `Other users can read ${path}`, remedy: `Run: chmod 600 ${path}` }
    if (size > PRIVATE_FILE_BYTES_MAX)
      return { ok: false, sentence: `${path} is too large`, remedy: 'Remove it and log in again.' }
    const buffer = Buffer.alloc(size)
    return { ok: true, text: buffer.toString('utf8', 0, readSync(file, buffer)) }
  } finally {
    closeSync(file)
  }
}

/** Replaces a file. After a crash it has either the old text or the new one. */
export function writePrivateFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const written = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(written, text, { mode: 0o600, flag: 'wx' })
    renameSync(written, path)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}
