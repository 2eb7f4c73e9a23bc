// Names are resolved by the machine's rules: the service runs with its own hosts file in a mount namespace.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { HostsFileResult } from '../hosts-file-service.ts'

const SCRIPT = fileURLToPath(new URL('../hosts-file-service.ts', import.meta.url))

const TIMEOUT_MS = 120_000
const NAMESPACE = ['--mount', '--propagation', 'private']
/** Mounts the first argument at /etc/hosts, and runs the others. */
const MOUNT = 'mount --bind "$0" /etc/hosts && exec "$@"'

/** The reason if this machine cannot give a process its own hosts file, or null. */
function obstacle(hosts: string): string | null {
  if (process.platform !== 'linux') return 'this is not Linux'
  const tried = spawnSync('unshare', [...NAMESPACE, 'sh', '-c', MOUNT, hosts, 'true'])
  if (tried.error !== undefined) return 'there is no unshare'
  return tried.status === 0 ? null : tried.stderr.toString().trim() || `unshare ended with ${tried.status}`
}

test('a receiver with its name only in the hosts file gets its events; private addresses are refused there too', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-hosts-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  const hosts = join(directory, 'hosts')
  writeFileSync(hosts, '127.0.0.1 localhost\n127.0.0.1 hooks.tidings.test\n10.0.0.1 private.tidings.test\n')
  const reason = obstacle(hosts)
  if (reason !== null) {
    t.diagnostic(`NOT TESTED HERE: no file can be mounted (${reason}); it takes root on Linux`)
    return
  }
  const command = [...NAMESPACE, 'sh', '-c', MOUNT, hosts, process.execPath, SCRIPT, directory]
  const { stdout } = await promisify(execFile)('unshare', command, { timeout: TIMEOUT_MS })
  const result = JSON.parse(stdout) as HostsFileResult
  t.diagnostic(JSON.stringify(result))
  assert.deepEqual(result.saved, {
    'absent.tidings.test': [422, 'url_unresolvable'],
    'private.tidings.test': [422, 'url_not_public'],
    'hooks.tidings.test': [201, null],
    'added.tidings.test': [200, null],
  })
  assert.deepEqual(result.received, [
    ['hooks.tidings.test', 'ping'],
    ['added.tidings.test', 'ping'],
  ])
})
