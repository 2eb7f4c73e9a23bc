/** The routes of the webhook endpoint and of its replays, without a dispatcher. */
import type { Context } from '../src/platform/context.ts'
import { EndpointChanges } from '../src/core/webhooks/endpoints/changes.ts'
import { webhookRoutes } from '../src/core/webhooks/routes.ts'
import type { WebhookRouteDependencies } from '../src/core/webhooks/routes.ts'
import { deleteReplays } from '../src/features/replays/queries.ts'
import { Replays } from '../src/features/replays/replay.ts'
import { replayRoutes } from '../src/features/replays/routes.ts'
import type { ServicePool } from '../src/platform/db/pool.ts'
import { createReceiverPolicy } from '../src/platform/outbound/url-policy.ts'
import { createSecretsCipher } from '../src/platform/secrets.ts'
import { endAfterTests } from './end-after-tests.ts'
import { resolverWith } from './host-resolver.ts'
import { startRoomServer } from './room-server.ts'
import type { RoomServer } from './room-server.ts'

export const REPLAY_CONFIG = { apiRateLimit: 0, eventRetentionDays: 30 } as Context['config']

/** It ends after the tests of the file. The endpoint's host is always found, at a public address. */
export function startReplayServer(
  pool: ServicePool,
  given: Pick<WebhookRouteDependencies, 'clock' | 'emitter' | 'eventIds' | 'onQueuedAgain'>,
): Promise<RoomServer> {
  const dependencies: WebhookRouteDependencies = {
    ...given,
    config: REPLAY_CONFIG,
    cipher: createSecretsCipher([{ id: 'key1', key: Buffer.alloc(32, 7) }]),
    policy: createReceiverPolicy({ allowCidrs: [], allowHosts: [] }),
    resolver: resolverWith(() => ['93.184.216.34']),
    testPost: () => Promise.resolve({ kind: 'held' }),
    onEndpointChanged: () => {},
  }
  const changes = new EndpointChanges({ ...dependencies, onEndpointDeleted: deleteReplays })
  return endAfterTests(
    startRoomServer(pool, (app) => {
      webhookRoutes(app, dependencies, changes)
      replayRoutes(app, changes, new Replays(dependencies))
    }),
  )
}
