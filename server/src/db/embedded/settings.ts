/** What the embedded PostgreSQL is told at every start, so that a new version of the service changes it everywhere. */

const MIB = 1024 * 1024

/** Connections beyond those of the service: migrations, the command-line tool, PostgreSQL's own reserve. */
const CONNECTIONS_SPARE = 25

export type ServerAddress =
  | { kind: 'socket' }
  /** A port of the loopback address. */
  | { kind: 'port'; port: number }

export interface ServerSettingsInput {
  address: ServerAddress
  connectionsMax: number
  /** Memory of the machine or of the container, bytes. */
  memoryBytes: number
  /** false loses the last writes if the machine (not the process) fails: for clusters of tests. */
  durable: boolean
}

/** The settings as names and values: a service that shares a small machine with its database, and commits often. */
export function serverSettings({
  address,
  connectionsMax,
  memoryBytes,
  durable,
}: ServerSettingsInput): Record<string, string> {
  const sharedMib = Math.round(Math.min(512, Math.max(32, memoryBytes / MIB / 8)))
  return {
    listen_addresses: address.kind === 'port' ? '127.0.0.1' : '',
    port: address.kind === 'port' ? String(address.port) : '5432',
    // The cluster's own directory, which no other user may enter.
    unix_socket_directories: address.kind === 'socket' ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: String(connectionsMax + CONNECTIONS_SPARE),
    shared_buffers: `${sharedMib}MB`,
    effective_cache_size: `${Math.max(64, Math.round(memoryBytes / MIB / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    fsync: durable ? 'on' : 'off',
    // Also without fsync: a commit then survives any kill of a process.
    synchronous_commit: 'on',
    full_page_writes: durable ? 'on' : 'off',
    max_wal_size: '2GB',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    // Many short statements: neither compiling nor parallel workers ever pay.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // The queues churn.
    autovacuum_naptime: '10s',
    autovacuum_vacuum_cost_delay: '1ms',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Starts, stops and crashes. Failed statements are the callers' to log: their text may hold what a log must not.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}
