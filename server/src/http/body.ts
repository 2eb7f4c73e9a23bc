import type { IncomingHttpHeaders } from 'node:http'
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { ApiError, invalid } from '../errors.ts'
import { parseForm } from './form-body.ts'
import { parseJson } from './json-body.ts'
import type { App } from './route.ts'
import { validate } from './validate.ts'

/**
 * Bodies arrive raw and are read by the handler, not before it: existence is judged before the body's fields, and a
 * body on a route that takes none is ignored whatever it is (decisions: bodies in). The limit of size is enforced
 * while the body arrives.
 */

export const BODY_BYTES_MAX = 256 * 1024

/** What a route takes: the fields under their root key, or directly (`rootKey` null), and the same for OpenAPI. */
export interface BodyInput<Fields extends TSchema> {
  rootKey: string | null
  fields: Fields
  /** For the route's `schema.body`: documentation only. */
  document: TSchema
}

/**
 * A body whose fields are under a root key: `{"message": {...}}` or `message[...]=`. `beside` it is what others read of
 * the body.
 */
export function rootBody<Fields extends TSchema>(
  rootKey: string,
  fields: Fields,
  beside: Record<string, TSchema> = {},
): BodyInput<Fields> {
  return { rootKey, fields, document: Type.Object({ [rootKey]: fields, ...beside }) }
}

/** A body whose fields are at its top; it may be empty, as if it were `{}`. */
export function plainBody<Fields extends TSchema>(fields: Fields): BodyInput<Fields> {
  return { rootKey: null, fields, document: fields }
}

const MEDIA_TYPE_PATTERN = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[\t ]*(;|$)/

/** Makes the server hand every body to `readBody` as the bytes that arrived. */
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
}

export interface RawRequest {
  body: unknown
  headers: IncomingHttpHeaders
}

/**
 * The fields of the request's body, read and checked by the schema.
 * Throws 415 on another type, 400 on what cannot be parsed or lacks its root key, 422 on the fields.
 */
export function readBody<Fields extends TSchema>(request: RawRequest, input: BodyInput<Fields>): Static<Fields> {
  const parsed = parseBody(request, input.rootKey === null)
  const value = input.rootKey === null ? parsed.value : rootOf(parsed.value, input.rootKey)
  const checked = validate(input.fields, value, parsed.form)
  if (!checked.ok) throw invalid(checked.errors)
  return checked.value
}

/** The bytes of the body as they arrived; empty if there was none. */
export function rawBody(request: RawRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** Whether the body is a form: everything in it then arrived as text. */
export function isForm(request: RawRequest): boolean {
  return mediaTypeOf(request) === FORM_TYPE
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

function mediaTypeOf(request: RawRequest): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase()
}

function parseBody(request: RawRequest, optional: boolean): { value: unknown; form: boolean } {
  const bytes = rawBody(request)
  const mediaType = mediaTypeOf(request)
  if (bytes.length === 0 && (optional || mediaType === undefined)) return { value: {}, form: false }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new ApiError('unsupported_media_type')
  if (mediaType === 'application/json') return { value: parsedOr400(parseJson(bytes)), form: false }
  if (mediaType !== FORM_TYPE) throw new ApiError('unsupported_media_type')
  const form = parseForm(bytes)
  return { value: parsedOr400(form.ok ? { ok: true, value: form.fields } : form), form: true }
}

function parsedOr400(parsed: { ok: true; value: unknown } | { ok: false; sentence: string }): unknown {
  if (parsed.ok) return parsed.value
  throw new ApiError('malformed_body', { sentence: parsed.sentence })
}

function rootOf(value: unknown, rootKey: string): unknown {
  const root =
    typeof value === 'object' && value !== null && Object.hasOwn(value, rootKey)
      ? (value as Record<string, unknown>)[rootKey]
      : null
  if (root === null) throw new ApiError('missing_root_key', { sentence: `The body lacks its root key ${rootKey}` })
  if (typeof root !== 'object' || Array.isArray(root) || JSON.isRawJSON(root))
    throw invalid({ [rootKey]: ['must be an object'] })
  return root
}
