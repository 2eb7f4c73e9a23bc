/** The parts of one process that all its database servers share, with the parts of these servers. */
import { createAttemptMetrics, RESEND_WITHIN_MS } from '../../core/webhooks/attempt.ts'
import { webhookItemOf } from '../../core/webhooks/webhook-queue.ts'
import { createCallbackMetrics } from '../../core/deliveries/callbacks.ts'
import { createEmitter } from '../../core/events/event.ts'
import { createGuardedCalls } from '../../core/providers/guarded-call.ts'
import { createSendMetrics, sendItemOf } from '../../core/deliveries/sends/send-queue.ts'
import { Recorder } from '../../core/deliveries/advance.ts'
import { Rendering } from '../../core/rendering/rendering.ts'
import type { DescriptorLimits } from '../../platform/admission/descriptors.ts'
import type { RouteContext } from '../../platform/context.ts'
import type { Databases } from '../../platform/db/servers/databases.ts'
import { createEventIds } from '../../platform/ids.ts'
import type { SecretsCipher } from '../../platform/secrets.ts'
import { createTaskMetrics } from '../../platform/task-runner.ts'
import { observeServers } from '../metrics.ts'
import { createOutgoing } from '../../platform/outbound/outgoing.ts'
import { createServerParts, createServers } from './servers.ts'
import type { Servers } from './servers.ts'
import { createOwnUrls } from '../own-urls.ts'

/**
 * The parts of all servers, with the parts that they share with each other and with the routes.
 * @throws {StartError} if a configured file cannot be used.
 */
export function createParts(
  context: RouteContext,
  databases: Databases,
  descriptors: DescriptorLimits,
  cipher: SecretsCipher,
  portOf: () => number,
) {
  const { config, clock } = context
  const ownUrls = createOwnUrls(config, cipher, portOf)
  const { pixels, links, callbackAddresses, returnPaths } = ownUrls
  const eventIds = createEventIds(clock)
  // A transaction is on one server, so all its rows are.
  const emitter = createEmitter((events) =>
    servers.at(events[0]!.bucket)?.webhooks.offer(events.map((event) => webhookItemOf(event))),
  )
  const recorder = new Recorder(eventIds, emitter, (sends) =>
    servers.at(sends[0]!.bucket)?.sends.offer(sends.map(sendItemOf)),
  )
  const rendering = new Rendering(context)
  const network = createOutgoing(context, descriptors.webhookConnectionsMax, RESEND_WITHIN_MS)
  const { providerConnectionsMax: connectionsMax } = descriptors
  const guarded = createGuardedCalls({ ...network, policy: network.providerPolicy, clock, connectionsMax })
  const outgoing = { ...network, guarded }
  const metrics = {
    sends: createSendMetrics(context),
    attempts: createAttemptMetrics(context),
    callbacks: createCallbackMetrics(context),
    tasks: createTaskMetrics(context),
  }
  const shared = { cipher, outgoing, recorder, rendering, pixels, links, callbackAddresses, returnPaths, metrics }
  const servers: Servers = createServers(
    databases,
    databases.all.map((database) => createServerParts(context, database, databases, shared)),
  )
  observeServers(context, servers.all, outgoing.connections)
  return {
    ...{ servers, eventIds, emitter, recorder, rendering, outgoing, cipher },
    ...ownUrls,
    onBodiesChanged: (bucket: number, accountId: number) => servers.at(bucket)?.onBodiesChanged(bucket, accountId),
    onQueuedAgain: (bucket: number, accountId: number) => servers.at(bucket)?.onQueuedAgain(bucket, accountId),
  }
}

/** What the routes get. */
export type Parts = ReturnType<typeof createParts>
