/** Builds the service of one process, starts it in order, and stops it. */
import { divideOpenFiles } from '../../platform/admission/descriptors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Context, RouteContext } from '../../platform/context.ts'
import { whenThere } from '../../platform/db/servers/outages.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { areMetricsOpen, healthAddress, startHealthServer } from '../../platform/http/health.ts'
import type { HealthServer } from '../../platform/http/health.ts'
import { urlOf, listen } from '../../platform/http/own-address.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import type { Logger } from '../../platform/log.ts'
import { createLoopMeter } from '../../platform/loop-meter.ts'
import { openCipher } from '../../platform/secrets.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { openTracing } from '../../platform/tracing/open.ts'
import { observeProcess } from '../metrics.ts'
import { createApp } from './app.ts'
import { halfConfigurations, createMailListener } from '../../features/smtp/server.ts'
import { createSignIn } from '../../features/smtp/sign-in.ts'
import { createParts } from './parts.ts'

export interface Service {
  /** The API's address. Null without the role `api`. */
  url: string | null
  /** The address of the listener for health and metrics, if it has its own. */
  healthUrl: string | null
  /** `host:port` for mails. Null without the role `smtp`. */
  mailAddress: string | null
  context: Context
  cipher: SecretsCipher
  /** Makes `/readyz` respond 503, so that load balancers send no more requests. All work goes on. */
  prepareStop(): void
  /** Uses the files as they are now. Returns the variables of changed ones. Throws if the certificate for mails cannot be used. */
  rereadFiles(): string[]
  /** Refuses new requests, lets work in progress end, and releases the buckets. The database stays open. */
  stop(): Promise<void>
}

/**
 * Makes the parts of the service for the configured roles. Nothing has begun yet.
 * @throws {StartError} if a configured file cannot be used.
 */
export async function buildService(config: Config, clock: Clock, log: Logger, databases: Databases) {
  const descriptors = divideOpenFiles(config, databases.all.length, log)
  const metrics = createMetrics()
  const context: RouteContext = { config, clock, log, metrics, tracing: await openTracing(config, log) }
  const cipher = openCipher(config)
  let boundPort = config.port
  const parts = createParts(context, databases, descriptors, cipher, () => boundPort)
  const { servers, outgoing } = parts
  observeProcess(context)
  const loopMeter = createLoopMeter(context)
  const health = healthAddress(config)
  if (areMetricsOpen(health, config)) log.warn({ event: 'metrics.open' })
  for (const warning of halfConfigurations(config)) log.warn({ event: 'smtp.half_configured', warning })
  const stopping = new AbortController()
  const lifecycle = { isStopping: false }
  const app = config.roles.includes('api')
    ? await createApp(context, parts, {
        httpConnectionsMax: descriptors.httpConnectionsMax,
        hasMetrics: health.onPublicPort,
        lifecycle,
      })
    : null
  const signIn = createSignIn(context, servers.directory.shares.ofAll('authentication'))
  const mails = config.roles.includes('smtp')
    ? createMailListener(context, { clock, serverOf: servers.of, returnPaths: parts.returnPaths, signIn })
    : null
  const others = servers.all.filter((server) => server !== servers.directory)
  let beginning: Promise<unknown> = Promise.resolve()

  /** All but the listener for health. */
  async function stop(): Promise<void> {
    stopping.abort()
    await Promise.all([app?.close(), mails?.close()])
    await signIn.close()
    await beginning
    await Promise.all(servers.all.map((server) => server.drain()))
    await loopMeter.stop()
    outgoing.connections.abortAll()
    await Promise.all(servers.all.map((server) => server.close()))
    outgoing.guarded.close()
    await context.tracing?.close()
  }

  return {
    ...{ context, servers, cipher, stop, health, lifecycle },
    prepareStop: () => void (lifecycle.isStopping = true),
    rereadFiles: () => mails?.rereadCertificate() ?? [],
    /** Returns the API's URL, or null without the role `api`. */
    async listen(): Promise<string | null> {
      if (app === null) return null
      boundPort = await listen(app, { ...config, variable: 'PORT' })
      return urlOf(config.host, boundPort)
    },
    /** Returns the address for mails, or null without the role `smtp`. */
    listenForMails: async () => (mails === null ? null : mails.listen()),
    async begin(): Promise<void> {
      loopMeter.start()
      await servers.directory.begin()
      beginning = Promise.all(
        others.map(({ name, database, begin }) =>
          whenThere({ log, server: name, signal: stopping.signal }, async () => {
            await databases.join(database)
            if (!stopping.signal.aborted) await begin()
          }),
        ),
      )
    },
  }
}

/**
 * Starts the configured roles on open databases.
 * @throws {StartError} if a port is taken, or a configured file cannot be used.
 */
export async function startService(config: Config, clock: Clock, log: Logger, databases: Databases): Promise<Service> {
  const built = await buildService(config, clock, log, databases)
  const { context, servers, cipher, health, lifecycle, prepareStop, rereadFiles } = built
  let healthServer: HealthServer | null = null
  async function stop(): Promise<void> {
    await built.stop()
    await healthServer?.close()
  }
  try {
    // Listening comes first, because a wrong address is the operator's mistake. Nothing has begun then.
    const url = await built.listen()
    const mailAddress = await built.listenForMails()
    if (health.own !== null)
      healthServer = await startHealthServer(health.own, { ...context, servers: servers.all, lifecycle })
    await built.begin()
    const { pool } = databases.directory
    const addresses = { url, mailAddress, healthUrl: healthServer?.url ?? null }
    return { ...addresses, context: { ...context, pool }, cipher, prepareStop, rereadFiles, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
