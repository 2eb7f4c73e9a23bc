/**
 * A connection pooler on real connections to PostgreSQL, like PgBouncer before 1.21: each transaction of a client runs in
 * the session that was free last. It passes prepared statements on as they are, and drops settings of the startup.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import pg from 'pg'
import { messages } from './faults/database-proxy.ts'

export interface TransactionPooler {
  /** The database's URL through the pooler. */
  url: string
  close(): Promise<void>
}

export interface PoolerOptions {
  /** How many sessions the clients share. */
  sessions: number
  /** `session`: a client keeps its session until it ends. */
  mode?: 'transaction' | 'session'
}

const TYPE_BYTES = 1
const HEAD_BYTES = 5
const IDLE = 'I'.charCodeAt(0)

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write(type)
  head.writeUInt32BE(HEAD_BYTES - TYPE_BYTES + body.length, TYPE_BYTES)
  return Buffer.concat([head, body])
}

/** The sign-in is accepted, the client's key is the pooler's own, and the session is ready. */
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
])

/** The raw stream of a connection that the driver has opened. */
async function openSession(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.removeAllListeners('data')
  return stream
}

class Sessions {
  readonly #idle: Socket[]
  readonly #waiting: ((session: Socket) => void)[] = []

  constructor(sessions: readonly Socket[]) {
    this.#idle = [...sessions]
  }

  take(): Promise<Socket> {
    const session = this.#idle.pop()
    return session === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(session)
  }

  /**
   * Ends the work of a client that has gone. `withoutResponse`: its requests whose ReadyForQuery comes before that of the
   * clean-up. `received`: the start of a message.
   */
  clean(session: Socket, withoutResponse: number, received: Buffer): void {
    let left = withoutResponse + 1
    let bytes = received
    session.removeAllListeners('data')
    session.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      for (const each of messages(bytes, true)) {
        bytes = bytes.subarray(each.length)
        if (String.fromCharCode(each[0]!) === 'Z') left -= 1
      }
      if (left === 0) this.giveBack(session)
    })
    session.write(message('Q', Buffer.from('discard all\0')))
  }

  giveBack(session: Socket): void {
    session.removeAllListeners('data')
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(session)
    else next(session)
  }
}

function serve(client: Socket, sessions: Sessions, mode: 'transaction' | 'session'): void {
  let fromClient: Buffer = Buffer.alloc(0)
  let fromServer: Buffer = Buffer.alloc(0)
  let isStarted = false
  let session: Promise<Socket> | null = null
  /** Requests without their ReadyForQuery. */
  let withoutResponse = 0

  function hear(one: Socket): void {
    one.on('data', (chunk: Buffer) => {
      client.write(chunk)
      fromServer = Buffer.concat([fromServer, chunk])
      for (const each of messages(fromServer, true)) {
        fromServer = fromServer.subarray(each.length)
        if (String.fromCharCode(each[0]!) !== 'Z') continue
        withoutResponse--
        if (mode === 'session' || withoutResponse > 0 || each[HEAD_BYTES] !== IDLE) continue
        session = null
        sessions.giveBack(one)
      }
    })
  }

  function pass(one: Buffer): void {
    const type = String.fromCharCode(one[0]!)
    if (type === 'X') return
    if (type === 'S' || type === 'Q') withoutResponse++
    session ??= sessions.take().then((taken) => {
      hear(taken)
      return taken
    })
    void session.then((taken) => taken.write(one))
  }

  client.on('data', (chunk) => {
    fromClient = Buffer.concat([fromClient, chunk])
    for (;;) {
      const next = messages(fromClient, isStarted).next().value as Buffer | undefined
      if (next === undefined) return
      fromClient = fromClient.subarray(next.length)
      if (isStarted) pass(Buffer.from(next))
      else client.write(WELCOME)
      isStarted = true
    }
  })
  client.on('close', () => void session?.then((taken) => sessions.clean(taken, withoutResponse, fromServer)))
}

/** Starts a pooler for the database at this URL, on a loopback port. */
export async function startTransactionPooler(
  databaseUrl: string,
  { sessions: count, mode = 'transaction' }: PoolerOptions,
): Promise<TransactionPooler> {
  const opened = await Promise.all(Array.from({ length: count }, () => openSession(databaseUrl)))
  const sessions = new Sessions(opened)
  const clients = new Set<Socket>()
  const listener = createServer((client) => {
    clients.add(client)
    client.on('error', () => {})
    client.on('close', () => clients.delete(client))
    serve(client, sessions, mode)
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  url.searchParams.delete('host')
  return {
    url: url.href,
    async close() {
      listener.close()
      for (const socket of [...clients, ...opened]) socket.destroy()
      await once(listener, 'close')
    },
  }
}
