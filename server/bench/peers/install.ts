import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

const DIRECTORY = fileURLToPath(new URL('.', import.meta.url))

/** npm writes its installed packages here. After a complete install they are the same as in the lock file. */
const INSTALLED = 'node_modules/.package-lock.json'

interface Lock {
  packages: Record<string, { version: string; optional?: boolean; peer?: boolean }>
}

const read = (name: string) => (JSON.parse(readFileSync(join(DIRECTORY, name), 'utf8')) as Lock).packages

function isInstalled(): boolean {
  if (!existsSync(join(DIRECTORY, INSTALLED))) return false
  const installed = read(INSTALLED)
  return Object.entries(read('package-lock.json')).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  )
}

/** Installs the peers with `npm ci` unless they are there. Returns the reason if this fails, otherwise null. */
export function installPeers(progress: (text: string) => void): string | null {
  if (isInstalled()) return null
  progress('installing the peers into server/bench/peers by npm ci, without install scripts')
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund'], {
    cwd: DIRECTORY,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (npm.status === 0) return null
  const lines = `${npm.error?.message ?? ''}${npm.stderr ?? ''}`.trim().split('\n')
  return `npm ci failed: ${lines.find((line) => line.includes('error')) ?? lines[0]}`
}
