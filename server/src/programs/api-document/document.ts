/** Details of routes for the OpenAPI document that their declarations do not contain. */
import { DELIVERY, EVENT_SCHEMAS, WEBHOOKS } from './webhooks.ts'
import type { ErrorCode } from '../../platform/errors.ts'
import { OPERATIONS } from './operations.ts'
import { RULES, SCHEMAS } from './schemas.ts'
import type { DocumentDetails, SchemaRules } from '../../platform/http/openapi/document.ts'

/** Groups of operations, in the order of the reference. */
const TAGS: Readonly<Record<string, string>> = {
  Messages: 'Create messages, and read, cancel, move and mark them',
  Deliveries: 'The state of a message on one channel',
  'Notification users': 'The recipients of messages',
  Devices: 'The phones and browsers of a notification user, for push deliveries',
  'Topics and preferences': 'The subjects of messages, and the choices of notification users',
  Inbox: "The inbox in your own app, for the recipients' clients",
  'Message templates': 'The texts of messages, and their channels',
  'Notification channels': 'Email, push, SMS and in-app channels, each with its provider',
  Search: 'One text for recipients, deliveries, messages, templates, events and requests',
  Requests: 'Changes and refused requests of the last seven days',
  Suppressions: 'Blocked addresses: nothing is sent to them',
  Sandbox: 'Messages of the sandbox provider, for tests: they are stored, not sent',
  'Webhook endpoints': 'The receiver of the events',
  'Webhook events': 'Every state change of every delivery',
  'Webhook requests': 'What the service POSTs to your endpoint',
  Account: 'The account, its limits and its log',
  'API keys': 'The keys of programs',
  Members: 'The members of the account',
  Sessions: 'Sign in to the dashboard',
  Health: 'For supervisors and load balancers',
}

const URL_ERRORS: ErrorCode[] = ['url_not_https', 'url_too_long', 'url_invalid', 'url_not_public', 'url_unresolvable']
const RENDER_ERRORS = ['template_limit', 'render_budget'] as const

/** A new account can send it: it has this template, and the recipient comes with the message. */
const MESSAGE = {
  external_user_id: 'user-1',
  notification_user: { email: 'opened@tidings.test', first_name: 'Ada' },
  message_template_name: 'welcome_message',
  message_attributes_attributes: [{ name: 'order.id', value: 'A-1' }],
}

const CHANNEL = { name: 'Mail', channel_type: 'email', provider: 'sandbox', settings: {}, active: true }

const TEMPLATE = {
  name: 'receipt',
  subject: 'Order {{ order.id }}',
  body: 'Hello {{ user.first_name }}, order {{ order.id }} is on its way.',
  body_format: 'text',
  channels: [{ notification_channel_id: 42, subject: null, body: null, url: null }],
  topic: null,
}

const PARTIAL_TEXT = '<p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'

const RECIPIENT = {
  external_user_id: 'user-1',
  email: 'ada@example.com',
  phone: '+4366012345678',
  first_name: 'Ada',
  last_name: 'Lovelace',
  locale: 'en',
  time_zone: 'Europe/Vienna',
  attributes: { plan: 'pro' },
}

const REPLAY = { since: '2026-06-08T10:00:00Z', until: '2026-06-08T12:00:00Z', states: ['failed', 'skipped'] }

const RESEND = { filters: { cause: 'timeout', created_after: '2026-06-08T10:00:00Z' } }

const DEVICE = { device: { platform: 'fcm', token: 'dGhpcyBpcyBhIHRva2Vu' } }

const TOPIC = { name: 'order_updates', label: 'Order updates', description: '', required: false }

/** Of a row in the export of a person. Rows have other fields too. */
const EXPORTED = { id: 1043, created_at: '2026-06-08T10:20:00.000Z' }

/** Objects whose fields are examples of the properties of their schemas. */
const OBJECTS: Readonly<Record<string, object>> = {
  MessageInput: {
    ...MESSAGE,
    notification_user_id: 14,
    message_template_id: 42,
    actor_id: 15,
    critical: false,
  },
  MessageAttributeInput: MESSAGE.message_attributes_attributes[0]!,
  NotificationUserInput: RECIPIENT,
  NotificationChannelInput: CHANNEL,
  MessageTemplateInput: TEMPLATE,
  TopicInput: TOPIC,
  TemplatePartialInput: { name: 'footer', text: PARTIAL_TEXT },
  SuppressionInput: { address: 'ada@example.com', channel_type: 'email', reason: 'manual' },
  DeviceInput: { ...DEVICE.device, subscription: null },
  WebhookEndpointInput: { url: 'https://example.com/webhooks', active: true },
}

/** The rules, with an example for each property that has one in its object. */
function withExamples(rules: Readonly<Record<string, SchemaRules>>): Record<string, SchemaRules> {
  const examples = Object.entries(OBJECTS).map(([name, object]): [string, SchemaRules] => {
    const { properties = {}, ...rest } = rules[name] ?? {}
    const found = Object.entries(object).flatMap(([field, value]) => {
      const given = properties[field]
      return given !== undefined && '$ref' in given ? [] : [[field, { ...given, examples: [value] }] as const]
    })
    return [name, { ...rest, properties: { ...properties, ...Object.fromEntries(found) } }]
  })
  return { ...rules, ...Object.fromEntries(examples) }
}

/** Details of some routes, by method and path. */
const ROUTES: DocumentDetails['routes'] = {
  'POST /api/v1/messages': { errors: RENDER_ERRORS, request: { message: MESSAGE } },
  'POST /api/v1/messages/batch': {
    errors: ['missing_root_key', 'render_budget'],
    request: { messages: [MESSAGE, { ...MESSAGE, external_user_id: 'user-2' }] },
  },
  'POST /api/v1/messages/preview': { errors: RENDER_ERRORS, request: { message: MESSAGE } },
  'PATCH /api/v1/messages/{id}': { errors: ['not_scheduled'] },
  'POST /api/v1/messages/{id}/cancel': { errors: ['not_cancelable'] },
  'POST /api/v1/messages/{id}/send_again': { errors: RENDER_ERRORS },
  'POST /api/v1/deliveries/{id}/retry': { errors: ['not_retrying'] },
  'POST /api/v1/message_resends': { errors: ['resend_running'], request: RESEND },
  'POST /api/v1/message_resends/count': { request: RESEND },
  'POST /api/v1/message_resends/{id}/cancel': { errors: ['not_cancelable'] },
  'POST /api/v1/notification_users': { errors: ['name_taken'], request: { notification_user: RECIPIENT } },
  'PATCH /api/v1/notification_users/{id}': {
    errors: ['name_taken'],
    request: { notification_user: { email: 'ada@example.com' } },
  },
  'PUT /api/v1/notification_users/by_external_id/{external_user_id}': {
    request: { notification_user: { email: 'ada@example.com', first_name: 'Ada' } },
  },
  'POST /api/v1/notification_users/{id}/devices': { errors: ['limit_reached'], request: DEVICE },
  'PATCH /api/v1/notification_users/{id}/devices/{device_id}': {
    request: { device: { token: 'YW5vdGhlciB0b2tlbg' } },
  },
  'PUT /api/v1/notification_users/{id}/preferences': {
    request: {
      preferences: [{ topic: 'order_updates', channel_type: 'email', enabled: false }],
      quiet_hours: { from: '22:00', until: '07:00' },
    },
  },
  'PATCH /api/v1/account': { request: { account: { allowed_origins: ['https://app.example.com'] } } },
  'POST /api/v1/recipient_signing_keys': {
    errors: ['limit_reached'],
    request: { recipient_signing_key: { name: 'Production' } },
  },
  'POST /api/v1/notification_users/{id}/tokens': { request: { expires_in: 3600 } },
  'PATCH /api/v1/inbox/messages/{message_id}': { request: { read: true } },
  'PATCH /api/v1/inbox/messages': { request: { seen: true } },
  'PUT /api/v1/inbox/preferences': {
    request: { preferences: [{ topic: 'order_updates', channel_type: 'in_app', enabled: false }] },
  },
  'POST /api/v1/topics': {
    errors: ['name_taken', 'limit_reached'],
    request: { topic: TOPIC },
  },
  'PATCH /api/v1/topics/{id}': { errors: ['name_taken'], request: { topic: { label: 'Your orders' } } },
  'PATCH /api/v1/preference_page': {
    request: { preference_page: { title: 'Acme', accent_color: '#1d4ed8', background_color: null } },
  },
  'DELETE /api/v1/topics/{id}': { errors: ['topic_in_use'] },
  'POST /api/v1/notification_channels': { errors: ['limit_reached'], request: { notification_channel: CHANNEL } },
  'PATCH /api/v1/notification_channels/{id}': { request: { notification_channel: { active: false } } },
  'POST /api/v1/suppressions': {
    errors: ['suppression_exists'],
    request: { suppression: OBJECTS['SuppressionInput'] },
  },
  'POST /api/v1/message_templates': {
    errors: ['name_taken', 'limit_reached'],
    request: { message_template: TEMPLATE },
  },
  'PATCH /api/v1/message_templates/{id}': {
    errors: ['name_taken', 'draft_changed', 'version_changed'],
    request: { message_template: { subject: 'Your order {{ order.id }}' } },
  },
  'PUT /api/v1/message_templates/by_name/{name}': {
    errors: ['draft_changed', 'version_changed', 'limit_reached'],
    request: { message_template: TEMPLATE },
  },
  'PUT /api/v1/message_templates/{id}/draft': {
    errors: ['draft_changed'],
    request: { draft: { ...TEMPLATE, subject: 'Your order {{ order.id }}' } },
  },
  'DELETE /api/v1/message_templates/{id}/draft': { errors: ['draft_changed'] },
  'POST /api/v1/message_templates/preview': {
    errors: RENDER_ERRORS,
    request: {
      preview: {
        subject: TEMPLATE.subject,
        body: TEMPLATE.body,
        body_format: 'text',
        message_attributes_attributes: MESSAGE.message_attributes_attributes,
        notification_user: { first_name: 'Ada' },
      },
    },
  },
  'POST /api/v1/partials': {
    errors: ['name_taken', 'limit_reached'],
    request: { partial: OBJECTS['TemplatePartialInput'] },
  },
  'PATCH /api/v1/partials/{id}': { request: { partial: { text: PARTIAL_TEXT } } },
  'DELETE /api/v1/partials/{id}': { errors: ['partial_in_use'] },
  'POST /api/v1/sandbox_messages/{id}/report': { request: { sandbox_report: { fact: 'delivered' } } },
  'POST /api/v1/webhook_endpoints': { errors: ['endpoint_exists', ...URL_ERRORS] },
  'PATCH /api/v1/webhook_endpoints/{id}': { errors: ['endpoint_disabled', ...URL_ERRORS] },
  'POST /api/v1/webhook_endpoints/{id}/reactivate': { errors: ['endpoint_paused'] },
  'POST /api/v1/webhook_endpoints/{id}/test': { errors: ['endpoint_inactive'] },
  'POST /api/v1/webhook_endpoints/{id}/test_connection': { errors: ['overloaded'] },
  'POST /api/v1/webhook_endpoints/{id}/replay': { errors: ['endpoint_inactive', 'replay_running'], request: REPLAY },
  'POST /api/v1/webhook_endpoints/{id}/replay_count': { request: REPLAY },
  'POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel': { errors: ['not_cancelable'] },
  'POST /api/v1/webhook_events/{id}/resend': { errors: ['endpoint_inactive', 'event_pending', 'invalid'] },
  'POST /api/v1/session': { errors: ['invalid_credentials'], setsCookie: true },
  'DELETE /api/v1/session': { setsCookie: true },
  'PUT /api/v1/session/password': { setsCookie: true },
  'PUT /api/v1/session/account': { errors: ['not_found'], setsCookie: true },
  'POST /api/v1/api_keys': { errors: ['limit_reached'] },
  'POST /api/v1/members': { errors: ['email_taken', 'limit_reached'] },
  'POST /api/v1/members/{id}/invite': { errors: ['member_active'] },
  'POST /api/v1/invitations/accept': { errors: ['conflict'], setsCookie: true },
  'PATCH /api/v1/members/{id}': { errors: ['last_owner'] },
  'DELETE /api/v1/members/{id}': { errors: ['last_owner'] },
}

/** The details by route, also of each route of a recipient below its external id (`addRoutesByExternalId`). */
function withExternalIds<Details>(
  byRoute: Readonly<Record<string, Details>>,
  change: (details: Details) => Details,
): Record<string, Details> {
  const added = Object.entries(byRoute)
    .filter(([route]) => route.includes('/notification_users/{id}'))
    .map(([route, details]) => [route.replace('{id}', 'by_external_id/{external_user_id}'), change(details)] as const)
  return { ...byRoute, ...Object.fromEntries(added) }
}

export const DOCUMENT_DETAILS: DocumentDetails = {
  operations: withExternalIds(OPERATIONS, ([id, ...text]) => [`${id}ByExternalId`, ...text] as const),
  tags: TAGS,
  schemas: SCHEMAS,
  rules: withExamples(RULES),
  events: EVENT_SCHEMAS,
  webhooks: WEBHOOKS,
  routes: withExternalIds(ROUTES, (details) => details),
  values: {
    accent_color: '#1d4ed8',
    account: 'Acme',
    account_name: 'Acme',
    actor_name: 'Ada Lovelace',
    attempt: { event_id: 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0', attempt_number: 1 },
    attributes: { plan: 'pro' },
    background_color: '#ffffff',
    body: 'Hello Ada, order A-1 is on its way.',
    body_format: 'text',
    callback_url: 'https://tidings.example.com/callbacks/sendgrid/1.Zk3v',
    cause: 'mailbox_missing',
    code: 'invalid',
    csrf_token: 'c1Rr0vVvV2l0aG91dCBwYWRkaW5nIGFuZCBwbHVzLg',
    current_password: 'correct horse battery',
    data: { delivery: DELIVERY },
    delivery: EXPORTED,
    delivery_report: EXPORTED,
    description: 'The state of your orders',
    details: {},
    device: EXPORTED,
    disabled_reason: '20 consecutive events failed',
    duration_ms: 87,
    email: 'ada@example.com',
    error: 'Email is not an email address',
    errors: { email: ['is not an email address'] },
    error_message: '550 5.1.1 mailbox does not exist',
    event: { id: 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0' },
    event_id: 'evt_01KABCDEFGHJKMNPQRSTVWXYZ0',
    event_type: 'delivery.sent',
    external_user_id: 'user-1',
    first_name: 'Ada',
    friendly_error_message: 'The mailbox does not exist',
    from: '203.0.113.7',
    inbox_message: EXPORTED,
    invited_by: 'Ada Lovelace',
    key: 'sk_9fK2mQ7xVb4TzR1cN8yHs5LwJd3GpA6eUoXk0iZqBtM',
    label: 'Order updates',
    last4: 'Xy7q',
    last_name: 'Lovelace',
    limit_feature_key: 'monthly_email_deliveries',
    live_after: 'MTc4MDkxNDAwMDAwMC40Mg',
    locale: 'en',
    message: EXPORTED,
    message_attachment: { filename: 'invoice.pdf', content_type: 'application/pdf' },
    message_attributes: { 'order.id': 'A-1' },
    message_template_name: 'welcome_message',
    name: 'Mail',
    new_password: 'another horse battery',
    next_cursor: 'MTc4MDkxNDAwMDAwMC40Mg',
    notification_user: { id: 1043, external_user_id: 'user-1', email: 'ada@example.com' },
    order: 'A-1',
    password: 'correct horse battery',
    path: '/api/v1/messages',
    phone: '+4366012345678',
    preferences_url: 'https://tidings.example.com/preferences/Zk3v',
    provider: 'sandbox',
    provider_message_id: '0100018f-3c5e',
    reason: 'bounced',
    rendered_body: 'Hello Ada, order A-1 is on its way.',
    rendered_subject: 'Order A-1',
    response_code: 200,
    response_head: 'OK',
    result: 'accepted',
    sandbox_message: EXPORTED,
    secret: 'rsk_9fK2mQ7xVb4TzR1cN8yHs5LwJd3GpA6e',
    send: EXPORTED,
    sentence: 'The server refused the password',
    state_reason: 'endpoint_paused',
    status: 'ok',
    subject: 'Order A-1',
    subscription: null,
    suppression: { address: 'ada@example.com', channel_type: 'email', reason: 'bounced' },
    text: 'Hello Ada, order A-1 is on its way.',
    time_zone: 'Europe/Vienna',
    title: 'Order A-1',
    token: 'dGhpcyBpcyBhIHRva2Vu',
    topic: 'order_updates',
    updated_by_name: 'Ada Lovelace',
    url: 'https://example.com/webhooks',
    user_agent: 'Mozilla/5.0',
    value: 'A-1',
  },
}
