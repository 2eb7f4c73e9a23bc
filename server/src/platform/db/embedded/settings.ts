/**
 * Settings of the embedded PostgreSQL, passed at every start. So a new version of the service changes them everywhere.
 */

const MIB = 1024 * 1024

/** More connections than the service's: for migrations, the command-line tool and PostgreSQL's own reserve. */
const CONNECTIONS_SPARE = 25

export type ServerAddress =
  | { kind: 'socket' }
  /** A port on the loopback address. */
  | { kind: 'port'; port: number }

export interface ServerSettingsInput {
  address: ServerAddress
  connectionsMax: number
  /** Memory of the machine or the container, bytes. */
  memoryBytes: number
  /** False loses the last writes if the machine fails (not the process). For test clusters. */
  durable: boolean
}

/** Settings as names and values, for a service that shares a small machine with its database and commits often. */
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
    // The cluster's own directory, closed to other users.
    unix_socket_directories: address.kind === 'socket' ? '.' : '',
    unix_socket_permissions: '0700',
    max_connections: String(connectionsMax + CONNECTIONS_SPARE),
    shared_buffers: `${sharedMib}MB`,
    effective_cache_size: `${Math.max(64, Math.round(memoryBytes / MIB / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    fsync: durable ? 'on' : 'off',
    // Also without fsync, so that commits survive every kill of a process.
    synchronous_commit: 'on',
    full_page_writes: durable ? 'on' : 'off',
    max_wal_size: '2GB',
    checkpoint_timeout: '10min',
    random_page_cost: '1.1',
    // For many short statements, compiling and parallel workers never pay off.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    // Rows of the queues change quickly.
    autovacuum_naptime: '10s',
    autovacuum_vacuum_cost_delay: '1ms',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Logs starts, stops and crashes only. Callers log failed statements, because their text may contain data that must
    // not be logged.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
  }
}
