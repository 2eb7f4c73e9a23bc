import Type from 'typebox'
import { Choice, Id, Nullable, Time } from '../../../platform/http/schemas.ts'
import { SIGNATURE_FORMATS } from '../signature.ts'
import { TEST_RECEIVER_URLS } from './test-receiver-urls.ts'
import { ENDPOINT_STATUSES } from './endpoint.ts'

/** Schemas of the webhook endpoint's routes. */

/** Only documents the URL. `url-policy` checks it. */
export const Url = Type.String({
  maxLength: 2048,
  description: `An HTTPS URL. Its host must have public addresses only. Or a URL of the test receiver, which stores requests and responds with the number in the URL: ${TEST_RECEIVER_URLS.join(', ')}`,
  examples: ['https://example.com/webhooks'],
})

/** In bodies of requests and in responses. */
export const Format = Choice(SIGNATURE_FORMATS, {
  description:
    'The headers with the signature. service: X-Service-Signature. standard: webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks. both: all of them',
})

/** In bodies of requests and in responses. */
export const IncludeMessage = Type.Boolean({
  description:
    'true: `data` of the events of deliveries also has `message`, with its id, the external id of its recipient and the name of its template. Default false',
  examples: [true],
})

/** The result of `endpointView`. */
export const Endpoint = Type.Object({
  id: Id,
  url: Type.String(),
  active: Type.Boolean({ description: 'false while the endpoint is paused or disabled' }),
  status: Choice(ENDPOINT_STATUSES),
  secret_preview: Type.String({ examples: ['whsec_…Xy7q'] }),
  previous_secret_expires_at: Nullable({
    ...Time,
    description:
      'Until this time, requests are signed with the previous secret too, unless the secret is rotated again. null: with one secret only',
  }),
  signature_format: Format,
  include_message: IncludeMessage,
  consecutive_failures: Type.Integer({
    description: 'The number of consecutive failed events. The 20th disables the endpoint',
  }),
  inactive_since: Nullable(Time),
  disabled_at: Nullable(Time),
  disabled_reason: Nullable(Type.String()),
  missing_dismissed_at: Nullable({
    ...Time,
    description: 'Until when a member has dismissed the missing events: the dashboard does not tell older ones',
  }),
  created_at: Time,
  updated_at: Time,
})

/** The response with one `webhook_endpoint`, used by all but two operations. */
export const EndpointResponse = Type.Object({ webhook_endpoint: Endpoint })

/** The two responses with the whole secret. */
export const EndpointWithSecretResponse = Type.Object({
  webhook_endpoint: Type.Object({
    id: Id,
    url: Type.String(),
    active: Type.Boolean(),
    secret: Type.String({ description: 'Shown only once', examples: ['whsec_…'] }),
    standard_secret: Type.Optional(
      Type.String({
        description:
          'The same key in the notation of Standard Webhooks, for its libraries. Only if `signature_format` is `standard` or `both`',
        examples: ['whsec_d2hzZWNf…'],
      }),
    ),
  }),
})

export const tags = ['Webhook endpoints']
