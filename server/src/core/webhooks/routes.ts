import Type from 'typebox'
import { ifGiven, insideOrAtTop, passwordField } from '../accounts/password-again.ts'
import { ApiError } from '../../platform/errors.ts'
import { eitherBody } from '../../platform/http/body-input.ts'
import { readBody } from '../../platform/http/body.ts'
import type { App } from '../../platform/http/route.ts'
import { AnyValue, IdParams } from '../../platform/http/schemas.ts'
import { secretContext } from './endpoints/reader.ts'
import { standardSecret } from './signature.ts'
import { changeEndpoint, endpointView, endpointWithSecret } from './endpoints/endpoint.ts'
import { makeSecret } from './endpoints/changes.ts'
import type { EndpointChanges } from './endpoints/changes.ts'
import { findEndpoint, nextEndpointId } from './endpoints/queries.ts'
import {
  Endpoint,
  EndpointResponse,
  EndpointWithSecretResponse,
  Format,
  IncludeMessage,
  Url,
  tags,
} from './endpoints/schemas.ts'
import { healthRoutes } from './health-routes.ts'
import { operationRoutes } from './operation-routes.ts'
import type { OperationRouteDependencies } from './operation-routes.ts'
import type { HostResolver } from '../../platform/outbound/resolve.ts'
import { statsRoutes } from './stats-routes.ts'
import { checkHost, readUrl } from './url-at-save.ts'
import type { ReceiverPolicy } from '../../platform/outbound/url-policy.ts'

export interface WebhookRouteDependencies extends OperationRouteDependencies {
  policy: ReceiverPolicy
  resolver: HostResolver
  /** Called after the commit of a change, before the response. The dispatcher then uses the changed endpoint. */
  onEndpointChanged(bucket: number, accountId: number): void
  /** Called after events are queued again, so that the dispatcher reads them. */
  onQueuedAgain(bucket: number, accountId: number): void
}

/** Routes of the account's webhook endpoint (specification 4.3). */
export function webhookRoutes(app: App, dependencies: WebhookRouteDependencies, changes: EndpointChanges): void {
  readRoutes(app, dependencies, changes)
  createRoute(app, dependencies, changes)
  writeRoutes(app, dependencies, changes)
  operationRoutes(app, dependencies, changes)
  statsRoutes(app, dependencies, changes)
  healthRoutes(app, dependencies, changes)
}

function readRoutes(app: App, { clock }: WebhookRouteDependencies, changes: EndpointChanges): void {
  app.get(
    '/api/v1/webhook_endpoints',
    {
      schema: {
        tags,
        summary: "List the account's webhook endpoint",
        response: { 200: Type.Object({ webhook_endpoints: Type.Array(Endpoint) }) },
      },
    },
    async ({ pool, caller }) => {
      const endpoint = await findEndpoint(pool, caller.bucket, caller.accountId)
      return { webhook_endpoints: endpoint === null ? [] : [endpointView(endpoint, clock.now())] }
    },
  )

  app.get(
    '/api/v1/webhook_endpoints/:id',
    { schema: { tags, summary: 'Show a webhook endpoint', params: IdParams, response: { 200: EndpointResponse } } },
    async ({ pool, caller, params }) => ({
      webhook_endpoint: endpointView(await changes.find(pool, caller, params.id), clock.now()),
    }),
  )
}

/** All fields of an endpoint in responses. A client may send back the object that it has read. */
const Shown = Type.Object({
  ...Endpoint.properties,
  ...EndpointWithSecretResponse.properties.webhook_endpoint.properties,
})

const passwordAgain = insideOrAtTop('webhook_endpoint')

// Accepts any JSON value as URL. The URL's own checks return better errors.
const createBody = eitherBody(
  'webhook_endpoint',
  Type.Object({
    url: Type.Optional(AnyValue),
    active: Type.Optional(Type.Boolean()),
    signature_format: Type.Optional(Format),
    include_message: Type.Optional(IncludeMessage),
    ...passwordField,
  }),
  {
    beside: ['current_password'],
    shown: Shown,
    document: Type.Object({
      url: Url,
      active: Type.Optional(
        Type.Boolean({ examples: [true], description: 'Default true. false: the endpoint starts paused' }),
      ),
      signature_format: Type.Optional(Format),
      include_message: Type.Optional(IncludeMessage),
      ...passwordField,
    }),
  },
)

function createRoute(app: App, dependencies: WebhookRouteDependencies, changes: EndpointChanges): void {
  const { cipher, policy, resolver } = dependencies
  app.post(
    '/api/v1/webhook_endpoints',
    {
      config: { passwordAgain },
      schema: {
        tags,
        summary: 'Register the webhook endpoint; the secret is shown only once',
        body: createBody.document,
        response: { 201: EndpointWithSecretResponse },
      },
    },
    async (request, reply) => {
      const { pool } = request
      const { bucket, accountId } = request.caller
      const { url: raw, active = true, ...chosen } = readBody(request, createBody)
      const { signature_format: signatureFormat = 'service', include_message: includeMessage = false } = chosen
      const { text, url } = readUrl(raw, policy)
      // An early check, because resolving the host may take seconds. The insert below makes the final check.
      const existing = await findEndpoint(pool, bucket, accountId)
      if (existing !== null) throw new ApiError('endpoint_exists', { path: { id: existing.id } })
      await checkHost(url, resolver, policy)
      const [next] = await nextEndpointId(pool)
      const { secret, stored } = makeSecret(cipher, accountId, next!.id)
      const asked = { url: text, active, signatureFormat, includeMessage }
      const endpoint = await changes.create(request.write, request, next!.id, asked, stored)
      void reply.code(201)
      return { webhook_endpoint: endpointWithSecret(endpoint, secret) }
    },
  )
}

const patchBody = eitherBody(
  'webhook_endpoint',
  Type.Object({
    url: Type.Optional(AnyValue),
    active: Type.Optional(Type.Boolean()),
    signature_format: Type.Optional(Format),
    include_message: Type.Optional(IncludeMessage),
    ...passwordField,
  }),
  {
    mayBeEmpty: true,
    beside: ['current_password'],
    prefersFlat: false,
    shown: Shown,
    document: Type.Object({
      url: Type.Optional(Url),
      active: Type.Optional(Type.Boolean({ description: 'false pauses the endpoint, true resumes a paused endpoint' })),
      signature_format: Type.Optional(Format),
      include_message: Type.Optional(IncludeMessage),
      ...passwordField,
    }),
  },
)

function writeRoutes(
  app: App,
  { cipher, clock, policy, resolver }: WebhookRouteDependencies,
  changes: EndpointChanges,
): void {
  app.patch(
    '/api/v1/webhook_endpoints/:id',
    {
      config: { passwordAgain, passwordAgainIf: ifGiven('webhook_endpoint', 'url') },
      schema: {
        tags,
        summary: 'Change the URL, the format of signatures or the content of events, pause or resume',
        params: IdParams,
        body: patchBody.document,
        response: { 200: EndpointResponse },
      },
    },
    async ({ pool, write, caller, ip, params, headers, body }) => {
      const stored = await changes.find(pool, caller, params.id)
      const secret = cipher.decrypt(stored.secret, secretContext(caller.accountId, stored.id))
      const present = { ...endpointView(stored, clock.now()), secret, standard_secret: standardSecret(secret) }
      const { url: raw, active, ...chosen } = readBody({ headers, body }, patchBody, present)
      const { signature_format: signatureFormat, include_message: includeMessage } = chosen
      const given = raw === undefined ? null : readUrl(raw, policy)
      if (given !== null) await checkHost(given.url, resolver, policy)
      const url = given?.text
      const endpoint = await changes.change(write, { caller, ip }, params.id, (before, nowMs) =>
        changeEndpoint(before, { url, active, signatureFormat, includeMessage }, nowMs),
      )
      return { webhook_endpoint: endpointView(endpoint, clock.now()) }
    },
  )

  app.delete(
    '/api/v1/webhook_endpoints/:id',
    { schema: { tags, summary: 'Delete the webhook endpoint; its pending events are dropped', params: IdParams } },
    async (request, reply) => {
      await changes.remove(request.write, request, request.params.id)
      return reply.code(204).send()
    },
  )
}
