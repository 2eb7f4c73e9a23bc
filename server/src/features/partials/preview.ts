import Type from 'typebox'
import type { Static } from 'typebox'
import type { Connection } from '../../platform/db/sql.ts'
import { invalid } from '../../platform/errors.ts'
import type { FieldErrors } from '../../platform/errors.ts'
import type { FieldText } from '../../core/rendering/parse.ts'
import { localizedPartial } from '../../core/rendering/localized-template.ts'
import type { LoadedPartial, LocalizablePartial } from '../../core/rendering/render.ts'
import type { Rendering } from '../../core/rendering/rendering.ts'
import { graphMistake, missingPartials, errorsOf } from '../../core/rendering/partials.ts'
import { PartialName, PartialText } from './partial.ts'
import { reachedPartials } from './queries.ts'
import { mentionedPartials } from '../../core/rendering/partial-tags.ts'

/** An unsaved partial. It replaces the stored one with the name. */
export const PartialOfPreview = Type.Object({ name: PartialName, text: PartialText })
type GivenPartial = Static<typeof PartialOfPreview>

/** The field of an unsaved partial. */
const fieldOf = (index: number) => `partials.${index}.text`

function repeated(given: readonly GivenPartial[]): FieldErrors {
  const names = given.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return twice === undefined ? {} : { partials: [`has the partial ${twice} twice`] }
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The partials for previewing unsaved texts in a locale, by the stored and the unsaved partials. `version`: a new number for
 * unsaved partials. Throws 422 if a text or an unsaved partial has a mistake.
 */
export async function partialsForPreview(
  connection: Connection,
  { rendering, bucket, accountId }: { rendering: Rendering; bucket: number; accountId: number },
  {
    texts,
    given,
    version,
    locale,
  }: { texts: readonly FieldText[]; given: readonly GivenPartial[]; version: number; locale: string | null },
): Promise<LoadedPartial[]> {
  if (given.length === 0 && texts.every(({ text }) => mentionedPartials(text).size === 0)) return []
  refuse(repeated(given))
  const all = [...texts, ...given.map(({ text }, index) => ({ field: fieldOf(index), text }))]
  const checked = await rendering.check(accountId, all)
  refuse(errorsOf(checked.mistakes))
  const names = new Set(checked.uses.map(({ name }) => name))
  const stored = names.size === 0 ? [] : await reachedPartials(connection, bucket, accountId, [...names])
  const graph = new Map(stored.map(({ name, uses }) => [name, uses]))
  for (const [index, { name }] of given.entries())
    graph.set(
      name,
      checked.uses.filter(({ field }) => field === fieldOf(index)).map((use) => use.name),
    )
  refuse(missingPartials(all, checked, new Set(graph.keys())))
  for (const [index, { name }] of given.entries()) {
    const mistake = graphMistake(graph, name)
    if (mistake !== null) throw invalid({ [fieldOf(index)]: [mistake] })
  }
  const inLocale = (partial: LocalizablePartial) => (locale === null ? partial : localizedPartial(partial, locale))
  const replaced = new Set(given.map(({ name }) => name))
  return [
    ...given.map(({ name, text }) => ({ id: 0, name, version, text })),
    ...stored
      .filter(({ name }) => !replaced.has(name))
      .map(({ id, name, version: of, text, locales }) => inLocale({ id, name, version: of, text, locales })),
  ]
}
