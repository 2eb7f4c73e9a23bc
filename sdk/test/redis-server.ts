/** A real Redis on a socket. It must be installed: `REDIS_SERVER` names its program, by default `redis-server`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PROGRAM = process.env['REDIS_SERVER'] ?? 'redis-server'

export interface RedisServer {
  /** The path of its socket. */
  socket: string
  close(): Promise<void>
}

/** Starts a server without persistence. Returns null if the program is not on this machine. */
export async function startRedis(): Promise<RedisServer | null> {
  if (spawnSync(PROGRAM, ['--version']).status !== 0) return null
  const directory = mkdtempSync(join(tmpdir(), 'tidings-redis-'))
  const socket = join(directory, 'redis.sock')
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--dir', directory]
  const child = spawn(PROGRAM, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) if (/ready to accept connections/i.test(line)) break
  child.stdout.resume()
  return {
    socket,
    async close() {
      child.kill()
      await closed
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
