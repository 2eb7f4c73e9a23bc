/** Builds the service of one process, starts it in order, and stops it. */
import { join } from 'node:path'
import { createApp } from './app.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config/config.ts'
import type { Context } from './context.ts'
import type { Database } from './db/database.ts'
import type { CommonUse } from './db/shares.ts'
import { StartError } from './db/start-error.ts'
import { Recorder } from './deliveries/advance.ts'
import { createCallbacks } from './deliveries/callbacks.ts'
import { SendDispatcher } from './deliveries/dispatcher.ts'
import { createOpenPixels } from './deliveries/open-pixel.ts'
import { createOpens } from './deliveries/opens.ts'
import { Buckets } from './dispatch/buckets.ts'
import { Hints } from './dispatch/hints.ts'
import { createEmitter } from './events/event.ts'
import type { DescriptorShares } from './http/descriptors.ts'
import { placeHealth, startHealthServer } from './http/health-server.ts'
import type { HealthServer } from './http/health-server.ts'
import { linkBaseOf, urlOf } from './http/link-base.ts'
import { listen } from './http/listen.ts'
import { createMetrics } from './http/metrics.ts'
import { createEventIds } from './ids.ts'
import type { Logger } from './log.ts'
import { createLoopMeter } from './loop-meter.ts'
import { MessageCreator } from './messages/create.ts'
import { createCallbackAddresses } from './providers/callback-address.ts'
import { observeProcess } from './metrics.ts'
import { createProviders } from './providers/registry.ts'
import { createSecretsCipher, loadOrCreateKeyFile, parseKeyRing } from './secrets.ts'
import type { SecretsCipher, SecretsKey } from './secrets.ts'
import { Rendering } from './templates/rendering/rendering.ts'
import { openTracing } from './tracing/open.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { EndpointReader } from './webhooks/endpoints/reader.ts'
import { createAttemptMetrics, observeWebhooks } from './webhooks/metrics.ts'
import { shareConnections, sharesOf } from './service-limits.ts'
import { createOutgoing } from './service-outgoing.ts'
import { dispatchers, tasks } from './workers.ts'

export interface Service {
  /** The API's address. Null without the role `api`. */
  url: string | null
  /** The address of the listener for health and metrics, if it has its own. */
  healthUrl: string | null
  context: Context
  cipher: SecretsCipher
  /** Makes `/readyz` respond 503, so that load balancers send no more requests. All work goes on. */
  prepareStop(): void
  /** Refuses new requests, lets work in progress end, and releases the buckets. The database stays open. */
  stop(): Promise<void>
}

/**
 * The cipher of stored secrets, from SECRETS_KEYS, or from the key file of an embedded database.
 * @throws {StartError}
 */
export function openCipher(config: KeyConfig): SecretsCipher {
  return createSecretsCipher(keyRingOf(config))
}

type KeyConfig = Pick<Config, 'secretsKeys' | 'dataDir'>

/**
 * The keys of stored secrets as the configuration names them now.
 * @throws {StartError}
 */
export function keyRingOf(config: KeyConfig): SecretsKey[] {
  const ring =
    config.secretsKeys === null
      ? loadOrCreateKeyFile(join(config.dataDir, 'secrets.key'))
      : parseKeyRing(config.secretsKeys)
  if (!ring.ok) throw new StartError(ring.sentence)
  return ring.keys
}

/** URLs that lead to this service. The port is known after it listens. */
function createLinks(config: Config, cipher: SecretsCipher, portOf: () => number) {
  const baseUrl = () => config.publicUrl ?? urlOf(config.host, portOf())
  const linkBase = () => linkBaseOf(config, portOf())
  const pixels = createOpenPixels(cipher.deriveKeys('open pixels'), linkBase)
  const callbackAddresses = createCallbackAddresses(cipher.deriveKeys('callbacks'), baseUrl)
  return { baseUrl, linkBase, pixels, callbackAddresses }
}

interface SendingParts {
  cipher: SecretsCipher
  descriptors: DescriptorShares
  links: ReturnType<typeof createLinks>
}

/** The dispatchers, with the parts that they share with the routes. */
function createSending(context: Context, database: Database, { cipher, descriptors, links }: SendingParts) {
  const { config, clock, log, pool } = context
  const eventIds = createEventIds(clock)
  const emitter = createEmitter()
  const recorder = new Recorder(eventIds, emitter)
  const hints = new Hints({ pool, log })
  const buckets = new Buckets({ pool, clock, log, hints, config, voidAtStart: database.embedded })
  const outgoing = createOutgoing(config, clock, descriptors)
  const { policy, guarded, connections } = outgoing
  const providers = createProviders({ ...context, guarded, callbackUrl: links.callbackAddresses.urlOf })
  const endpoints = new EndpointReader({ pool, clock, log, cipher, policy })
  const tools = { clock, connections, endpoints, metrics: createAttemptMetrics(context) }
  const webhooks = new WebhookDispatcher({ context, buckets, hints, tools })
  observeWebhooks(context, webhooks, connections)
  const sends = new SendDispatcher({ context, buckets, hints, recorder, providers, cipher, pixels: links.pixels })
  emitter.onQueued((events) => webhooks.handOff(events))
  recorder.onQueued((queued) => sends.handOff(queued))
  return {
    ...{ eventIds, emitter, recorder, hints, buckets, ...outgoing, providers, webhooks, sends },
    onEndpointChanged: (bucket: number, accountId: number) => webhooks.endpointChanged(bucket, accountId),
    onQueuedAgain: (bucket: number, accountId: number) => webhooks.queuedAgain(bucket, accountId),
  }
}

/**
 * Makes the parts of the service for the configured roles. Nothing has begun yet.
 * @throws {StartError} if a configured file cannot be used.
 */
export async function buildService(config: Config, clock: Clock, log: Logger, database: Database) {
  const descriptors = shareConnections(config, log)
  const { pool } = database
  const shares = sharesOf(database, config)
  const pools = { own: pool, ...(database.requests === null ? {} : { requests: database.requests }) }
  const metrics = createMetrics(pools, () => shares.waiting)
  const context: Context = { config, clock, log, pool, metrics, tracing: await openTracing(config, log) }
  const cipher = openCipher(config)
  let boundPort = config.port
  const links = createLinks(config, cipher, () => boundPort)
  const sending = createSending(context, database, { cipher, descriptors, links })
  const { recorder, connections, providers, guarded, buckets, hints, sends, webhooks, onQueuedAgain } = sending
  observeProcess(context, { failures: database.failures, buckets })

  const dispatches = config.roles.includes('dispatch')
  const workers = [
    createLoopMeter(context),
    ...(dispatches ? dispatchers(sends, webhooks) : []),
    ...tasks(context, database, recorder, onQueuedAgain),
  ]
  const ofAll = (use: CommonUse) => ({ ...context, pool: shares.ofAll(use) })
  const rendering = new Rendering(context)
  const messages = new MessageCreator(ofAll('creation'), { recorder, rendering })
  const opens = createOpens(ofAll('opens'), recorder)
  const callbacks = createCallbacks(ofAll('callbacks'), { recorder, cipher, guarded })
  const health = placeHealth(config)
  let isStopping = false
  const rooms = {
    ...{ ...sending, ...links, cipher, messages, rendering, opens, callbacks },
    ...{ isStopping: () => isStopping, hasMetrics: health.onPublicPort },
  }
  const app = config.roles.includes('api')
    ? await createApp({ ...context, shares }, rooms, descriptors.httpConnectionsMax)
    : null

  /** All but the listener for health. */
  async function stop(): Promise<void> {
    await app?.close()
    await opens.drained()
    await callbacks.drained()
    await Promise.all(workers.map((worker) => worker.stop()))
    await rendering.close()
    connections.abortAll()
    await providers.close()
    guarded.close()
    if (dispatches) await buckets.stop()
    await hints.stop()
    await context.tracing?.close()
  }

  return {
    ...{ context, cipher, stop, health, isStopping: rooms.isStopping },
    prepareStop: () => void (isStopping = true),
    /** Returns the API's URL, or null without the role `api`. */
    async listen(): Promise<string | null> {
      if (app === null) return null
      boundPort = await listen(app, { ...config, variable: 'PORT' })
      return urlOf(config.host, boundPort)
    },
    async begin(): Promise<void> {
      if (dispatches) hints.start(database.maintenanceAddress)
      if (dispatches) await buckets.start()
      for (const worker of workers) worker.start()
    },
  }
}

/**
 * Starts the configured roles on an open database.
 * @throws {StartError} if a port is taken, or a configured file cannot be used.
 */
export async function startService(config: Config, clock: Clock, log: Logger, database: Database): Promise<Service> {
  const built = await buildService(config, clock, log, database)
  const { context, cipher, health, isStopping, prepareStop } = built
  let healthServer: HealthServer | null = null
  async function stop(): Promise<void> {
    await built.stop()
    await healthServer?.close()
  }
  try {
    // Listening comes first, because a wrong address is the operator's mistake. Nothing has begun then.
    const url = await built.listen()
    if (health.own !== null) healthServer = await startHealthServer(health.own, { ...context, isStopping })
    await built.begin()
    return { url, healthUrl: healthServer?.url ?? null, context, cipher, prepareStop, stop }
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
}
