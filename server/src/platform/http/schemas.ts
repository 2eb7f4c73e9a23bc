import { CONTROLS, NAME_PATTERN } from '@tidings/cli/name-rules'
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import Format from 'typebox/format'

/** Building blocks for schemas of inputs and responses. */

const INT32_MAX = 2 ** 31 - 1

/** Generators of clients take an integer for one of 32 bits, unless its format says otherwise. */
function bitsOf(maximum: number): { format?: string } {
  return maximum > INT32_MAX ? { format: 'int64' } : {}
}

/** An id: an integer from 1 to 2^53 - 1. */
export const Id = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  ...bitsOf(Number.MAX_SAFE_INTEGER),
  examples: [1043],
})

/** Parameters of paths with `/:id`. An invalid id gives 404, like an unknown one. */
export const IdParams = Type.Object({ id: Id })

/** A time in a response: ISO 8601 UTC with milliseconds. */
export const Time = Type.String({ format: 'date-time', examples: ['2026-06-08T10:20:00.000Z'] })

const TIME_PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:?\d\d)$/

/** The last millisecond of the year 9999. PostgreSQL does not read years of five digits. */
const TIME_MAX_MS = 253_402_300_799_999

/** ms since the epoch, possibly out of range. Null if the text is not a time. */
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
 * Reads a time from the caller: ms since the epoch, or null. It must be ISO 8601 with a zone, from 1970 to 9999. Days
 * that do not exist are refused: `Date.parse` would read 30 February as 2 March. So is hour 24.
 */
export function parseTime(text: string): number | null {
  const timeMs = readTime(text)
  return timeMs !== null && isInRange(timeMs) ? timeMs : null
}

/** The same for a time that may be absent: null. */
export function parseOptionalTime(text: string | undefined): number | null {
  return text === undefined ? null : parseTime(text)
}

/** Whether the text is a time outside of the accepted years. */
export function isTimeOutOfRange(text: unknown): boolean {
  const timeMs = typeof text === 'string' ? readTime(text) : null
  return timeMs !== null && !isInRange(timeMs)
}

Format.Set('date-time', (text) => parseTime(text) !== null)

/** A time in a request. The handler reads it with `parseTime`. */
export const TimeInput = Type.String({ format: 'date-time', maxLength: 40, examples: ['2026-06-08T10:20:00Z'] })

/**
 * An integer in a request. Bodies and queries may give it as decimal text. `validate` always
 * returns a number.
 */
export function IntegerInput(
  minimum: number,
  maximum: number,
  options: { default?: number; description?: string } = {},
) {
  return Type.Integer({ minimum, maximum, ...bitsOf(maximum), ...options })
}

interface TextOptions {
  description?: string
  examples?: string[]
}

/** Non-blank text of 1 to `charactersMax` characters. */
export function RequiredText(charactersMax: number, options: TextOptions = {}) {
  return Type.String({ minLength: 1, maxLength: charactersMax, pattern: '\\S', ...options })
}

/** Text of at most `charactersMax` characters. It may be empty. */
export function OptionalText(charactersMax: number, options: TextOptions = {}) {
  return Type.String({ maxLength: charactersMax, ...options })
}

/** One line of data that a person or a template has, so marks of direction may be in it. It may be empty. */
export function OneLine(charactersMax: number, options: TextOptions = {}) {
  return Type.Unsafe<string>({
    ...OptionalText(charactersMax, options),
    pattern: '^[^\\u0000-\\u001f\\u007f]*$',
    sentence: 'must be one line',
  })
}

/** One line that lists and terminals show (see `CONTROLS`). It may be empty. */
export function LineText(charactersMax: number, options: TextOptions = {}) {
  return Type.Unsafe<string>({
    ...OptionalText(charactersMax, options),
    pattern: `^[^${CONTROLS}]*$`,
    sentence: 'must be one line without control characters',
  })
}

/** A name: one line of 1 to `charactersMax` characters that is not blank. Lists, mails and terminals show it. */
export function NameText(charactersMax: number, options: TextOptions = {}) {
  return Type.Unsafe<string>({
    ...RequiredText(charactersMax, options),
    pattern: NAME_PATTERN,
    sentence: 'must be one line without control characters, and not blank',
  })
}

/**
 * The caller's own id: text or an integer, at most `charactersMax` characters or digits. `validate` always returns
 * text.
 */
export function OwnId(charactersMax: number, options: { description?: string } = {}) {
  const { type: _, ...text } = RequiredText(charactersMax)
  return Type.Unsafe<string>({ ...text, ...options, type: ['string', 'integer'] })
}

/** A name that may also be an integer. `validate` always returns text. */
export function OwnName(charactersMax: number, options: TextOptions = {}) {
  return Type.Unsafe<string>({ ...NameText(charactersMax, options), type: ['string', 'integer'] })
}

/** The schema or null. Blank text counts as null, because forms send empty fields. */
export function BlankIsNull<Schema extends TSchema>(schema: Schema) {
  const { minLength: _, pattern: __, ...rest } = schema as { minLength?: number; pattern?: string }
  return Type.Unsafe<Static<Schema> | null>({ ...Nullable(rest as Schema), 'x-blank-is-null': true })
}

/** The field with further names that callers often guess. If two of them are given, the request fails. */
export function AlsoNamed<Schema extends TSchema>(schema: Schema, ...names: readonly string[]): Schema {
  return { ...schema, 'x-other-names': names }
}

/** One of the given words. */
export function Choice<const Word extends string>(words: readonly Word[], options: { description?: string } = {}) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...options })
}

/** One or several of the given words, with a comma between them: a filter of a list. */
export function Choices(words: readonly string[], { description }: { description?: string } = {}) {
  const word = `(?:${words.join('|')})`
  const several = { pattern: `^${word}(?:,${word}){0,${words.length - 1}}$`, examples: [words.slice(0, 2).join(',')] }
  return Type.Unsafe<string>({
    ...Type.String(several),
    description: `One or several of ${words.join(', ')}, with a comma between them${description === undefined ? '' : `. ${description}`}`,
    sentence: `must be one of ${words.join(', ')}, or several with a comma between them`,
  })
}

/**
 * The schema or null, written as a list of types. With a union, the response serializer would validate every branch.
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

/** Any JSON value, unchanged. */
export const AnyJson = Type.Unsafe<unknown>({})

/** Any JSON value but null, unchanged. In an optional field, null counts as absent. */
export const AnyValue = Type.Unsafe<unknown>({ type: ['string', 'number', 'boolean', 'object', 'array'] })

/** An object with any fields. The handler gets it unchanged. */
export const OpenObject = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })

/** The body of every error. Only 422 has `errors`. */
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
    docs_url: Type.String({
      description: 'The address of the code in the documentation. A path if PUBLIC_URL is not set',
    }),
    request_id: Type.String({ description: 'The same as the header X-Request-Id' }),
  },
  {
    examples: [
      {
        error: 'Not found',
        code: 'not_found',
        docs_url: '/docs/errors#not_found',
        request_id: 'req_4fzq1tUR8jXvT0aMwk2d',
      },
    ],
  },
)
