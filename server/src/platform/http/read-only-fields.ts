import { isDeepStrictEqual } from 'node:util'
import type { FieldErrors } from '../errors.ts'
import { isAbsent } from './input-values.ts'
import type { Notation } from './input-values.ts'

/**
 * The fields without the read-only ones. These change nothing if they are absent or equal to those of `present`, the
 * object as the API shows it. `errors`: the others, null if there are none.
 */
export function withoutReadOnly(
  given: Record<string, unknown>,
  readOnly: readonly string[],
  notation: Notation,
  present: object | null,
): { fields: Record<string, unknown>; errors: FieldErrors | null } {
  const entries = Object.entries(given)
  const changed = entries.filter(
    ([name, value]) =>
      readOnly.includes(name) &&
      !isAbsent(undefined, value, notation) &&
      !isSame(value, presentValue(present, name), notation),
  )
  const errors = Object.fromEntries(changed.map(([name]): [string, string[]] => [name, ['is read-only']]))
  const fields = Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name)))
  return { fields, errors: changed.length === 0 ? null : errors }
}

/** Undefined if there is no object yet. */
function presentValue(present: object | null, name: string): unknown {
  return present === null ? undefined : ((present as Record<string, unknown>)[name] ?? null)
}

/** Compares JSON, whose numbers may have their digits as written. A form has texts. */
function isSame(given: unknown, present: unknown, notation: Notation): boolean {
  if (present === undefined) return false
  if (notation === 'form') return given === (typeof present === 'string' ? present : JSON.stringify(present))
  return isDeepStrictEqual(JSON.parse(JSON.stringify(given)), JSON.parse(JSON.stringify(present)))
}
