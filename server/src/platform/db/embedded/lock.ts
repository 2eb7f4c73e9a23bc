import { createHash } from 'node:crypto'
import { chmodSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBase62 } from '../../ids.ts'
import { errorCode } from '../database-error.ts'

/**
 * Allows one service per data directory. The lock is a listening socket. The kernel closes it when the process ends,
 * however it ends, and the socket tells the holder's process id. A file with a process id would survive a kill, and the
 * id could later belong to another process.
 */

/** The longest path of a Unix socket on every system, bytes (104 on macOS with the final zero, 108 on Linux). */
export const SOCKET_PATH_BYTES_MAX = 103

/**
 * If the holder does not send its process id within this time, it is stopped or overloaded and still holds the lock,
 * ms.
 */
const RESPONSE_TIMEOUT_MS = 2000

/** The length of a socket's random suffix, after a dot, until it gets the lock's name. */
const SUFFIX_LENGTH = 8

const TRIES_MAX = 5

export interface DirectoryLock {
  release(): Promise<void>
}

/** The lock, or the process id of its holder. Null: the holder did not send it. */
export type LockResult = { lock: DirectoryLock } | { heldBy: number | null }

function lockPath(directory: string): string {
  const hash = createHash('sha256').update(directory).digest('hex').slice(0, 16)
  if (process.platform === 'win32') return `\\\\.\\pipe\\tidings-${hash}`
  const path = join(directory, 'service.sock')
  return Buffer.byteLength(path) + 1 + SUFFIX_LENGTH <= SOCKET_PATH_BYTES_MAX
    ? path
    : join(tmpdir(), `tidings-${hash}.sock`)
}

/** A server listening at the path, or null if the path is taken. */
function listen(path: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.end(`${process.pid}\n`)
    })
    server.once('error', (error) => (errorCode(error) === 'EADDRINUSE' ? resolve(null) : reject(error)))
    const isPipe = process.platform === 'win32'
    server.listen({ path, readableAll: isPipe, writableAll: isPipe }, () => {
      if (!isPipe) chmodSync(path, 0o600)
      server.unref()
      resolve(server)
    })
  })
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** Gives the socket its final name if the name is free. So the name never leads to a socket that does not listen. */
function claim(own: string, path: string): boolean {
  try {
    linkSync(own, path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes the socket of an ended process. If a new socket has taken the path meanwhile, its inode differs, and it is
 * kept.
 */
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
    // If no process listens, the system says so at once. So a time-out means that the holder, or this process, stood
    // still.
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => {
      connected = true
      settle()
    })
    socket.once('connect', () => (connected = true))
    socket.on('data', (chunk) => (text += chunk.toString('latin1').slice(0, 20)))
    socket.once('end', settle)
    socket.once('error', (error) => {
      // A full backlog also proves a holder.
      if (errorCode(error) === 'EAGAIN' || errorCode(error) === 'EACCES') connected = true
      settle()
    })
  })
}

/**
 * The process id of the service using the directory (an absolute path). Null: it did not send its id. False: no service
 * uses it.
 */
export async function directoryHolder(directory: string): Promise<number | null | false> {
  const holder = await askHolder(lockPath(directory))
  return holder.alive ? holder.processId : false
}

async function lockPipe(path: string): Promise<LockResult> {
  const server = await listen(path)
  if (server) return { lock: { release: () => closed(server) } }
  const holder = await askHolder(path)
  return { heldBy: holder.alive ? holder.processId : null }
}

/** Takes the lock of a directory (an absolute path). The lock does not keep the process running. */
export async function lockDirectory(directory: string): Promise<LockResult> {
  const path = lockPath(directory)
  // A pipe on Windows disappears with its process.
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
