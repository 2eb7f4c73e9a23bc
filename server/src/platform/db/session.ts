import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import { addressOf } from './servers/address.ts'
import type { DatabaseAddress } from './servers/address.ts'
import { ServerConnection } from './servers/server-connection.ts'
import type { Connection } from './sql.ts'
import './types.ts'

/** Rows are passed on in blocks of about this size, bytes, if the reader is slower than the server. */
const BLOCK_BYTES = 64 * 1024

async function copyOut(
  client: ServerConnection,
  text: string,
  write: (block: Buffer) => Promise<void>,
): Promise<number> {
  const rows = client.query(to(text, { highWaterMark: BLOCK_BYTES }))
  try {
    for await (const block of rows) await write(block as Buffer)
  } catch (error) {
    // Otherwise the server would continue sending.
    client.abort()
    throw error
  }
  // The number of rows comes after the last of them, and before the result of the next statement.
  await client.query('')
  return rows.rowCount
}

async function copyIn(client: ServerConnection, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const rows = client.query(from(text))
  await pipeline(source, rows)
  return rows.rowCount
}

/** The time limit for connecting a session, with all servers tried, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/** A separate connection that can also copy rows in bulk. A table of any size needs little memory. */
export interface Session extends Connection {
  /**
   * Runs `copy (...) to stdout`. Passes blocks to `write` in order, waiting for each. Returns the number of rows. If it fails, the
   * connection is closed.
   */
  copyOut(text: string, write: (block: Buffer) => Promise<void>): Promise<number>
  /** Runs `copy ... from stdin` with the data of `source`, whose errors are thrown on. Returns the number of rows. */
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
