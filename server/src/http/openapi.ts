import swagger from '@fastify/swagger'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../errors.ts'
import { randomBase62 } from '../ids.ts'
import { completeDocument } from './openapi-details.ts'
import type { DocumentDetails } from './openapi-details.ts'
import type { App } from './route.ts'
import { ErrorBody } from './schemas.ts'

const DESCRIPTION = `Takes notification messages, sends each on the channels of its template, keeps one state per delivery,
and POSTs every change of state, signed, to the account's webhook.

Bodies are \`application/json\`, or \`application/x-www-form-urlencoded\` in bracket notation
(\`message[external_user_id]=u1\`). Integers may be given as decimal strings. Unknown fields are ignored.
Lists are paged by \`limit\` and \`cursor\`, newest first.`

const SESSION_DESCRIPTION =
  'The cookie that signing in sets. A request that may change something also needs the header X-CSRF-Token.'

/** Collects every route registered from now on into one OpenAPI 3.1 document. */
export async function describeApi(app: App, details: DocumentDetails): Promise<void> {
  app.addSchema({ ...ErrorBody, $id: 'Error' })
  const error = { description: 'An error', $ref: 'Error#' }
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const schema = (route.schema ??= {})
    schema.response = { ...(schema.response as object), '4xx': error, '5xx': error }
    if (schema.body !== undefined) schema.consumes = ['application/json', 'application/x-www-form-urlencoded']
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Tidings', version: '1', description: DESCRIPTION },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'sk_...' },
          session: { type: 'apiKey', in: 'cookie', name: 'tidings_session', description: SESSION_DESCRIPTION },
        },
      },
      security: [{ apiKey: [] }, { session: [] }],
    },
    transformObject(collected) {
      const document = structuredClone('openapiObject' in collected ? collected.openapiObject : {})
      completeDocument(document as Parameters<typeof completeDocument>[0], details)
      return document
    },
    refResolver: { buildLocalReference: (schema) => schema.$id as string },
  })
}

/** `/openapi.json`, and its reference page at `/docs`, which loads nothing from elsewhere. */
export async function referenceRoutes(app: App): Promise<void> {
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())

  const nonce = randomBase62(22)
  let pages: Promise<FastifyInstance> | undefined
  await app.register(async (docs) => {
    docs.addHook('onRequest', (request, reply, done) => {
      void reply.headers(referenceHeaders(nonce))
      // The page's own routes make a URL of it.
      if (URL.canParse(`http://${request.hostname}`)) done()
      else done(new ApiError('malformed_request'))
    })
    for (const url of ['/docs', '/docs/', '/docs/js/scalar.js'])
      docs.get(url, { schema: { hide: true } }, async (request, reply) => {
        pages ??= referencePages(nonce)
        const answer = await (await pages).inject({ url: request.url, headers: { host: request.hostname } })
        for (const name of ['content-type', 'location'])
          if (answer.headers[name] !== undefined) void reply.header(name, answer.headers[name])
        return reply.status(answer.statusCode).send(answer.rawPayload)
      })
  })
}

/** A server of its own for the page, made when it is first asked for: its scripts take 20 MB of memory. */
async function referencePages(nonce: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = fastify()
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Tidings API',
      nonce,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // Whatever else the page offers leads to services outside.
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return pages
}

/** The page writes its styles itself and starts by an inline script, which the nonce lets through. */
function referenceHeaders(nonce: string): Record<string, string> {
  return {
    'content-security-policy':
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
      "font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, max-age=3600',
  }
}
