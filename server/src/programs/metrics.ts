/** The metrics that programs register: version, clock, databases, leases, queues. */
import { Counter } from '@prometheus-io/client'
import type { Context, RouteContext } from '../platform/context.ts'
import type { Database } from '../platform/db/servers/database.ts'
import { readAhead } from '../platform/db/partitions/catalog.ts'
import type { ConnectionPool } from '../platform/db/pool.ts'
import type { Buckets } from '../core/dispatch/buckets.ts'
import { addGauge, addServerGauge } from '../platform/gauges.ts'
import { VERSION } from '../platform/version.ts'
import { observeSends } from '../core/deliveries/metrics.ts'
import { observeWebhooks } from '../core/webhooks/metrics.ts'
import { observePools } from '../platform/http/metrics.ts'
import type { Connections } from '../platform/outbound/judged-connections.ts'
import type { Shares } from '../platform/admission/shares.ts'

/** The work of this process on one database server. */
type ObservedServer = Parameters<typeof observeSends>[1][number] &
  Parameters<typeof observeWebhooks>[1][number] & {
    pool: ConnectionPool
    database: Pick<Database, 'failures' | 'requests'>
    shares: Pick<Shares, 'waiting'>
    buckets: Pick<Buckets, 'held' | 'lost'>
  }

/** Adds the metrics of the process alone to the registry. */
export function observeProcess({ metrics, clock }: RouteContext): void {
  addGauge<'version' | 'node'>(
    metrics,
    { name: 'tidings_build_info', help: 'Always 1, with the versions as labels', labelNames: ['version', 'node'] },
    (set) => set(1, { version: VERSION, node: process.versions.node }),
  )
  addGauge(
    metrics,
    {
      name: 'tidings_clock_offset_seconds',
      help: 'How far the clock of the machine is ahead of the clock of the database, in seconds',
    },
    (set) => set((clock.wall() - clock.now()) / 1000),
  )
}

/** Adds the metrics of the work on all database servers. */
export function observeServers(
  context: RouteContext,
  servers: readonly ObservedServer[],
  connections: Connections,
): void {
  observeDatabases(context, servers)
  observePools(
    context.metrics,
    servers.map(({ name, pool: own, database: { requests }, shares }) => ({
      name,
      pools: requests === null ? { own } : { own, requests },
      waiters: () => shares.waiting,
    })),
  )
  observeSends(context, servers)
  observeWebhooks(context, servers, connections)
}

/** Adds the metrics of the database servers, and of the leases on them. */
function observeDatabases({ metrics, clock }: RouteContext, servers: readonly ObservedServer[]): void {
  addServerGauge(
    metrics,
    {
      name: 'tidings_partitions_ahead_days',
      help: 'Whole days after today that have partitions in every table of events. The service keeps it at 7 or more, and is not ready below 2',
    },
    servers,
    async ({ pool }) => (await readAhead(pool, clock.now())).days,
  )
  addServerGauge(
    metrics,
    {
      name: 'tidings_partitions_ahead_ids',
      help: 'Ids of messages and deliveries after the last one that have partitions. The service keeps it at 50,000,000 or more, and is not ready below 1,000,000',
    },
    servers,
    async ({ pool }) => (await readAhead(pool, clock.now())).ids,
  )
  addGauge(
    metrics,
    { name: 'tidings_leases_held', help: 'Buckets of accounts that this process works on, of 64' },
    (set) => set(servers.reduce((sum, { buckets }) => sum + buckets.held().length, 0)),
  )
  counted(
    metrics,
    'tidings_leases_lost_total',
    'Buckets that another process took, because their lease was not renewed',
    [],
    (add) => add(servers.reduce((sum, { buckets }) => sum + buckets.lost, 0)),
  )
  counted(
    metrics,
    'tidings_database_errors_total',
    'Failed statements and connections by server and class',
    ['server', 'class'],
    (add) => {
      for (const { name: server, database } of servers)
        for (const [name, count] of database.failures) add(count, { server, class: name })
    },
  )
}

/** A counter whose totals are kept elsewhere. */
function counted(
  metrics: Context['metrics'],
  name: string,
  help: string,
  labelNames: string[],
  read: (add: (total: number, labels?: Record<string, string>) => void) => void,
): void {
  const counter: Counter<string> = new Counter({
    name,
    help,
    labelNames,
    registers: [metrics],
    collect() {
      counter.reset()
      read((total, labels = {}) => counter.inc(labels, total))
    },
  })
}
