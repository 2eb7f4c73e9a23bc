/** The HTTP side of the service: its hooks in their order, and the routes of all rooms. */
import { accountRoutes } from '../../core/accounts/routes.ts'
import { apiKeyRoutes, ownKeyRoute } from '../../core/accounts/api-key-routes.ts'
import { authenticate, credentialOf } from '../../core/accounts/authentication.ts'
import { inArea, inDirectory } from '../../core/accounts/areas.ts'
import { may } from '../../core/accounts/roles.ts'
import { channelRoutes } from '../../core/channels/routes.ts'
import { providerRoutes } from '../../core/channels/provider-routes.ts'
import { connectionTestRoutes, testSendRoutes } from '../../core/channels/test-routes.ts'
import { callbackRoutes } from '../../core/deliveries/callback-routes.ts'
import { createCancellation } from '../../core/deliveries/cancel.ts'
import { openRoutes } from '../../core/deliveries/opens.ts'
import { createQuietHoursListener } from '../../core/deliveries/quiet-hours.ts'
import { maskRecipientLinks } from '../../core/deliveries/recipient-links.ts'
import { deliveryRoutes } from '../../core/deliveries/routes.ts'
import { suppressionRoutes } from '../../core/deliveries/suppression-routes.ts'
import { eventRoutes } from '../../core/events/routes.ts'
import { messageRoutes } from '../../core/messages/routes.ts'
import { preferenceRoutes } from '../../core/recipients/preferences/routes.ts'
import { requireRecipient } from '../../core/recipients/recipient-id.ts'
import { addRoutesByExternalId } from '../../core/recipients/by-external-id.ts'
import { recipientRoutes } from '../../core/recipients/routes.ts'
import type { TestPost } from '../../core/webhooks/connection-test-route.ts'
import { EndpointChanges } from '../../core/webhooks/endpoints/changes.ts'
import { RECIPIENTS_OF_EVENTS } from '../../core/webhooks/operation-routes.ts'
import { webhookRoutes } from '../../core/webhooks/routes.ts'
import type { WebhookRouteDependencies } from '../../core/webhooks/routes.ts'
import { explanationRoute } from '../../features/explanation/routes.ts'
import { sendAgainRoutes } from '../../features/send-again/routes.ts'
import { signingKeyRoutes, tokenRoutes } from '../../features/inbox/account-routes.ts'
import { inboxScope } from '../../features/inbox/scope.ts'
import { markSeen } from '../../features/inbox/states.ts'
import { mcpRoutes } from '../../features/mcp/routes.ts'
import { memberRoutes } from '../../features/members/routes.ts'
import { outcomeRoutes } from '../../features/outcomes/routes.ts'
import { mailRoutes } from '../../features/owner-mails/routes.ts'
import { mailTexts } from '../../features/owner-mails/mails.ts'
import { erase } from '../../features/personal-data/erasure.ts'
import { exportRoutes } from '../../features/personal-data/export-routes.ts'
import { lookRoutes } from '../../features/preference-pages/look-routes.ts'
import { preferencePageRoutes } from '../../features/preference-pages/routes.ts'
import { deleteReplays } from '../../features/replays/queries.ts'
import { Replays } from '../../features/replays/replay.ts'
import { replayRoutes } from '../../features/replays/routes.ts'
import { recordRequests } from '../../features/request-log/recorder.ts'
import { requestRoutes } from '../../features/request-log/routes.ts'
import { sandboxRoutes } from '../../features/sandbox/routes.ts'
import { searchRoutes } from '../../features/search/routes.ts'
import { wantPasswordAgain } from '../../features/sign-in/password-again.ts'
import { createPasswordGuard } from '../../features/sign-in/password-guard.ts'
import { signInRoutes } from '../../features/sign-in/routes.ts'
import { createSessionCredentials } from '../../features/sign-in/sessions/authentication.ts'
import { isSecure, readSessionCookie } from '../../features/sign-in/sessions/cookie.ts'
import { sessionRoutes } from '../../features/sign-in/sessions/routes.ts'
import type { SessionContext } from '../../features/sign-in/sessions/view.ts'
import { findTemplate, templateOfTopic } from '../../features/templates/queries.ts'
import { draftRoutes } from '../../features/templates/draft-routes.ts'
import { partialRoutes } from '../../features/partials/routes.ts'
import { templateRoutes } from '../../features/templates/routes.ts'
import { testReceiverRoutes } from '../../features/test-receiver/receiver.ts'
import { topicRoutes } from '../../features/topics/routes.ts'
import { countAs, limitAddresses } from '../../platform/admission/addresses.ts'
import type { AddressKind, AddressLimits } from '../../platform/admission/addresses.ts'
import type { FairGate } from '../../platform/admission/fair-gate.ts'
import { createBodyPlaces, limitBodies } from '../../platform/admission/bodies.ts'
import { limitRequests } from '../../platform/admission/requests.ts'
import { boundConnections } from '../../platform/admission/connections.ts'
import { shareDatabase } from '../../platform/admission/shares.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import { createTestLimit } from '../../platform/admission/test-limit.ts'
import type { RouteContext } from '../../platform/context.ts'
import { compressResponses } from '../../platform/http/compress-responses.ts'
import { healthRoutes } from '../../platform/http/health.ts'
import { takeKeys } from '../../platform/http/keyed-requests.ts'
import { metricsRoute } from '../../platform/http/metrics.ts'
import { observeRequests } from '../../platform/http/observe-requests.ts'
import { describeApi, documentRoute } from '../../platform/http/openapi/openapi.ts'
import type { App } from '../../platform/http/route.ts'
import { createServer } from '../../platform/http/server.ts'
import type { Lifecycle } from '../../platform/http/server.ts'
import { traceRequests } from '../../platform/http/spans.ts'
import { DOCUMENT_DETAILS } from '../api-document/document.ts'
import { dashboardRoutes } from '../dashboard.ts'
import { ERASURE_STEPS, EXPORT_PARTS } from '../personal-data.ts'
import { siteRoutes } from '../site.ts'
import type { Parts } from './parts.ts'

/** What the process decides about its HTTP side. */
interface AppOptions {
  /** Connections accepted at the same time. */
  httpConnectionsMax: number
  /** True if `/metrics` is one of the routes. */
  hasMetrics: boolean
  lifecycle: Lifecycle
}

/** Creates the HTTP side of the service with the routes of all rooms. It does not listen yet. */
export async function createApp(context: RouteContext, parts: Parts, options: AppOptions): Promise<App> {
  const { config, clock, log } = context
  const { servers, cipher } = parts
  const app = createServer({ config, log, lifecycle: options.lifecycle })
  const addresses = hooksOfAll(app, context, options.httpConnectionsMax)
  await describeApi(app, DOCUMENT_DETAILS)

  const secure = isSecure(config)
  const guard = createPasswordGuard({ clock, cipher, secure })
  // One for all scopes, because their bodies share the memory of the process.
  const bodies = createBodyPlaces()
  const sessions: SessionContext = { config, clock, log, guard, onBegun: addresses.remember }
  await openAreas(app, context, parts, { sessions, options })
  await app.register((api: App, _options, done) => {
    hooksOfCallers(api, context, parts, { addresses, sessions, bodies })
    areas(api, context, parts)
    inDirectory(api, (scope) => {
      inArea(scope, 'api_keys', (one) => apiKeyRoutes(one, context))
      inArea(scope, 'members', (one) => memberRoutes(one, context, parts.linkBase))
      inArea(scope, 'own_sessions', (one) => sessionRoutes(one, sessions))
    })
    done()
  })
  await inboxScope(app, context, {
    ...{ clock, cipher, addresses, bodies, httpConnectionsMax: options.httpConnectionsMax },
    ...{ links: parts.links, recorder: parts.recorder, eventIds: parts.eventIds },
    shares: servers,
    serverOf: (bucket) => servers.of(bucket).inbox,
    servers: () => servers.all.filter(({ database }) => database.isReady).map(({ inbox }) => inbox),
  })
  await app.ready()
  return app
}

/** Registers routes without a key. They count for the caller's address, as their kind. */
async function openAreas(
  app: App,
  { config, clock, metrics }: RouteContext,
  { servers, pixels, links, callbackAddresses, baseUrl }: Parts,
  { sessions, options }: { sessions: SessionContext; options: AppOptions },
): Promise<void> {
  async function open(kind: AddressKind, register: (routes: App) => void | Promise<void>): Promise<void> {
    await app.register(async (routes: App) => {
      countAs(routes, kind)
      await register(routes)
    })
  }
  await open('health', (scope) => healthRoutes(scope, { clock, servers: servers.all, lifecycle: options.lifecycle }))
  await open('pages', (scope) => {
    documentRoute(scope, baseUrl)
    if (options.hasMetrics) metricsRoute(scope, { config, clock, metrics })
    dashboardRoutes(scope, { hasSession: (rawHeaders) => readSessionCookie(rawHeaders, isSecure(config)) !== null })
    siteRoutes(scope)
  })
  await open('pixels', (scope) => openRoutes(scope, { pixels, serverAt: servers.at }))
  await open('callbacks', (scope) => callbackRoutes(scope, { serverOf: servers.of, callbackAddresses, clock, baseUrl }))
  await open('preferences', (scope) => {
    const connectionsOf = (bucket: number) => servers.of(bucket).shares.ofAll('preferences')
    return preferencePageRoutes(scope, { config, links, clock, connectionsOf })
  })
  await open('sign_in', (scope) => signInRoutes(scope, { ...sessions, poolOf: servers.directory.shares.ofSessions }))
}

/** The hooks of all requests, in their order. They come before all routes, because Fastify applies a hook to later routes only. */
function hooksOfAll(app: App, context: RouteContext, httpConnectionsMax: number): AddressLimits {
  const { config, clock, log, metrics, tracing } = context
  // The log and the metrics have the refusals of all hooks below.
  observeRequests(app, context)
  // The span has the time of all hooks below.
  traceRequests(app, { tracing, clock })
  // A connection is bounded before one of its requests is read.
  boundConnections(app, { httpConnectionsMax, config, log, metrics })
  // An address is refused before the body is read, or a credential is looked up.
  return limitAddresses(app, { config, clock, log, metrics })
}

/** The hooks of requests with a key or a session, in their order, behind those of all requests. */
function hooksOfCallers(
  api: App,
  { config, clock, log, metrics }: RouteContext,
  { servers, cipher }: Parts,
  { addresses, sessions, bodies }: { addresses: AddressLimits; sessions: SessionContext; bodies: FairGate<number> },
): void {
  const { directoryState } = servers
  const { ofSessions, ofAll } = servers.directory.shares
  const credentials = createSessionCredentials({ config, clock, poolOf: ofSessions, directory: directoryState })
  // The second route of a recipient gets all hooks below, as the first one does.
  addRoutesByExternalId(api)
  countAs(api, null)
  // A caller with too many wrong keys is refused before the next one is looked up.
  addresses.limitFailures(api, ({ raw }) => credentialOf(raw.rawHeaders, credentials))
  // Refusals by the hooks below are recorded too.
  recordRequests(api, { clock, metrics, serverAt: servers.at })
  // All hooks below know the account.
  const pool = ofAll('authentication')
  authenticate(api, { config, clock, log, pool, sessions: credentials, directory: directoryState })
  // Who may change recipients may act for them.
  maskRecipientLinks(api, (role) => may(role, 'sending', 'PUT'))
  // A refused request takes no memory for its body and no connection to the database.
  limitRequests(api, { config, clock })
  limitBodies(api, bodies)
  compressResponses(api)
  // A response has its place before the request waits for a connection.
  shareDatabase(api, servers)
  // A repeated request gets its first response, whatever its body says now. It reads on `request.pool`.
  takeKeys(api, { clock, cipher, serverOf: servers.ofRequest })
  // A password takes 50 ms of a processor, so it is verified within all limits above, on `request.pool`.
  wantPasswordAgain(api, sessions)
}

/** Registers the rooms by area, so that roles apply. */
function areas(api: App, context: RouteContext, parts: Parts): void {
  const { clock, log } = context
  const { servers, recorder, eventIds, cipher, links } = parts
  const onQuietHoursChanged = createQuietHoursListener({ clock, recorder })
  const erasing = { clock, recorder, steps: ERASURE_STEPS, onBodiesChanged: parts.onBodiesChanged }
  inArea(api, 'sending', (scope) => {
    const { ofRequest: serverOf } = servers
    const seeing = { clock, recorder, eventIds }
    messageRoutes(scope, context, { serverOf, recorder, onSeen: (tx, key) => markSeen(tx, seeing, key) })
    sendAgainRoutes(scope, { clock, recorder, serverOf })
    deliveryRoutes(scope)
    explanationRoute(scope, context)
    recipientRoutes(scope, {
      clock,
      links,
      onRecipientDeleted: createCancellation(recorder).recipientDeleted,
      onErase: (connections, person, requester) => erase(connections, erasing, person, requester),
      onQuietHoursChanged,
    })
    preferenceRoutes(scope, { clock, links, onQuietHoursChanged })
    tokenRoutes(scope, { clock, cipher })
  })
  inArea(api, 'personal_data', (scope) => exportRoutes(scope, { clock, log, parts: EXPORT_PARTS }))
  inArea(api, 'outcomes', (scope) => {
    outcomeRoutes(scope, context)
    suppressionRoutes(scope, context)
    sandboxRoutes(scope, { recorder })
    eventRoutes(scope, { clock, log, requireRecipient, recipients: RECIPIENTS_OF_EVENTS })
    searchRoutes(scope)
    requestRoutes(scope)
  })
  configurationArea(api, context, parts)
  inArea(api, 'account', (scope) =>
    accountRoutes(scope, {
      clock,
      hasTemplate: async (connection, { bucket, accountId }, id) =>
        (await findTemplate(connection, bucket, accountId, id)).length > 0,
    }),
  )
  inArea(api, 'own_key', ownKeyRoute)
  inArea(api, 'mcp', (scope) => mcpRoutes(scope, context))
}

function configurationArea(api: App, context: RouteContext, parts: Parts): void {
  const { config, clock } = context
  const { servers, recorder, cipher, rendering, callbackAddresses, outgoing } = parts
  const { providerPolicy } = outgoing
  const { channelDeleted: onChannelDeleted, channelsDetached: onChannelsDetached } = createCancellation(recorder)
  inArea(api, 'configuration', (scope) => {
    providerRoutes(scope)
    const tests = { clock, config, limitOfAccount: createTestLimit(LIMITS.testsOfAccount.max, 'An account', context) }
    testSendRoutes(scope, { ...tests, cipher, serverOf: servers.of })
    connectionTestRoutes(scope, { ...tests, providers: servers.directory.providers, providerPolicy })
    channelRoutes(scope, { clock, config, cipher, callbackAddresses, providerPolicy, onChannelDeleted })
    topicRoutes(scope, {
      clock,
      templateOf: async (tx, { bucket, accountId, id }) =>
        (await templateOfTopic(tx, bucket, accountId, id))[0]?.name ?? null,
    })
    lookRoutes(scope, context)
    signingKeyRoutes(scope, { clock, cipher })
    templateRoutes(scope, { clock, config, rendering, onChannelsDetached })
    draftRoutes(scope, { clock })
    partialRoutes(scope, { clock, rendering })
    webhookAreaRoutes(scope, webhookDependencies(context, parts))
    mailRoutes(scope, mailTexts)
  })
}

function webhookDependencies({ config, clock }: RouteContext, parts: Parts): WebhookRouteDependencies {
  const { cipher, emitter, eventIds, onBodiesChanged: onEndpointChanged, onQueuedAgain } = parts
  const { policy, resolver } = parts.outgoing
  const testPost: TestPost = (input) => parts.servers.of(input.bucket).testPost(input)
  return { testPost, config, clock, cipher, emitter, eventIds, policy, resolver, onEndpointChanged, onQueuedAgain }
}

/** Registers the routes of the webhook endpoint, with the features that belong to it. */
function webhookAreaRoutes(app: App, dependencies: WebhookRouteDependencies): void {
  const changes = new EndpointChanges({ ...dependencies, onEndpointDeleted: deleteReplays })
  webhookRoutes(app, dependencies, changes)
  testReceiverRoutes(app)
  replayRoutes(app, changes, new Replays(dependencies))
}
