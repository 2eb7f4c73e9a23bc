/** Metrics of the process as a whole: version, clock, database, leases. */
import { Counter } from 'prom-client'
import type { Context } from './context.ts'
import type { Database } from './db/database.ts'
import { readDaysAhead } from './db/partitions.ts'
import type { Buckets } from './dispatch/buckets.ts'
import { addGauge } from './gauges.ts'
import { VERSION } from './version.ts'

export interface Observed {
  failures: Database['failures']
  buckets: Pick<Buckets, 'held' | 'lost'>
}

/** Adds these metrics to the registry. */
export function observeProcess({ metrics, clock, pool }: Context, { failures, buckets }: Observed): void {
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
  addGauge(
    metrics,
    {
      name: 'tidings_partitions_ahead_days',
      help: 'Whole days after today that have partitions in every table. The service keeps it at 7, and is not ready below 2',
    },
    async (set) => set(await readDaysAhead(pool, clock.now())),
  )
  addGauge(
    metrics,
    { name: 'tidings_leases_held', help: 'Buckets of accounts that this process works on, of 64' },
    (set) => set(buckets.held().length),
  )
  counted(
    metrics,
    'tidings_leases_lost_total',
    'Buckets that another process took, because their lease was not renewed',
    [],
    (add) => add(buckets.lost),
  )
  counted(metrics, 'tidings_database_errors_total', 'Failed statements and connections by class', ['class'], (add) => {
    for (const [name, count] of failures) add(count, { class: name })
  })
}

/** A counter whose totals are kept elsewhere. */
function counted(
  metrics: Context['metrics'],
  name: string,
  help: string,
  labelNames: string[],
  read: (add: (total: number, labels?: Record<string, string>) => void) => void,
): void {
  const counter: Counter = new Counter({
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
