/**
 * The parts of the service for one database server: its leases, dispatchers, tasks and batches. They wait for no other
 * server, so a server that is away stops its own accounts only.
 */
import type { FastifyRequest } from 'fastify'
import { forgetIds } from '../../platform/db/id-blocks.ts'
import { ElsewhereError, ServerAwayError } from '../../platform/db/database-error.ts'
import type { Context, RouteContext } from '../../platform/context.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { createShares } from '../../platform/admission/shares.ts'
import type { CommonUse } from '../../platform/admission/shares.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { createCallbacks } from '../../core/deliveries/callbacks.ts'
import type { CallbackMetrics } from '../../core/deliveries/callbacks.ts'
import { SendQueue } from '../../core/deliveries/sends/send-queue.ts'
import type { SendMetrics } from '../../core/deliveries/sends/send-queue.ts'
import type { OpenPixels } from '../../core/deliveries/open-pixel.ts'
import { createOpens } from '../../core/deliveries/opens.ts'
import { Dispatcher } from '../../core/dispatch/dispatcher.ts'
import { Hints } from '../../core/dispatch/hints.ts'
import { Leases } from '../../core/dispatch/leases.ts'
import { createInboxServer } from '../../features/inbox/scope.ts'
import { createIdempotency } from '../../platform/http/idempotency.ts'
import { MessageCreator } from '../../core/messages/create.ts'
import type { CallbackAddresses } from '../../core/providers/callback-address.ts'
import { createProviders } from '../../core/providers/registry.ts'
import type { ReturnPaths } from '../../core/providers/return-path.ts'
import { RequestRecorder } from '../../features/request-log/recorder.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import type { PreferenceLinks } from '../../core/recipients/preferences/links.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import { WebhookQueue } from '../../core/webhooks/webhook-queue.ts'
import { EndpointReader } from '../../core/webhooks/endpoints/reader.ts'
import { createTestPosts } from '../../core/webhooks/connection-test-route.ts'
import type { AttemptMetrics } from '../../core/webhooks/attempt.ts'
import { TestReceiver } from '../../features/test-receiver/receiver.ts'
import { tasks } from './tasks.ts'
import type { TaskMetrics } from '../../platform/task-runner.ts'
import type { Outgoing } from '../../platform/outbound/outgoing.ts'
import type { GuardedCalls } from '../../core/providers/guarded-call.ts'

/** Parts of the process that all servers share. None of them waits for a database. */
export interface SharedParts {
  cipher: SecretsCipher
  outgoing: Outgoing & { guarded: GuardedCalls }
  recorder: Recorder
  rendering: Rendering
  pixels: OpenPixels
  links: PreferenceLinks
  callbackAddresses: CallbackAddresses
  returnPaths: ReturnPaths
  metrics: { sends: SendMetrics; attempts: AttemptMetrics; callbacks: CallbackMetrics; tasks: TaskMetrics }
}

/** Makes the parts for one of the servers. Nothing begins yet. */
export function createServerParts(
  routeContext: RouteContext,
  database: Database,
  databases: Databases,
  shared: SharedParts,
) {
  const { pool, buckets: placed, embedded: voidAtStart } = database
  const context: Context = { ...routeContext, pool }
  const { config, clock, log } = context
  // Without connections for requests, these use the service's own.
  const requestPool = database.requests ?? pool
  const { max: connectionsMax } = requestPool.options
  const { cipher, outgoing, recorder, rendering, pixels, links, callbackAddresses, returnPaths, metrics } = shared
  const shares = createShares({ pool: requestPool, connectionsMax, waitMsMax: config.databaseConnectTimeoutMs })
  const ofAll = (use: CommonUse) => ({ ...context, pool: shares.ofAll(use) })
  const hints = new Hints({ pool, log })
  const leases = new Leases({ pool, clock, log, hints, config, placed, voidAtStart })
  const { buckets } = leases
  const { guarded } = outgoing
  const providers = createProviders({ ...context, guarded, returnPaths, callbackUrl: callbackAddresses.urlOf })
  const endpoints = new EndpointReader({ pool, clock, cipher, policy: outgoing.policy })
  const testReceiver = new TestReceiver({ pool, clock, endpoints })
  const connections = outgoing.connections.part()
  const tools = { clock, connections, endpoints, receivers: testReceiver, metrics: metrics.attempts }
  const testPosts = createTestPosts(tools, outgoing.createFew)
  const dispatching = { buckets, hints, clock, log, config }
  const webhooks = new Dispatcher({ definition: new WebhookQueue({ context, buckets, tools }), ...dispatching })
  const sending = { context, buckets, recorder, providers, cipher, pixels, links, metrics: metrics.sends }
  const sends = new Dispatcher({ definition: new SendQueue(sending), ...dispatching })
  const opens = createOpens(ofAll('opens'), recorder)
  const callbacks = createCallbacks(ofAll('callbacks'), { recorder, cipher, guarded, metrics: metrics.callbacks })
  const inbox = createInboxServer(context, ofAll('inbox'), recorder)
  const requests = new RequestRecorder(ofAll('requests'))
  const dispatches = config.roles.includes('dispatch')
  const onQueuedAgain = (bucket: number, accountId: number) => webhooks.queuedAgain(bucket, String(accountId))
  const onBodiesChanged = (bucket: number, accountId: number) => webhooks.reread(bucket, String(accountId))
  const messages = new MessageCreator(ofAll('creation'), { recorder, rendering, links })
  const workers = [
    ...(dispatches ? [sends, webhooks] : []),
    ...tasks(context, { database, databases, recorder, messages, onQueuedAgain, onBodiesChanged }, metrics.tasks),
  ]
  let hasBegun = false
  return {
    ...{ name: database.name, database, pool, shares, buckets, sends, webhooks, providers, opens, callbacks, inbox },
    ...{ leases, messages, requests, onQueuedAgain, onBodiesChanged, testPost: testPosts.post },
    idempotency: createIdempotency(ofAll('creation')),
    /** Takes buckets, and starts the dispatchers and tasks of the configured roles. */
    async begin() {
      hasBegun = true
      if (dispatches) hints.start(database.maintenanceAddress)
      if (dispatches) await leases.start()
      for (const worker of workers) worker.start()
    },
    /** Lets running work end, and writes its results. */
    async drain() {
      await opens.drained()
      await callbacks.drained()
      await inbox.fetches.drained()
      await requests.drained()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
    /** Gives the buckets up. Call it after `drain`. */
    async close() {
      await providers.close()
      testPosts.close()
      if (dispatches && hasBegun) await leases.stop()
      await hints.stop()
    },
  }
}

export type ServerParts = ReturnType<typeof createServerParts>

export interface Servers {
  readonly all: readonly ServerParts[]
  readonly directory: ServerParts
  /** Whether the directory is away. Null if it is the only server. */
  readonly directoryState: Pick<Databases, 'isDirectoryAway' | 'onChange'> | null
  /**
   * The parts of the server with the bucket's rows.
   * @throws {ElsewhereError | ServerAwayError} if there is none in this process, or its server has been away since the start.
   */
  of(bucket: number): ServerParts
  /** The same for a hint, which may be lost: null instead of an error. */
  at(bucket: number): ServerParts | null
  /** The parts of the server with the request's rows. */
  ofRequest(request: FastifyRequest): ServerParts
}

/** `all`: the parts of each database, in their order. */
export function createServers(databases: Databases, all: readonly ServerParts[]): Servers {
  const [directory, ...others] = all as [ServerParts, ...ServerParts[]]
  const byDatabase = new Map(all.map((server) => [server.database, server]))
  databases.onChange(() => {
    forgetIds()
    for (const { leases } of all) void leases.look()
  })

  function of(bucket: number): ServerParts {
    if (others.length === 0) return directory
    const database = databases.of(bucket)
    if (!database.isReady) throw new ServerAwayError(database.name)
    return byDatabase.get(database)!
  }

  function at(bucket: number): ServerParts | null {
    try {
      return of(bucket)
    } catch (error) {
      if (error instanceof ElsewhereError || error instanceof ServerAwayError) return null
      throw error
    }
  }

  return {
    ...{ all, directory, directoryState: others.length === 0 ? null : databases, of, at },
    ofRequest: ({ routeOptions, caller }) => (routeOptions.config.isDirectory === true ? directory : of(caller.bucket)),
  }
}
