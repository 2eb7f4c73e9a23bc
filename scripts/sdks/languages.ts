/** Python and Go of this machine, for the clients in these languages. Their packages are kept in `.cache`. */
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../builds.ts'

export const PYTHON_SDK = join(ROOT, 'sdks/python')
export const GO_SDK = join(ROOT, 'sdks/go')

const PYTHON_VERSION_MIN = '(3, 10)'

/** Compiled programs of Go take a minute if the module cache is empty. */
const COMMAND_TIMEOUT_MS = 5 * 60_000

/** Runs a program and returns its output. Throws with the output if it fails. */
export function run(
  program: string,
  args: readonly string[],
  { cwd = ROOT, env = {}, input }: { cwd?: string; env?: Record<string, string>; input?: string } = {},
): string {
  const found = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    timeout: COMMAND_TIMEOUT_MS,
  })
  if (found.status === 0) return found.stdout
  throw new Error(`${program} ${args.join(' ')} failed: ${found.error ?? ''}\n${found.stdout}${found.stderr}`)
}

function outputOf(program: string, args: readonly string[]): string | null {
  const found = spawnSync(program, args, { encoding: 'utf8' })
  return found.status === 0 ? found.stdout.trim() : null
}

/** The path of Python 3.10 or newer, itself: a shim in front of it may be slow. Null if the machine has none. */
export function findPython(): string | null {
  const program = `import sys, venv, ensurepip; print(sys.executable if sys.version_info >= ${PYTHON_VERSION_MIN} else "")`
  return outputOf('python3', ['-c', program]) || null
}

/** True if the machine has Go. */
export function hasGo(): boolean {
  return outputOf('go', ['version']) !== null
}

/**
 * A Python with the packages of a list in `sdks/python/requirements`, each pinned by version and hash. The first call
 * installs them. Returns the path of its directory of programs. Throws if the packages cannot be installed.
 */
export function pythonWith(python: string, list: 'test' | 'long' | 'generator' | 'release'): string {
  const requirements = join(PYTHON_SDK, 'requirements', `${list}.txt`)
  const version = run(python, ['-c', 'import sys; print(sys.version)'])
  const name = `python-${list}-${hash('sha256', `${version}${readFileSync(requirements, 'utf8')}`).slice(0, 16)}`
  const place = join(ROOT, '.cache', name)
  const programs = join(place, 'bin')
  // The marker is written last: a broken installation begins anew.
  const marker = join(place, 'installed')
  if (existsSync(marker)) return programs
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  rmSync(place, { recursive: true, force: true })
  run(python, ['-m', 'venv', place])
  const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:']
  run(join(programs, 'python'), ['-m', 'pip', 'install', ...options, '-r', requirements])
  mkdirSync(`${marker}.new`)
  renameSync(`${marker}.new`, marker)
  return programs
}
