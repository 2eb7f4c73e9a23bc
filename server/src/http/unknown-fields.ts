/** What is said of a field, or of a parameter of a query, that a schema does not have. */
import type { FieldErrors } from '../errors.ts'
import { nearest } from '../nearest.ts'

/** What of a field's schema is looked at here. */
interface Field {
  /** Names that stand for the field too. */
  'x-other-names'?: readonly string[]
}

export type Fields = Record<string, Field>

/** One that stands in an object whose schema has other fields. */
export interface UnknownField {
  /** Where the object stands below the value that is checked. */
  path: readonly string[]
  name: string
  fields: Fields
}

/** Unknown fields named by one answer at the most: looking for the nearest name takes time for each. */
export const UNKNOWN_FIELDS_SHOWN_MAX = 3

/** Longer names are shown by their beginning, characters. */
const NAME_SHOWN_MAX = 100

/** A misspelling has one wrong character in so many, and no more wrong ones in all than the second number. */
const CHARACTERS_PER_CHANGE = 3
const CHANGES_MAX = 5

/** Names of known fields that are listed where none is near. */
const KNOWN_SHOWN_MAX = 20

export function otherNames(field: Field): readonly string[] {
  return field['x-other-names'] ?? []
}

/** The name without what spellings differ in: `sendAt`, `send-at` and `send_at` are one. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '')
}

/** The field that is written so, or is so but for its capitals and underscores; null if there is none. */
export function sameField(fields: Fields, name: string): string | null {
  if (name.length > NAME_SHOWN_MAX) return null
  const wanted = plain(name)
  for (const [known, field] of Object.entries(fields))
    if ([known, ...otherNames(field)].some((one) => plain(one) === wanted)) return known
  return null
}

/** The field that has the most words of the name (`template_id`: `message_template_id`); null if none has one. */
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

/** The field that was most likely meant, or null. */
function nearestField(fields: Fields, name: string): string | null {
  if (name.length > NAME_SHOWN_MAX) return null
  const names = new Map(
    Object.entries(fields).flatMap(([known, field]) => [known, ...otherNames(field)].map((one) => [one, known])),
  )
  const changesMax = Math.min(CHANGES_MAX, Math.floor(name.length / CHARACTERS_PER_CHANGE))
  const near = nearest(name, [...names.keys()], changesMax)
  return sameField(fields, name) ?? (near === null ? null : names.get(near)!) ?? fieldOfWords(fields, name)
}

function sentenceOf({ name, fields }: UnknownField): string {
  const meant = Object.entries(fields).find(([, field]) => otherNames(field).includes(name))
  if (meant !== undefined) return `is another name for ${meant[0]}: give only one of them`
  const near = nearestField(fields, name)
  if (near !== null) return `is not a known field: did you mean ${near}?`
  const known = Object.keys(fields).slice(0, KNOWN_SHOWN_MAX)
  return known.length === 0
    ? 'is not a known field: no field is allowed here'
    : `is not a known field: use one of ${known.join(', ')}`
}

/** A name from outside, as an error may repeat it. */
export function shownName(name: string): string {
  return name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX)}...` : name
}

/** Field to sentence. */
export function unknownFieldErrors(unknown: readonly UnknownField[]): FieldErrors {
  return Object.fromEntries(unknown.map((one) => [[...one.path, shownName(one.name)].join('.'), [sentenceOf(one)]]))
}

/** How callers ask other services for the next page. */
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

/** The same of the parameters of a query: who asks for a page is told how to. */
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
