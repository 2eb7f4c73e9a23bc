import { once } from 'node:events'
import type { Client, Connection as ProtocolConnection, Submittable } from 'pg'

/**
 * COPY to and from our process, which the driver speaks only half of: it hands the messages of the protocol to whatever
 * query is active. Both directions wait for the slower side, so that a table of any size takes little memory.
 */

/** Rows come one a message; they are handed on in blocks of about this size, bytes. */
const BLOCK_BYTES = 64 * 1024

/** What the driver has besides what its typings say. */
type CopyConnection = ProtocolConnection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

type CopyQuery = Submittable & Record<`handle${string}`, unknown>

interface CopyOutcome {
  resolve(rows: number): void
  reject(error: unknown): void
}

/** The number in the server's `COPY 12`. */
function rowsOf(commandTag: string): number {
  return Number(commandTag.split(' ')[1])
}

function copyOutQuery(text: string, write: (block: Buffer) => Promise<void>, outcome: CopyOutcome): CopyQuery {
  let held: Buffer[] = []
  let heldBytes = 0
  let rows = 0
  let written: Promise<void> = Promise.resolve()
  let stream: ProtocolConnection['stream'] | undefined

  function handOn(): void {
    const block = Buffer.concat(held, heldBytes)
    held = []
    heldBytes = 0
    // What has been read already still arrives; nothing more is read until the block is written.
    stream?.pause()
    written = written.then(() => write(block)).then(() => void stream?.resume())
    // A block that cannot be written ends the connection: the server would go on sending.
    written.catch((error: Error) => stream?.destroy(error))
  }

  return {
    submit(connection: ProtocolConnection) {
      stream = connection.stream
      connection.query(text)
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reuses the memory of its messages.
      held.push(Buffer.from(chunk))
      heldBytes += chunk.length
      if (heldBytes >= BLOCK_BYTES) handOn()
    },
    handleCommandComplete({ text: commandTag }: { text: string }) {
      rows = rowsOf(commandTag)
      if (heldBytes > 0) handOn()
    },
    handleReadyForQuery() {
      written.then(() => outcome.resolve(rows), outcome.reject)
    },
    handleError(error: unknown) {
      // The cause, if it was ours: the server only sees the connection end.
      written.then(() => outcome.reject(error), outcome.reject)
    },
  }
}

/**
 * Runs `copy (...) to stdout` and hands the data on in blocks, in order, each awaited; answers the number of rows.
 * If `write` fails the connection is closed.
 */
export function copyOut(client: Client, text: string, write: (block: Buffer) => Promise<void>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(copyOutQuery(text, write, { resolve, reject }))
  })
}

function copyInQuery(text: string, source: AsyncIterable<Buffer>, outcome: CopyOutcome): CopyQuery {
  let rows = 0
  let ended = false
  let sourceError: { cause: unknown } | null = null

  async function send(connection: CopyConnection): Promise<void> {
    const { stream } = connection
    for await (const block of source) {
      // The server has refused a row, or is gone: it is told as the error of the query.
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
      outcome.resolve(rows)
    },
    handleError(error: unknown) {
      ended = true
      outcome.reject(sourceError === null ? error : sourceError.cause)
    },
  }
}

/** Runs `copy ... from stdin` with what `source` yields and answers the number of rows. An error of `source` is thrown on. */
export function copyIn(client: Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.query(copyInQuery(text, source, { resolve, reject }))
  })
}
