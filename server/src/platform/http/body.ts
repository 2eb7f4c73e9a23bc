/** Reads request bodies, JSON and forms: finds the fields under their root key or at the top, and checks them. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Static, TSchema } from 'typebox'
import { ApiError, invalid } from '../errors.ts'
import { parseScanned, RAW_NUMBERS_MAX, scanJson } from '../json-numbers.ts'
import { parseForm } from './form-body.ts'
import { isObject } from './input-values.ts'
import type { Notation } from './input-values.ts'
import { OF_PAGES, refuseMisplaced } from './misplaced-fields.ts'
import { withoutReadOnly } from './read-only-fields.ts'
import { decodeUtf8, isStorable } from './text.ts'
import { validate } from './validate.ts'
import { fieldsOf, sameField, underGivenNames } from './validation-errors.ts'
import type { GivenNames } from './validation-errors.ts'

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

const JSON_TYPE = 'application/json'
export const FORM_TYPE = 'application/x-www-form-urlencoded'

export interface RawRequest {
  body: unknown
  headers: IncomingHttpHeaders
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
function mediaTypeOf(request: RawRequest): string | undefined {
  return request.headers['content-type']?.split(';', 1)[0]!.trim().toLowerCase()
}

/** Whether the body has a content encoding. No route accepts one. */
export function isCompressed(headers: IncomingHttpHeaders): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
}

/** The body of a route: rules for reading it, and its schema for OpenAPI. */
export interface BodyInput<Fields extends TSchema> {
  /** The key that contains the fields. Null: the fields are at the top. */
  rootKey: string | null
  /**
   * Only with a root key. `some`: the fields may also be at the top. `any`: the body may also be empty. `no`: neither.
   */
  flat: 'no' | 'some' | 'any'
  fields: Fields
  /** Keys beside the root key that other code reads. */
  beside: readonly string[]
  /** True: other code reads the other fields, so this input does not refuse them. */
  isPart?: boolean
  /** The object's fields in responses that are no input. */
  readOnly: readonly string[]
  /** Fields of the list's items. If one is found beside the list instead, the request fails with 422. */
  items?: TSchema
  /** For the route's `schema.body`. It only documents; nothing is checked with it. */
  document: TSchema
}

/** How callers have named the fields of their bodies. Without a request: under their own names. */
const givenNames = new WeakMap<RawRequest, GivenNames>()

/** The error with the names that the caller has given to the fields of the body. */
export function asGiven(request: RawRequest, error: ApiError): ApiError {
  const names = givenNames.get(request)
  return names === undefined || error.errors === null
    ? error
    : invalid(underGivenNames(error.errors, names), error.code)
}

/**
 * Returns the fields of the request's body, checked by the schema. `present`: the object that the request changes, as the
 * API shows it. Throws 415 on another content type, 400 if the body cannot be parsed or has no root key, and 422 if fields
 * are not valid.
 */
export function readBody<Fields extends TSchema>(
  request: RawRequest,
  input: BodyInput<Fields>,
  present: object | null = null,
): Static<Fields> {
  const { value, form } = parseBody(request, input.flat === 'any')
  const notation = form ? 'form' : 'json'
  const { readOnly } = input
  const given = fieldsIn(value, input, notation)
  const hasReadOnly = isObject(given) && readOnly.some((name) => Object.hasOwn(given, name))
  const { fields, errors } = hasReadOnly
    ? withoutReadOnly(given, readOnly, notation, present)
    : { fields: given, errors: null }
  const checked = validate(input.fields, fields, notation)
  if (!checked.ok) throw invalid({ ...errors, ...checked.errors }, checked.code)
  if (errors !== null) throw invalid(errors)
  if (checked.names.size > 0) givenNames.set(request, checked.names)
  return checked.value
}

function parseBody(request: RawRequest, optional: boolean): { value: unknown; form: boolean } {
  // The error was found while the body arrived (`takeRawBodies`). It is thrown here.
  if (request.body instanceof ApiError) throw request.body
  const bytes = rawBody(request)
  const mediaType = mediaTypeOf(request)
  if (bytes.length === 0 && (optional || mediaType === undefined)) return { value: {}, form: false }
  if (isCompressed(request.headers)) {
    const sentence = 'The body must not be compressed: send it without the header Content-Encoding'
    throw new ApiError('unsupported_media_type', { sentence })
  }
  if (mediaType !== JSON_TYPE && mediaType !== FORM_TYPE) throw new ApiError('unsupported_media_type')
  const form = mediaType === FORM_TYPE
  if (form && looksLikeJson(bytes)) {
    const sentence = `The body looks like JSON, but its type is ${FORM_TYPE}: send the header Content-Type: ${JSON_TYPE}`
    throw new ApiError('malformed_body', { sentence })
  }
  const parsed = form ? parseForm(bytes) : parseJson(bytes)
  if (!parsed.ok) throw new ApiError('malformed_body', { sentence: parsed.sentence })
  return { value: parsed.value, form }
}

/** A form never begins with `{` or `[`. */
function looksLikeJson(bytes: Buffer): boolean {
  return /^\s*[{[]/.test(bytes.toString('latin1', 0, 100))
}

/** The part of the body to check by the schema of the fields. */
function fieldsIn(body: unknown, input: BodyInput<TSchema>, notation: Notation): unknown {
  const { rootKey } = input
  if (input.flat === 'any' && isEmpty(body)) return {}
  if (!isObject(body)) {
    if (rootKey === null) return body
    throw withoutRoot(rootKey)
  }
  if (input.isPart === true) {
    const fields = fieldsOf(input.fields)
    const [list = ''] = Object.keys(fields)
    if (input.items !== undefined && Object.hasOwn(body, list)) refuseMisplaced(body, input.items, [list], notation)
    return picked(body, (name) => Object.hasOwn(fields, name))
  }
  if (rootKey !== null && Object.hasOwn(body, rootKey)) {
    const root = input.flat === 'any' && isEmpty(body[rootKey]) ? {} : body[rootKey]
    if (root === null) throw withoutRoot(rootKey)
    if (!isObject(root)) throw invalid({ [rootKey]: ['must be an object'] })
    if (Object.keys(body).length > 1) refuseMisplaced(body, input.fields, [rootKey, ...input.beside], notation)
    return root
  }
  const fields = fieldsOf(input.fields)
  const own = picked(body, (name) => !OF_PAGES.has(name) || Object.hasOwn(fields, name))
  if (input.flat === 'any' || (input.flat === 'some' && Object.keys(own).length > 0)) return own
  const isFlat = Object.keys(own).some((name) => sameField(fields, name) !== null)
  throw withoutRoot(rootKey!, isFlat ? `: put the fields inside it, as {"${rootKey}": {...}} or ${rootKey}[...]=` : '')
}

/** Some languages write an absent or empty object as `null` or `[]`. */
function isEmpty(body: unknown): boolean {
  return body === null || (Array.isArray(body) && body.length === 0)
}

function withoutRoot(rootKey: string, advice = ''): ApiError {
  return new ApiError('missing_root_key', { sentence: `The body has no root key ${rootKey}${advice}` })
}

function picked(body: Record<string, unknown>, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => isWanted(name)))
}

/** Nesting depth of objects and lists, as in Rails. */
export const JSON_DEPTH_MAX = 100

export type ParsedJson = { ok: true; value: unknown } | { ok: false; sentence: string }

/**
 * Parses a JSON body. The depth is checked before parsing, because a few megabytes of `[` become gigabytes of objects.
 * Text that PostgreSQL cannot store (NUL, lone surrogates) is refused, and so are numbers that would become infinite.
 * Numbers keep their digits: see `json-numbers`.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const text = decodeUtf8(bytes)
  if (text === null) return refused('The body is not UTF-8')
  const scanned = scanJson(text)
  if (scanned.depth > JSON_DEPTH_MAX) return refused(`The body is nested more than ${JSON_DEPTH_MAX} levels deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused('The body is not valid JSON')
  }
  // Only an escape can contain these: decoded UTF-8 has no lone surrogate, and a raw NUL is not valid JSON.
  if (text.includes('\\u') && !allStorable(value))
    return refused('The body contains a NUL character or half a surrogate pair')
  if (scanned.rawNumbers.length === 0) return { ok: true, value }
  if (scanned.hasExtreme)
    return refused('The body contains a number beyond 1.8e308, or with an exponent below -330: send it as a string')
  if (scanned.rawNumbers.length > 2 * RAW_NUMBERS_MAX)
    return refused(`The body contains more than ${RAW_NUMBERS_MAX} numbers like 1.0 or 1e5: send some as strings`)
  return { ok: true, value: parseScanned(text, scanned) }
}

const refused = (sentence: string): ParsedJson => ({ ok: false, sentence })

/** `JSON_DEPTH_MAX` limits the recursion. */
function allStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(allStorable)
  return Object.entries(value).every(([key, item]) => isStorable(key) && allStorable(item))
}
