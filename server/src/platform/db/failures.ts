import type { Clock } from '../clock.ts'
import type { Logger } from '../log.ts'
import { errorClass, isMissingPartition } from './database-error.ts'
import { logFailure } from './servers/outages.ts'

/** If the partitions cannot be made, inserts ask for them no more often than this, ms. */
const MAKING_INTERVAL_MS = 1000

export interface Failures {
  /** For each failed statement or connection of a pool. Makes the partitions if they are missing. */
  onFailure(error: unknown): void | Promise<void>
  /** Failures by class since the start. */
  readonly counts: ReadonlyMap<string, number>
  /** Makes missing partitions. Concurrent callers share one run. */
  makePartitions(): Promise<void>
}

/** Counts the failures of the database, and makes partitions for inserts that find none. */
export function createFailures(
  { clock, log }: { clock: Clock; log: Logger },
  ensure: () => Promise<string[]>,
): Failures {
  const counts = new Map<string, number>()
  let making: Promise<void> | null = null
  let askedAt = -Infinity

  function makePartitions(): Promise<void> {
    making ??= ensure()
      .then((made) => {
        if (made.length > 0) log.info({ event: 'database.partitions_made', partitions: made })
      })
      .finally(() => (making = null))
    return making
  }

  return {
    counts,
    makePartitions,
    onFailure(error) {
      const name = errorClass(error)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      if (!isMissingPartition(error)) return undefined
      if (making === null && clock.monotonic() - askedAt < MAKING_INTERVAL_MS) return undefined
      askedAt = clock.monotonic()
      return makePartitions().catch((failure: unknown) =>
        logFailure(log, 'tasks', { event: 'database.partitions_not_made' }, failure),
      )
    },
  }
}
