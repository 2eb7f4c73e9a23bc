import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { formOfMultipart } from './multipart-body.ts'
import type { App } from './route.ts'

/**
 * Bodies stay raw until the handler reads them. So a missing object is reported before mistakes in the body, and routes
 * without a body ignore it. The size is limited while the body arrives.
 */

export const BODY_BYTES_MAX = 256 * 1024

/**
 * For routes with long texts: 100 attributes of 10 KiB, or a template of maximum length. JSON escapes and
 * percent-encoding may need 12 bytes per character.
 */
export const LONG_BODY_BYTES_MAX = 4 * 1024 * 1024

export const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'
const MULTIPART_TYPE = 'multipart/form-data'

const MEDIA_TYPE_PATTERN = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[\t ]*(;|$)/

export interface RawRequest {
  body: unknown
  headers: IncomingHttpHeaders
}

/** Passes each body to `readBody` as raw bytes. `multipart/form-data` is converted to the URL-encoded form first. */
export function takeRawBodies(app: App): void {
  app.removeAllContentTypeParsers()
  // Fastify would refuse an invalid content type even on routes without a body.
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers['content-type']
    if (given !== undefined && !MEDIA_TYPE_PATTERN.test(given))
      request.raw.headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) => {
    done(null, body)
  })
  // The header changes too, so later code only handles one kind of form.
  app.addContentTypeParser(
    MULTIPART_TYPE,
    { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX },
    async ({ raw: { headers } }: FastifyRequest, body: Buffer) => {
      const isUnread = body.length === 0 || isCompressed(headers)
      const form = isUnread ? body : await formOfMultipart(headers['content-type']!, body)
      headers['content-type'] = FORM_TYPE
      return form
    },
  )
}

/** The bytes of the body, empty if there was none. */
export function rawBody(request: RawRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** Whether the body is a form. All values in it are then texts. */
export function isForm(request: RawRequest): boolean {
  return mediaTypeOf(request) === FORM_TYPE
}

/** The media type in lower case, without parameters. `undefined` without the header. */
export function mediaTypeOf(request: RawRequest): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase()
}

/** Whether the body has a content encoding. No route accepts one. */
export function isCompressed(headers: IncomingHttpHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}
