/**
 * Every sentence of the specification, by its number, with the tests that prove it from outside. The numbers count the
 * sentences in the order of the specification. The words are the beginning or the core of the sentence.
 */

/** A test of the file. `name`: as the source writes it, or null if the name begins with the sentence's number. */
interface Proof {
  file: string
  name: string | null
}

interface Sentence {
  number: number
  section: string
  words: string
  proof: readonly Proof[]
}

const numbered = (file: string): Proof => ({ file: `server/test/specification/${file}`, name: null })
const MESSAGES = numbered('messages.test.ts')
const WEBHOOKS = numbered('webhooks.test.ts')

const test = (file: string, name: string): Proof => ({ file, name })
const flow = (file: string, name: string) => test(`server/test/flows/${file}.test.ts`, name)
const message = (name: string) => test('server/src/core/messages/routes.test.ts', name)
const dashboard = (name: string) => test('dashboard/test/webhook-endpoint.test.ts', name)
const verifier = (name: string) => test('sdk/src/verify.test.ts', name)
const receiver = (name: string) => test('sdk/src/receiver.test.ts', name)
const misbehaving = (name: string) => flow('misbehaving', name)

const WIRE = test(
  'server/test/specification/webhook-request.test.ts',
  'hundreds of requests: headers as the specification spells and orders them, bodies of its fields and types',
)
const EVERY_ROUTE_NEEDS_A_KEY = flow('bad-input', 'without a key and with an unknown one: 401')
const EACH_OF_EIGHT_ATTEMPTS = flow('retry-times', 'eight attempts, each at its time and not a millisecond before')
const STATUSES_ARE_RECEIVED_IN_ANY_ORDER = receiver('tells which statuses are new, in any order')
const WHOLE_DAYS_ARE_PRUNED = test(
  'server/src/core/events/retention.test.ts',
  'Invariant 14: whole days older than the retention are deleted, their pending events dropped, the rest stays',
)
const PIXEL = test(
  'server/src/core/deliveries/opens.test.ts',
  'asked for many times, the delivery is opened once; the response is always the same',
)

function section(name: string, rows: [number: number, words: string, ...proof: Proof[]][]): Sentence[] {
  return rows.map(([number, words, ...proof]) => ({ number, section: name, words, proof }))
}

export const SENTENCES: readonly Sentence[] = [
  ...section('1', [
    [1, 'The service sends notification messages to recipients using message templates', MESSAGES],
    [2, 'A template can have several channels (for example email and push)', MESSAGES],
    [3, 'Sending one message creates one delivery per channel on the template', MESSAGES],
    [4, 'A delivery tracks the state of one notification on one channel', MESSAGES],
    [5, 'It is reported through the polling API and is pushed to the customer through webhooks', MESSAGES],
    [6, 'Messages can be sent at once or scheduled', MESSAGES],
    [7, 'A scheduled send can be canceled before dispatch', MESSAGES],
    [8, 'Callers authenticate with an API key', EVERY_ROUTE_NEEDS_A_KEY, WEBHOOKS],
    [9, 'Each account can register one HTTPS webhook endpoint', WEBHOOKS],
    [10, 'The service POSTs a signed JSON event to it every time a delivery changes state', MESSAGES],
    [11, 'Delivery is at-least-once', MESSAGES],
    [
      12,
      'Delivery to recipients goes through external providers (an email provider, a push service)',
      flow('smtp', 'sends HTML with its text beside it, over TLS'),
      flow(
        'push-devices',
        'sent when one device accepts; those that are dead are removed, those of other platforms left alone',
      ),
    ],
  ]),
  ...section('2.1', [
    [13, 'All fields are nested under a message object', MESSAGES],
    [14, 'form notation message[field]', MESSAGES],
    [15, 'external_user_id: required unless notification_user_id is given', MESSAGES],
    [16, 'notification_user_id: required unless external_user_id is given', MESSAGES],
    [17, 'message_template_name: required unless message_template_id is given', MESSAGES],
    [18, 'message_template_id: required unless message_template_name is given', MESSAGES],
    [19, 'message_attributes_attributes: array of objects with name and value, optional', MESSAGES],
    [20, 'Fields of the stored message record: not shown', MESSAGES],
    [21, 'Type of value inside a message attribute: not shown', MESSAGES],
  ]),
  ...section('2.2', [
    [22, 'The delivery object inside a webhook event is identical to what GET returns', MESSAGES],
    [23, 'id: Integer, delivery identifier', MESSAGES],
    [24, 'status: String, status at the time of emission', MESSAGES],
    [25, 'error_message: for delivery.canceled it names the cancel reason', MESSAGES],
    [26, 'sent_at, failed_at, delivered_at, opened_at: ISO 8601 UTC timestamp with milliseconds, or null', MESSAGES],
    [27, 'created_at, updated_at: same', MESSAGES],
    [28, 'message_id: Integer, the message that produced the delivery', MESSAGES],
    [29, 'friendly_error_message: String or null, carried by delivery.failed', MESSAGES],
    [
      30,
      'limit_feature_key: null in the sole specimen of the payload',
      MESSAGES,
      test(
        'server/src/core/deliveries/account-limits.test.ts',
        'deliveries over the limit are queued, then failed with the limit, the rest is delivered',
      ),
    ],
    [31, 'notification_channel: id (Integer), name (String), channel_type (String)', MESSAGES],
    [32, 'Other values of channel_type: not shown', MESSAGES],
  ]),
  ...section('2.3', [
    [33, 'id: Integer', WEBHOOKS],
    [34, 'url: String, HTTPS URL, at most 2048 characters', WEBHOOKS],
    [35, 'active: true when events are sent; can be set to false to pause', WEBHOOKS],
    [36, 'secret: prefix whsec_, returned in full only on create and on rotate_secret', WEBHOOKS],
    [37, 'List and show responses return only a preview of it', WEBHOOKS],
    [38, 'An account has at most one endpoint', WEBHOOKS],
  ]),
  ...section('2.4', [
    [39, 'id: prefix evt_, stable across retries, equals the X-Service-Event-Id header', MESSAGES],
    [40, 'type: event type', MESSAGES],
    [41, 'created_at: ISO 8601 UTC timestamp (seconds precision)', MESSAGES],
    [42, 'data: for delivery.* events { delivery: <Delivery> }', MESSAGES],
    [43, 'For ping: { message: <String> } and no delivery', MESSAGES],
  ]),
  ...section('2.5', [
    [44, 'event_id, event_type: String', WEBHOOKS],
    [45, 'attempt_number: Integer', WEBHOOKS],
    [46, 'succeeded: Boolean', WEBHOOKS],
    [47, 'response_code: the code the receiver actually returned', WEBHOOKS],
    [48, 'error_message: transport error when the request never completed', WEBHOOKS],
    [49, 'duration_ms: Integer', WEBHOOKS],
    [50, 'created_at: ISO 8601 timestamp', WEBHOOKS],
  ]),
  ...section('3.1', [
    [51, "The events correspond to the deliveries' states", MESSAGES],
    [52, 'A status never moves backwards', MESSAGES],
    [
      53,
      'When a send fails but the service will try again, the delivery moves to retrying and no event is emitted',
      MESSAGES,
      flow('smtp', 'a temporary refusal is retried under the same Message-ID, without an event'),
    ],
    [54, 'A delivery that recovers on a later attempt emits delivery.sent and no failure event', MESSAGES],
    [55, 'delivery.failed is emitted only after the service has exhausted its own send retries', MESSAGES],
    [56, 'A scheduled delivery emits delivery.scheduled at schedule time and delivery.queued at dispatch', MESSAGES],
  ]),
  ...section('3.2', [
    [57, 'active, 20 consecutive failed events: disabled', WEBHOOKS],
    [58, 'each event exhausted its retries', WEBHOOKS],
    [59, 'recorded in the audit log', WEBHOOKS],
    [
      60,
      'flagged in the dashboard',
      dashboard(
        'a receiver that fails is disabled and flagged; fixed, it is reactivated, and what was missed is replayed',
      ),
    ],
    [61, 'deliveries unaffected', WEBHOOKS],
    [
      62,
      'PATCH with active: false: paused, no events sent',
      WEBHOOKS,
      flow('endpoint-changes', '${change}: nothing is sent any more'),
    ],
    [
      63,
      're-enable in the dashboard or POST reactivate: active',
      WEBHOOKS,
      dashboard(
        'a receiver that fails is disabled and flagged; fixed, it is reactivated, and what was missed is replayed',
      ),
    ],
    [64, 'failure count reset to zero', WEBHOOKS],
    [65, 'events emitted while disabled are not replayed', WEBHOOKS],
    [
      66,
      'DELETE: no endpoint, events stop being sent',
      WEBHOOKS,
      flow('endpoint-changes', '${change}: nothing is sent any more'),
    ],
    [67, "A 2xx response to an event resets the endpoint's consecutive failure count to zero", WEBHOOKS],
  ]),
  ...section('4.1', [
    [68, 'POST /messages: creates and sends a notification message', MESSAGES],
    [69, 'GET /messages/:id: retrieves message details', MESSAGES],
    [70, 'mark_as_seen: marks the message seen', MESSAGES],
    [71, 'mark_as_delivered: marks the message delivered', MESSAGES],
    [72, 'render_message: returns the fully rendered subject and body of the message', MESSAGES],
    [73, 'new_messages_for: query parameter notification_user_id (Integer, required)', MESSAGES],
    [
      74,
      'Returns all unseen messages of that user',
      MESSAGES,
      message('all new messages of a recipient are one response, also with large mails; pages only with a limit'),
    ],
  ]),
  ...section('4.2', [
    [75, 'GET /deliveries/:id returns a delivery object', MESSAGES],
    [76, 'Other delivery endpoints exist (to backfill after an endpoint was disabled)', WEBHOOKS],
  ]),
  ...section('4.3', [
    [77, "GET: lists the account's endpoint: 0 or 1 entries", WEBHOOKS],
    [78, 'POST: JSON request body { "webhook_endpoint": { "url": <https_url> } }', WEBHOOKS],
    [79, 'Success: 201 Created with { id, url, active, secret }; the secret is in full', WEBHOOKS],
    [80, 'A second endpoint: 409 Conflict', WEBHOOKS],
    [81, 'PATCH: changes url, or pauses with active: false', WEBHOOKS],
    [82, 'DELETE: stops sending events', WEBHOOKS],
    [83, 'rotate_secret: issues a new secret and returns it in full', WEBHOOKS],
    [
      84,
      'The old secret stops working immediately',
      WEBHOOKS,
      flow('endpoint-changes', 'a rotation: the old secret is not used any more'),
    ],
    [85, 'reactivate: re-enables a disabled endpoint and clears its failure count', WEBHOOKS],
    [86, 'test: queues a signed ping event through the normal signing and dispatch path', WEBHOOKS],
    [87, 'Dispatch is asynchronous: the response carries an event ID, not the result', WEBHOOKS],
    [88, 'attempts: returns the 50 most recent attempts', WEBHOOKS],
    [
      89,
      'can also be registered, re-enabled, rotated and tested from the dashboard; shows the secret once',
      dashboard('saving the URL registers it by password, and shows the secret once with code that verifies'),
      dashboard(
        'a receiver that fails is disabled and flagged; fixed, it is reactivated, and what was missed is replayed',
      ),
      dashboard('the secret is rotated by password, and the old one ends at once by default'),
      dashboard('a test event arrives, and so does its result'),
    ],
  ]),
  ...section('4.4', [
    [90, 'Method POST, JSON body (a single JSON object)', MESSAGES, WIRE],
    [
      91,
      'X-Service-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256> (may contain several v1 values)',
      MESSAGES,
      WEBHOOKS,
      WIRE,
    ],
    [92, 'X-Service-Event: event type', MESSAGES, WIRE],
    [93, 'X-Service-Event-Id: same as body id; stable across retries', MESSAGES, WIRE],
    [94, 'Content-Type: application/json', MESSAGES, WIRE],
    [95, 'User-Agent: Service-Webhooks/1.0', MESSAGES, WIRE],
    [96, 'HTTPS only; plain HTTP is rejected', WEBHOOKS],
    [97, 'The host must resolve to a publicly routable address', WEBHOOKS],
    [98, 'The address check is repeated immediately before every POST', WEBHOOKS],
    [99, 'Maximum 2048 characters', WEBHOOKS],
    [100, 'Any 2xx: success; event done; failure count reset to zero', WEBHOOKS, misbehaving('by its status')],
    [
      101,
      '5xx, timeouts, DNS errors, TLS errors, 408, 429: retried, up to 8 attempts per event',
      WEBHOOKS,
      misbehaving('by its status'),
      misbehaving('${name}: ${shown.word ?? shown.state}'),
      misbehaving('that never accepts: connect_timeout'),
    ],
    [
      102,
      'Any other 4xx: not retried; attempt logged; counts toward auto-disable',
      WEBHOOKS,
      misbehaving('by its status'),
    ],
  ]),
  ...section('5', [
    [103, 'Every API request carries the header Authorization: Bearer <API_KEY>', WEBHOOKS, EVERY_ROUTE_NEEDS_A_KEY],
    [104, 'Webhook requests are authenticated by the signature; a 401 or 403 is not retried and counts', WEBHOOKS],
    [105, 'Split the X-Service-Signature header on , into t and one or more v1 values', MESSAGES],
    [106, 'the signed string: <t> + a literal . + the raw request body exactly as received', MESSAGES],
    [107, 'HMAC-SHA256 of that string with the signing secret, hex-encoded', MESSAGES],
    [
      108,
      'Compare with each v1 value using a constant-time comparison',
      WEBHOOKS,
      verifier('either secret of a rotation verifies'),
    ],
    [
      109,
      "Reject if t differs from the receiver's clock by more than 5 minutes (300 seconds)",
      WEBHOOKS,
      receiver('returns 400 to requests that are not authentic, without reading them'),
    ],
    [110, 'The MAC covers the raw bytes sent; a parsed and re-serialized body does not verify', MESSAGES],
    [111, 'the secret is shown in full once; rotate_secret invalidates the old immediately', WEBHOOKS],
  ]),
  ...section('6', [
    [112, 'A registered endpoint receives every event type; there is no subscription choice', MESSAGES],
    [113, 'data.delivery is present on every delivery.* event; ping carries { message } instead', MESSAGES],
    [114, 'delivery.scheduled: a scheduled send created the delivery, at schedule time', MESSAGES],
    [115, 'delivery.queued: a send created the delivery; one per channel on the template', MESSAGES],
    [116, 'delivery.sent: the service handed the notification to the provider without error', MESSAGES],
    [117, 'delivery.delivered: the provider confirmed the notification reached the recipient', MESSAGES],
    [118, 'delivery.opened: email open pixel fired, or push message marked seen', MESSAGES, PIXEL],
    [119, 'delivery.failed: failed for good after the service exhausted its send retries', MESSAGES],
    [120, 'delivery.bounced: the provider reported a bounce for the recipient address', MESSAGES],
    [121, 'delivery.canceled: a scheduled delivery was canceled before dispatch', MESSAGES],
    [
      122,
      'ping: test event from the test button or the test operation',
      MESSAGES,
      dashboard('a test event arrives, and so does its result'),
    ],
    [123, 'There is no event for a retry', MESSAGES],
    [124, 'At-least-once: deduplicate on the event id', MESSAGES],
    [
      125,
      'Unordered: use data.delivery.status and never advance a local record backwards',
      MESSAGES,
      STATUSES_ARE_RECEIVED_IN_ANY_ORDER,
    ],
    [126, 'Receivers answer with 2xx as soon as the event is stored', WEBHOOKS],
    [127, 'Events emitted while the endpoint is disabled are not replayed on re-enable', WEBHOOKS],
  ]),
  ...section('7', [
    [128, 'Creating a second webhook endpoint for an account: 409 Conflict', WEBHOOKS],
    [129, 'URL rejected at save time; at dispatch a host resolving to a private address is refused again', WEBHOOKS],
    [
      130,
      "Every webhook attempt is logged with the receiver's response code, the transport error and the duration",
      WEBHOOKS,
    ],
    [131, 'Error response body shape: not shown', WEBHOOKS],
    [132, 'Status code for a rejected URL: not shown', WEBHOOKS],
    [133, 'Status and body for a missing or invalid API key: not shown', WEBHOOKS],
  ]),
  ...section('8', [
    [134, 'Webhook URL length: 2048 characters', WEBHOOKS],
    [135, 'Endpoints per account: 1', WEBHOOKS],
    [
      136,
      'Connect time-out for a webhook POST: 5 seconds',
      WEBHOOKS,
      misbehaving('that never accepts: connect_timeout'),
    ],
    [
      137,
      'Response time-out for a webhook POST: 10 seconds',
      WEBHOOKS,
      misbehaving('${name}: ${shown.word ?? shown.state}'),
    ],
    [138, 'Attempts per event: 8, with growing backoff spread over several hours', WEBHOOKS, EACH_OF_EIGHT_ATTEMPTS],
    [139, 'Auto-disable: after 20 consecutive failed events', WEBHOOKS],
    [140, 'Signature timestamp tolerance: 5 minutes', WEBHOOKS],
    [141, 'Attempts returned by the attempts endpoint: 50 most recent', WEBHOOKS],
    [142, 'Retention of events and their attempts: pruned after 30 days', WEBHOOKS, WHOLE_DAYS_ARE_PRUNED],
    [143, 'Exact backoff intervals: not shown', EACH_OF_EIGHT_ATTEMPTS],
    [
      144,
      'Rate limits on the API: not shown',
      test('server/src/programs/wiring/app.test.ts', 'an account over it gets 429, another does not'),
    ],
  ]),
  ...section('9', [
    [145, 'API paths carry the version segment /api/v1', WEBHOOKS],
    [146, 'The webhook User-Agent carries 1.0', MESSAGES],
    [
      147,
      'New event types may be added; receivers ignore types they do not handle',
      STATUSES_ARE_RECEIVED_IN_ANY_ORDER,
    ],
    [148, 'The event envelope has no version field', MESSAGES],
    [149, 'Deprecation policy and the rules for introducing a new API version: not shown', WEBHOOKS],
  ]),
]
