/** The database and the receiver of a bench, closed at its end and at an interrupt. */
import { startDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { endAtInterrupt, untilEnded } from './interrupt.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

/** `retentionDays`: of messages, as for `startDatabase`. */
export async function withDatabaseAndReceiver<T>(
  use: (servers: { database: BenchDatabase; receiver: Receiver }) => Promise<T>,
  retentionDays?: number,
): Promise<T> {
  endAtInterrupt()
  const database = await startDatabase(retentionDays)
  try {
    const receiver = await startReceiver()
    try {
      return await use({ database, receiver })
    } finally {
      await receiver.close()
    }
  } catch (error) {
    await untilEnded()
    throw error
  } finally {
    await database.close()
  }
}
