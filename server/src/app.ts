import { accountRoutes } from './accounts/routes.ts'
import { apiKeyRoutes } from './accounts/api-key-routes.ts'
import { mailRoutes } from './accounts/mail-routes.ts'
import { authenticate, credentialOf } from './accounts/authentication.ts'
import { memberRoutes } from './accounts/member-routes.ts'
import { wantPasswordAgain } from './accounts/password-again.ts'
import { createPasswordGuard } from './accounts/password-guard.ts'
import { inArea } from './accounts/roles.ts'
import { isSecure, readSessionCookie } from './accounts/sessions/cookie.ts'
import { sessionRoutes } from './accounts/sessions/routes.ts'
import { signInRoutes } from './accounts/sign-in/routes.ts'
import { DOCUMENT_DETAILS } from './api-document/document.ts'
import { providerRoutes } from './channels/provider-routes.ts'
import { channelRoutes } from './channels/routes.ts'
import { testSendRoutes } from './channels/test-send-routes.ts'
import type { Context, RouteContext } from './context.ts'
import type { Shares } from './db/shares.ts'
import type { Recorder } from './deliveries/advance.ts'
import { callbackRoutes } from './deliveries/callback-routes.ts'
import type { Callbacks } from './deliveries/callbacks.ts'
import { createCancellation } from './deliveries/cancel.ts'
import type { OpenPixels } from './deliveries/open-pixel.ts'
import { openRoutes } from './deliveries/open-routes.ts'
import type { Opens } from './deliveries/opens.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { sandboxRoutes } from './deliveries/sandbox/routes.ts'
import { suppressionRoutes } from './deliveries/suppression-routes.ts'
import { eventRoutes } from './events/routes.ts'
import { answerInPieces } from './http/answers-in-pieces.ts'
import { boundConnections } from './http/connections.ts'
import { dashboardRoutes } from './http/dashboard.ts'
import { healthRoutes } from './http/health.ts'
import { createIdempotency } from './http/idempotency.ts'
import type { Idempotency } from './http/idempotency.ts'
import type { LinkBase } from './http/link-base.ts'
import { countAs, limitAddresses } from './http/limits/addresses.ts'
import type { AddressKind } from './http/limits/addresses.ts'
import { takeKeys } from './http/keyed-requests.ts'
import { limitBodies } from './http/limits/bodies.ts'
import { limitAnswers } from './http/limits/answers.ts'
import { limitRequests } from './http/limits/requests.ts'
import { observeRequests } from './http/metrics.ts'
import { metricsRoute } from './http/metrics-route.ts'
import { describeApi, documentRoute } from './http/openapi/openapi.ts'
import type { App } from './http/route.ts'
import { createServer } from './http/server.ts'
import { shareDatabase } from './http/share-database.ts'
import { siteRoutes } from './http/site.ts'
import { traceRequests } from './http/spans.ts'
import type { MessageCreator } from './messages/create.ts'
import { messageRoutes } from './messages/routes.ts'
import type { ReceiverPolicy } from './outbound/url-policy.ts'
import type { CallbackAddresses } from './providers/callback-address.ts'
import type { Providers } from './providers/registry.ts'
import { recipientRoutes } from './recipients/routes.ts'
import type { Rendering } from './templates/rendering/rendering.ts'
import { templateRoutes } from './templates/routes.ts'
import { webhookMailTexts } from './webhooks/mail-texts.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import type { WebhookRouteDependencies } from './webhooks/routes.ts'

/** Dependencies of the routes beside the context. */
export interface AppParts extends Pick<
  WebhookRouteDependencies,
  'cipher' | 'emitter' | 'eventIds' | 'policy' | 'resolver' | 'onEndpointChanged' | 'onQueuedAgain'
> {
  recorder: Recorder
  messages: MessageCreator
  rendering: Rendering
  pixels: OpenPixels
  opens: Opens
  callbacks: Callbacks
  callbackAddresses: CallbackAddresses
  /** The addresses that channel settings may name. */
  providerPolicy: ReceiverPolicy
  providers: Providers
  isStopping(): boolean
  /** True if `/metrics` is one of the routes. */
  hasMetrics: boolean
  /** The address for providers' callbacks. */
  baseUrl(): string
  /** The start of links, or null: see `http/link-base`. */
  linkBase: LinkBase
}

/**
 * Creates the HTTP side of the service with the routes of all rooms. It does not listen yet. Later it accepts up to
 * `httpConnectionsMax` connections at the same time.
 */
export async function createApp(
  { pool, shares, ...context }: Context & { shares: Shares },
  parts: AppParts,
  httpConnectionsMax: number,
): Promise<App> {
  const app = createServer({ ...context, isStopping: parts.isStopping })
  observeRequests(app, context)
  traceRequests(app, context)
  boundConnections(app, { ...context, httpConnectionsMax })
  const addresses = limitAddresses(app, context)
  await describeApi(app, DOCUMENT_DETAILS)

  /** Registers routes without a key. They count for the caller's address, as this kind. */
  async function open(kind: AddressKind, register: (routes: App) => void | Promise<void>): Promise<void> {
    await app.register(async (routes: App) => {
      countAs(routes, kind)
      await register(routes)
    })
  }
  const secure = isSecure(context.config)
  await open('health', (routes) => healthRoutes(routes, { ...context, ...parts, pool }))
  await open('pages', (routes) => {
    documentRoute(routes)
    if (parts.hasMetrics) metricsRoute(routes, context)
    dashboardRoutes(routes, { hasSession: (rawHeaders) => readSessionCookie(rawHeaders, secure) !== null })
    siteRoutes(routes)
  })
  await open('pixels', (routes) => openRoutes(routes, parts))
  await open('callbacks', (routes) => callbackRoutes(routes, { ...context, ...parts }))
  const guard = createPasswordGuard({ clock: context.clock, cipher: parts.cipher, secure })
  const sessions = { ...context, guard, onBegun: addresses.remember }
  await open('sign_in', (routes) => signInRoutes(routes, { ...sessions, poolOf: shares.ofSessions }))

  const idempotency = createIdempotency({ ...context, pool: shares.ofAll('creation') })
  await app.register((api: App, _options, done) => {
    countAs(api, null)
    addresses.limitFailures(api, ({ raw }) => credentialOf(raw.rawHeaders, secure))
    authenticate(api, { ...context, pool: shares.ofAll('authentication'), sessionPoolOf: shares.ofSessions })
    limitRequests(api, context)
    limitBodies(api)
    limitAnswers(api, context)
    answerInPieces(api)
    shareDatabase(api, shares)
    takeKeys(api, { ...context, ...parts, idempotency })
    wantPasswordAgain(api, sessions)
    areas(api, context, { ...parts, idempotency })
    inArea(api, 'own_sessions', (room) => sessionRoutes(room, sessions))
    done()
  })

  await app.ready()
  return app
}

/** Registers the rooms by area, so that roles apply. */
function areas(api: App, context: RouteContext, parts: AppParts & { idempotency: Idempotency }): void {
  const cancellation = createCancellation(parts.recorder)
  inArea(api, 'sending', (room) => {
    messageRoutes(room, context, parts)
    deliveryRoutes(room)
    recipientRoutes(room, { ...context, onRecipientDeleted: cancellation.recipientDeleted })
  })
  inArea(api, 'outcomes', (room) => {
    suppressionRoutes(room, context)
    sandboxRoutes(room, { ...context, ...parts })
    eventRoutes(room, context)
  })
  inArea(api, 'configuration', (room) => {
    providerRoutes(room)
    testSendRoutes(room, { ...context, ...parts })
    channelRoutes(room, { ...context, ...parts, onChannelDeleted: cancellation.channelDeleted })
    templateRoutes(room, { ...context, ...parts, onChannelsDetached: cancellation.channelsDetached })
    webhookRoutes(room, { ...context, ...parts })
    mailRoutes(room, webhookMailTexts)
  })
  inArea(api, 'account', (room) => accountRoutes(room, context))
  inArea(api, 'api_keys', (room) => apiKeyRoutes(room, context))
  inArea(api, 'members', (room) => memberRoutes(room, context, parts.linkBase))
}
