/**
 * The parts of the service for one database server: its leases, dispatchers, tasks and batches. They wait for no other
 * server, so a server that is away stops its own accounts only.
 */
import type { Context, RouteContext } from '../../platform/context.ts'
import type { Database } from '../../platform/db/servers/database.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { createShares } from '../../platform/admission/shares.ts'
import type { CommonUse, Shares } from '../../platform/admission/shares.ts'
import type { Recorder } from '../../core/deliveries/advance.ts'
import { createCallbacks } from '../../core/deliveries/callbacks.ts'
import type { CallbackMetrics, Callbacks } from '../../core/deliveries/callbacks.ts'
import { SendQueue } from '../../core/deliveries/sends/send-queue.ts'
import type { SendItem, SendMetrics } from '../../core/deliveries/sends/send-queue.ts'
import type { SendEnd } from '../../core/deliveries/sends/settle.ts'
import type { OpenPixels } from '../../core/deliveries/open-pixel.ts'
import { createOpens } from '../../core/deliveries/opens.ts'
import type { Opens } from '../../core/deliveries/opens.ts'
import { Buckets } from '../../core/dispatch/buckets.ts'
import { Dispatcher } from '../../core/dispatch/dispatcher.ts'
import { Hints } from '../../core/dispatch/hints.ts'
import { createInboxServer } from '../../features/inbox/server.ts'
import type { InboxServer } from '../../features/inbox/server.ts'
import { createIdempotency } from '../../platform/http/idempotency.ts'
import type { Idempotency } from '../../platform/http/idempotency.ts'
import { MessageCreator } from '../../core/messages/create.ts'
import type { CallbackAddresses } from '../../core/providers/callback-address.ts'
import { createProviders } from '../../core/providers/registry.ts'
import type { Providers } from '../../core/providers/registry.ts'
import { RequestRecorder } from '../../features/request-log/recorder.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import type { PreferenceLinks } from '../../core/recipients/preferences/links.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import { WebhookQueue } from '../../core/webhooks/webhook-queue.ts'
import type { WebhookItem } from '../../core/webhooks/webhook-queue.ts'
import type { AttemptRecord } from '../../core/webhooks/queries.ts'
import { EndpointReader } from '../../core/webhooks/endpoints/reader.ts'
import type { AttemptMetrics } from '../../core/webhooks/attempt.ts'
import { TestReceiver } from '../../features/test-receiver/receiver.ts'
import { tasks } from './tasks.ts'
import type { TaskMetrics } from '../../platform/task-runner.ts'
import type { GuardedCalls } from '../../core/providers/guarded-call.ts'
import type { Connections } from '../../platform/outbound/judged-connections.ts'
import type { HostResolver } from '../../platform/outbound/resolve.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'

/** The service's outgoing connections, and the addresses that they may use. */
export interface Outgoing {
  /** Addresses allowed for webhooks. */
  policy: ReceiverPolicy
  /** Addresses allowed in settings of channels, in devices and in reports of providers. */
  providerPolicy: ReceiverPolicy
  resolver: HostResolver
  guarded: GuardedCalls
  /** Connections to webhook receivers. */
  connections: Connections
}

/** Parts of the process that all servers share. None of them waits for a database. */
export interface SharedParts {
  cipher: SecretsCipher
  outgoing: Outgoing
  recorder: Recorder
  rendering: Rendering
  pixels: OpenPixels
  links: PreferenceLinks
  callbackAddresses: CallbackAddresses
  metrics: { sends: SendMetrics; attempts: AttemptMetrics; callbacks: CallbackMetrics; tasks: TaskMetrics }
}

export interface Engine {
  /** The name of the database server. */
  readonly name: string
  readonly database: Database
  readonly pool: Database['pool']
  readonly shares: Shares
  readonly buckets: Buckets
  readonly sends: Dispatcher<SendItem, SendEnd>
  readonly webhooks: Dispatcher<WebhookItem, AttemptRecord>
  readonly providers: Providers
  readonly messages: MessageCreator
  readonly opens: Opens
  readonly callbacks: Callbacks
  readonly inbox: InboxServer
  readonly idempotency: Idempotency
  readonly requests: RequestRecorder
  /** Takes buckets, and starts the dispatchers and tasks of the configured roles. */
  begin(): Promise<void>
  /** Lets running work end, and writes its results. */
  drain(): Promise<void>
  /** Gives the buckets up. Call it after `drain`. */
  close(): Promise<void>
}

/** The shares of requests. Without connections for requests, they use the service's own. */
function sharesOf({ pool, requests }: Database, { databaseConnectTimeoutMs }: Context['config']): Shares {
  const shared = requests ?? pool
  return createShares({ pool: shared, connectionsMax: shared.options.max, waitMsMax: databaseConnectTimeoutMs })
}

/** Makes the parts for one of the servers. Nothing begins yet. */
export function createEngine(
  routeContext: RouteContext,
  database: Database,
  databases: Databases,
  shared: SharedParts,
): Engine {
  const { pool } = database
  const context: Context = { ...routeContext, pool }
  const { config, clock, log } = context
  const { cipher, outgoing, recorder, rendering, pixels, links, callbackAddresses, metrics } = shared
  const shares = sharesOf(database, config)
  const ofAll = (use: CommonUse) => ({ ...context, pool: shares.ofAll(use) })
  const hints = new Hints({ pool, log })
  const places = { buckets: () => database.buckets(), voidAtStart: database.embedded }
  const buckets = new Buckets({ pool, clock, log, hints, config, ...places })
  const providers = createProviders({ ...context, guarded: outgoing.guarded, callbackUrl: callbackAddresses.urlOf })
  const endpoints = new EndpointReader({ pool, clock, cipher, policy: outgoing.policy })
  const testReceiver = new TestReceiver({ pool, clock, endpoints })
  const connections = outgoing.connections.part()
  const tools = { clock, connections, endpoints, receivers: testReceiver, metrics: metrics.attempts }
  const dispatching = { ...context, buckets, hints }
  const webhooks = new Dispatcher({ ...dispatching, definition: new WebhookQueue({ context, buckets, tools }) })
  const sending = { context, buckets, recorder, providers, cipher, pixels, links, metrics: metrics.sends }
  const sends = new Dispatcher({ ...dispatching, definition: new SendQueue(sending) })
  const opens = createOpens(ofAll('opens'), recorder)
  const callbackTools = { recorder, cipher, guarded: outgoing.guarded, metrics: metrics.callbacks }
  const callbacks = createCallbacks(ofAll('callbacks'), callbackTools)
  const inbox = createInboxServer(context, ofAll('inbox'), recorder)
  const requests = new RequestRecorder(ofAll('requests'))
  const dispatches = config.roles.includes('dispatch')
  const onQueuedAgain = (bucket: number, accountId: number) => webhooks.queuedAgain(bucket, String(accountId))
  const onBodiesChanged = (bucket: number, accountId: number) => webhooks.reread(bucket, String(accountId))
  const workers = [
    ...(dispatches ? [sends, webhooks] : []),
    ...tasks(context, { database, databases, recorder, onQueuedAgain, onBodiesChanged, taskMetrics: metrics.tasks }),
  ]
  let hasBegun = false
  return {
    ...{ name: database.name, database, pool, shares, buckets, sends, webhooks, providers, opens, callbacks, inbox },
    messages: new MessageCreator(ofAll('creation'), { recorder, rendering, links }),
    idempotency: createIdempotency(ofAll('creation')),
    requests,
    async begin() {
      hasBegun = true
      if (dispatches) hints.start(database.maintenanceAddress)
      if (dispatches) await buckets.start()
      for (const worker of workers) worker.start()
    },
    async drain() {
      await opens.drained()
      await callbacks.drained()
      await inbox.fetches.drained()
      await requests.drained()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
    async close() {
      await providers.close()
      if (dispatches && hasBegun) await buckets.stop()
      await hints.stop()
    },
  }
}
