/** Empties partitions except for some rows, so that the space of the others returns to the disk. */
import { setTimeout as delay } from 'node:timers/promises'
import { isContention } from '../database-error.ts'
import type { Connection } from '../sql.ts'

/**
 * The longest wait for the lock of a partition. All statements on the table queue behind this wait, because a generic
 * plan locks every partition, ms.
 */
const LOCK_TIMEOUT_MS = 50
/** The number of tries, and the wait between two of them, ms. */
const TRIES_MAX = 20
const RETRY_MS = 100

/** A partition, and a condition of SQL for the rows that stay. */
export interface Carried {
  partition: string
  stays: string
}

async function carryOnce(session: Connection, partitions: readonly Carried[]): Promise<void> {
  const names = partitions.map(({ partition }) => partition)
  await session.query({ text: 'begin' })
  try {
    await session.query({ text: `set local lock_timeout = ${LOCK_TIMEOUT_MS}` })
    // Rows of a bucket that has moved to another server stay until the move removes them.
    await session.query({ text: `set local tidings.moves_buckets = 'on'` })
    await session.query({ text: `lock table ${names.join()} in access exclusive mode` })
    // All rows are read first: a condition may name another one of the partitions.
    for (const { partition, stays } of partitions)
      await session.query({ text: `create table carried_${partition} as select * from ${partition} where ${stays}` })
    await session.query({ text: `truncate ${names.join()}` })
    for (const name of names) {
      await session.query({ text: `insert into ${name} select * from carried_${name}` })
      await session.query({ text: `drop table carried_${name}` })
    }
    await session.query({ text: 'commit' })
  } catch (error) {
    // If it fails too, the connection is lost. The first error has the cause.
    await session.query({ text: 'rollback' }).catch(() => {})
    throw error
  }
}

/**
 * Copies the rows that stay out of the partitions, truncates these, and copies the rows back, in one transaction. Other
 * statements on the tables wait for it, so the rows must be few. If others hold the locks at every try, returns the last
 * error, otherwise null. A transaction with an older snapshot would see no rows, so a backup locks the tables first.
 */
export async function carryOver(session: Connection, partitions: readonly Carried[]): Promise<Error | null> {
  for (let triesMade = 1; ; triesMade++)
    try {
      await carryOnce(session, partitions)
      for (const { partition } of partitions) await session.query({ text: `analyze ${partition}` })
      return null
    } catch (error) {
      if (!isContention(error)) throw error
      if (triesMade === TRIES_MAX) return error as Error
      await delay(RETRY_MS)
    }
}
