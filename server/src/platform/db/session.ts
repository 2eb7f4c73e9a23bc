import { once } from 'node:events'
import type { Client, Connection as ProtocolConnection, Submittable } from 'pg'
import { addressOf } from './servers/address.ts'
import type { DatabaseAddress } from './servers/address.ts'
import { ServerConnection } from './servers/server-connection.ts'
import type { Connection } from './sql.ts'
import './types.ts'

/**
 * COPY to and from this process. The driver supports only a part of it: it passes protocol messages to the active
 * query. Both directions wait for the slower side, so a table of any size needs little memory.
 */

/** Each message has one row. Rows are passed on in blocks of about this size, bytes. */
const BLOCK_BYTES = 64 * 1024

/** The driver's methods missing in its types. */
type CopyConnection = ProtocolConnection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

type CopyQuery = Submittable & Record<`handle${string}`, unknown>

interface CopyPromise {
  resolve(rows: number): void
  reject(error: unknown): void
}

/** The number in the server's `COPY 12`. */
function rowsOf(commandTag: string): number {
  return Number(commandTag.split(' ')[1])
}

function copyOutQuery(text: string, write: (block: Buffer) => Promise<void>, promise: CopyPromise): CopyQuery {
  let held: Buffer[] = []
  let heldBytes = 0
  let rows = 0
  let written: Promise<void> = Promise.resolve()
  let stream: ProtocolConnection['stream'] | undefined

  function handOn(): void {
    const block = Buffer.concat(held, heldBytes)
    held = []
    heldBytes = 0
    // Data already read still arrives. No more is read until the block is written.
    stream?.pause()
    written = written.then(() => write(block)).then(() => void stream?.resume())
    // If a block cannot be written, the connection is closed. Otherwise the server would continue sending.
    written.catch((error: Error) => stream?.destroy(error))
  }

  return {
    submit(connection: ProtocolConnection) {
      stream = connection.stream
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // Copied, because the driver reuses the memory of its messages.
      held.push(Buffer.from(chunk))
      heldBytes += chunk.length
      if (heldBytes >= BLOCK_BYTES) handOn()
    },
    handleCommandComplete({ text: commandTag }: { text: string }) {
      rows = rowsOf(commandTag)
      if (heldBytes > 0) handOn()
    },
    handleReadyForQuery() {
      written.then(() => promise.resolve(rows), promise.reject)
    },
    handleError(error: unknown) {
      // Our own write error first, if there is one: the server only sees a closed connection.
      written.then(() => promise.reject(error), promise.reject)
    },
  }
}

/**
 * Runs `copy (...) to stdout` and passes the data on in blocks, in order, waiting for each. Returns the number of rows.
 * If `write` fails, the connection is closed.
 */
function copyOut(client: Client, text: string, write: (block: Buffer) => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(copyOutQuery(text, write, { resolve, reject }))
  })
}

function copyInQuery(text: string, source: AsyncIterable<Buffer>, promise: CopyPromise): CopyQuery {
  let rows = 0
  let ended = false
  let sourceError: { cause: unknown } | null = null

  async function send(connection: CopyConnection): Promise<void> {
    const { stream } = connection
    for await (const block of source) {
      // The server refused a row or is gone. The query reports this error.
      if (ended) return
      connection.sendCopyFromChunk(block)
      if (stream.writableNeedDrain) await Promise.race([once(stream, 'drain'), once(stream, 'close')])
    }
    if (!ended) connection.endCopyFrom()
  }

  return {
    submit(connection: ProtocolConnection) {
      connection.query(text)
    },
    handleCopyInResponse(connection: CopyConnection) {
      send(connection).catch((error: unknown) => {
        sourceError = { cause: error }
        if (!ended) connection.sendCopyFail('The source of the rows failed')
      })
    },
    handleCommandComplete({ text: commandTag }: { text: string }) {
      rows = rowsOf(commandTag)
    },
    handleReadyForQuery() {
      ended = true
      promise.resolve(rows)
    },
    handleError(error: unknown) {
      ended = true
      promise.reject(sourceError === null ? error : sourceError.cause)
    },
  }
}

/**
 * Runs `copy ... from stdin` with the data of `source`. Returns the number of rows. Errors of `source` are thrown on.
 */
function copyIn(client: Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(copyInQuery(text, source, { resolve, reject }))
  })
}

/** The time limit for connecting a session, with all servers tried, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/** A separate connection that can also copy rows in bulk. */
export interface Session extends Connection {
  /** Runs `copy (...) to stdout`. Passes blocks to `write` in order, waiting for each. Returns the number of rows. */
  copyOut(text: string, write: (block: Buffer) => Promise<void>): Promise<number>
  /** Runs `copy ... from stdin`. Returns the number of rows. */
  copyIn(text: string, source: AsyncIterable<Buffer>): Promise<number>
}

/**
 * Runs `work` on a separate connection without a statement time-out, for migrations, partitions and other statements
 * that cannot use a pool. If the connection is lost, the current statement fails.
 */
export async function withSession<Result>(
  url: DatabaseAddress | string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const address = addressOf(url)
  const client = await ServerConnection.open(address, {
    application_name: 'tidings maintenance',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  try {
    return await work({
      query: (config) => client.query(config),
      copyOut: (text, write) => copyOut(client, text, write),
      copyIn: (text, source) => copyIn(client, text, source),
    })
  } finally {
    await client.end().catch(() => {})
  }
}
