/**
 * All error codes of the API, each with its status and sentence. Codes are stable, for programs. `docs/errors.md` and
 * the OpenAPI document are printed from this table.
 */
export const ERROR_CODES = {
  malformed_body: [400, 'The body could not be parsed'],
  missing_root_key: [400, 'The body has no root key'],
  malformed_request: [400, 'The request is malformed'],
  missing_api_key: [401, 'An API key is required: send the header Authorization: Bearer <API key>'],
  invalid_api_key: [401, 'The API key is not valid'],
  invalid_recipient_token: [
    401,
    'A valid recipient token is required: send the header Authorization: Bearer <recipient token>',
  ],
  invalid_metrics_token: [401, 'Metrics require the header Authorization: Bearer <METRICS_TOKEN>'],
  invalid_credentials: [401, 'The email or the password is wrong'],
  invalid_signature: [401, 'The signature is not valid'],
  session_ended: [401, 'The session has ended: sign in again'],
  forbidden: [403, 'Your role does not allow this'],
  origin_not_allowed: [
    403,
    'The account does not allow pages of this origin: add it to its allowed_origins, with PATCH /api/v1/account',
  ],
  csrf_failed: [
    403,
    'Send the request from a page of this service at its PUBLIC_URL, with the X-CSRF-Token of the session. Without ' +
      'PUBLIC_URL, the page must be at an address like http://192.0.2.1:3000 or at localhost',
  ],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'The method is not allowed here'],
  request_timeout: [
    408,
    'The request took too long to arrive: the limit is 10 seconds for its headers, 30 for the whole request, 5 for a pause in a large body',
  ],
  conflict: [409, 'The state of the object does not allow this'],
  name_taken: [409, 'The name is already taken'],
  draft_changed: [
    409,
    'Somebody else saved, published or discarded the draft after you read it: read it again with ' +
      'GET /api/v1/message_templates/{id}/draft',
  ],
  version_changed: [
    409,
    'You changed an old version: read the current one with GET /api/v1/message_templates/{id}, then change it',
  ],
  email_taken: [
    409,
    'The account already has a member with this email: change the member with PATCH /api/v1/members/{id}, ' +
      'or send a new invitation with POST /api/v1/members/{id}/invite',
  ],
  member_active: [
    409,
    'The member can already sign in. If the password is lost: remove the member with DELETE /api/v1/members/{id} and ' +
      'add it again with POST /api/v1/members, or ask the operator to run `npm run tidings -- members reset-password EMAIL`',
  ],
  limit_reached: [409, 'The limit is reached: remove one first'],
  last_owner: [
    409,
    'The account needs at least one active owner: first make another member an owner, with ' +
      'PATCH /api/v1/members/{id}',
  ],
  not_cancelable: [409, 'Nothing is left to cancel: GET /api/v1/messages/{id} shows the state of the message'],
  not_scheduled: [
    409,
    'The message is no longer scheduled: GET /api/v1/messages/{id} shows its state. To send another ' +
      'message, call POST /api/v1/messages',
  ],
  not_retrying: [
    409,
    'The delivery does not wait for another send: GET /api/v1/deliveries/{id} shows its status and its message_id. ' +
      'To send a failed message again, call send_again of the message',
  ],
  idempotency_key_running: [
    409,
    'The first request with this idempotency key is still running: wait, then send the request again with the same key',
  ],
  endpoint_exists: [
    409,
    'The account already has a webhook endpoint: change it with PATCH /api/v1/webhook_endpoints/{id}, or delete it with ' +
      'DELETE /api/v1/webhook_endpoints/{id}',
  ],
  endpoint_disabled: [
    409,
    'The webhook endpoint is disabled: enable it with POST /api/v1/webhook_endpoints/{id}/reactivate',
  ],
  endpoint_paused: [
    409,
    'The webhook endpoint is paused: to resume it, set active to true with PATCH /api/v1/webhook_endpoints/{id}',
  ],
  endpoint_inactive: [
    409,
    'The account has no active webhook endpoint: register one with POST /api/v1/webhook_endpoints',
  ],
  event_pending: [409, 'The event is still pending: GET /api/v1/webhook_events/{id} shows its attempts'],
  replay_running: [
    409,
    'A replay to the webhook endpoint is running: wait until it ends, or cancel it with ' +
      'POST /api/v1/webhook_endpoints/{id}/replays/{replay_id}/cancel',
  ],
  resend_running: [
    409,
    'A resend of messages is running: wait until it ends, or cancel it with POST /api/v1/message_resends/{id}/cancel',
  ],
  topic_in_use: [
    409,
    'A template has the topic: give the template another topic first, with PATCH /api/v1/message_templates/{id}',
  ],
  partial_in_use: [
    409,
    'Templates or other partials use the partial: remove it from their texts first. GET /api/v1/partials/{id} shows them',
  ],
  suppression_exists: [
    409,
    'The address is already suppressed: to send to it again, call DELETE /api/v1/suppressions/{id}',
  ],
  body_too_large: [413, 'The body is too large'],
  unsupported_media_type: [
    415,
    'The body must be application/json, application/x-www-form-urlencoded or multipart/form-data',
  ],
  expectation_failed: [417, 'The header Expect may only be 100-continue'],
  invalid: [422, 'The request is not valid'],
  password_required: [
    422,
    'Current password is required: send your password as current_password, or first call ' +
      'POST /api/v1/session/confirm_password, which counts for 10 minutes',
  ],
  unknown_field: [422, 'The request has an unknown field or parameter'],
  idempotency_key_reused: [
    422,
    'The idempotency key belongs to another request or another caller: use a new key for a new request',
  ],
  url_not_https: [422, 'Url must use https'],
  url_too_long: [422, 'Url is too long (maximum is 2048 characters)'],
  url_invalid: [422, 'Url is not valid'],
  url_not_public: [422, 'Url must be a public HTTPS address'],
  url_unresolvable: [422, 'Url must have a host with an address in DNS'],
  template_limit: [422, 'The template exceeded a limit when it was rendered'],
  rate_limited: [429, 'Too many requests: slow down'],
  headers_too_large: [431, 'The request headers are too large (maximum is 16 KB in all)'],
  internal: [500, 'Something went wrong on our side'],
  unsupported_transfer_encoding: [501, 'The header Transfer-Encoding may only be chunked'],
  render_budget: [
    503,
    'The account has used up its time for rendering templates: wait, send less at once, or simplify the templates',
  ],
  overloaded: [503, 'The service is overloaded: try again'],
  unavailable: [503, 'The database is unavailable: try again'],
  unsupported_http_version: [505, 'The version of HTTP must be 1.1'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof ERROR_CODES

/** Sentences by field, without the field's name: `{ url: ['must be a public HTTPS address'] }`. */
export type FieldErrors = Record<string, string[]>

/** Values for the names in braces in a sentence. If a value is null or absent, the name stays. */
export type PathValues = Record<string, string | number | null | undefined>

export interface ApiErrorOptions {
  /** Replaces the table's sentence. */
  sentence?: string
  /** Values for `{id}` and other names in the table's sentence, so that the caller can use its paths directly. */
  path?: PathValues
  /** Only with status 422. */
  errors?: FieldErrors
  headers?: Record<string, string>
  cause?: unknown
}

/** The table's sentence with values in its paths. */
export function sentenceOf(code: ErrorCode, path: PathValues = {}): string {
  return ERROR_CODES[code][1].replace(/\{(\w+)\}/g, (placeholder, name: string) => String(path[name] ?? placeholder))
}

/** The sentence of a stored code. An older or newer version may have stored one that this version does not know. */
export const errorSentence = (code: string): string =>
  Object.hasOwn(ERROR_CODES, code) ? sentenceOf(code as ErrorCode) : code

/** An expected failure for the API's caller. The error handler in `http` sends it. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldErrors | null
  readonly headers: Record<string, string>
  /** False: the sentence is the one of the code. */
  readonly hasOwnSentence: boolean

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.sentence ?? sentenceOf(code, options.path), { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = ERROR_CODES[code][0]
    this.errors = options.errors ?? null
    this.headers = options.headers ?? {}
    this.hasOwnSentence = options.sentence !== undefined
  }
}

/**
 * 422 with errors by field. The sentence has the first field's name and its first error ("Url must be ..."). A code
 * other than `invalid` names the rule for programs.
 */
export function invalid(errors: FieldErrors, code: ErrorCode = 'invalid'): ApiError {
  return new ApiError(code, { errors, sentence: invalidSentence(errors, code) })
}

/** The sentence of `invalid`, without the cost of an error and its stack. */
export function invalidSentence(errors: FieldErrors, code: ErrorCode): string {
  const [field = 'request', sentences = ['is not valid']] = Object.entries(errors)[0] ?? []
  return `${nameOf(field, code)} ${sentences[0]}`
}

/** Nested and unknown fields keep their names as written. */
function nameOf(field: string, code: ErrorCode): string {
  if (code === 'unknown_field' || field.includes('.')) return field
  const name = field.replaceAll('_', ' ')
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** 429 with the time to wait, at least a second. `headers` are further ones. */
export function rateLimited(
  waitMs: number,
  { sentence, headers = {} }: { sentence?: string; headers?: Readonly<Record<string, string>> } = {},
): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new ApiError('rate_limited', {
    ...(sentence === undefined ? {} : { sentence }),
    headers: { 'retry-after': String(seconds), ...headers },
  })
}

/** 503 if too much work waits at the moment. */
export function overloaded(): ApiError {
  return new ApiError('overloaded', { headers: { 'retry-after': '1' } })
}
