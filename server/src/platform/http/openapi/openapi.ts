import swagger from '@fastify/swagger'
import { createContent, inMemory } from '../content.ts'
import type { Content } from '../content.ts'
import { completeDocument } from './details.ts'
import type { DocumentDetails } from './document.ts'
import type { App } from '../route.ts'
import { ErrorBody } from '../schemas.ts'

const DESCRIPTION = `Sends notification messages on the channels of their templates, keeps one state per delivery,
and POSTs every change of state, signed, to the account's webhook endpoint.

Bodies are \`application/json\`, or a form (\`application/x-www-form-urlencoded\`, \`multipart/form-data\`) in bracket notation
(\`message[external_user_id]=u1\`). You can give integers as decimal strings. In bodies, null counts as absent
unless it is a value of the field. An unknown field or parameter is refused with 422 and \`unknown_field\`, also next to the root
key of a JSON body. If a path does not support the method,
the status is 405 and \`Allow\` lists the methods of the path. Lists have pages, by \`limit\` and \`cursor\`, newest first.`

const SESSION_DESCRIPTION =
  'The session cookie, set when a member signs in. Its name is `__Host-tidings_session` if PUBLIC_URL is https. It is for browsers: programs use an API key.'

const RECIPIENT_DESCRIPTION =
  'A token of one recipient, for the routes of the inbox. `POST /api/v1/notification_users/{id}/tokens` makes it, or your own server with a signing key.'

const CSRF_DESCRIPTION =
  'The `csrf_token` of the session. Requests with the session cookie need it for every method except GET and HEAD.'

/** Collects every route registered from now on into one OpenAPI 3.1 document. */
export async function describeApi(app: App, details: DocumentDetails): Promise<void> {
  app.addSchema({ ...ErrorBody, $id: 'Error' })
  const error = { description: 'An error', $ref: 'Error#' }
  app.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return
    const schema = (route.schema ??= {})
    schema.response = { ...(schema.response as object), '4xx': error, '5xx': error }
    if (schema.body !== undefined)
      schema.consumes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tidings',
        version: '1',
        description: DESCRIPTION,
        contact: { name: 'The operator of this service' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: Object.entries(details.tags).map(([name, description]) => ({ name, description })),
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'sk_...' },
          session: { type: 'apiKey', in: 'cookie', name: 'tidings_session', description: SESSION_DESCRIPTION },
          recipientToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: RECIPIENT_DESCRIPTION },
          csrfToken: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token', description: CSRF_DESCRIPTION },
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

/**
 * `/openapi.json`, with the address of this service. Made when it is first asked for, since it takes up to a tenth of a
 * second, and the port may be known only then.
 */
export function documentRoute(app: App, baseUrl: () => string): void {
  let made: Content | undefined
  app.get('/openapi.json', { schema: { hide: true } }, (request, reply) => {
    const served = () => JSON.stringify({ ...app.swagger(), servers: [{ url: baseUrl() }] })
    made ??= createContent('application/json; charset=utf-8', inMemory(Buffer.from(served())))
    return made.send(request, reply.header('cache-control', 'no-cache'))
  })
}
