import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../../scripts/free-port.ts'
import { closedAtInterrupt } from '../interrupt.ts'

/** The Redis for BullMQ: a running Redis, or a new Redis for this run. */

export interface BenchRedis {
  url: string
  /** null if the Redis is not ours. Its CPU time is then unknown. */
  processId: number | null
  /** A description for people. */
  description: string
  close(): Promise<void>
}

const DEFAULT_URL = 'redis://127.0.0.1:6379'
const RESPONSE_TIMEOUT_MS = 2000
const START_TIMEOUT_MS = 10_000
const START_POLL_MS = 50

/** Sends a PING. True if any response in Redis' protocol arrives, including a request for a password. */
function responds(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 6379), timeout: RESPONSE_TIMEOUT_MS })
    const end = (responded: boolean) => {
      socket.destroy()
      resolve(responded)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => end(/^[+-]/.test(data.toString('latin1'))))
    socket.once('error', () => end(false))
    socket.once('timeout', () => end(false))
  })
}

/**
 * BullMQ's page for production recommends the append-only file, written to disk every second, and no eviction. Kill -9 of
 * Redis then loses nothing, because Redis writes the file before it sends a response. A power cut may lose a second.
 */
const DURABILITY = ['--appendonly', 'yes', '--appendfsync', 'everysec', '--maxmemory-policy', 'noeviction']

async function startOwn(): Promise<BenchRedis> {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-bench-redis-'))
  const port = await freePort()
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory, '--save', '']
  const child = spawn('redis-server', [...place, ...DURABILITY], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = `redis://127.0.0.1:${port}`
  const close = closedAtInterrupt(async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(directory, { recursive: true, force: true })
  })
  for (let waitedMs = 0; !(await responds(url)); waitedMs += START_POLL_MS) {
    if (waitedMs >= START_TIMEOUT_MS || child.exitCode !== null) {
      await close()
      throw new Error('redis-server was started, and does not answer')
    }
    await new Promise((resolve) => setTimeout(resolve, START_POLL_MS))
  }
  return { url, processId: child.pid!, description: 'Redis started with appendonly yes, appendfsync everysec', close }
}

/**
 * The Redis at REDIS_URL, otherwise the Redis on this machine, otherwise a new Redis if `redis-server` is on the PATH,
 * otherwise null.
 */
export async function openRedis(): Promise<BenchRedis | null> {
  const url = process.env['REDIS_URL'] ?? DEFAULT_URL
  if (await responds(url)) {
    const description = `the Redis at ${new URL(url).host}, as durable as it was set up`
    return { url, processId: null, description, close: async () => {} }
  }
  if (spawnSync('redis-server', ['--version']).status !== 0) return null
  return startOwn()
}
