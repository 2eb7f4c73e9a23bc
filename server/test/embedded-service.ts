import { createSystemClock } from '../src/platform/clock.ts'
import { startEmbedded } from '../src/platform/db/embedded/embedded.ts'
import { StartError } from '../src/platform/db/servers/start-error.ts'
import { createLogger } from '../src/platform/log.ts'

/**
 * `embedded-service.ts DATA_DIR [leave]`: a process with an embedded database, for tests that kill it. It prints one
 * line of JSON: the URL, or the error message. SIGTERM stops it. With `leave` it ends without stopping the database.
 */

const [dataDir = '', mode] = process.argv.slice(2)
try {
  const embedded = await startEmbedded({
    dataDir,
    clock: createSystemClock(),
    log: createLogger('info'),
    connectionsMax: 10,
    durable: false,
    onProgress: () => {},
  })
  // Must come before the line is printed, because the test may stop the process after reading it.
  if (mode !== 'leave') {
    const work = setInterval(() => {}, 60_000)
    process.once('SIGTERM', () => {
      clearInterval(work)
      void embedded.stop()
    })
  }
  process.stdout.write(`${JSON.stringify({ url: embedded.url })}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stdout.write(`${JSON.stringify({ refused: error.message })}\n`)
  process.exitCode = 1
}
