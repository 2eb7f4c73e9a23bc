/** PostgreSQL servers of tests, with settings of their own. They listen on a loopback port. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../src/platform/db/embedded/binaries.ts'
import { clusterOwner } from '../src/platform/db/embedded/owner.ts'
import type { Owner } from '../src/platform/db/embedded/owner.ts'
import { freePort } from '../../scripts/free-port.ts'
import { copyCluster } from './cluster.ts'
import { until } from './service.ts'

const USER = 'tidings'
/** Longer than a start takes on a busy machine. */
const TIMEOUT_MS = 30_000

function giveTo(owner: Owner, path: string): void {
  chownSync(path, owner.uid, owner.gid)
}

function giveAllTo(owner: Owner, directory: string): void {
  giveTo(owner, directory)
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true }))
    giveTo(owner, join(entry.parentPath, entry.name))
}

/** One server. Its superuser needs no password. */
export class PostgresServer {
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

  /** The migrated database of the copied cluster. */
  get migratedUrl(): string {
    return `postgresql://${USER}@127.0.0.1:${this.port}/tidings`
  }

  /** Makes a cluster with a migrated, empty database that any program of this machine may use. */
  async make(): Promise<void> {
    await copyCluster(this.directory)
    const trusted = ['all', 'replication'].map((databases) => `host ${databases} all 127.0.0.1/32 trust\n`)
    writeFileSync(join(this.directory, 'pg_hba.conf'), trusted.join(''))
    if (this.#owner !== null) giveAllTo(this.#owner, this.directory)
  }

  /** Writes a file that only the server's user may read, and returns its path. */
  write(name: string, text: string): string {
    const path = join(this.directory, name)
    writeFileSync(path, text, { mode: 0o600 })
    if (this.#owner !== null) giveTo(this.#owner, path)
    return path
  }

  /** Copies the cluster of a server that is stopped. */
  copyOf(other: PostgresServer): void {
    cpSync(other.directory, this.directory, { recursive: true })
    // PostgreSQL refuses a directory that others may read.
    chmodSync(this.directory, 0o700)
    if (this.#owner !== null) giveAllTo(this.#owner, this.directory)
  }

  follow(primary: PostgresServer): void {
    writeFileSync(join(this.directory, 'standby.signal'), '')
    const settings = `primary_conninfo = 'host=127.0.0.1 port=${primary.port} user=${USER}'\n`
    writeFileSync(join(this.directory, 'postgresql.auto.conf'), settings)
    if (this.#owner !== null) giveAllTo(this.#owner, this.directory)
  }

  /** `more`: settings besides those of every test's server. */
  async start(more: Record<string, string> = {}): Promise<void> {
    const notDurable = { fsync: 'off', full_page_writes: 'off' }
    const settings = { port: this.port, ...notDurable, unix_socket_directories: '', max_connections: 100, ...more }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const look = () => {
      // Processes of a killed server may still use its memory: the new one ends then, and is tried again.
      if (this.#process === null || this.#process.exitCode !== null)
        this.#process = spawn(this.#binaries.postgres, ['-D', this.directory, ...options], {
          ...this.#owner,
          cwd: '/',
          stdio: 'ignore',
        })
      return this.#isDone('select true as done')
    }
    await until(look, (isDone) => isDone)
  }

  /** Kills the server at once. Its other processes notice it and end. */
  async kill(): Promise<void> {
    const killed = this.#process!
    this.#process = null
    const ended = once(killed, 'exit')
    killed.kill('SIGKILL')
    await ended
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
    await until(
      () => this.#isDone(text),
      (isDone) => isDone,
    )
  }

  #isDone(text: string): Promise<boolean> {
    return this.run(text).then(
      (row) => row?.['done'] === true,
      () => false,
    )
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

/** Makes and starts a server with settings of its own. `prepare` may write files before the start. */
export async function startPostgresServer(
  prepare: (server: PostgresServer) => Record<string, string> = () => ({}),
): Promise<PostgresServer & { close(): Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'tidings-postgres-'))
  chmodSync(home, 0o755)
  const server = new PostgresServer(join(home, 'data'), await freePort(), home)
  await server.make()
  await server.start(prepare(server))
  return Object.assign(server, {
    async close() {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  })
}
