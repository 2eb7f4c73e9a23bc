/**
 * A partial: a named Liquid text of the account. Templates and other partials use it by its name. A layout is a partial
 * with blocks. Templates are rendered with the partials in force.
 *
 * Each partial is parsed by itself, so a new version cannot make a template invalid. The limits bound the work of a
 * template with all its partials: their number and bytes, and the levels of partials within partials.
 */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isoTime } from '../../../platform/clock.ts'
import type { FieldErrors } from '../../../platform/errors.ts'
import { Choice, Id, Time } from '../../../platform/http/schemas.ts'
import { unknownPartial } from '../engine.ts'
import { placeIn } from '../parse.ts'
import type { Checked, FieldText } from '../parse.ts'
import { Body } from '../texts.ts'
import { graphMistake, PARTIAL_LEVELS_MAX } from './graph.ts'
import type { PartialGraph } from './graph.ts'
import { PARTIAL_NAME, PARTIAL_NAME_CHARACTERS_MAX } from './tags.ts'

export const PARTIALS_MAX = 100
/** The texts in force of an account, as UTF-8. A render may parse all of them. */
const PARTIALS_BYTES_MAX = 1024 * 1024
/** Users of a partial in a response. */
export const USERS_SHOWN_MAX = 20
/** Users are counted up to this number. */
export const USERS_COUNTED_MAX = 100

const PartialName = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: PARTIAL_NAME_CHARACTERS_MAX,
  pattern: `^${PARTIAL_NAME}$`,
  sentence: 'must have only lower-case letters, digits, - and _, and begin with a letter or a digit',
  description: 'The name in texts. It never changes',
  examples: ['footer'],
})

const PartialText = Type.Unsafe<string>({
  ...Body,
  description:
    `A Liquid text with the limits of the body of a template. It may use other partials, at most ` +
    `${PARTIAL_LEVELS_MAX} levels deep. All partials of an account: at most 1 MiB`,
  examples: ['<p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'],
})

export const PartialInput = Type.Object({ name: PartialName, text: PartialText })
export const PartialPatch = Type.Object({ text: PartialText })

export const PartialOutput = Type.Object({
  id: Id,
  name: Type.String(),
  text: Type.String(),
  version: Type.Integer({ description: 'Increases with every change of the text' }),
  used_by_count: Type.Integer({
    description: `Templates and partials that use it themselves, counted up to ${USERS_COUNTED_MAX}`,
  }),
  used_by: Type.Array(Type.Object({ kind: Choice(['template', 'partial']), id: Id, name: Type.String() }), {
    description: `The first ${USERS_SHOWN_MAX} of them, templates first`,
  }),
  created_at: Time,
  updated_at: Time,
})

export interface PartialUser {
  kind: 'template' | 'partial'
  id: number
  name: string
}

export interface PartialRow {
  id: number
  name: string
  text: string
  version: number
  used_by_count: number
  used_by: PartialUser[]
  created_at: number
  updated_at: number
}

export function partialView(row: PartialRow): Static<typeof PartialOutput> {
  return { ...row, created_at: isoTime(row.created_at), updated_at: isoTime(row.updated_at) }
}

/** The errors of texts whose partials do not exist: the first one of each field, with its place. */
export function missingPartials(
  texts: readonly FieldText[],
  { uses }: Pick<Checked, 'uses'>,
  existing: ReadonlySet<string>,
): FieldErrors {
  const errors: FieldErrors = {}
  for (const { field, name, at } of uses) {
    if (existing.has(name) || errors[field] !== undefined) continue
    const { text } = texts.find((one) => one.field === field)!
    errors[field] = [`is not valid: ${unknownPartial(name)} ${placeIn(text, at)}`]
  }
  return errors
}

/** The errors of a partial to be saved. `others`: the other partials of the account, and their bytes in all. */
export function partialErrors(
  { name, text, uses }: { name: string; text: string; uses: Checked['uses'] },
  others: { graph: PartialGraph; bytes: number },
): FieldErrors {
  const graph = new Map([...others.graph, [name, uses.map((use) => use.name)]])
  const missing = missingPartials([{ field: 'text', text }], { uses }, new Set(graph.keys()))
  if (Object.keys(missing).length > 0) return missing
  const mistake = graphMistake(graph, name)
  if (mistake !== null) return { text: [mistake] }
  const bytes = others.bytes + Buffer.byteLength(text)
  return bytes <= PARTIALS_BYTES_MAX
    ? {}
    : { text: ['is too long together with the other partials of the account (maximum is 1 MiB in total)'] }
}
