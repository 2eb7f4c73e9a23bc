import { createSystemClock } from '../src/clock.ts'
import { loadConfig } from '../src/config/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { createLogger } from '../src/log.ts'

/** What a reference that is made of the service's own parts begins with, by the environment as the service itself. */
export async function openReference() {
  const loaded = loadConfig()
  if (!loaded.ok) throw new Error(loaded.mistakes.join('\n'))
  const { config } = loaded
  const clock = createSystemClock()
  const log = createLogger(config.logLevel)
  const database = await openDatabase(config, { clock, log, onProgress: () => {} })
  return { config, clock, log, database }
}
