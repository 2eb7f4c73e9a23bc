import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { ApiError, invalid } from '../errors.ts'
import { isAbsent } from './absent-values.ts'
import type { Notation } from './absent-values.ts'
import { parseForm } from './form-body.ts'
import { documented } from './input-document.ts'
import { parseJson } from './json-body.ts'
import { isObject } from './list-input.ts'
import { FORM_TYPE, isCompressed, JSON_TYPE, mediaTypeOf, rawBody } from './raw-body.ts'
import type { RawRequest } from './raw-body.ts'
import { withoutReadOnly } from './read-only-fields.ts'
import { sameField, shownName, UNKNOWN_FIELDS_SHOWN_MAX } from './unknown-fields.ts'
import type { Fields } from './unknown-fields.ts'
import { validate } from './validate.ts'

/** Reads request bodies, JSON and forms: finds the fields under their root key or at the top, and checks them. */

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

/**
 * A body with its fields under a root key: `{"message": {...}}` or `message[...]=`. Other code reads the keys in
 * `beside`.
 */
export function rootBody<Fields extends TSchema>(
  rootKey: string,
  fields: Fields,
  beside: Record<string, TSchema> = {},
  shown?: TSchema,
): BodyInput<Fields> {
  const document = Type.Object({ [rootKey]: documented(fields), ...beside })
  return { rootKey, flat: 'no', fields, beside: Object.keys(beside), readOnly: readOnlyNames(fields, shown), document }
}

/** A body with its fields at the top. An empty body counts as `{}`. */
export function plainBody<Fields extends TSchema>(fields: Fields): BodyInput<Fields> {
  return { rootKey: null, flat: 'any', fields, beside: [], readOnly: [], document: documented(fields) }
}

/**
 * A body with its fields under the root key or at the top. `mayBeEmpty`: no field is required. `prefersFlat`: clients and
 * examples have the fields at the top.
 */
export function eitherBody<Fields extends TSchema>(
  rootKey: string,
  fields: Fields,
  {
    mayBeEmpty = false,
    prefersFlat = mayBeEmpty,
    beside = [],
    document = fields,
    shown,
  }: { mayBeEmpty?: boolean; prefersFlat?: boolean; beside?: string[]; document?: TSchema; shown?: TSchema } = {},
): BodyInput<Fields> {
  return {
    rootKey,
    flat: mayBeEmpty ? 'any' : 'some',
    fields,
    beside,
    readOnly: readOnlyNames(fields, shown),
    document: eitherShape(rootKey, documented(document), prefersFlat),
  }
}

/**
 * One schema for both forms, because generators of clients make one type of it. Of two shapes, that of Kotlin requires the
 * fields of both. All fields are optional in `properties`, the preferred form first, and `if` has the rules.
 */
function eitherShape(rootKey: string, flat: TSchema, prefersFlat: boolean): TSchema {
  const root = { [rootKey]: flat }
  const fields = fieldsOf({ fields: flat }) as Record<string, TSchema>
  return Type.Unsafe({
    type: 'object',
    properties: prefersFlat ? { ...fields, ...root } : { ...root, ...fields },
    if: { properties: { [rootKey]: {} }, required: [rootKey] },
    else: flat,
  })
}

/** A body with a list at the top, under its key. Other code checks the items by the schema `items`. */
export function listBody<Fields extends TSchema>(fields: Fields, items: TSchema): BodyInput<Fields> {
  return { ...partOfBody(fields), items }
}

/** Fields at the top of a body. Other code reads the rest of the body. */
export function partOfBody<Fields extends TSchema>(fields: Fields): BodyInput<Fields> {
  return { ...plainBody(fields), isPart: true }
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
  const { fields, errors } = withoutReadOnly(fieldsIn(value, input, notation), input.readOnly, notation, present)
  const checked = validate(input.fields, fields, notation)
  if (!checked.ok) throw invalid({ ...errors, ...checked.errors }, checked.code)
  if (errors !== null) throw invalid(errors)
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

/** Fields that HTML forms of Rails add: encoding, CSRF token, button and method. */
export const OF_PAGES: ReadonlySet<string> = new Set(['utf8', 'authenticity_token', 'commit', '_method'])

/** The part of the body to check by the schema of the fields. */
function fieldsIn(body: unknown, input: BodyInput<TSchema>, notation: Notation): unknown {
  const { rootKey } = input
  const fields = fieldsOf(input)
  if (input.flat === 'any' && isEmpty(body)) return {}
  if (!isObject(body)) {
    if (rootKey === null) return body
    throw withoutRoot(rootKey)
  }
  if (input.isPart === true) {
    const [list = ''] = Object.keys(fields)
    if (input.items !== undefined && Object.hasOwn(body, list)) refuseMisplaced(body, input.items, [list], notation)
    return picked(body, (name) => Object.hasOwn(fields, name))
  }
  if (rootKey !== null && Object.hasOwn(body, rootKey)) {
    const root = input.flat === 'any' && isEmpty(body[rootKey]) ? {} : body[rootKey]
    if (root === null) throw withoutRoot(rootKey)
    if (!isObject(root)) throw invalid({ [rootKey]: ['must be an object'] })
    refuseMisplaced(body, input.fields, [rootKey, ...input.beside], notation)
    return root
  }
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

/** Each key beside the root key is compared with all fields, so their number has a limit. */
const BESIDE_MAX = 1_000

/** Names that Rails adds to a JSON body, beside those of its forms. */
export const OF_RAILS: ReadonlySet<string> = new Set(['controller', 'action', 'format'])

/** Names of a later time. If a form's field were ignored, the message would be sent at once. */
const TIME_NAME = /^(send|deliver|schedul)\w*[_-]?(at|on|for|time|date)$/i

/** Forms have fields of their page, for example the names of buttons. A JSON body has only what the caller wrote. */
function isStray(fields: Fields, name: string, value: unknown, notation: Notation): boolean {
  if (isAbsent(undefined, value, notation)) return false
  if (sameField(fields, name) !== null) return true
  if (notation === 'form') return Object.hasOwn(fields, 'send_at') && TIME_NAME.test(name)
  return !OF_PAGES.has(name) && !OF_RAILS.has(name)
}

/** Throws 422 if a field is beside its object instead of inside: its value would be lost. */
function refuseMisplaced(
  body: Record<string, unknown>,
  within: TSchema,
  known: readonly string[],
  notation: Notation,
): void {
  const fields = fieldsOf({ fields: within })
  const names = Object.keys(body)
  if (names.length > BESIDE_MAX)
    throw new ApiError('malformed_body', {
      sentence: `The body has more than ${BESIDE_MAX} fields next to ${known[0]}`,
    })
  const stray = names.filter((name) => !known.includes(name) && isStray(fields, name, body[name], notation))
  if (stray.length === 0) return
  const errors = stray.slice(0, UNKNOWN_FIELDS_SHOWN_MAX).map((name): [string, string[]] => {
    const isInside = sameField(fields, name) !== null
    const sentence = isInside ? `is outside of ${known[0]}: put it inside` : `is not a known field next to ${known[0]}`
    return [shownName(name), [sentence]]
  })
  throw invalid(Object.fromEntries(errors), 'unknown_field')
}

/** `shown`: the object's schema in responses. */
function readOnlyNames(input: TSchema, shown: TSchema | undefined): string[] {
  const own = fieldsOf({ fields: input })
  return shown === undefined ? [] : Object.keys(fieldsOf({ fields: shown })).filter((name) => !Object.hasOwn(own, name))
}

function fieldsOf({ fields }: Pick<BodyInput<TSchema>, 'fields'>): Fields {
  return (fields as { properties?: Fields }).properties ?? {}
}

function picked(body: Record<string, unknown>, isWanted: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => isWanted(name)))
}
