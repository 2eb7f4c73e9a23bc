import { accountRoutes } from '../core/accounts/routes.ts'
import { apiKeyRoutes, ownKeyRoute } from '../core/accounts/api-key-routes.ts'
import { mailRoutes } from '../features/owner-mails/routes.ts'
import { authenticate, credentialOf } from '../core/accounts/authentication.ts'
import { memberRoutes } from '../features/members/routes.ts'
import { wantPasswordAgain } from '../features/sign-in/password-again.ts'
import { createPasswordGuard } from '../features/sign-in/password-guard.ts'
import { inArea, mayChangeRecipients } from '../core/accounts/roles.ts'
import { createSessionCredentials } from '../features/sign-in/sessions/authentication.ts'
import { isSecure, readSessionCookie } from '../features/sign-in/sessions/cookie.ts'
import { sessionRoutes } from '../features/sign-in/sessions/routes.ts'
import type { SessionContext } from '../features/sign-in/sessions/view.ts'
import { signInRoutes } from '../features/sign-in/routes.ts'
import { DOCUMENT_DETAILS } from './api-document/document.ts'
import { providerRoutes } from '../core/channels/provider-routes.ts'
import { connectionTestRoutes } from '../core/channels/connection-test-routes.ts'
import { channelRoutes } from '../core/channels/routes.ts'
import { testSendRoutes } from '../core/channels/test-send-routes.ts'
import type { RouteContext } from '../platform/context.ts'
import type { Recorder } from '../core/deliveries/advance.ts'
import { callbackRoutes } from '../core/deliveries/callback-routes.ts'
import { createCancellation } from '../core/deliveries/cancel.ts'
import type { OpenPixels } from '../core/deliveries/open-pixel.ts'
import { openRoutes } from '../core/deliveries/open-routes.ts'
import { outcomeRoutes } from '../features/outcomes/routes.ts'
import { createQuietHoursListener } from '../core/deliveries/quiet-hours.ts'
import { maskRecipientLinks } from '../core/deliveries/recipient-links.ts'
import { deliveryRoutes } from '../core/deliveries/routes.ts'
import { sandboxRoutes } from '../features/sandbox/routes.ts'
import { suppressionRoutes } from '../core/deliveries/suppression-routes.ts'
import { callbacksOf, opensOf, providersOf } from './wiring/engines.ts'
import type { Engines } from './wiring/engines.ts'
import { eventRoutes } from '../core/events/routes.ts'
import { answerInPieces } from '../platform/http/answers-in-pieces.ts'
import { compressAnswers } from '../platform/http/compress-answers.ts'
import { boundConnections } from '../platform/admission/connections.ts'
import { dashboardRoutes } from './dashboard.ts'
import { healthRoutes } from '../platform/http/health.ts'
import type { LinkBase } from '../platform/http/link-base.ts'
import { countAs, limitAddresses } from '../platform/admission/addresses.ts'
import type { AddressKind, AddressLimits } from '../platform/admission/addresses.ts'
import { takeKeys } from '../platform/http/keyed-requests.ts'
import { limitBodies } from '../platform/admission/bodies.ts'
import { limitAnswers } from '../platform/admission/answers.ts'
import { limitRequests } from '../platform/admission/requests.ts'
import { observeRequests } from '../platform/http/metrics.ts'
import { metricsRoute } from '../platform/http/metrics-route.ts'
import { describeApi, documentRoute } from '../platform/http/openapi/openapi.ts'
import type { App } from '../platform/http/route.ts'
import { createServer } from '../platform/http/server.ts'
import { shareDatabase } from '../platform/admission/share-database.ts'
import { siteRoutes } from './site.ts'
import { traceRequests } from '../platform/http/spans.ts'
import { createAccountTestLimit } from '../platform/admission/test-limit.ts'
import { signingKeyRoutes, tokenRoutes } from '../features/inbox/account-routes.ts'
import { inboxScope } from '../features/inbox/scope.ts'
import { markSeen } from '../features/inbox/states.ts'
import { mcpRoutes } from '../features/mcp/routes.ts'
import { messageRoutes } from '../core/messages/routes.ts'
import type { CreationRooms } from '../core/messages/routes.ts'
import type { ReceiverPolicy } from '../platform/outbound/url-policy.ts'
import { erase } from '../features/personal-data/erasure.ts'
import { exportRoutes } from '../features/personal-data/export-routes.ts'
import type { CallbackAddresses } from '../core/providers/callback-address.ts'
import type { PreferenceLinks } from '../core/recipients/preferences/links.ts'
import { lookRoutes } from '../features/preference-pages/look-routes.ts'
import { preferencePageRoutes } from '../features/preference-pages/routes.ts'
import { preferenceRoutes } from '../core/recipients/preferences/routes.ts'
import { requireRecipient } from '../core/recipients/recipient-id.ts'
import { recipientRoutes } from '../core/recipients/routes.ts'
import { recordRequests } from '../features/request-log/recorder.ts'
import { requestRoutes } from '../features/request-log/routes.ts'
import { searchRoutes } from '../features/search/routes.ts'
import { templateOfTopic } from '../features/templates/queries.ts'
import { topicRoutes } from '../features/topics/routes.ts'
import type { Rendering } from '../core/rendering/rendering.ts'
import { templateRoutes } from '../features/templates/routes.ts'
import { webhookMailTexts } from '../features/owner-mails/texts.ts'
import { explanationRoute } from '../features/explanation/routes.ts'
import type { WebhookRouteDependencies } from '../core/webhooks/routes.ts'
import { webhookRooms } from './webhook-routes.ts'

/** Dependencies of the routes beside the context. */
export interface AppParts extends Pick<
  WebhookRouteDependencies,
  'cipher' | 'emitter' | 'eventIds' | 'policy' | 'resolver' | 'onEndpointChanged' | 'onQueuedAgain'
> {
  engines: Engines
  recorder: Recorder
  rendering: Rendering
  pixels: OpenPixels
  links: PreferenceLinks
  callbackAddresses: CallbackAddresses
  /** The addresses that channel settings may name. */
  providerPolicy: ReceiverPolicy
  isStopping(): boolean
  /** True if `/metrics` is one of the routes. */
  hasMetrics: boolean
  /** The address for providers' callbacks. */
  baseUrl(): string
  /** The start of links, or null: see `platform/http/link-base`. */
  linkBase: LinkBase
  /** See `ErasureTools`. */
  onBodiesChanged(bucket: number, accountId: number): void
}

/**
 * Creates the HTTP side of the service with the routes of all rooms. It does not listen yet. Later it accepts up to
 * `httpConnectionsMax` connections at the same time.
 */
export async function createApp(context: RouteContext, parts: AppParts, httpConnectionsMax: number): Promise<App> {
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
  const { engines } = parts
  const { shares } = engines.directory
  await open('health', (routes) => healthRoutes(routes, { ...context, ...parts, servers: engines.all }))
  await open('pages', (routes) => {
    documentRoute(routes)
    if (parts.hasMetrics) metricsRoute(routes, context)
    dashboardRoutes(routes, { hasSession: (rawHeaders) => readSessionCookie(rawHeaders, secure) !== null })
    siteRoutes(routes)
  })
  await open('pixels', (routes) => openRoutes(routes, { ...parts, opens: opensOf(engines) }))
  await open('callbacks', (routes) => callbackRoutes(routes, { ...context, ...parts, callbacks: callbacksOf(engines) }))
  await open('preferences', (routes) =>
    preferencePageRoutes(routes, {
      ...context,
      ...parts,
      connectionsOf: (bucket) => engines.of(bucket).shares.ofAll('preferences'),
    }),
  )
  const guard = createPasswordGuard({ clock: context.clock, cipher: parts.cipher, secure })
  const sessions = { ...context, guard, onBegun: addresses.remember }
  await open('sign_in', (routes) => signInRoutes(routes, { ...sessions, poolOf: shares.ofSessions }))

  const creation: CreationRooms = {
    messagesOf: (bucket) => engines.of(bucket).messages,
    idempotencyOf: ({ routeOptions: { config }, caller }) =>
      (config.isDirectory === true ? engines.directory : engines.of(caller.bucket)).idempotency,
  }
  await app.register((api: App, _options, done) => {
    countAs(api, null)
    const { directoryState: directory } = engines
    const credentials = createSessionCredentials({ ...context, poolOf: shares.ofSessions, directory })
    addresses.limitFailures(api, ({ raw }) => credentialOf(raw.rawHeaders, credentials))
    recordRequests(api, { ...context, recorderOf: (bucket) => engines.at(bucket)?.requests ?? null })
    authenticate(api, { ...context, pool: shares.ofAll('authentication'), sessions: credentials, directory })
    maskRecipientLinks(api, mayChangeRecipients)
    limitRequests(api, context)
    limitBodies(api)
    limitAnswers(api, context)
    compressAnswers(api)
    answerInPieces(api)
    shareDatabase(api, { directory: shares, of: (bucket) => engines.of(bucket).shares })
    takeKeys(api, { ...context, ...parts, ...creation })
    wantPasswordAgain(api, sessions)
    areas(api, context, { ...parts, ...creation })
    inDirectory(api, (room) => directoryAreas(room, context, parts, sessions))
    done()
  })

  await registerInbox(app, context, parts, { addresses, httpConnectionsMax })
  await app.ready()
  return app
}

/** Registers the routes of inboxes, which know recipients instead of API keys. */
function registerInbox(
  app: App,
  context: RouteContext,
  parts: AppParts,
  limits: { addresses: AddressLimits; httpConnectionsMax: number },
): Promise<void> {
  const { engines } = parts
  return inboxScope(app, context, {
    ...{ ...context, ...parts, ...limits },
    shares: { directory: engines.directory.shares, of: (bucket) => engines.of(bucket).shares },
    serverOf: (bucket) => engines.of(bucket).inbox,
    servers: () => engines.all.filter(({ database }) => database.isReady).map(({ inbox }) => inbox),
  })
}

/** Registers the rooms by area, so that roles apply. */
function areas(api: App, context: RouteContext, parts: AppParts & CreationRooms): void {
  const cancellation = createCancellation(parts.recorder)
  const onQuietHoursChanged = createQuietHoursListener({ ...context, ...parts })
  inArea(api, 'sending', (room) => {
    messageRoutes(room, context, { ...parts, onSeen: (tx, key) => markSeen(tx, { ...context, ...parts }, key) })
    deliveryRoutes(room, context)
    explanationRoute(room, context.clock)
    recipientRoutes(room, {
      ...context,
      onRecipientDeleted: cancellation.recipientDeleted,
      onErase: (pool, person, requester) => erase(pool, { ...context, ...parts }, person, requester),
      onQuietHoursChanged,
    })
    preferenceRoutes(room, { ...context, ...parts, onQuietHoursChanged })
    tokenRoutes(room, { ...context, ...parts })
  })
  inArea(api, 'personal_data', (room) => exportRoutes(room, context))
  inArea(api, 'outcomes', (room) => {
    outcomeRoutes(room, context)
    suppressionRoutes(room, context)
    sandboxRoutes(room, { ...context, ...parts })
    eventRoutes(room, { ...context, requireRecipient })
    searchRoutes(room, context)
    requestRoutes(room)
  })
  inArea(api, 'configuration', (room) => {
    providerRoutes(room)
    const tests = { providers: providersOf(parts.engines), limitOfAccount: createAccountTestLimit(context) }
    testSendRoutes(room, { ...context, ...parts, ...tests })
    connectionTestRoutes(room, { ...context, ...parts, ...tests })
    channelRoutes(room, { ...context, ...parts, onChannelDeleted: cancellation.channelDeleted })
    topicRoutes(room, {
      ...context,
      templateOf: async (tx, { bucket, accountId, id }) =>
        (await templateOfTopic(tx, bucket, accountId, id))[0]?.name ?? null,
    })
    lookRoutes(room, context)
    signingKeyRoutes(room, { ...context, ...parts })
    templateRoutes(room, { ...context, ...parts, onChannelsDetached: cancellation.channelsDetached })
    webhookRooms(room, { ...context, ...parts })
    mailRoutes(room, webhookMailTexts)
  })
  inArea(api, 'account', (room) => accountRoutes(room, context))
  inArea(api, 'own_key', ownKeyRoute)
  inArea(api, 'mcp', (room) => mcpRoutes(room, context))
}

/** Registers routes whose rows are in the directory. */
function inDirectory(api: App, register: (room: App) => void): void {
  void api.register((room: App, _options, done) => {
    room.addHook('onRoute', (route) => void (route.config = { ...route.config, isDirectory: true }))
    register(room)
    done()
  })
}

/** Registers the rooms whose rows are in the directory. */
function directoryAreas(api: App, context: RouteContext, parts: AppParts, sessions: SessionContext): void {
  inArea(api, 'api_keys', (room) => apiKeyRoutes(room, context))
  inArea(api, 'members', (room) => memberRoutes(room, context, parts.linkBase))
  inArea(api, 'own_sessions', (room) => sessionRoutes(room, sessions))
}
