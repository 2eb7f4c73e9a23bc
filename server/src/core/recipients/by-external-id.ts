/** The routes of one recipient are also below the caller's own id, so that a backend needs to store no second id. */
import type { RouteOptions } from 'fastify'
import Type from 'typebox'
import type { TObject } from 'typebox'
import { ApiError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { RequiredText } from '../../platform/http/schemas.ts'
import { findRecipientId } from './queries.ts'

const BY_ID = '/api/v1/notification_users/:id'
const BY_EXTERNAL_ID = '/api/v1/notification_users/by_external_id/:external_user_id'

export const ExternalIdParams = Type.Object({ external_user_id: RequiredText(255) })

/** The same route, which first looks up the id. It runs inside the transaction of an idempotency key, as the handler does. */
function byExternalId({ url, config, schema = {}, handler, ...route }: RouteOptions): RouteOptions {
  const { id: _, ...others } = (schema.params as TObject).properties
  const { summary = '' } = schema
  return {
    ...route,
    url: `${BY_EXTERNAL_ID}${url.slice(BY_ID.length)}`,
    config: { ...config },
    schema: {
      ...schema,
      summary: `By external id: ${summary.slice(0, 1).toLowerCase()}${summary.slice(1)}`,
      params: Type.Object({ ...ExternalIdParams.properties, ...others }),
    },
    async handler(request, reply) {
      const { pool, caller } = request
      const params = request.params as { external_user_id: string; id: number }
      const [found] = await findRecipientId(pool, caller.bucket, caller.accountId, params.external_user_id)
      if (found === undefined) throw new ApiError('not_found')
      params.id = found.id
      return handler.call(this, request, reply)
    },
  }
}

/**
 * Registers a second route for each `/notification_users/:id...` that is registered on `app` after this call.
 */
export function addRoutesByExternalId(app: App): void {
  app.addHook('onRoute', function addRoute(route) {
    const isOfRecipient = route.url === BY_ID || route.url.startsWith(`${BY_ID}/`)
    // Fastify makes HEAD from GET.
    if (isOfRecipient && route.method !== 'HEAD') this.route(byExternalId(route))
  })
}
