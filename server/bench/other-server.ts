import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'
import { idleNamedUser } from '../src/platform/db/embedded/owner.ts'
import { withSession } from '../src/platform/db/session.ts'
import type { TestServer } from '../test/database-server.ts'

const USER = 'tidings'
const SETTINGS = { fsync: 'off', unix_socket_directories: '', max_connections: 100 }
const LOOKS_MAX = 300
const LOOK_INTERVAL_MS = 100

/** Starts a PostgreSQL with the programs in a directory, with an empty cluster in a temporary directory. */
export async function startOtherServer(programs: string): Promise<TestServer> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-postgres-'))
  chmodSync(home, 0o755)
  const cluster = join(home, 'data')
  // As root: `initdb` refuses root and ids without a name.
  const owner = process.getuid?.() === 0 ? idleNamedUser() : null
  mkdirSync(cluster, { mode: 0o700 })
  if (owner !== null) chownSync(cluster, owner.uid, owner.gid)
  const making = ['-D', cluster, '-U', USER, '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C']
  const made = spawnSync(join(programs, 'initdb'), making, { ...owner, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`)
  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', cluster, ...settings], {
    ...owner,
    cwd: '/',
    stdio: 'ignore',
  })
  const ended = once(server, 'exit')
  const url = `postgresql://${USER}@127.0.0.1:${port}/postgres`
  const isReady = () => withSession(url, () => Promise.resolve(true)).catch(() => false)
  for (let looks = 1; !(await isReady()); looks++) {
    if (looks === LOOKS_MAX || server.exitCode !== null) throw new Error(`The PostgreSQL in ${programs} does not start`)
    await delay(LOOK_INTERVAL_MS)
  }
  return {
    url,
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
