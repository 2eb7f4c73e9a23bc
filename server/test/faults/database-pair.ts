/** A PostgreSQL primary with a streaming standby, and an address that leads to one of them at a time. */
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Server as Listener, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool } from '../../src/platform/db/pool.ts'
import type { TestDatabase } from '../database.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { PostgresServer } from '../postgres-server.ts'

const USER = 'tidings'
/** Longer than a failover takes on a busy machine. */
const TIMEOUT_MS = 30_000

export interface DatabasePair extends TestDatabase {
  /** One host and port that lead to one of the servers: as a name, or a load balancer, that changes at a failover. */
  address: string
  /** Stops the primary, makes the standby the primary, and starts the old primary as its standby. */
  failOver(): Promise<void>
  /** Leads new connections of the address to the primary. Open connections stay. */
  followPrimary(): void
  /** Runs a statement on the primary as the superuser. */
  run(text: string): Promise<unknown>
}

/** Passes bytes on to the port that `portNow` returns when a connection comes. */
async function startAddress(portNow: () => number): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const listener: Listener = createServer((client) => {
    const server = createConnection(portNow(), '127.0.0.1')
    for (const [socket, other] of [[client, server] as const, [server, client] as const]) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Starts the pair with a migrated, empty database on it. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-pair-'))
  chmodSync(home, 0o755)
  let [primary, standby] = [
    new PostgresServer(join(home, 'a'), await freePort(), home),
    new PostgresServer(join(home, 'b'), await freePort(), home),
  ] as const
  const both = `postgresql://${USER}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${USER}?target_session_attrs=read-write`
  const servers = [primary, standby]
  await primary.make()
  standby.copyOf(primary)
  standby.follow(primary)
  await primary.start()
  await standby.start()
  await primary.untilDone(`select count(*) > 0 as done from pg_stat_replication where state = 'streaming'`)
  let leadsTo = primary.port
  const address = await startAddress(() => leadsTo)
  const limits = { connectionsMax: 4, connectTimeoutMs: TIMEOUT_MS, statementTimeoutMs: TIMEOUT_MS }
  const pool = createPool({ ...limits, url: both, applicationName: 'tidings test', onError: () => {} })

  return {
    url: both,
    pool,
    address: `postgresql://${USER}@127.0.0.1:${address.port}/${USER}`,
    run: (text) => primary.run(text),
    async failOver() {
      await primary.stop()
      await standby.run('select pg_promote()')
      await standby.untilDone('select not pg_is_in_recovery() as done')
      ;[primary, standby] = [standby, primary]
      standby.follow(primary)
      await standby.start()
    },
    followPrimary() {
      leadsTo = primary.port
    },
    async close() {
      await pool.end()
      address.close()
      await Promise.all(servers.map((server) => server.stop()))
      rmSync(home, { recursive: true, force: true })
    },
  }
}
