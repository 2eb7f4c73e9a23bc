import type { Clock } from '../clock.ts'
import type { HttpConnection } from './http-connection.ts'

export interface IdleConnections {
  readonly size: number
  /** Keeps an open connection under its key, one for every hostname and port. */
  add(key: string, connection: HttpConnection): void
  /** The connection of the key that was used last, if it leads to one of the addresses (null: to any); it is no longer kept then. */
  take(key: string, addresses: readonly string[] | null): HttpConnection | null
  /** Forgets a connection that was closed; nothing happens if it is not kept. */
  remove(connection: HttpConnection): void
  /** Closes the one that has been unused for the longest time. */
  closeOldest(): void
  closeAll(): void
}

interface Kept {
  key: string
  sinceMs: number
}

/** Connections that no request uses; they keep no process alive. One timer serves all of them: it runs for the oldest. */
export function createIdleConnections(options: {
  clock: Pick<Clock, 'monotonic'>
  timeoutMs: number
}): IdleConnections {
  // A Map keeps the order of insertion: the first entry is the oldest.
  const kept = new Map<HttpConnection, Kept>()
  const byKey = new Map<string, HttpConnection[]>()
  let timer: NodeJS.Timeout | null = null

  function remove(connection: HttpConnection): void {
    const entry = kept.get(connection)
    if (entry === undefined) return
    kept.delete(connection)
    const connections = byKey.get(entry.key)!
    // Most often the last one: it is what `take` takes.
    if (connections.at(-1) === connection) connections.pop()
    else connections.splice(connections.indexOf(connection), 1)
    if (connections.length === 0) byKey.delete(entry.key)
  }

  function close(connection: HttpConnection): void {
    remove(connection)
    connection.abort()
  }

  function closeExpired(): void {
    timer = null
    const nowMs = options.clock.monotonic()
    for (const [connection, entry] of kept) {
      const leftMs = entry.sinceMs + options.timeoutMs - nowMs
      if (leftMs > 0) return startTimer(leftMs)
      close(connection)
    }
  }

  function startTimer(timeoutMs: number): void {
    timer = setTimeout(closeExpired, timeoutMs)
    // An idle connection is no reason for the process to stay.
    timer.unref()
  }

  return {
    get size() {
      return kept.size
    },
    add(key, connection) {
      connection.socket.unref()
      kept.set(connection, { key, sinceMs: options.clock.monotonic() })
      const connections = byKey.get(key)
      if (connections === undefined) byKey.set(key, [connection])
      else connections.push(connection)
      if (timer === null) startTimer(options.timeoutMs)
    },
    take(key, addresses) {
      const connections = byKey.get(key) ?? []
      for (let index = connections.length - 1; index >= 0; index--) {
        const connection = connections[index]!
        if (addresses !== null && !addresses.includes(connection.address)) continue
        remove(connection)
        connection.socket.ref()
        return connection
      }
      return null
    },
    remove,
    closeOldest() {
      const oldest = kept.keys().next()
      if (!oldest.done) close(oldest.value)
    },
    closeAll() {
      for (const connection of kept.keys()) close(connection)
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
