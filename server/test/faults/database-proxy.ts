/**
 * A proxy before PostgreSQL that knows its protocol (version 3: frontend and backend messages): it holds back a statement
 * or its answer, so that a test can end a process at just that point, and it falls silent in both directions, as a machine
 * does that has lost its network, while every connection stays open.
 */
import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'

export interface Hold {
  /** Resolves when the statement has come, or its answer. */
  reached: Promise<void>
  /** Lets what was held back go on. */
  release(): void
}

export interface DatabaseProxy {
  /** The database's URL through this proxy. */
  url: string
  /**
   * Holds back the next statement of this name, `before` it reaches the server, or `after` it was carried out, that is its
   * answer. Of several names the last one is meant, in a transaction that has run the others. A statement without a name
   * has its text for one (`commit`).
   */
  hold(names: readonly string[], point: 'before' | 'after'): Hold
  /** From now on no byte passes, and none will ever pass again on the connections that are open; new ones are accepted. */
  silence(): void
  /** New connections are served again. Those of before stay silent, and open. */
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

/** The whole messages at the beginning of the bytes; only the first one of a connection has no type. */
function* messages(bytes: Buffer, typed: boolean): Generator<Buffer> {
  const typeBytes = typed ? TYPE_BYTES : 0
  for (let start = 0; start + typeBytes + LENGTH_BYTES <= bytes.length;) {
    const end = start + typeBytes + bytes.readUInt32BE(start + typeBytes)
    if (end > bytes.length) return
    yield bytes.subarray(start, end)
    if (!typed) return
    start = end
  }
}

/** The statement that a frontend message runs, or null: the name of a Bind, the text of a Query. */
function statementOf(message: Buffer): string | null {
  const type = String.fromCharCode(message[0]!)
  const [first = '', second = ''] = message
    .subarray(TYPE_BYTES + LENGTH_BYTES)
    .toString()
    .split('\0', 2)
  if (type === 'B') return second
  return type === 'Q' ? first : null
}

/** Connects two sockets, statement by statement. */
function serve(client: Socket, server: Socket, waiting: Set<Waiting>): void {
  let fromClient: Buffer = Buffer.alloc(0)
  let started = false
  let stopped = false
  /** Of the transaction under way. */
  const ran = new Set<string>()
  /** What the server has answered to a statement whose answer is held back. */
  let answer: { bytes: Buffer; hold: Waiting } | null = null

  function findHold(statement: string): Waiting | undefined {
    return [...waiting].find(
      ({ names }) => names.at(-1) === statement && names.slice(0, -1).every((name) => ran.has(name)),
    )
  }

  /** Answers whether the message may go to the server now. */
  function admit(message: Buffer): boolean {
    const statement = statementOf(message)
    if (statement === null) return true
    if (statement === 'begin') ran.clear()
    const hold = findHold(statement)
    ran.add(statement)
    if (hold === undefined) return true
    waiting.delete(hold)
    if (hold.point === 'after') {
      answer = { bytes: Buffer.alloc(0), hold }
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
    if (answer === null) return void client.write(chunk)
    answer.bytes = Buffer.concat([answer.bytes, chunk])
    // ReadyForQuery: until then nothing is committed.
    const isWhole = [...messages(answer.bytes, true)].some((message) => String.fromCharCode(message[0]!) === 'Z')
    if (!isWhole) return
    const { bytes, hold } = answer
    void hold.released.then(() => {
      answer = null
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

/** A proxy before the database of that URL, at a port of loopback. */
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
