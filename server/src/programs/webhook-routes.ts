import { EndpointChanges } from '../core/webhooks/endpoints/changes.ts'
import { webhookRoutes } from '../core/webhooks/routes.ts'
import type { WebhookRouteDependencies } from '../core/webhooks/routes.ts'
import { firstStepsRoutes } from '../features/first-steps/routes.ts'
import { deleteReplays } from '../features/replays/queries.ts'
import { Replays } from '../features/replays/replay.ts'
import { replayRoutes } from '../features/replays/routes.ts'
import { testReceiverRoutes } from '../features/test-receiver/routes.ts'
import type { App } from '../platform/http/route.ts'

/** Registers the routes of the webhook endpoint, with the features that belong to it. */
export function webhookRooms(app: App, dependencies: WebhookRouteDependencies): void {
  const changes = new EndpointChanges({ ...dependencies, onEndpointDeleted: deleteReplays })
  webhookRoutes(app, dependencies, changes)
  firstStepsRoutes(app)
  testReceiverRoutes(app)
  replayRoutes(app, changes, new Replays(dependencies))
}
