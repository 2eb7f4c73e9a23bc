import Type from 'typebox'
import { Choice, Id, Nullable, Time } from '../../http/schemas.ts'
import { ENDPOINT_STATUSES } from './endpoint.ts'

/** What the routes of the webhook endpoint take and answer. */

/** On its way in, for the documentation: its own rules judge it. */
export const Url = Type.String({
  maxLength: 2048,
  description: 'HTTPS; its host must resolve to public addresses only',
  examples: ['https://example.com/webhooks'],
})

/** The endpoint as `endpointView` makes it. */
export const Endpoint = Type.Object({
  id: Id,
  url: Type.String(),
  active: Type.Boolean({ description: 'False while paused or disabled' }),
  status: Choice(ENDPOINT_STATUSES),
  secret_preview: Type.String({ examples: ['whsec_…Xy7q'] }),
  previous_secret_expires_at: Nullable({
    ...Time,
    description:
      'Until then every request is signed with the secret before the last rotation too; null: with one secret',
  }),
  consecutive_failures: Type.Integer({ description: 'Events in a row that ended failed; the 20th disables' }),
  inactive_since: Nullable(Time),
  disabled_at: Nullable(Time),
  disabled_reason: Nullable(Type.String()),
  created_at: Time,
  updated_at: Time,
})

/** One `webhook_endpoint`, as all operations but two answer it. */
export const EndpointAnswer = Type.Object({ webhook_endpoint: Endpoint })

/** The two answers that show the secret in full. */
export const EndpointWithSecretAnswer = Type.Object({
  webhook_endpoint: Type.Object({
    id: Id,
    url: Type.String(),
    active: Type.Boolean(),
    secret: Type.String({ description: 'Shown only once', examples: ['whsec_…'] }),
  }),
})

export const tags = ['Webhook endpoints']
