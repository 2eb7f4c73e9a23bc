/**
 * Cross-origin requests of browsers (Fetch standard, "CORS protocol"). A preflight carries no token, so it names no account.
 * Every origin gets the same response: otherwise a stranger could test which origins are those of customers. Nothing is open
 * by it, because only the token gives access, and no cookie does. The request itself is checked against the account of its
 * token.
 */
import type { App } from '../../platform/http/route.ts'

/** How long browsers keep the answer to a preflight, s. */
const PREFLIGHT_SECONDS = 600

const RESPONSE_HEADERS = 'link, ratelimit, ratelimit-policy, retry-after, x-request-id'

const PREFLIGHT_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PATCH, PUT',
  'access-control-allow-headers': 'authorization, content-type, last-event-id',
  'access-control-max-age': String(PREFLIGHT_SECONDS),
}

/** Adds the headers of CORS to each response of routes registered after this call, errors included. */
export function allowOrigins(app: App): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': RESPONSE_HEADERS })
    done()
  })
}

/** Answers the preflight requests of these paths. */
export function preflightRoutes(app: App, paths: Iterable<string>): void {
  for (const path of paths)
    app.options(path, { schema: { hide: true } }, (_request, reply) =>
      reply.headers(PREFLIGHT_HEADERS).code(204).send(),
    )
}
