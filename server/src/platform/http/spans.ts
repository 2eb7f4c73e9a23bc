import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { readTraceparent } from '../tracing/traceparent.ts'
import type { Span, Tracing } from '../tracing/tracing.ts'
import type { App } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if traces are off, and before the caller is known. */
    span: Span | null
  }
}

/**
 * Makes a span of every request, with the stable names of OpenTelemetry for HTTP servers. It leaves out the path, the
 * query and the addresses, because they may hold personal data or secrets: the route is enough. Without `tracing` it
 * adds no hook.
 *
 * The span begins when the caller is known. Only the `traceparent` of a known caller counts: otherwise anyone could make
 * the service record all requests.
 */
export function traceRequests(app: App, { tracing, clock }: { tracing: Tracing | null; clock: Clock }): void {
  app.decorateRequest('span', null)
  if (tracing === null) return

  function begin(request: FastifyRequest): Span {
    const { method, routeOptions, headers, id, startedAt } = request
    const caller = request.caller as FastifyRequest['caller'] | undefined
    const route = routeOptions.url
    return tracing!.start(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      parent: caller === undefined ? null : readTraceparent(headers['traceparent']),
      startedAt: clock.wall() - (clock.monotonic() - startedAt),
      attributes: {
        'http.request.method': method,
        ...(route === undefined ? {} : { 'http.route': route }),
        'url.scheme': request.protocol,
        'tidings.request.id': id,
        ...(caller === undefined ? {} : { 'tidings.account.id': caller.accountId }),
      },
    })
  }

  app.addHook('preValidation', (request, _reply, done) => {
    request.span = begin(request)
    done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    // Like the log line `http.request`: refused addresses can come thousands of times a second.
    if (request.isCounted && statusCode === 429) return done()
    const span = request.span ?? begin(request)
    span.end({ 'http.response.status_code': statusCode }, statusCode >= 500 ? String(statusCode) : null)
    done()
  })
}
