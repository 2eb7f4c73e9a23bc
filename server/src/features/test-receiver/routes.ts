import { listRoute } from '../../platform/http/list-route.ts'
import type { App } from '../../platform/http/route.ts'
import { tags } from '../../core/webhooks/endpoints/schemas.ts'
import { listReceived, RECEIVED_REQUESTS_MAX } from './queries.ts'
import { ReceivedRequest, receivedView } from './test-receiver.ts'

/** The route of the test receiver. The webhook endpoint's own routes turn it on, choose its response, and turn it off. */
export function testReceiverRoutes(app: App): void {
  listRoute(app, {
    path: '/api/v1/webhook_test_requests',
    tags,
    summary: `List the ${RECEIVED_REQUESTS_MAX} newest requests that the test receiver got in the last 24 hours, newest first`,
    item: ReceivedRequest,
    read: ({ pool, caller: { bucket, accountId } }, page) => listReceived(pool, bucket, accountId, ...page),
    view: receivedView,
  })
}
