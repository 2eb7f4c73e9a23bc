/**
 * A proxy in front of PostgreSQL that reads its protocol (version 3). It can hold back a statement or its response, so
 * that a test can kill a process at exactly this point. It can also go silent in both directions with all connections
 * open, as after a network failure.
 */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'

export interface Hold {
  /** Resolves when the proxy holds the statement, or its response. */
  reached: Promise<void>
  /** Lets the statement or response pass. */
  release(): void
}

export interface DatabaseProxy {
  /** The database's URL through this proxy. */
  url: string
  /**
   * Holds the next statement with this name `before` it reaches the server, or its response `after` it has run. With
   * several names: the last one, in a transaction that has already run the others. A statement without a name is
   * identified by its text (`commit`).
   */
  hold(names: readonly string[], point: 'before' | 'after'): Hold
  /** Stops all bytes. Open connections stay silent for ever. New connections are accepted, and are silent too. */
  silence(): void
  /** Serves new connections again. Older ones stay open and silent. */
  speak(): void
  close(): Promise<void>
}

interface Waiting {
  names: readonly string[]
  point: 'before' | 'after'
  reached(): void
  released: Promise<void>
}

const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** The complete messages at the start of the bytes. Only the first message of a connection has no type byte. */
export function* messages(bytes: Buffer, typed: boolean): Generator<Buffer> {
  const typeBytes = typed ? TYPE_BYTES : 0
  for (let start = 0; start + typeBytes + LENGTH_BYTES <= bytes.length;) {
    const end = start + typeBytes + bytes.readUInt32BE(start + typeBytes)
    if (end > bytes.length) return
    yield bytes.subarray(start, end)
    if (!typed) return
    start = end
  }
}

/** The statement run by a frontend message: the name in a Bind, the text of a Query. Null for other messages. */
function statementOf(message: Buffer): string | null {
  const type = String.fromCharCode(message[0]!)
  const [first = '', second = ''] = message
    .subarray(TYPE_BYTES + LENGTH_BYTES)
    .toString()
    .split('\0', 2)
  if (type === 'B') return second
  return type === 'Q' ? first : null
}

function serve(client: Socket, server: Socket, waiting: Set<Waiting>): void {
  let fromClient: Buffer = Buffer.alloc(0)
  let started = false
  let stopped = false
  /** Names of the statements run in the current transaction. */
  const ran = new Set<string>()
  /** The bytes of a response being held back. */
  let response: { bytes: Buffer; hold: Waiting } | null = null

  function findHold(statement: string): Waiting | undefined {
    return [...waiting].find(
      ({ names }) => names.at(-1) === statement && names.slice(0, -1).every((name) => ran.has(name)),
    )
  }

  /** Returns true if the message may pass to the server now. */
  function admit(message: Buffer): boolean {
    const statement = statementOf(message)
    if (statement === null) return true
    if (statement === 'begin') ran.clear()
    const hold = findHold(statement)
    ran.add(statement)
    if (hold === undefined) return true
    waiting.delete(hold)
    if (hold.point === 'after') {
      response = { bytes: Buffer.alloc(0), hold }
      return true
    }
    stopped = true
    void hold.released.then(() => {
      stopped = false
      server.write(message)
      fromClient = fromClient.subarray(message.length)
      forward()
    })
    hold.reached()
    return false
  }

  function forward(): void {
    if (stopped) return
    for (;;) {
      const message = messages(fromClient, started).next().value as Buffer | undefined
      if (message === undefined) return
      if (started && !admit(message)) return
      started = true
      server.write(message)
      fromClient = fromClient.subarray(message.length)
    }
  }

  client.on('data', (chunk) => {
    fromClient = Buffer.concat([fromClient, chunk])
    forward()
  })
  server.on('data', (chunk) => {
    if (response === null) return void client.write(chunk)
    response.bytes = Buffer.concat([response.bytes, chunk])
    // ReadyForQuery ends the response. Nothing is committed before it.
    const isWhole = [...messages(response.bytes, true)].some((message) => String.fromCharCode(message[0]!) === 'Z')
    if (!isWhole) return
    const { bytes, hold } = response
    void hold.released.then(() => {
      response = null
      client.write(bytes)
    })
    hold.reached()
  })
}

function upstreamOf(url: URL): Socket {
  const directory = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  return directory === null
    ? createConnection(port, url.hostname)
    : createConnection(join(directory, `.s.PGSQL.${port}`))
}

/** Starts a proxy for the database at this URL, on a loopback port. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const waiting = new Set<Waiting>()
  const sockets = new Set<Socket>()
  let silent = false

  function keep(socket: Socket, other: Socket | null): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other?.destroy()
    })
  }

  const listener = createServer((client) => {
    const server = silent ? null : upstreamOf(new URL(databaseUrl))
    keep(client, server)
    if (server === null) return void client.pause()
    keep(server, client)
    serve(client, server, waiting)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  url.searchParams.delete('host')

  return {
    url: url.href,
    hold(names, point) {
      const { promise: reached, resolve } = Promise.withResolvers<void>()
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      waiting.add({ names, point, reached: resolve, released })
      return { reached, release }
    },
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      silent = false
    },
    async close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}
