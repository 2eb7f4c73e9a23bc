/** The request to a receiver: a union of all event types, distinguished by `type`. */
import { FACTS } from '../../core/deliveries/status.ts'
import { EVENT_TYPES, EventId } from '../../core/events/event-schemas.ts'
import { JSON_TYPE } from '../../platform/http/openapi/document.ts'
import { Id } from '../../platform/http/schemas.ts'
import type { Operation, Schema } from '../../platform/http/openapi/document.ts'

const EVENT = '#/components/schemas/Event'
const REFERENCE = '#/components/schemas/'

/** The delivery of an event. */
export const DELIVERY = {
  id: 1043,
  status: 'sent',
  error_message: null,
  sent_at: '2026-06-08T10:20:01.000Z',
  failed_at: null,
  delivered_at: null,
  opened_at: null,
  created_at: '2026-06-08T10:20:00.000Z',
  updated_at: '2026-06-08T10:20:01.000Z',
  message_id: 1042,
  friendly_error_message: null,
  limit_feature_key: null,
  notification_channel: { id: 42, name: 'Mail', channel_type: 'email' },
}

/** `delivery.sent` becomes `DeliverySentEvent`. */
function nameOf(type: string): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return `${words.join('')}Event`
}

/** Not of the specification: an endpoint asks for it. */
const MESSAGE: Schema = {
  description: 'The message of the delivery. Only if the endpoint has `include_message`',
  type: 'object',
  required: ['id', 'external_user_id', 'message_template_name'],
  properties: {
    id: Id,
    external_user_id: { type: ['string', 'null'], description: 'Your own id of the recipient', examples: ['user-1'] },
    message_template_name: { type: 'string', examples: ['receipt'] },
  },
}

const DATA: Schema = {
  type: 'object',
  required: ['delivery'],
  properties: { delivery: { $ref: `${REFERENCE}Delivery` }, message: { $ref: `${REFERENCE}EventMessage` } },
}

const PING_DATA: Schema = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } }

function eventSchema(type: string): Schema {
  return {
    type: 'object',
    required: ['id', 'type', 'created_at', 'data'],
    properties: {
      id: { ...EventId, description: 'The id is the same in every attempt: use it to drop repeated events' },
      // The pattern repeats the enum: Go clients that generators make find the type of an event by patterns alone.
      type: { type: 'string', enum: [type], pattern: `^${type.replace('.', String.raw`\.`)}$` },
      created_at: { type: 'string', format: 'date-time', examples: ['2026-06-08T10:20:01Z'] },
      data: type === 'ping' ? PING_DATA : DATA,
    },
  }
}

export const EVENT_SCHEMAS: Readonly<Record<string, Schema>> = {
  Event: {
    description: 'The body of a request to the webhook endpoint',
    oneOf: EVENT_TYPES.map((type) => ({ $ref: REFERENCE + nameOf(type) })),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, REFERENCE + nameOf(type)])),
    },
  },
  EventMessage: MESSAGE,
  ...Object.fromEntries(EVENT_TYPES.map((type) => [nameOf(type), eventSchema(type)])),
}

const DESCRIPTION = `The service POSTs every change of a delivery, and the ping of a test, to the account's webhook endpoint.
Verify the signature over the exact bytes of the body before you use the body. Respond with a status from 200 to 299 to
confirm the event. After 408, 429, 3xx, 5xx, or no response within 10 seconds, the service retries. Any other 4xx is
final: the event is not sent again, and counts as failed. The same event may come more than once, and events may come
out of order. A delivery has ${FACTS.length} possible states; each event carries the delivery at the time of the event.`

const header = (name: string, description: string, example: string, required = true) => ({
  in: 'header',
  name,
  required,
  description,
  schema: { type: 'string', examples: [example] },
})

const STANDARD = 'With the signature format `standard` or `both`.'

const STANDARD_HEADERS = [
  header('webhook-id', `${STANDARD} The id of the event`, 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0', false),
  header('webhook-timestamp', `${STANDARD} The time in Unix seconds`, '1780914001', false),
  header(
    'webhook-signature',
    `${STANDARD} \`v1,\` and the HMAC-SHA256 of \`<id>.<timestamp>.<body>\` in base64, for each secret, with a blank between them`,
    'v1,uRuIzBQxYd9TQHjZQk6vBm3Ob8sYTNVbfQnCXtlQHcY=',
    false,
  ),
]

export const WEBHOOKS: Readonly<Record<string, { post: Operation }>> = {
  event: {
    post: {
      operationId: 'receiveEvent',
      summary: 'Receive an event',
      description: DESCRIPTION,
      tags: ['Webhook requests'],
      security: [],
      parameters: [
        header(
          'X-Service-Signature',
          'With the signature format `service` or `both`. `t` is the time in Unix seconds, `v1` the HMAC-SHA256 of `<t>.<body>` with the secret of the endpoint. During the overlap of a rotation there are two `v1`',
          't=1780914001,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
          false,
        ),
        ...STANDARD_HEADERS,
        header('X-Service-Event', 'The type of the event', 'delivery.sent'),
        header('X-Service-Event-Id', 'The id of the event', 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0'),
      ],
      requestBody: {
        required: true,
        content: {
          [JSON_TYPE]: {
            schema: { $ref: EVENT },
            example: {
              id: 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0',
              type: 'delivery.sent',
              created_at: '2026-06-08T10:20:01Z',
              data: { delivery: DELIVERY },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'The event is received: it is not sent again' },
        '3XX': { description: 'Redirects are not followed: the event is sent again later' },
        '408': { description: 'The event is sent again later' },
        '429': { description: 'The event is sent again later, after the time in Retry-After' },
        '4XX': { description: 'The receiver refuses the event: it is not sent again, and counts as failed' },
        '5XX': { description: 'The event is sent again later' },
      },
    },
  },
}
