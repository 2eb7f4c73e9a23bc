/**
 * The service's process: reads the configuration, opens the database, starts the roles, and stops in an orderly way.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { createSystemClock } from '../platform/clock.ts'
import { loadConfig, rereadSecrets } from '../platform/config/config.ts'
import { secureNodeFor } from '../platform/config/secure-releases.ts'
import { openDatabases } from '../platform/db/servers/databases.ts'
import type { Databases } from '../platform/db/servers/databases.ts'
import { tellOutages } from '../platform/db/servers/outages.ts'
import { closeLog, createLogger, STANDARD_OUTPUT } from '../platform/log.ts'
import { createStartOutput, refuseStart } from './main-output.ts'
import { removeDistrustedRoots } from '../platform/outbound/distrusted-roots.ts'
import { keyRingOf } from '../platform/secrets.ts'
import type { Service } from './wiring/service.ts'

/**
 * After this time, an orderly stop is given up, ms. It covers the longest attempt, writing its outcome, and the
 * database's stop.
 */
const STOP_TIMEOUT_MS = 45_000

const loaded = loadConfig()
const config = loaded.ok ? loaded.config : await refuseStart(loaded.mistakes)
const log = createLogger(config.logLevel, { output: STANDARD_OUTPUT, roles: config.roles })
const output = createStartOutput(log)
const secureNode = secureNodeFor(process.versions.node)
if (secureNode !== null) log.warn({ event: 'node.outdated', node: process.versions.node, secure_node: secureNode })
removeDistrustedRoots()
let databases: Databases | undefined
let service: Service | undefined
let stopping: Promise<void> | undefined

async function stop(): Promise<void> {
  try {
    await service?.stop()
  } finally {
    await databases?.close()
  }
}

/** Load balancers read `/readyz` now and then. Until all have seen the 503, they send requests. */
async function goOnForAWhile(): Promise<void> {
  service?.prepareStop()
  if (config.shutdownDelayMs > 0) await delay(config.shutdownDelayMs)
}

/** The first signal stops in an orderly way, a second one at once. */
function onSignal(signal: NodeJS.Signals): void {
  if (stopping !== undefined) return void end(1)
  log.info({ event: 'service.stopping', signal })
  setTimeout(() => void end(1), config.shutdownDelayMs + STOP_TIMEOUT_MS).unref()
  stopping = starting
    .then(goOnForAWhile)
    .then(stop)
    .then(() => end(0))
    .catch(fail)
}

async function end(code: number): Promise<never> {
  tellOutages(log)
  await closeLog(log)
  process.exit(code)
}

async function fail(error: unknown): Promise<never> {
  output.failed(error)
  await stop().catch(() => {})
  return end(1)
}

/** Most of the program. */
function loadService() {
  return Promise.all([import('./bootstrap.ts'), import('./wiring/service.ts')])
}

async function start(): Promise<void> {
  const clock = createSystemClock()
  let loading: ReturnType<typeof loadService> | undefined
  databases = await openDatabases(config, {
    clock,
    log,
    onProgress: output.progress,
    // An embedded PostgreSQL takes a tenth of a second to start, in processes of its own.
    onStarting() {
      loading ??= loadService()
      // If loading fails while PostgreSQL starts, the error waits for the `await` below.
      loading.catch(() => {})
    },
  })
  const [{ bootstrap }, { startService }] = await (loading ?? loadService())
  const first = await bootstrap(databases, clock, config)
  try {
    service = await startService(config, clock, log, databases)
  } finally {
    // Shown even if the service did not start, because no later start can show them.
    if (first !== null) output.firstStart(first, config)
  }
  const { url, healthUrl, mailAddress } = service
  const about = {
    url,
    health_url: healthUrl,
    mail_address: mailAddress,
    embedded: databases.directory.embedded,
    node: process.versions.node,
  }
  const address = config.publicUrl ?? url
  output.started(about, url === null ? `Tidings is running: ${config.roles.join(', ')}` : `Tidings is at ${address}`)
}

/** Secrets that are in files are used as the files hold them now. */
async function reload(): Promise<void> {
  try {
    await starting
    const reread = rereadSecrets(config)
    if (!reread.ok) return log.error({ event: 'config.not_reloaded', mistakes: reread.mistakes })
    service?.cipher.replaceKeys(keyRingOf(config))
    databases?.rereadUrls()
    const files = service?.rereadFiles() ?? []
    log.info({ event: 'config.reloaded', changed: [...reread.changed, ...files] })
  } catch (error) {
    log.error({ event: 'config.not_reloaded', err: error })
  }
}

process.on('uncaughtException', (error) => {
  output.failed(error)
  void end(1)
})
process.on('SIGHUP', () => void reload())
process.on('SIGINT', onSignal)
process.on('SIGTERM', onSignal)
const starting = start()
starting.catch(fail)
