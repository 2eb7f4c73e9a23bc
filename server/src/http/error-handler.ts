import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../db/database-error.ts'
import { ApiError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { createCountedLog } from './counted-log.ts'
import type { App } from './route.ts'
import type { KnownPaths } from './known-paths.ts'

/** The body of every error (decisions: errors): no stack, no SQL, no internal address. */
export function errorBody(error: ApiError, requestId: string): object {
  return {
    error: error.message,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
    request_id: requestId,
  }
}

/** What of the server's own errors means something to the caller, by their codes. */
const SERVER_ERRORS: Record<string, ApiError['code']> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
}

/** What the caller is told about an error; the error itself stays the `cause`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : SERVER_ERRORS[code]
  if (known !== undefined) return new ApiError(known, { cause: error })
  // Before the look for an outage: a caller that hangs up leaves a network error too, with a status.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('malformed_request', { cause: error })
  if (isOutage(error)) return new ApiError('unavailable', { headers: { 'retry-after': '1' }, cause: error })
  return new ApiError('internal', { cause: error })
}

/** Every 401 says how to prove who calls (RFC 9110, section 11.6.1); some errors say it better. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="api"' }

function notAllowed(methods: string[]): ApiError {
  return new ApiError('method_not_allowed', { headers: { allow: methods.join(', ') } })
}

export interface ErrorHandler {
  /** Answers errors of handlers and hooks, unknown routes (404), and known paths under another method (405, `Allow`). */
  handle(app: App, paths: KnownPaths): void
  /** Errors that arise before there is a route: a path that is not percent-encoded UTF-8 is 400, one too long is 404. */
  answerFrameworkError(error: { code: string }, request: FastifyRequest, reply: FastifyReply): void
}

/** `headers` are those of every answer: where there is no route yet, nobody has set them. */
export function createErrorHandler(log: Logger, headers: Readonly<Record<string, string>>): ErrorHandler {
  // A service under too much load, or without its database, says so as often as it is asked: once a second is enough.
  const refusals = createCountedLog<object>((fields, count) =>
    log.warn({ event: 'http.unavailable', ...fields, count }),
  )

  function tell(error: unknown, { status, code }: ApiError, request: FastifyRequest): void {
    const about = { request_id: request.id, method: request.method, route: request.routeOptions.url }
    if (status === 503) refusals.add(code, { code, cause: causeOf(error), ...about })
    else if (status >= 500) log.error({ event: 'http.error', ...about, err: error })
  }

  function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const apiError = toApiError(error)
    tell(error, apiError, request)
    // The server would close the connection of a body that is too large, and the reset that follows would often outrun
    // the answer. Kept open, the rest is read and thrown away, within the time of a request.
    if (apiError.code === 'body_too_large') reply.removeHeader('connection')
    void reply
      .code(apiError.status)
      .headers({
        ...headers,
        'x-request-id': request.id,
        ...(apiError.status === 401 ? CHALLENGE : {}),
        ...apiError.headers,
      })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(errorBody(apiError, request.id)))
  }

  return {
    handle(app, paths) {
      const unknown = ({ url, method }: FastifyRequest) => {
        const methods = paths.methodsOf(url)
        return methods.length === 0 || methods.includes(method) ? new ApiError('not_found') : notAllowed(methods)
      }
      app.setErrorHandler((error, request, reply) => {
        // `GET /messages/batch` has come to the route of `/messages/:id`, and names nothing there.
        const isNotFound = error instanceof ApiError && error.code === 'not_found'
        answer(isNotFound ? unknown(request) : error, request, reply)
      })
      app.setNotFoundHandler((request, reply) => answer(unknown(request), request, reply))
      // Without a route nobody wants the body: it is not kept in memory while it arrives.
      app.addHook('preParsing', (request, _reply, payload, done) => {
        if (request.is404) done(unknown(request))
        else done(null, payload)
      })
    },
    answerFrameworkError(error, request, reply) {
      const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      answer(new ApiError(tooLong ? 'not_found' : 'malformed_request', { cause: error }), request, reply)
    },
  }
}

/** What a line says of an error that was to be expected, without its stack. */
function causeOf(error: unknown): string | undefined {
  const cause = error instanceof ApiError ? error.cause : error
  return cause instanceof Error ? cause.message : undefined
}
