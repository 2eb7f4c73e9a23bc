import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../db/database-error.ts'
import { countOutage } from '../db/servers/outages.ts'
import { ApiError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { asGiven } from './body.ts'
import { CLOSE } from './responses.ts'
import { createCountedLog } from './counted-log.ts'
import type { ErrorBodies } from './responses.ts'
import type { App } from './route.ts'

/** Fastify's error codes that are the caller's mistakes. */
const SERVER_ERRORS: Record<string, ApiError['code']> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
}

/** Converts any error to the error for the caller. The original stays in `cause`. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const known = code === undefined ? undefined : SERVER_ERRORS[code]
  if (known !== undefined) return new ApiError(known, { cause: error })
  // Checked before the outage: if a caller hangs up, the result is also a network error, but it has a status.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new ApiError('malformed_request', { cause: error })
  if (isOutage(error)) return new ApiError('unavailable', { headers: { 'retry-after': '1' }, cause: error })
  return new ApiError('internal', { cause: error })
}

/** Every 401 names the authentication scheme (RFC 9110, section 11.6.1). An error may override it. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="api"' }

function notAllowed(methods: string[]): ApiError {
  const allow = methods.join(', ')
  return new ApiError('method_not_allowed', {
    sentence: `The method is not allowed here: use ${allow}`,
    headers: { allow },
  })
}

/** `notification_users` is "notification user", `deliveries` is "delivery". */
const kindOf = (segment: string) => segment.replaceAll('_', ' ').replace(/ies$/, 'y').replace(/s$/, '')

/**
 * The sentence of a 404, by the route alone: an id of another account gets the same one. A route `/messages/:id` says
 * that no message has this id. `route`: absent if no route has the path.
 */
function notFoundSentence(route: string | undefined): string {
  if (route === undefined) return 'Not found: no page and no operation has this path'
  if (!route.startsWith('/api/')) return 'Not found'
  const segments = route.split('/')
  const sought = segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return []
    const by = /^by_(.+)$/.exec(segments[index - 1]!)?.[1]
    return [{ kind: kindOf(segments[index - (by === undefined ? 1 : 2)]!), by: by?.replaceAll('_', ' ') ?? 'id' }]
  })
  const [first, ...others] = sought
  if (first === undefined) return 'Not found'
  if (others.length === 0) return `Not found: no ${first.kind} has this ${first.by}`
  return `Not found: no ${sought.map(({ kind }) => kind).join(' or no ')} has the id in the path`
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error of its response, for the metrics and the log of requests. Null if it has none. */
    failure: ApiError | null
    /** Refused, and counted in a line about many requests. It gets no line of its own. */
    isCounted: boolean
  }
}

interface ErrorHandler {
  /**
   * Handles errors of handlers and hooks, unknown routes (404), and wrong methods on known paths (405, with `Allow`).
   */
  handle(app: App, paths: KnownPaths): void
  /** Handles errors before routing: 400 if the path is not percent-encoded UTF-8, 404 if a parameter is too long. */
  sendFrameworkError(error: { code: string }, request: FastifyRequest, reply: FastifyReply): void
}

/** `headers`: the headers of every response. Before routing, no hook has set them yet. */
export function createErrorHandler(
  log: Logger,
  headers: Readonly<Record<string, string>>,
  bodyOf: ErrorBodies,
): ErrorHandler {
  // 503 may come thousands of times a second under overload, so it is logged once a second.
  const refusals = createCountedLog<object>((fields, count) =>
    log.warn({ event: 'http.unavailable', ...fields, count }),
  )

  function tell(error: unknown, { status, code }: ApiError, request: FastifyRequest): void {
    const about = { request_id: request.id, method: request.method, route: request.routeOptions.url }
    if (status === 503) {
      request.isCounted = true
      const cause = error instanceof ApiError ? error.cause : error
      if (!countOutage(log, 'requests', cause)) refusals.add(code, { code, cause: messageOf(cause), ...about })
    } else if (code === 'internal') log.error({ event: 'http.error', ...about, err: error })
  }

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const apiError = asGiven(request, toApiError(error))
    request.failure = apiError
    tell(error, apiError, request)
    void reply
      .code(apiError.status)
      .headers({
        ...headers,
        'x-request-id': request.id,
        ...(apiError.status === 401 ? CHALLENGE : {}),
        ...apiError.headers,
      })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(bodyOf(apiError, request.id)))
  }

  return {
    handle(app, paths) {
      app.decorateRequest('failure', null)
      app.decorateRequest('isCounted', false)
      const unknown = ({ url, method, routeOptions }: FastifyRequest) => {
        const methods = paths.methodsOf(url)
        if (methods.length > 0 && !methods.includes(method)) return notAllowed(methods)
        return new ApiError('not_found', {
          sentence: notFoundSentence(methods.length === 0 ? undefined : routeOptions.url),
        })
      }
      app.setErrorHandler((error, request, reply) => {
        // For example `GET /messages/batch` matches the route `/messages/:id`, but only POST exists there: 405.
        const isNotFound = error instanceof ApiError && error.code === 'not_found' && !error.hasOwnSentence
        sendError(isNotFound ? unknown(request) : error, request, reply)
      })
      app.setNotFoundHandler((request, reply) => sendError(unknown(request), request, reply))
      // An unknown route does not read its body into memory.
      app.addHook('preParsing', (request, _reply, payload, done) => {
        if (request.is404) done(unknown(request))
        else done(null, payload)
      })
    },
    sendFrameworkError(error, request, reply) {
      const tooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH'
      sendError(
        new ApiError(tooLong ? 'not_found' : 'malformed_request', { headers: CLOSE, cause: error }),
        request,
        reply,
      )
    },
  }
}

/** The message of an expected error, without its stack, for the log. */
function messageOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined
}

interface KnownPaths {
  /**
   * The methods of the request's path, empty if the path is unknown. A fixed path (`/messages/batch`) does not get the
   * methods of a parameter in its place (`/messages/:id`).
   */
  methodsOf(url: string): string[]
}

/** Records each route registered after this call, to tell a wrong method (405) from an unknown path (404). */
export function rememberPaths(app: App): KnownPaths {
  const routes: { pattern: RegExp; parameters: number; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    const parameters = url.split(':').length - 1
    routes.push({ pattern: patternOf(url), parameters, methods: typeof method === 'string' ? [method] : method })
  })
  return {
    methodsOf(url) {
      const path = url.split('?', 1)[0]!
      const matching = routes.filter((route) => route.pattern.test(path))
      const fewest = Math.min(...matching.map((route) => route.parameters))
      const own = matching.filter((route) => route.parameters === fewest)
      return [...new Set(own.flatMap((route) => route.methods))].toSorted()
    },
  }
}

/** Matches the paths of a route. Each `:name` is a segment or part of a segment. A final `/*` is everything below a folder. */
function patternOf(url: string): RegExp {
  const literal = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const source = literal.replace(/:[A-Za-z_]+/g, '[^/]+').replace(/(?<=.)\/\\\*$/, '/.*')
  return new RegExp(`^${source}$`)
}
