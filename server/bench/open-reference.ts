import { createSystemClock } from '../src/platform/clock.ts'
import { loadConfig } from '../src/platform/config/config.ts'
import { openDatabase } from '../src/platform/db/servers/database.ts'
import { createLogger } from '../src/platform/log.ts'

/** The start of a reference built from the service's own parts. It reads the environment like the service. */
export async function openReference() {
  const loaded = loadConfig()
  if (!loaded.ok) throw new Error(loaded.mistakes.join('\n'))
  const { config } = loaded
  const clock = createSystemClock()
  const log = createLogger(config.logLevel)
  const database = await openDatabase(config, { clock, log, onProgress: () => {} })
  return { config, clock, log, database }
}
