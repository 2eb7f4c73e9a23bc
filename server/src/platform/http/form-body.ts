import { decodeUtf8, isStorable } from './text.ts'

/**
 * Parses forms (`application/x-www-form-urlencoded`) in the bracket notation of Rack and Rails, by Rack's rules:
 *
 *     a[b]=1                         {a: {b: '1'}}
 *     a[]=1&a[]=2                    {a: ['1', '2']}
 *     a[][n]=1&a[][v]=2&a[][n]=3     {a: [{n: '1', v: '2'}, {n: '3'}]}   a repeated key starts the next object
 *     a[0][n]=1                      {a: {'0': {n: '1'}}}                `validate` makes it a list if the schema has one
 *     a=1&a=2                        {a: '2'}                            the last value wins
 *
 * A key without `=` is null. Objects have no prototype, so no key is special.
 */

/** Pairs in one body. A batch of 1,000 messages needs about 10,000. */
export const FORM_PAIRS_MAX = 20_000

/** Brackets in one key, as in Rack. */
export const FORM_DEPTH_MAX = 32

const PLUS = 0x2b
const SPACE = 0x20

export type FormValue = string | null | FormValue[] | FormFields
export interface FormFields {
  [key: string]: FormValue
}

export type ParsedForm = { ok: true; value: FormFields } | { ok: false; sentence: string }

/** A mistake in the form. Only used inside this file. */
class FormError extends Error {}

/** Parses a form. `bytes`: the body, percent-encoded or plain UTF-8. */
export function parseForm(bytes: Uint8Array): ParsedForm {
  const text = decodeUtf8(withSpaces(bytes))
  if (text === null) return { ok: false, sentence: 'The form is not UTF-8' }
  const fields = emptyFields()
  let pairs = 0
  try {
    for (const pair of text.split('&', FORM_PAIRS_MAX + 1)) {
      if (pair === '') continue
      if (++pairs > FORM_PAIRS_MAX) throw new FormError(`The form has more than ${FORM_PAIRS_MAX} fields`)
      const equals = pair.indexOf('=')
      const key = decode(equals < 0 ? pair : pair.slice(0, equals))
      store(fields, key, equals < 0 ? null : decode(pair.slice(equals + 1)), 0)
    }
  } catch (error) {
    if (error instanceof FormError) return { ok: false, sentence: error.message }
    throw error
  }
  return { ok: true, value: fields }
}

function emptyFields(): FormFields {
  return Object.create(null) as FormFields
}

/** Replaces each `+` by a space. If a text is all `+`, `replaceAll` takes 20 times as long. */
function withSpaces(bytes: Uint8Array): Uint8Array {
  const spaced = Uint8Array.from(bytes)
  for (let at = 0; at < spaced.length; at++) if (spaced[at] === PLUS) spaced[at] = SPACE
  return spaced
}

function decode(text: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(text)
  } catch {
    throw new FormError('The form is not percent-encoded UTF-8')
  }
  if (!isStorable(decoded)) throw new FormError('The form contains a NUL character or half a surrogate pair')
  return decoded
}

/**
 * Splits off the first name of a key: `a[b][c]` gives `a` and `[b][c]`. Below the first level, `[b][c]` gives `b` and
 * `[c]`.
 */
function splitKey(key: string, depth: number): { name: string; rest: string } {
  if (key.startsWith('[') && depth > 0) {
    const end = key.indexOf(']')
    if (end === 1) return { name: '[]', rest: key.slice(2) }
    return end < 0 ? { name: key, rest: '' } : { name: key.slice(1, end), rest: key.slice(end + 1) }
  }
  const start = key.indexOf('[', 1)
  return start < 0 ? { name: key, rest: '' } : { name: key.slice(0, start), rest: key.slice(start) }
}

/** The key inside the list's object: `name` for `[][name]` or `[]name`. */
function keyInList(rest: string): string {
  const inner = rest.slice(2)
  const single = /^\[([^[\]]+)\]$/.exec(inner)
  return single ? single[1]! : inner
}

function store(fields: FormFields, key: string, value: FormValue, depth: number): void {
  if (depth >= FORM_DEPTH_MAX)
    throw new FormError(`A key of the form is nested more than ${FORM_DEPTH_MAX} levels deep`)
  const { name, rest } = splitKey(key, depth)
  if (name === '') return
  if (rest === '') {
    fields[name] = value
  } else if (rest === '[') {
    fields[key] = value
  } else if (rest.startsWith('[]')) {
    const list = (fields[name] ??= [])
    if (!Array.isArray(list)) throw new FormError(`The field ${quoted(name)} is given as a list and as another type`)
    if (rest === '[]') list.push(value)
    else storeInList(list, keyInList(rest), value, depth)
  } else {
    const child = (fields[name] ??= emptyFields())
    if (!isFields(child)) throw new FormError(`The field ${quoted(name)} is given as an object and as another type`)
    store(child, rest, value, depth + 1)
  }
}

/** Stores the value in the last object of the list. If that object has the key already, a new object begins. */
function storeInList(list: FormValue[], key: string, value: FormValue, depth: number): void {
  if (key === '[]') {
    list.push([value])
    return
  }
  const last = list.at(-1)
  if (last !== undefined && isFields(last) && !hasKey(last, key)) return store(last, key, value, depth + 1)
  const next = emptyFields()
  store(next, key, value, depth + 1)
  list.push(next)
}

function hasKey(fields: FormFields, key: string): boolean {
  if (key.includes('[]')) return false
  let value: FormValue | undefined = fields
  for (const name of key.split(/[[\]]+/)) {
    if (name === '') continue
    if (value === undefined || !isFields(value) || !(name in value)) return false
    value = value[name]
  }
  return true
}

function isFields(value: FormValue): value is FormFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name from the caller, shortened for an error. */
function quoted(name: string): string {
  return JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}...` : name)
}
