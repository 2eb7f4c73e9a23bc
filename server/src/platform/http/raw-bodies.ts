import type { FastifyRequest } from 'fastify'
import { BODY_BYTES_MAX, FORM_TYPE, isCompressed } from './body.ts'
import { formOfMultipart } from './multipart-body.ts'
import type { App } from './route.ts'

const MULTIPART_TYPE = 'multipart/form-data'

const MEDIA_TYPE_PATTERN = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[\t ]*(;|$)/

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
