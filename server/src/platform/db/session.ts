import { addressOf } from './servers/address.ts'
import type { DatabaseAddress } from './servers/address.ts'
import { copyIn, copyOut } from './copy.ts'
import { ServerConnection } from './servers/server-connection.ts'
import type { Connection } from './sql.ts'
import './types.ts'

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
