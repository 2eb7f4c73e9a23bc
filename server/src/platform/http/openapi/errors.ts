/** Adds the errors of each operation with their codes, and the headers of each response. */
import { ERROR_CODES } from '../../errors.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Components, Operation, Response } from './document.ts'
import { JSON_TYPE, bodySchema } from './document.ts'
import { ERRORS_PAGE } from '../responses.ts'
import { takesIdempotencyKey } from './inputs.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['get', 'head'])

const RETRY_CODES: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'idempotency_key_running',
  'render_budget',
  'overloaded',
  'unavailable',
])

const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request in the log of the service',
    example: 'req_4fzq1tUR8jXvT0aMwk2d',
  },
  RateLimit: {
    description:
      'The requests left to the account, and the seconds until its allowance is full again (draft-ietf-httpapi-ratelimit-headers). Absent if there is no limit',
    example: '"default";r=999;t=1',
  },
  'RateLimit-Policy': {
    description: 'The allowance of the account, and its window in seconds. Absent if there is no limit',
    example: '"default";q=1000;w=2',
  },
  'Retry-After': { description: 'The seconds to wait before a retry', example: '1' },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same key',
    example: 'true',
  },
  Link: {
    description: '`<...>; rel="next"`: the address of the next page. Absent on the last page',
    example: '</api/v1/messages?cursor=MTc4MDkxNDAwMDAwMC40Mg>; rel="next"',
  },
  'WWW-Authenticate': { description: 'How to authenticate', example: 'Bearer realm="api"' },
  'Set-Cookie': {
    description: 'The cookie of the session: HttpOnly, SameSite=Strict',
    example: 'tidings_session=...; HttpOnly; SameSite=Strict; Path=/',
  },
} as const

type HeaderName = keyof typeof HEADERS

/** The header components that responses refer to. */
export function headerComponents(): NonNullable<Components['headers']> {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description, example }]) => [
      name,
      { description, schema: { type: 'string', examples: [example] } },
    ]),
  )
}

function refer(names: readonly HeaderName[]): NonNullable<Response['headers']> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Whether the operation needs authentication. */
const isClosed = ({ security }: Operation): boolean => security?.length !== 0

/** Whether the operation needs a recipient token. */
const isOfRecipient = ({ security }: Operation): boolean =>
  security?.some((scheme) => Object.hasOwn(scheme, 'recipientToken')) ?? false

const LIMITS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy']

/** Adds headers to the success responses, in place. `setsCookie`: they set or clear the session's cookie. */
export function addHeaders(operation: Operation, setsCookie: boolean): void {
  const isPaged = (operation.parameters ?? []).some(({ name }) => name === 'cursor' || name === 'after')
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue
    response.headers = {
      ...response.headers,
      ...refer(['X-Request-Id', ...(isClosed(operation) ? LIMITS : [])]),
      ...(isPaged && response.content?.[JSON_TYPE] !== undefined ? refer(['Link']) : {}),
      ...(takesIdempotencyKey(operation) ? refer(['Idempotency-Replayed']) : {}),
      ...(setsCookie ? refer(['Set-Cookie']) : {}),
    }
  }
}

/** Statuses that are sent before the account is known, so without rate limit headers. */
const UNCOUNTED: ReadonlySet<number> = new Set([401, 408, 417, 431])

/**
 * Error codes of an operation, without its own ones. `method_not_allowed` is missing because it only occurs on methods
 * without an operation.
 */
function commonErrors(method: string, operation: Operation): ErrorCode[] {
  const { parameters = [], requestBody } = operation
  const codes: ErrorCode[] = [
    'malformed_request',
    'request_timeout',
    // A body can be too large even if the operation does not take one.
    'body_too_large',
    'expectation_failed',
    'headers_too_large',
    'unknown_field',
    'rate_limited',
    'internal',
    'overloaded',
    'unavailable',
  ]
  if (isOfRecipient(operation)) codes.push('invalid_recipient_token', 'origin_not_allowed')
  else if (isClosed(operation)) codes.push('missing_api_key', 'invalid_api_key', 'session_ended', 'forbidden')
  if (!SAFE_METHODS.has(method) && !isOfRecipient(operation)) codes.push('csrf_failed')
  if (operation['x-password-again'] === true) codes.push('password_required')
  if (parameters.some((parameter) => parameter.in === 'path')) codes.push('not_found')
  if (parameters.some((parameter) => parameter.in === 'query')) codes.push('invalid')
  if (requestBody !== undefined) codes.push('malformed_body', 'unsupported_media_type', 'invalid')
  const body = bodySchema(requestBody)
  if (body?.required?.length === 1 || body?.else !== undefined) codes.push('missing_root_key')
  if (takesIdempotencyKey(operation)) codes.push('invalid', 'idempotency_key_running', 'idempotency_key_reused')
  return codes
}

function errorResponse(codes: readonly ErrorCode[], headers: readonly HeaderName[]): Response {
  const examples = codes.map((code) => {
    const value = {
      error: ERROR_CODES[code][1],
      code,
      ...(ERROR_CODES[code][0] === 422 ? { errors: { field: ['is not valid'] } } : {}),
      docs_url: `${ERRORS_PAGE}#${code}`,
      request_id: 'req_4fzq1tUR8jXvT0aMwk2d',
    }
    return [code, { value }]
  })
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][1]}`).join('\n\n'),
    headers: refer(headers),
    content: {
      [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' }, examples: Object.fromEntries(examples) },
    },
  }
}

function headersOf(status: number, codes: readonly ErrorCode[], counted: boolean): HeaderName[] {
  return [
    'X-Request-Id',
    ...(counted ? LIMITS : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...(codes.some((code) => RETRY_CODES.has(code)) ? (['Retry-After'] as const) : []),
  ]
}

/** Adds the operation's errors by status. Operations with the same errors share one response in `shared`. */
export function addErrors(
  shared: Record<string, Response>,
  method: string,
  operation: Operation,
  errors: readonly ErrorCode[],
): void {
  const possible = new Set<ErrorCode>([...commonErrors(method, operation), ...errors])
  const codes = (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => possible.has(code))
  for (const [status, ofStatus] of Map.groupBy(codes, (code) => ERROR_CODES[code][0])) {
    if (operation.responses[status] !== undefined) continue
    const isUncounted = UNCOUNTED.has(status)
    const isOpen = !isUncounted && !isClosed(operation)
    const name = [status, ...ofStatus, ...(isOpen ? ['open'] : [])].join('.')
    shared[name] ??= errorResponse(ofStatus, headersOf(status, ofStatus, !isUncounted && !isOpen))
    operation.responses[status] = { $ref: `#/components/responses/${name}` }
  }
}
