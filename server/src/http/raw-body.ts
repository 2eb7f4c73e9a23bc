import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { formOfMultipart } from './multipart-body.ts'
import type { App } from './route.ts'

/**
 * Bodies arrive raw and are read by the handler, not before it: existence is judged before the body's fields, and a
 * body on a route that takes none is ignored whatever it is (decisions: bodies in). The limit of size is enforced
 * while the body arrives.
 */

export const BODY_BYTES_MAX = 256 * 1024

/**
 * Of routes that take long texts: 100 attributes of a message, each of its 10 KiB, or the body of a template with all
 * its characters, also where JSON or a form writes a character of theirs with twelve.
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

/** Hands every body to `readBody` as the bytes that arrived; one in parts as the URL-encoded form that says the same. */
export function takeRawBodies(app: App): void {
  app.removeAllContentTypeParsers()
  // The server itself would refuse a content type that is none, also where the body does not matter.
  app.addHook('onRequest', (request, _reply, done) => {
    const given = request.headers['content-type']
    if (given !== undefined && !MEDIA_TYPE_PATTERN.test(given))
      request.raw.headers['content-type'] = 'application/octet-stream'
    done()
  })
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES_MAX }, (_request, body, done) => {
    done(null, body)
  })
  // Replaced by the form that it says, with the media type of one: everything after it knows one kind of form.
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

/** The bytes of the body as `takeRawBodies` hands them on; empty if there was none. */
export function rawBody(request: RawRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** Whether the body is a form: everything in it then arrived as text. */
export function isForm(request: RawRequest): boolean {
  return mediaTypeOf(request) === FORM_TYPE
}

/** Of the request's body, in lower case and without parameters; `undefined` if the request names none. */
export function mediaTypeOf(request: RawRequest): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase()
}

/** Whether the body is said to be in another form than its own. No route takes such a body. */
export function isCompressed(headers: IncomingHttpHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}
