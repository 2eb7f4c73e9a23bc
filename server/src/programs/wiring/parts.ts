/** Makes the engines of all servers, the parts that they share, and their metrics. */
import type { RouteContext } from '../../platform/context.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { Recorder } from '../../core/deliveries/advance.ts'
import { createCallbackMetrics } from '../../core/deliveries/callbacks.ts'
import { createSendMetrics, observeSends } from '../../core/deliveries/metrics.ts'
import { createEmitter } from '../../core/events/event.ts'
import type { DescriptorShares } from '../../platform/admission/descriptors.ts'
import { observePools } from '../../platform/http/metrics.ts'
import { createEventIds } from '../../platform/ids.ts'
import { observeServers } from '../metrics.ts'
import { Rendering } from '../../core/rendering/rendering.ts'
import { createAttemptMetrics, observeWebhooks } from '../../core/webhooks/metrics.ts'
import { createTaskMetrics } from '../tasks.ts'
import { createEngine } from './engine.ts'
import type { SharedParts } from './engine.ts'
import { createEngines } from './engines.ts'
import type { Engines } from './engines.ts'
import { createOutgoing } from './outgoing.ts'
import type { Outgoing } from './outgoing.ts'

/** Parts that need no database. */
type GivenParts = Pick<SharedParts, 'cipher' | 'pixels' | 'links' | 'callbackAddresses'>

/**
 * The engines of all servers, with the parts that they share with each other and with the routes.
 * @throws {StartError} if a configured file cannot be used.
 */
export function createParts(
  context: RouteContext,
  databases: Databases,
  descriptors: DescriptorShares,
  { cipher, pixels, links, callbackAddresses }: GivenParts,
) {
  const { config, clock } = context
  const eventIds = createEventIds(clock)
  const emitter = createEmitter()
  const recorder = new Recorder(eventIds, emitter)
  const rendering = new Rendering(context)
  const outgoing = createOutgoing(config, clock, descriptors)
  const metrics = {
    sends: createSendMetrics(context),
    attempts: createAttemptMetrics(context),
    callbacks: createCallbackMetrics(context),
    tasks: createTaskMetrics(context),
  }
  const shared = { cipher, outgoing, recorder, rendering, pixels, links, callbackAddresses, metrics }
  const engines = createEngines(
    databases,
    databases.all.map((database) => createEngine(context, database, databases, shared)),
  )
  // A transaction is on one server, so all its rows are.
  emitter.onQueued((events) => engines.at(events[0]!.bucket)?.webhooks.handOff(events))
  recorder.onQueued((queued) => engines.at(queued[0]!.bucket)?.sends.handOff(queued))
  observe(context, engines, outgoing)
  return {
    ...{ engines, eventIds, emitter, recorder, rendering, outgoing },
    onEndpointChanged: (bucket: number, accountId: number) =>
      engines.at(bucket)?.webhooks.endpointChanged(bucket, accountId),
    onBodiesChanged: (bucket: number, accountId: number) =>
      engines.at(bucket)?.webhooks.bodiesChanged(bucket, accountId),
    onQueuedAgain: (bucket: number, accountId: number) => engines.at(bucket)?.webhooks.queuedAgain(bucket, accountId),
  }
}

function observe(context: RouteContext, { all }: Engines, { connections }: Outgoing): void {
  observeServers(context, all)
  observePools(
    context.metrics,
    all.map(({ name, pool: own, database: { requests }, shares }) => ({
      name,
      pools: { own, ...(requests === null ? {} : { requests }) },
      waiters: () => shares.waiting,
    })),
  )
  observeSends(context, all)
  observeWebhooks(context, all, connections)
}
