/** A real Redis. It must be installed: `REDIS_SERVER` names its program, by default `redis-server`. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../scripts/free-port.ts'

const PROGRAM = process.env['REDIS_SERVER'] ?? 'redis-server'

/** Starts a server without persistence. Returns null if the program is not on this machine. */
async function start(args: (directory: string) => string[]) {
  if (spawnSync(PROGRAM, ['--version']).status !== 0) return null
  const directory = mkdtempSync(join(tmpdir(), 'tidings-redis-'))
  const options = ['--save', '', '--dir', directory, ...args(directory)]
  const child = spawn(PROGRAM, options, { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) if (/ready to accept connections/i.test(line)) break
  child.stdout.resume()
  return {
    directory,
    async close() {
      child.kill()
      await closed
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

const socketIn = (directory: string) => join(directory, 'redis.sock')

/** A server on a socket. `socket`: its path. */
export async function startRedis(): Promise<{ socket: string; close(): Promise<void> } | null> {
  const server = await start((directory) => ['--port', '0', '--unixsocket', socketIn(directory)])
  return server && { socket: socketIn(server.directory), close: server.close }
}

/** A cluster of one server, with all slots. */
export async function startRedisCluster(): Promise<{ port: number; close(): Promise<void> } | null> {
  const [port, busPort] = [await freePort(), await freePort()]
  const address = ['--bind', '127.0.0.1', '--port', String(port), '--cluster-port', String(busPort)]
  const server = await start(() => [...address, '--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'])
  if (server === null) return null
  const client = new Redis(port, '127.0.0.1')
  await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  while (!String(await client.call('CLUSTER', 'INFO')).includes('cluster_state:ok')) await setTimeout(50)
  client.disconnect()
  return { port, close: server.close }
}
