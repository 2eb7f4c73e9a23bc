/** Errors of values that do not fit their schema: mistakes, and fields and query parameters that are not in it. */
import { nearestName } from '@tidings/cli/nearest'
import type { FieldErrors } from '../errors.ts'
import { isTimeOutOfRange } from './schemas.ts'
import { isObject, typesOf } from './input-values.ts'
import type { SchemaNode } from './input-values.ts'

/** How a caller has named a field: a field may have other names, and the items of a list may have keys. */
export interface GivenName {
  /** Of the field. Absent: its own. */
  name?: string
  /** Of the items of a list. Absent: their positions. */
  items?: readonly string[]
  /** The list came as an object of names and values: an item has no fields of its own there. */
  isByName?: boolean
}

/** By the path with the fields' own names: `message_attributes_attributes`. Fields under their own names are not in it. */
export type GivenNames = ReadonlyMap<string, GivenName>

/** The errors with the names that the caller gave. */
export function underGivenNames(errors: FieldErrors, names: GivenNames): FieldErrors {
  if (names.size === 0) return errors
  return Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [givenPath(field, names), sentences]))
}

/** The path of a field with the names that the caller gave. */
function givenPath(field: string, names: GivenNames): string {
  const own = field.split('.')
  const given: string[] = []
  for (let at = 0; at < own.length; at++) {
    const { name, items, isByName = false } = names.get(own.slice(0, at + 1).join('.')) ?? {}
    given.push(name ?? own[at]!)
    if (items === undefined && !isByName) continue
    const item = own[at + 1]
    if (item === undefined) break
    given.push(shownName(items?.[Number(item)] ?? item))
    at += isByName ? 2 : 1
  }
  return given.join('.')
}

interface SchemaError {
  keyword: string
  instancePath: string
  params: object
}

/** Maps each field to its first error. The compiled check only reports the first few errors. */
export function fieldErrors(schema: SchemaNode, input: unknown, found: SchemaError[], names: GivenNames): FieldErrors {
  const errors = new Map<string, string[]>()
  for (const error of found) {
    // The errors of the values say more. `unknownFieldErrors` has the fields outside of a schema.
    if (error.keyword === 'additionalProperties') continue
    const path = error.instancePath.split('/').slice(1).map(unescapePointer)
    const missing = 'requiredProperties' in error.params ? (error.params.requiredProperties as string[]) : null
    for (const name of missing ?? [null]) {
      const field = [...path, ...(name === null ? [] : [name])].join('.') || 'request'
      const isOtherName = names.get(field)?.name !== undefined
      if (!errors.has(field))
        errors.set(field, [sentenceOf(error, nodeAt(schema, path), valueAt(input, path), isOtherName)])
    }
  }
  return Object.fromEntries(errors)
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}

function nodeAt(schema: SchemaNode, path: string[]): SchemaNode {
  let node: SchemaNode | undefined = schema
  for (const part of path) node = node?.properties?.[part] ?? node?.items ?? node?.additionalProperties
  return node ?? {}
}

function valueAt(input: unknown, path: string[]): unknown {
  let value = input
  for (const part of path) value = isObject(value) || Array.isArray(value) ? (value as never)[part] : undefined
  return value
}

const TYPE_NAMES: Record<string, string> = {
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
}

/** In a query or a form, a + that is not encoded is a blank. */
const LOST_PLUS = /:\d\d(\.\d+)? \d\d:?\d\d$/

const oneOf = (words: readonly unknown[]) => `must be ${words.length > 1 ? 'one of ' : ''}${words.join(', ')}`

/** The error as a sentence without the field's name: "must be an integer". `isOtherName`: the field came under another name. */
function sentenceOf(error: SchemaError, node: SchemaNode, value: unknown, isOtherName: boolean): string {
  const { limit } = error.params as { limit?: number }
  switch (error.keyword) {
    case 'required':
      return "can't be blank"
    case 'type':
      if (isOtherName && node['x-by-name'] === true) return 'must be an array or an object'
      return `must be ${TYPE_NAMES[typesOf(node).find((type) => type !== 'null') ?? ''] ?? 'of another type'}`
    case 'minLength':
      return limit === 1 ? "can't be blank" : `is too short (minimum is ${limit} characters)`
    case 'maxLength':
      return node['x-too-long'] ?? `is too long (maximum is ${limit} characters)`
    case 'minimum':
      return `must be greater than or equal to ${limit}`
    case 'maximum':
      return `must be less than or equal to ${limit}`
    case 'minItems':
      return limit === 1 ? "can't be blank" : `is too short (minimum is ${limit} items)`
    case 'maxItems':
      return `is too long (maximum is ${limit} items)`
    case 'maxProperties':
      return `has too many names (maximum is ${limit})`
    case 'enum':
      return oneOf((node.enum ?? []).filter((word) => word !== null))
    case 'format':
      if (node.format !== 'date-time') return 'is not valid'
      return isTimeOutOfRange(value)
        ? 'must be a time from the year 1970 to the year 9999'
        : LOST_PLUS.test(String(value))
          ? 'must be a time with its zone: write the + of the zone as %2B'
          : 'must be a time with its zone, like 2026-06-08T10:20:00Z'
    case 'pattern':
      return node.pattern === '\\S' ? "can't be blank" : (node.sentence ?? 'is not valid')
    default:
      return 'is not valid'
  }
}

/** The used part of a field's schema. */
interface Field {
  /** Other names of the field. */
  'x-other-names'?: readonly string[]
}

export type Fields = Record<string, Field>

/** The fields of an object's schema. */
export function fieldsOf(schema: SchemaNode): Fields {
  return (schema as { properties?: Fields }).properties ?? {}
}

/** A field outside of the schema of its object. */
export interface UnknownField {
  /** Path of the object within the checked value, with own names. */
  path: readonly string[]
  name: string
  fields: Fields
  /** By names of such fields, what to do instead. */
  instead?: Readonly<Record<string, string>> | undefined
}

/** Unknown fields per response. Searching the nearest name takes time for each. */
export const UNKNOWN_FIELDS_SHOWN_MAX = 3

/** Longer names are cut, characters. */
const NAME_SHOWN_MAX = 100

/** If no known field is near, up to this many are listed. */
const KNOWN_SHOWN_MAX = 20

export function otherNames(field: Field): readonly string[] {
  return field['x-other-names'] ?? []
}

/** Removes the differences of spelling: `sendAt`, `send-at` and `send_at` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** The field with this name, ignoring case, hyphens and underscores. Null if there is none. */
export function sameField(fields: Fields, name: string): string | null {
  if (name.length > NAME_SHOWN_MAX) return null
  const wanted = plain(name)
  for (const [known, field] of Object.entries(fields))
    if ([known, ...otherNames(field)].some((one) => plain(one) === wanted)) return known
  return null
}

/** The field that shares most words with the name (`template_id`: `message_template_id`). Null if no word is shared. */
function fieldOfWords(fields: Fields, name: string): string | null {
  const words = new Set(name.toLowerCase().split(/[_-]/))
  let best: string | null = null
  let most = 0
  for (const known of Object.keys(fields)) {
    const shared = known.split('_').filter((word) => words.has(word)).length
    if (shared > most) [best, most] = [known, shared]
  }
  return best
}

/** The field that the caller most likely meant, or null. */
function nearestField(fields: Fields, name: string): string | null {
  if (name.length > NAME_SHOWN_MAX) return null
  const names = new Map(
    Object.entries(fields).flatMap(([known, field]) => [known, ...otherNames(field)].map((one) => [one, known])),
  )
  const near = nearestName(name, [...names.keys()])
  return sameField(fields, name) ?? (near === null ? null : names.get(near)!) ?? fieldOfWords(fields, name)
}

function unknownSentence({ name, fields, instead = {} }: UnknownField): string {
  if (Object.hasOwn(instead, name)) return `is not a known field: ${instead[name]}`
  const meant = Object.entries(fields).find(([, field]) => otherNames(field).includes(name))
  if (meant !== undefined) return `is another name for ${meant[0]}: give only one of them`
  const near = nearestField(fields, name)
  if (near !== null) return `is not a known field: did you mean ${near}?`
  const known = Object.keys(fields).slice(0, KNOWN_SHOWN_MAX)
  return known.length === 0
    ? 'is not a known field: no field is allowed here'
    : `is not a known field: use one of ${known.join(', ')}`
}

/** A name from the caller, shortened for an error. */
export function shownName(name: string): string {
  return name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}...` : name
}

/** Maps each field's path to a sentence. */
export function unknownFieldErrors(unknown: readonly UnknownField[], names: GivenNames = new Map()): FieldErrors {
  return Object.fromEntries(
    unknown.map((one) => {
      const path = one.path.length === 0 ? [] : [givenPath(one.path.join('.'), names)]
      return [[...path, shownName(one.name)].join('.'), [unknownSentence(one)]]
    }),
  )
}

/** Names of paging parameters in other services. */
const PAGE_PARAMETERS = new Set([
  'page',
  'per_page',
  'perpage',
  'page_size',
  'pagesize',
  'offset',
  'skip',
  'page_token',
  'cursor',
])

/** The same for query parameters. If the caller tries another service's paging, the error explains ours. */
export function unknownParameterErrors(names: readonly string[], fields: Fields): FieldErrors {
  const cursor = ['cursor', 'after'].find((name) => Object.hasOwn(fields, name))
  return Object.fromEntries(
    names.slice(0, UNKNOWN_FIELDS_SHOWN_MAX).map((name) => {
      if (cursor !== undefined && PAGE_PARAMETERS.has(name.toLowerCase())) {
        const limit = Object.hasOwn(fields, 'limit') ? '; limit sets the number of rows' : ''
        return [name, [`is not a known parameter: use ${cursor} with the next_cursor of the previous page${limit}`]]
      }
      const [sentence] = Object.values(unknownFieldErrors([{ path: [], name, fields }]))
      return [shownName(name), [sentence![0]!.replace('known field', 'known parameter')]]
    }),
  )
}
