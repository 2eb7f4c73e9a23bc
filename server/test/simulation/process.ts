/**
 * The service as `main.ts` runs it, with a clock moved by the simulation: by `SIMULATED_OFFSET_MS` at the start, and by
 * messages `{ offsetMs }` later. Only `now` moves. Leases and time-outs use the real clock.
 */
import { createSystemClock } from '../../src/platform/clock.ts'
import { loadConfig } from '../../src/platform/config/config.ts'
import { openDatabases } from '../../src/platform/db/servers/databases.ts'
import { createLogger } from '../../src/platform/log.ts'
import { startService } from '../../src/programs/wiring/service.ts'

const loaded = loadConfig()
if (!loaded.ok) throw new Error(loaded.mistakes.join('\n'))
const { config } = loaded
const system = createSystemClock()
let offsetMs = Number(process.env['SIMULATED_OFFSET_MS'])
const clock = { ...system, now: () => system.now() + offsetMs }
process.on('message', (message: { offsetMs: number }) => {
  offsetMs = message.offsetMs
})
process.on('disconnect', () => process.exit(1))

const log = createLogger(config.logLevel)
const databases = await openDatabases(config, { clock, log, onProgress: () => {} })
const service = await startService(config, clock, log, databases)
process.on('SIGTERM', () => {
  void service
    .stop()
    .then(() => databases.close())
    .then(() => process.exit(0))
})
console.log(JSON.stringify({ event: 'service.started', url: service.url }))
