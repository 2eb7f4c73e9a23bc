import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import Format from 'typebox/format'

/** The building blocks of the routes' schemas. What is read and what is answered share them. */

/** An id on its way in or out: an integer from 1 to 2^53 - 1. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [42] })

/** The parameters of every path that ends in `/:id`; what is no id answers 404, as an unknown one does. */
export const IdParams = Type.Object({ id: Id })

/** A time on its way out: ISO 8601 UTC with milliseconds (decisions: times). */
export const Time = Type.String({ format: 'date-time', examples: ['2026-06-08T10:20:00.000Z'] })

const TIME_PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)$/

/** The last millisecond of the year 9999: later ones have five digits, which the database does not read. */
const TIME_MAX_MS = 253_402_300_799_999

/** ms since the epoch, which may be out of range, or null if it is no time. */
function readTime(text: string): number | null {
  const parts = TIME_PATTERN.exec(text)
  if (!parts) return null
  const day = Number(parts[3])
  const daysOfMonth = new Date(Date.UTC(Number(parts[1]), Number(parts[2]), 0)).getUTCDate()
  if (day < 1 || day > daysOfMonth) return null
  const timeMs = Date.parse(text.replace(' ', 'T').toUpperCase())
  return Number.isNaN(timeMs) ? null : timeMs
}

const isInRange = (timeMs: number) => timeMs >= 0 && timeMs <= TIME_MAX_MS

/**
 * A time that somebody wrote, ms since the epoch, or null if it is none: ISO 8601 with a zone, 1970 to 9999. A day that
 * the month does not have is none: `Date.parse` would take 30 February for 2 March. So is hour 24.
 */
export function parseTime(text: string): number | null {
  const timeMs = readTime(text)
  return timeMs !== null && isInRange(timeMs) ? timeMs : null
}

/** Whether it is a time, but none that is taken. */
export function isTimeOutOfRange(text: unknown): boolean {
  const timeMs = typeof text === 'string' ? readTime(text) : null
  return timeMs !== null && !isInRange(timeMs)
}

Format.Set('date-time', (text) => parseTime(text) !== null)

/** A time on its way in; the handler reads it with `parseTime`. */
export const TimeInput = Type.String({ format: 'date-time', maxLength: 40, examples: ['2026-06-08T10:20:00Z'] })

/**
 * An integer on its way in. In bodies and queries a decimal string stands for it too (decisions: bodies in); what
 * `validate` hands on is always a number.
 */
export function IntegerInput(
  minimum: number,
  maximum: number,
  options: { default?: number; description?: string } = {},
) {
  return Type.Integer({ minimum, maximum, ...options })
}

/** Text that may not be blank, of 1 to `charactersMax` characters. */
export function RequiredText(charactersMax: number, options: { description?: string; examples?: string[] } = {}) {
  return Type.String({ minLength: 1, maxLength: charactersMax, pattern: '\\S', ...options })
}

/** Text of at most `charactersMax` characters; may be empty. */
export function OptionalText(charactersMax: number, options: { description?: string; examples?: string[] } = {}) {
  return Type.String({ maxLength: charactersMax, ...options })
}

/** The caller's own text or integer of at most `charactersMax` characters or digits; what is handed on is always text. */
export function OwnId(charactersMax: number, options: { description?: string } = {}) {
  const { type: _, ...text } = RequiredText(charactersMax)
  return Type.Unsafe<string>({ ...text, ...options, type: ['string', 'integer'] })
}

/** The schema or null, which may also be given as blank text: forms send what was left empty. */
export function BlankIsNull<Schema extends TSchema>(schema: Schema) {
  const { minLength: _, pattern: __, ...rest } = schema as { minLength?: number; pattern?: string }
  return Type.Unsafe<Static<Schema> | null>({ ...Nullable(rest as Schema), 'x-blank-is-null': true })
}

/** The field under other names too, which callers guess. Given under two it is refused. */
export function AlsoNamed<Schema extends TSchema>(schema: Schema, ...names: readonly string[]): Schema {
  return { ...schema, 'x-other-names': names }
}

/** One of the words given. */
export function Choice<const Word extends string>(words: readonly Word[], options: { description?: string } = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

/**
 * The schema or null. It is written as a list of types, not as a union: the serialiser of the answers then decides
 * by the type alone, where a union makes it validate every branch.
 */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { type, enum: words } = schema as { type?: string | string[]; enum?: string[] }
  if (type === undefined) throw new Error('Nullable needs a schema with a type')
  return Type.Unsafe<Static<Schema> | null>({
    ...schema,
    type: [type, 'null'].flat(),
    ...(words ? { enum: [...words, null] } : {}),
  })
}

/** Any JSON value, as it is. */
export const AnyJson = Type.Unsafe<unknown>({})

/** An object with fields of any name and value; it reaches the handler as it was given. */
export const OpenObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The body of every error (decisions: errors). `errors` is there on 422 only. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'A sentence for people. It may change' }),
    code: Type.String({ description: 'A code for programs. It never changes' }),
    errors: Type.Optional(
      Type.Unsafe<Record<string, string[]>>({
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'string' } },
        description: 'The sentences for each field. Only with status 422',
      }),
    ),
    request_id: Type.String({ description: 'The same as the header X-Request-Id' }),
  },
  { examples: [{ error: 'Not found', code: 'not_found', request_id: 'req_4fzq1tUR8jXvT0aMwk2d' }] },
)
