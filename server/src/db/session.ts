import pg from 'pg'
import type { ClientConfig } from 'pg'
import { addressOf, checkWritable } from './address.ts'
import type { DatabaseAddress } from './address.ts'
import { copyIn, copyOut } from './copy.ts'
import type { Connection } from './sql.ts'
import './types.ts'

/** How long a session waits to be connected, ms. */
const CONNECT_TIMEOUT_MS = 10_000

/** A connection of its own, which can also take and give the rows of a table in bulk. */
export interface Session extends Connection {
  /** Runs `copy (...) to stdout`, hands the blocks to `write` in order, each awaited, and answers the number of rows. */
  copyOut(text: string, write: (block: Buffer) => Promise<void>): Promise<number>
  /** Runs `copy ... from stdin` and answers the number of rows. */
  copyIn(text: string, source: AsyncIterable<Buffer>): Promise<number>
}

/**
 * Runs `work` on a connection of its own that belongs to no pool and has no statement time-out: for migrations,
 * partitions and the other statements that may not share a transaction. A lost connection fails the statement under way.
 */
export async function withSession<Result>(
  url: DatabaseAddress | string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const address = addressOf(url)
  const client = await address.tryServers(() =>
    connectClient(address, { application_name: 'tidings maintenance', connectionTimeoutMillis: CONNECT_TIMEOUT_MS }),
  )
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

/** A connection to the server in use, which takes writes. */
export async function connectClient(address: DatabaseAddress, config: ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, ...address.configOf(), keepAlive: true })
  // Without a listener a connection lost between two statements would end the process. The next statement fails anyway.
  client.on('error', () => {})
  try {
    await client.connect()
    await checkWritable(client)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
