/** The database and the receiver of a bench, closed at its end and at an interrupt. */
import { startDatabase } from './database.ts'
import type { BenchDatabase } from './database.ts'
import { endAtInterrupt, untilEnded } from './interrupt.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

export async function withDatabaseAndReceiver<T>(
  use: (servers: { database: BenchDatabase; receiver: Receiver }) => Promise<T>,
): Promise<T> {
  endAtInterrupt()
  const database = await startDatabase()
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
