// Invariant 11, if the database's disk is full: 503, nothing is stored in part, and the service recovers by itself.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FullDiskResult } from '../faults/full-disk.ts'

const SCRIPT = fileURLToPath(new URL('../faults/full-disk.ts', import.meta.url))

const TIMEOUT_MS = 600_000
const NAMESPACE = ['--mount', '--propagation', 'private']
/** Mounts a file system in memory at the first argument, and runs the others. */
const MOUNT = 'mount -t tmpfs -o size=200m tmpfs "$0" && exec "$@"'

/** The reason if this machine cannot mount a small file system for one process, or null. */
function obstacle(directory: string): string | null {
  if (process.platform !== 'linux') return 'this is not Linux'
  const tried = spawnSync('unshare', [...NAMESPACE, 'sh', '-c', MOUNT, directory, 'true'])
  if (tried.error !== undefined) return 'there is no unshare'
  return tried.status === 0 ? null : tried.stderr.toString().trim() || `unshare ended with ${tried.status}`
}

test('a disk that is full is answered with 503, also when PostgreSQL ends by it, and nothing is lost', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-disk-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const reason = obstacle(directory)
  if (reason !== null) {
    t.diagnostic(`NOT TESTED HERE: no small file system can be mounted (${reason}); it takes root on Linux`)
    return
  }
  const command = [...NAMESPACE, 'sh', '-c', MOUNT, directory, process.execPath, SCRIPT, directory]
  const { stdout } = await promisify(execFile)('unshare', command, { timeout: TIMEOUT_MS })
  const result = JSON.parse(stdout) as FullDiskResult
  t.diagnostic(JSON.stringify(result))
  assert.deepEqual(Object.keys(result.refused), ['503 unavailable'])
  assert.deepEqual(Object.keys(result.refusedAfterPanic), ['503 unavailable'])
  assert.equal(result.readStatus, 200)
  assert.deepEqual(result.breaches, [])
  assert.ok(result.events > result.acknowledged)
})
