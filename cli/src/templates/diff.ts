/** The difference of two texts in the unified form. */
import { createTwoFilesPatch } from 'diff'

/** The time of the comparison grows with the product of this and the lines. */
const CHANGED_LINES_MAX = 5_000
const CONTEXT_LINES = 3

/** `before` may be empty: the text is new. */
export function diffOf(beforeName: string, afterName: string, before: string, after: string): string {
  const options = { context: CONTEXT_LINES, maxEditLength: CHANGED_LINES_MAX }
  const names = [before === '' ? '/dev/null' : beforeName, afterName] as const
  const patch = createTwoFilesPatch(...names, before, after, undefined, undefined, options)
  if (patch === undefined) return `${beforeName} and ${afterName} differ in more than ${CHANGED_LINES_MAX} lines`
  // The first line is a rule of `=`.
  return patch.slice(patch.indexOf('--- ')).trimEnd()
}
