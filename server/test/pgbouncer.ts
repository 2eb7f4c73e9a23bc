/** A real PgBouncer in front of a server. It must be installed: `PGBOUNCER` names its program, by default `pgbouncer`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { clusterOwner } from '../src/platform/db/embedded/owner.ts'
import { freePort } from '../../scripts/free-port.ts'

const PROGRAM = process.env['PGBOUNCER'] ?? 'pgbouncer'
const INSTALL = 'apt-get install --no-install-recommends pgbouncer'

export interface PgBouncer {
  port: number
  close(): Promise<void>
}

/** The version, as `[1, 21]`. Throws if it is not installed. */
export function pgBouncerVersion(): readonly [major: number, minor: number] {
  const { stdout, error } = spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' })
  if (error !== undefined) throw new Error(`This test needs PgBouncer (${INSTALL}): ${error.message}`)
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout)!
  return [Number(major), Number(minor)]
}

/** Starts it in front of the server on this port, with these lines of its configuration. Any user may sign in. */
export async function startPgBouncer(
  serverPort: number,
  users: readonly string[],
  lines: readonly string[],
): Promise<PgBouncer> {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-pgbouncer-'))
  chmodSync(directory, 0o755)
  const port = await freePort()
  const userList = join(directory, 'users.txt')
  const configuration = join(directory, 'pgbouncer.ini')
  writeFileSync(userList, users.map((user) => `"${user}" ""\n`).join(''))
  const own = [
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = trust\nauth_file = ${userList}`,
    // Few sessions, so that clients share them.
    'default_pool_size = 5\nmax_client_conn = 200',
  ]
  const text = [`[databases]\n* = host=127.0.0.1 port=${serverPort}`, '[pgbouncer]', ...own, ...lines].join('\n')
  writeFileSync(configuration, `${text}\n`)
  // It refuses to run as root.
  const owner = clusterOwner(join(directory, 'none'))
  const child = spawn(PROGRAM, [configuration], { ...owner, stdio: ['ignore', 'ignore', 'pipe'] })
  const log: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line)
      if (line.includes('process up')) resolve()
    })
    child.on('exit', () => reject(new Error(`PgBouncer ended:\n${log.join('\n')}`)))
  })
  return {
    port,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
