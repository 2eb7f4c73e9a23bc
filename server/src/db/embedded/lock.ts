import { createHash } from 'node:crypto'
import { linkSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBase62 } from '../../ids.ts'
import { errorCode } from '../database-error.ts'

/**
 * One service per data directory. The lock is a listening socket: the kernel gives it up with the process, however that
 * ends, and whoever finds it asks it who listens. A file with a process id would outlive a kill, and the id would come
 * to mean another process.
 */

/** The longest path of a Unix socket that every system takes, bytes (104 on macOS with the closing zero, 108 on Linux). */
export const SOCKET_PATH_BYTES_MAX = 103

/** A holder that is stopped or overloaded does not say its process id in this time, ms; it holds the lock all the same. */
const ANSWER_TIMEOUT_MS = 2000

/** Characters that, after a dot, a socket has in its name until it gets the lock's. */
const SUFFIX_LENGTH = 8

const TRIES_MAX = 5

export interface DirectoryLock {
  release(): Promise<void>
}

/** Either the lock, or the process id of its holder (null: it does not say). */
export type LockOutcome = { lock: DirectoryLock } | { heldBy: number | null }

function lockPath(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\tidings-${hash}`
  const path = join(directory, 'service.sock')
  return Buffer.byteLength(path) + 1 + SUFFIX_LENGTH <= SOCKET_PATH_BYTES_MAX
    ? path
    : join(tmpdir(), `tidings-${hash}.sock`)
}

/** The server that listens at the path, or null if the path is taken. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${process.pid}\n`)
    })
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(null) : reject(error)))
    // Any user may ask who holds it.
    server.listen({ path, readableAll: true, writableAll: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Gives the socket its name, unless the name is taken: at no moment does the name lead to a socket that does not listen. */
function claim(own: string, path: string): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the socket of a process that has ended, and nothing else: whoever came first has another inode there by now. */
function removeStale(path: string, inode: number | bigint): void {
  const aside = `${path}.${randomBase62(SUFFIX_LENGTH)}`
  try {
    renameSync(path, aside)
  } catch {
    // Another start has removed it.
    return
  }
  if (lstatSync(aside).ino !== inode) claim(aside, path)
  rmSync(aside, { force: true })
}

type Holder = { alive: true; processId: number | null } | { alive: false }

function askHolder(path: string): Promise<Holder> {
  return new Promise((resolve) => {
    let text = ''
    let connected = false
    const socket = createConnection(path)
    const settle = (): void => {
      socket.destroy()
      resolve(connected ? { alive: true, processId: Number.parseInt(text, 10) || null } : { alive: false })
    }
    // Where nobody listens the system says so at once: without a word it is this process, or the holder, that stood still.
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => {
      connected = true
      settle()
    })
    socket.once('connect', () => (connected = true))
    socket.on('data', (chunk) => (text += chunk.toString('latin1').slice(0, 20)))
    socket.once('end', settle)
    socket.once('error', (error) => {
      // A full backlog is a holder too.
      if (errorCode(error) === 'EAGAIN' || errorCode(error) === 'EACCES') connected = true
      settle()
    })
  })
}

/** The process id of the service that holds the directory (an absolute path): null if it does not say, false if none does. */
export async function directoryHolder(directory: string): Promise<number | null | false> {
  const holder = await askHolder(lockPath(directory))
  return holder.alive ? holder.processId : false
}

async function lockPipe(path: string): Promise<LockOutcome> {
  const server = await listen(path)
  if (server) return { lock: { release: () => closed(server) } }
  const holder = await askHolder(path)
  return { heldBy: holder.alive ? holder.processId : null }
}

/** Takes the lock of a directory, an absolute path. It does not keep the process running. */
export async function lockDirectory(directory: string): Promise<LockOutcome> {
  const path = lockPath(directory)
  // A pipe of Windows goes with its process.
  if (process.platform === 'win32') return lockPipe(path)
  const own = `${path}.${randomBase62(SUFFIX_LENGTH)}`
  const server = await listen(own)
  try {
    for (let triesMade = 0; server && triesMade < TRIES_MAX; triesMade++) {
      if (claim(own, path)) {
        const release = async (): Promise<void> => {
          rmSync(path, { force: true })
          await closed(server)
        }
        return { lock: { release } }
      }
      const found = lstatSync(path, { throwIfNoEntry: false })
      const holder = await askHolder(path)
      if (holder.alive) {
        await closed(server)
        return { heldBy: holder.processId }
      }
      if (found) removeStale(path, found.ino)
    }
  } finally {
    rmSync(own, { force: true })
  }
  if (server) await closed(server)
  return { heldBy: null }
}
