import { accountRoutes } from './accounts/routes.ts'
import { mailRoutes } from './accounts/mail-routes.ts'
import { authenticate } from './accounts/authentication.ts'
import { memberRoutes } from './accounts/member-routes.ts'
import { wantPasswordAgain } from './accounts/password-again.ts'
import { readSessionCookie } from './accounts/session-cookie.ts'
import { sessionRoutes } from './accounts/session-routes.ts'
import { signInRoutes } from './accounts/sign-in-routes.ts'
import { createSignInThrottle } from './accounts/sign-in-throttle.ts'
import { DOCUMENT_DETAILS } from './app-document.ts'
import { providerRoutes } from './channels/provider-routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { testSendRoutes } from './channels/test-send-routes.ts'
import type { Context } from './context.ts'
import type { Shares } from './db/shares.ts'
import type { Recorder } from './deliveries/advance.ts'
import { callbackRoutes } from './deliveries/callback-routes.ts'
import type { Callbacks } from './deliveries/callbacks.ts'
import { createCancellation } from './deliveries/cancel.ts'
import type { OpenPixels } from './deliveries/open-pixel.ts'
import { openRoutes } from './deliveries/open-routes.ts'
import type { Opens } from './deliveries/opens.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { sandboxRoutes } from './deliveries/sandbox-routes.ts'
import { suppressionRoutes } from './deliveries/suppression-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { dashboardRoutes } from './http/dashboard.ts'
import { healthRoutes } from './http/health.ts'
import { createIdempotency } from './http/idempotency.ts'
import { limitRequests } from './http/limit-requests.ts'
import { observeRequests } from './http/metrics.ts'
import { describeApi, referenceRoutes } from './http/openapi.ts'
import type { App } from './http/route.ts'
import { createServer } from './http/server.ts'
import { shareDatabase } from './http/share-database.ts'
import type { MessageCreator } from './messages/create.ts'
import { messageRoutes } from './messages/routes.ts'
import type { Providers } from './providers/registry.ts'
import { recipientRoutes } from './recipients/routes.ts'
import { templateRoutes } from './templates/routes.ts'
import { webhookMailTexts } from './webhooks/mail-texts.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { WebhookRouteDependencies } from './webhooks/routes.ts'

/** What the rooms' routes work with beside the context. */
export interface Rooms extends Pick<
  WebhookRouteDependencies,
  'cipher' | 'emitter' | 'eventIds' | 'policy' | 'resolver' | 'onEndpointChanged' | 'onQueuedAgain'
> {
  recorder: Recorder
  messages: MessageCreator
  pixels: OpenPixels
  opens: Opens
  callbacks: Callbacks
  providers: Providers
  /** Where recipients and providers reach the service. */
  baseUrl(): string
}

/** The whole HTTP side of the service: every room's routes are in this list. It does not listen yet. */
export async function createApp(
  { pool, shares, ...context }: Context & { shares: Shares },
  rooms: Rooms,
): Promise<App> {
  const app = createServer(context)
  const cancellation = createCancellation(rooms.recorder)
  observeRequests(app, context)
  await describeApi(app, DOCUMENT_DETAILS)

  healthRoutes(app, { ...context, pool })
  await referenceRoutes(app)
  dashboardRoutes(app, { hasSession: (rawHeaders) => readSessionCookie(rawHeaders) !== null })
  openRoutes(app, rooms)
  callbackRoutes(app, { ...context, ...rooms })

  const sessions = {
    ...context,
    pool: shares.ofAll('sessions'),
    throttle: createSignInThrottle(() => context.clock.monotonic()),
  }
  await app.register((open: App, _options, done) => {
    signInRoutes(open, sessions)
    done()
  })
  const idempotency = createIdempotency({ ...context, pool: shares.ofAll('creation') })
  await app.register((api: App, _options, done) => {
    authenticate(api, { ...context, pool: shares.ofAll('authentication'), sessionPool: sessions.pool })
    limitRequests(api, context)
    shareDatabase(api, shares)
    wantPasswordAgain(api, sessions)
    messageRoutes(api, context, { ...rooms, idempotency })
    deliveryRoutes(api)
    suppressionRoutes(api, context)
    sandboxRoutes(api, { ...context, ...rooms })
    recipientRoutes(api, { ...context, onRecipientDeleted: cancellation.recipientDeleted })
    providerRoutes(api)
    testSendRoutes(api, { ...context, ...rooms })
    channelRoutes(api, { ...context, ...rooms, onChannelDeleted: cancellation.channelDeleted })
    templateRoutes(api, { ...context, onChannelsDetached: cancellation.channelsDetached })
    webhookRoutes(api, { ...context, ...rooms })
    eventRoutes(api, context)
    accountRoutes(api, context)
    mailRoutes(api, webhookMailTexts)
    memberRoutes(api, context)
    sessionRoutes(api, sessions)
    done()
  })

  await app.ready()
  return app
}
