/** A partial as the API takes and shows it. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { PARTIAL_NAME, PARTIAL_NAME_CHARACTERS_MAX } from '../../core/rendering/partial-tags.ts'
import { PARTIAL_LEVELS_MAX } from '../../core/rendering/partials.ts'
import { Body } from '../../core/rendering/texts.ts'
import { isoTime } from '../../platform/clock.ts'
import type { RowOf } from '../../platform/db/sql.ts'
import { LocaleInput } from '../../platform/http/locale.ts'
import { Choice, Id, Time } from '../../platform/http/schemas.ts'

/** Users of a partial in a response. */
export const USERS_SHOWN_MAX = 20
/** Users are counted up to this number. */
export const USERS_COUNTED_MAX = 100

export const PartialName = Type.Unsafe<string>({
  type: 'string',
  minLength: 1,
  maxLength: PARTIAL_NAME_CHARACTERS_MAX,
  pattern: `^${PARTIAL_NAME}$`,
  sentence: 'must have only lower-case letters, digits, - and _, and begin with a letter or a digit',
  description: 'The name in texts. It never changes',
  examples: ['footer'],
})

export const PartialText = Type.Unsafe<string>({
  ...Body,
  description:
    `A Liquid text with the limits of the body of a template. It may use other partials, at most ` +
    `${PARTIAL_LEVELS_MAX} levels deep. All partials of an account: at most 1 MiB`,
  examples: ['<p>Acme, Vienna. <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>'],
})

const PARTIAL_LOCALES_MAX = 30

const locales = Type.Optional(
  Type.Array(Type.Object({ locale: LocaleInput(), text: PartialText }), {
    maxItems: PARTIAL_LOCALES_MAX,
    description:
      'The text in other languages. A text of a template in `de-AT` uses that in `de-AT` or `de`, otherwise the own text of the partial',
  }),
)

export const PartialInput = Type.Object({ name: PartialName, text: PartialText, locales })
export const PartialPatch = Type.Object({ text: Type.Optional(PartialText), locales })

export const PartialOutput = Type.Object({
  id: Id,
  name: Type.String(),
  text: Type.String(),
  locales: Type.Array(Type.Object({ locale: Type.String(), text: Type.String() }), {
    description: 'The text in other languages',
  }),
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

export function partialView(row: RowOf<'partials.find'> & { usedBy: PartialUser[] }): Static<typeof PartialOutput> {
  const { id, name, text, locales, version, usedByCount, usedBy, createdAt, updatedAt } = row
  return {
    ...{ id, name, text, locales, version, used_by_count: usedByCount, used_by: usedBy },
    ...{ created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) },
  }
}
