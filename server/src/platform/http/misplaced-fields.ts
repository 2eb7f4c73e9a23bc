/** Finds fields beside their object. */
import type { TSchema } from 'typebox'
import { ApiError, invalid } from '../errors.ts'
import { isAbsent } from './input-values.ts'
import type { Notation } from './input-values.ts'
import { fieldsOf, sameField, shownName, UNKNOWN_FIELDS_SHOWN_MAX } from './validation-errors.ts'
import type { Fields } from './validation-errors.ts'

/** Each key beside the root key is compared with all fields, so their number has a limit. */
const BESIDE_MAX = 1_000

/** Fields that HTML forms of Rails add: encoding, CSRF token, button and method. */
export const OF_PAGES: ReadonlySet<string> = new Set(['utf8', 'authenticity_token', 'commit', '_method'])

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
export function refuseMisplaced(
  body: Record<string, unknown>,
  within: TSchema,
  known: readonly string[],
  notation: Notation,
): void {
  const fields = fieldsOf(within)
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
