/**
 * Names of fields in the log of requests. A caller's own names may be personal data (`?ada@example.com=1`), and an erasure
 * cannot find them there. So the log has only names that the operation knows. Pure functions.
 */
import type { FieldErrors } from '../../platform/errors.ts'
import { isObject } from '../../platform/http/input-values.ts'

/** The schemas of an operation's input. */
export interface InputSchemas {
  body?: unknown
  querystring?: unknown
  params?: unknown
}

/** Stands for each name that the operation does not know. */
const UNKNOWN_NAME = '(unknown)'

/** Names of errors about no field. */
const OTHER_NAMES = ['request', 'idempotency_key']
/** The index of an item in a list. More digits may be a phone number. */
const INDEX = /^\d{1,4}$/

const namesOfSchemas = new WeakMap<object, ReadonlySet<string>>()

/** All names of fields at any depth of the schemas. */
function namesOf(schemas: InputSchemas): ReadonlySet<string> {
  const known = namesOfSchemas.get(schemas)
  if (known !== undefined) return known
  const names = new Set(OTHER_NAMES)
  for (const schema of [schemas.body, schemas.querystring, schemas.params]) collect(schema, names)
  namesOfSchemas.set(schemas, names)
  return names
}

function collect(schema: unknown, names: Set<string>): void {
  if (Array.isArray(schema)) return schema.forEach((one) => collect(one, names))
  if (!isObject(schema)) return
  const { properties, items, anyOf, oneOf, allOf, 'x-other-names': others } = schema
  if (Array.isArray(others)) for (const name of others) names.add(String(name))
  if (isObject(properties))
    for (const [name, property] of Object.entries(properties)) {
      names.add(name)
      collect(property, names)
    }
  for (const part of [items, anyOf, oneOf, allOf]) collect(part, names)
}

/** The errors with known names only. The path of a field ends at its first unknown name. */
export function withKnownNames(errors: FieldErrors, schemas: InputSchemas): FieldErrors {
  const names = namesOf(schemas)
  return Object.fromEntries(
    Object.entries(errors).map(([path, sentences]) => {
      const parts = path.split('.')
      const first = parts.findIndex((part) => !names.has(part) && !INDEX.test(part))
      return [first < 0 ? path : [...parts.slice(0, first), UNKNOWN_NAME].join('.'), sentences]
    }),
  )
}
