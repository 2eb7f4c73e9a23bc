/**
 * The health of the process, on its public port or on a listener for probes and Prometheus. That one serves `/healthz`,
 * `/readyz` and `/metrics` in every role. It is not for unknown callers, so it has no rate limits per address.
 */
import Type from 'typebox'
import type { Clock } from '../clock.ts'
import { checkWritable, ReadOnlyServerError } from '../db/servers/address.ts'
import { isOutage, isRefusedSignIn } from '../db/database-error.ts'
import { MIGRATIONS_DIRECTORY, readMigrations } from '../db/migrations.ts'
import { readAhead } from '../db/partitions/catalog.ts'
import type { ServicePool } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import type { App } from './route.ts'
import type { Config } from '../config/config.ts'
import { listen, urlOf, isLoopbackHost } from './own-address.ts'
import type { ListenAddress } from './own-address.ts'
import { metricsRoute } from './metrics.ts'
import type { MetricsRouteContext } from './metrics.ts'
import { requestMistake } from './request-head.ts'
import { createServer } from './server.ts'
import type { Lifecycle, ServerContext } from './server.ts'

/**
 * If the clock differs more from the database's, receivers may reject signatures as too old (specification 5.3), ms.
 */
const CLOCK_SKEW_MAX_MS = 60_000

/** With fewer days of partitions ahead the service is not ready: without a partition no message can be stored. */
const DAYS_AHEAD_MIN = 2
/** The same for ids of messages and deliveries: some minutes of the fastest creates. */
const IDS_AHEAD_MIN = 1_000_000

const readState = sql(
  'health.read',
  `select (extract(epoch from clock_timestamp()) * 1000)::float8 as "now_ms!",
    coalesce((select max(version) from schema_migrations), 0) as version,
    coalesce((select max(coalesce(oldest_version, version)) from schema_migrations), 0) as oldest_version`,
)

const Health = Type.Object({
  status: Type.String(),
  reasons: Type.Optional(Type.Array(Type.String(), { examples: [[]] })),
  servers: Type.Optional(
    Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'With several database servers: the reasons of each server that does not work',
    }),
  ),
})

/** Concurrent callers share one run. So this public route uses one connection, even under many requests. */
function together<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | null = null
  return () => (running ??= work().finally(() => (running = null)))
}

interface HealthContext {
  clock: Clock
  /** The database servers. */
  servers: readonly { name: string; pool: ServicePool }[]
  lifecycle: Lifecycle
}

/**
 * `/healthz`: 200 if the process is alive. `/readyz`: 200 if it can work on at least one database server, otherwise 503
 * with the reasons.
 */
export function healthRoutes(app: App, { clock, servers, lifecycle }: HealthContext): void {
  const versionKnown = readMigrations(MIGRATIONS_DIRECTORY).length
  const readers = servers.map(({ name, pool }) => {
    const read = together(() => reasonsNotReady(clock, pool, versionKnown))
    return { name, read: servers.length === 1 ? read : () => soon(read()) }
  })
  const tags = ['Health']

  app.get('/healthz', { schema: { tags, summary: 'Alive', security: [], response: { 200: Health } } }, () => ({
    status: 'ok',
  }))

  app.get(
    '/readyz',
    { schema: { tags, summary: 'Ready to work', security: [], response: { 200: Health, 503: Health } } },
    async (_request, reply) => {
      const found = lifecycle.isStopping
        ? []
        : await Promise.all(readers.map(async ({ read, name }) => [name, await read()] as const))
      const away = found.filter(([, reasons]) => reasons.length > 0)
      const named = servers.length > 1 && away.length > 0 ? { servers: Object.fromEntries(away) } : {}
      if (away.length < found.length) return { status: 'ready', ...named }
      const reasons = lifecycle.isStopping
        ? ['the service is stopping']
        : [...new Set(away.flatMap(([, some]) => some))]
      return reply
        .code(503)
        .header('retry-after', '1')
        .send({ status: 'not ready', reasons, ...named })
    },
  )
}

/** With several servers, a silent one must not hold up the response: probes give up after a second, ms. */
const READING_MS_MAX = 500

async function soon(reading: Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const silent = new Promise<string[]>((resolve) => {
    timer = setTimeout(resolve, READING_MS_MAX, ['the database does not respond'])
  })
  return Promise.race([reading, silent]).finally(() => clearTimeout(timer))
}

/** A connection whose server takes no writes is closed: the next look may find the new primary. */
async function readWritable(pool: ServicePool, nowMs: number) {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await checkWritable(client)
    const [state] = await readState(client)
    return { ...state!, ahead: await readAhead(client, nowMs) }
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

async function reasonsNotReady(clock: Clock, pool: ServicePool, versionKnown: number): Promise<string[]> {
  const reasons: string[] = []
  try {
    const { nowMs: databaseNow, version, oldestVersion, ahead } = await readWritable(pool, clock.now())
    if (version < versionKnown)
      reasons.push(`the database is at migration ${version}, not at ${versionKnown}: run tidings migrate`)
    // A newer version has migrated the database. This one stays ready as long as the newer migrations allow it.
    if (oldestVersion > versionKnown)
      reasons.push(
        `the database needs a version with migration ${oldestVersion}, this one has ${versionKnown}: upgrade it`,
      )
    const skewSeconds = Math.round((clock.wall() - databaseNow) / 1000)
    if (Math.abs(skewSeconds) * 1000 > CLOCK_SKEW_MAX_MS)
      reasons.push(`the clock of this machine differs from the database clock by ${skewSeconds} s`)
    const ends = []
    if (ahead.days < DAYS_AHEAD_MIN) ends.push(`${ahead.days} more days`)
    if (ahead.ids < IDS_AHEAD_MIN) ends.push(`${ahead.ids} more ids of messages and deliveries`)
    for (const end of ends)
      reasons.push(`the tables have partitions for ${end} only: the log tells under database.partitions_not_made why`)
  } catch (error) {
    if (!isOutage(error)) throw error
    reasons.push(reasonOf(error))
  }
  return reasons
}

function reasonOf(error: unknown): string {
  if (error instanceof ReadOnlyServerError)
    return 'the database accepts no writes: its server is a standby or read-only'
  if (isRefusedSignIn(error)) return "the database refuses the service's user or password"
  return 'the database is unavailable'
}

/** Open connections. A few probes and scrapers need one each. */
const CONNECTIONS_MAX = 64
/** The port of processes without the role `api`, if `HEALTH_PORT` is unset. */
const PORT_DEFAULT = 3001
const LOOPBACK = '127.0.0.1'

/** Where health and metrics are served. `own`: the address of their own listener, if there is one. */
interface HealthAddress {
  own: ListenAddress | null
  /** True if `/metrics` is on the public port. */
  onPublicPort: boolean
}

/** Decides by `HEALTH_PORT`, `PORT` and the roles. A port 0 is another port each time. */
export function healthAddress({
  healthPort,
  port,
  host,
  roles,
}: Pick<Config, 'healthPort' | 'port' | 'host' | 'roles'>) {
  const hasApi = roles.includes('api')
  const otherwise = ', to 0 for any free port, or to off for no metrics'
  const own = (address: { host: string; port: number }): HealthAddress => ({
    own: { ...address, variable: 'HEALTH_PORT', otherwise },
    onPublicPort: false,
  })
  const none = (onPublicPort: boolean): HealthAddress => ({ own: null, onPublicPort })
  if (healthPort === 'off') return none(false)
  if (healthPort === null) return hasApi ? none(true) : own({ host: LOOPBACK, port: PORT_DEFAULT })
  return hasApi && healthPort === port && port !== 0 ? none(true) : own({ host, port: healthPort })
}

/** Whether callers on other machines can read `/metrics`: it is on the public port and needs no token. */
export function areMetricsOpen(
  { onPublicPort }: HealthAddress,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  return onPublicPort && metricsToken === null && publicUrl !== null && !isLoopbackHost(new URL(publicUrl).hostname)
}

export interface HealthServer {
  url: string
  close(): Promise<void>
}

/** Listens at the address. */
export async function startHealthServer(
  address: ListenAddress,
  context: ServerContext & HealthContext & MetricsRouteContext,
): Promise<HealthServer> {
  const app = createServer(context)
  app.server.maxConnections = CONNECTIONS_MAX
  app.addHook('onRequest', ({ raw }, _reply, done) => done(requestMistake(raw) ?? undefined))
  healthRoutes(app, context)
  metricsRoute(app, context)
  const port = await listen(app, address)
  return { url: urlOf(address.host, port), close: () => app.close() }
}
