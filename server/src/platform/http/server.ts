import type { Socket } from 'node:net'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { fastify } from 'fastify'
import { ApiError, invalid } from '../errors.ts'
import type { FieldErrors } from '../errors.ts'
import type { Config } from '../config/config.ts'
import type { Logger } from '../log.ts'
import { responseHeaders, createErrorBodies } from './responses.ts'
import { BODY_BYTES_MAX } from './body.ts'
import { takeRawBodies } from './raw-bodies.ts'
import { createErrorHandler, rememberPaths } from './error-handler.ts'
import { respondForNode, respondToProtocolErrors } from './protocol-errors.ts'
import { requestIdOf } from './request-head.ts'
import type { App } from './route.ts'
import { isStorable } from './text.ts'
import { boundTurns } from '../admission/turns.ts'
import { unknownParameterErrors } from './validation-errors.ts'
import type { Fields } from './validation-errors.ts'
import { validate } from './validate.ts'
import type { TSchema } from 'typebox'

/** Time for a request's headers to arrive, ms. Slow clients cannot hold a connection for longer. */
const HEADERS_TIMEOUT_MS = 10_000
/** Time for the whole request to arrive, including its body, ms. */
const REQUEST_TIMEOUT_MS = 30_000
/** How often the two limits above are checked, ms. */
const CONNECTIONS_CHECK_INTERVAL_MS = 1000
/**
 * An idle connection closes after this time, ms, to free its file descriptor. The header Keep-Alive tells callers the
 * time.
 */
const KEEP_ALIVE_TIMEOUT_MS = 10_000
/** If no byte moves for this time, ms, the connection closes, even if a response is not read yet. */
const STILL_TIMEOUT_MS = 60_000
const HEADERS_BYTES_MAX = 16 * 1024
/** Length of one path parameter. An external id may have 255 characters, each percent-encoded as up to 12. */
const PATH_PARAMETER_CHARACTERS_MAX = 255 * 12

export interface Lifecycle {
  /** The service still works, but will close soon: it should get no more requests. */
  isStopping: boolean
}

export interface ServerContext {
  config: Pick<Config, 'trustProxy' | 'shutdownTimeoutMs' | 'publicUrl'>
  log: Logger
  lifecycle?: Lifecycle
}

/**
 * The HTTP server without its routes: limits, request ids, raw bodies, parameter validation and errors. Node's parser
 * is in strict mode, so it refuses forms of request smuggling.
 */
export function createServer({ config, log, lifecycle = { isStopping: false } }: ServerContext): App {
  const headers = responseHeaders(config)
  const bodyOf = createErrorBodies(config)
  const errors = createErrorHandler(log, headers, bodyOf)
  const app = fastify({
    logger: false,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: STILL_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    genReqId: requestIdOf,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_INTERVAL_MS,
      maxHeaderSize: HEADERS_BYTES_MAX,
      // `requestMistake` checks it, with an error body like every other.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    schemaController: { compilersFactory: { buildSerializer } },
    frameworkErrors: errors.sendFrameworkError,
    clientErrorHandler: respondToProtocolErrors(bodyOf),
    // A request on a kept connection is served. Its sender could not know of the stop.
    return503OnClosing: false,
  }) as unknown as App
  errors.handle(app, rememberPaths(app))
  boundTurns(app, config.trustProxy)
  takeRawBodies(app)
  respondForNode(app, headers, bodyOf)
  closeConnections(app, { timeoutMs: config.shutdownTimeoutMs, lifecycle })
  app.setValidatorCompiler(({ schema, httpPart, method }) =>
    parameterValidator(schema as TSchema, httpPart ?? '', method),
  )
  refuseQueries(app)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  return app
}

interface Closing {
  /** Connections that are still open so long after the close began are cut off. */
  timeoutMs: number
  lifecycle: Lifecycle
}

/**
 * Closes the server in an orderly way. As soon as the service is stopping, each response closes its connection, so that
 * a proxy keeps none. Requests in progress and requests on open connections get their responses. Connections without
 * any request (browsers open them ahead) close at once.
 */
function closeConnections(app: App, { timeoutMs, lifecycle }: Closing): void {
  const unused = new Set<Socket>()
  let closing = false

  app.server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', (request) => unused.delete(request.socket))

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing || lifecycle.isStopping) void reply.header('connection', 'close')
    done()
  })
  app.addHook('preClose', (done) => {
    closing = true
    for (const socket of unused) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), timeoutMs).unref()
    done()
  })
}

/** Fastify's own serializers, each made when its route first responds so: all of them take a tenth of a start. */
const buildSerializer: ReturnType<typeof SerializerSelector> = (schemas, options) => {
  const compile = SerializerSelector()(schemas, options)
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined
    return (data) => (serialize ??= compile(route))(data)
  }
}

const UNSTORABLE = 'contains a NUL character or half a surrogate pair'

/** For routes without query parameters. */
const NO_PARAMETERS = {}

/** Libraries of browsers add it to GET, with the time as its value, so that no cache responds. */
const CACHE_BUSTER = '_'

/**
 * Invalid path parameters give 404. With PUT, names of new objects in the path give 422, but ids do not. Invalid
 * query parameters give 422. Bodies: see `readBody`.
 */
function parameterValidator(schema: TSchema, httpPart: string, method: string) {
  return (data: unknown) => {
    if (httpPart === 'params') {
      const unstorable = unstorableErrors(data as object)
      const path = validate(schema, data, 'parameters')
      if (path.ok && unstorable === null) return { value: path.value }
      const isNew = method === 'PUT' && !Object.hasOwn((schema as { properties?: object }).properties ?? {}, 'id')
      return { error: isNew ? invalid(unstorable ?? (path.ok ? {} : path.errors)) : new ApiError('not_found') }
    }
    if (httpPart !== 'querystring') return { value: data }
    const { [CACHE_BUSTER]: _, ...given } = data as Record<string, unknown>
    const unstorable = unstorableErrors(given)
    if (unstorable !== null) return { error: invalid(unstorable) }
    const unknown = unknownParameters(given, (schema as { properties?: Fields }).properties ?? NO_PARAMETERS)
    if (unknown !== null) return { error: unknown }
    const query = validate(schema, given, 'parameters')
    return query.ok ? { value: query.value } : { error: invalid(query.errors, query.code) }
  }
}

function unstorableErrors(data: object): FieldErrors | null {
  for (const [name, value] of Object.entries(data))
    if (typeof value === 'string' && !isStorable(value)) return { [name]: [UNSTORABLE] }
  return null
}

function unknownParameters(query: object, known: Fields): ApiError | null {
  const unknown = Object.keys(query).filter((name) => name !== CACHE_BUSTER && !Object.hasOwn(known, name))
  return unknown.length === 0 ? null : invalid(unknownParameterErrors(unknown, known), 'unknown_field')
}

/**
 * API routes without declared query parameters refuse all of them with 422. Checked after the path, like declared ones.
 */
function refuseQueries(app: App): void {
  app.addHook('preHandler', ({ raw, routeOptions, query }, _reply, done) => {
    // A preflight has the query of the request that follows it (Fetch standard, "CORS-preflight fetch").
    const isPreflight = raw.method === 'OPTIONS'
    const isApi = routeOptions.url?.startsWith('/api/') === true
    const takesNone = isApi && !isPreflight && routeOptions.schema?.querystring === undefined
    if (!takesNone || !raw.url!.includes('?')) return done()
    done(unknownParameters(query as object, NO_PARAMETERS) ?? undefined)
  })
}
