/** A PostgreSQL primary with a streaming standby, and an address that leads to one of them at a time. */
import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createConnection, createServer } from 'node:net'
import type { AddressInfo, Server as Listener, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../../src/db/embedded/binaries.ts'
import type { Owner } from '../../src/db/embedded/binaries.ts'
import { clusterOwner } from '../../src/db/embedded/cluster.ts'
import { createPool } from '../../src/db/pool.ts'
import type { TestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { until } from '../service.ts'

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

function giveTo(owner: Owner, path: string): void {
  chownSync(path, owner.uid, owner.gid)
}

function giveAllTo(owner: Owner, directory: string): void {
  giveTo(owner, directory)
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true }))
    giveTo(owner, join(entry.parentPath, entry.name))
}

class Server {
  readonly directory: string
  readonly port: number
  #process: ChildProcess | null = null
  readonly #binaries
  readonly #owner

  constructor(directory: string, port: number, home: string) {
    this.directory = directory
    this.port = port
    this.#owner = clusterOwner(directory)
    this.#binaries = findBinaries(home, this.#owner)
  }

  /** The database that every cluster has. */
  get url(): string {
    return `postgresql://${USER}@127.0.0.1:${this.port}/postgres`
  }

  /** Makes an empty cluster that any program of this machine may use. */
  make(): void {
    const settings = ['-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    const options = { ...this.#owner, cwd: '/', encoding: 'utf8' } as const
    mkdirSync(this.directory, { mode: 0o700 })
    if (this.#owner !== null) giveTo(this.#owner, this.directory)
    const made = spawnSync(this.#binaries.initdb, ['-D', this.directory, ...settings], options)
    if (made.status !== 0) throw new Error(made.stderr)
    appendFileSync(join(this.directory, 'pg_hba.conf'), 'host replication all 127.0.0.1/32 trust\n')
  }

  /** Copies the cluster of a server that is stopped. */
  copyOf(other: Server): void {
    cpSync(other.directory, this.directory, { recursive: true })
    // PostgreSQL refuses a directory that others may read.
    chmodSync(this.directory, 0o700)
    if (this.#owner !== null) giveAllTo(this.#owner, this.directory)
  }

  follow(primary: Server): void {
    writeFileSync(join(this.directory, 'standby.signal'), '')
    const settings = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${USER}'\n`
    writeFileSync(join(this.directory, 'postgresql.auto.conf'), settings)
    if (this.#owner !== null) giveAllTo(this.#owner, this.directory)
  }

  async start(): Promise<void> {
    const settings = { port: this.port, fsync: 'off', unix_socket_directories: '', max_connections: 100 }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    this.#process = spawn(this.#binaries.postgres, ['-D', this.directory, ...options], {
      ...this.#owner,
      cwd: '/',
      stdio: 'ignore',
    })
    await this.untilDone('select true as done')
  }

  /** Runs a statement as the superuser and returns its first row. */
  async run(text: string): Promise<Record<string, unknown> | undefined> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: TIMEOUT_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<Record<string, unknown>>(text)).rows[0]
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Waits until the server runs the statement and its column `done` is true. */
  async untilDone(text: string): Promise<void> {
    const look = () =>
      this.run(text).then(
        (row) => row?.['done'] === true,
        () => false,
      )
    await until(look, (isDone) => isDone)
  }

  /** In order: a primary sends all that it has written to its standby first. */
  async stop(): Promise<void> {
    if (this.#process === null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGINT')
    await ended
    this.#process = null
  }
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

/** Starts the pair with an empty database on it. */
export async function startDatabasePair(): Promise<DatabasePair> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-pair-'))
  chmodSync(home, 0o755)
  let [primary, standby] = [
    new Server(join(home, 'a'), await freePort(), home),
    new Server(join(home, 'b'), await freePort(), home),
  ] as const
  const both = `postgresql://${USER}@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/${USER}?target_session_attrs=read-write`
  const servers = [primary, standby]
  primary.make()
  await primary.start()
  await primary.run(`create database ${USER}`)
  await primary.stop()
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
