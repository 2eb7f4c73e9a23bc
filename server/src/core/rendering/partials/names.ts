import type { NamePath, Use } from '../names-used.ts'
import type { Parsed } from '../parse.ts'

/** A parsed text or partial with the names that all its uses define. */
interface Reached {
  parsed: Pick<Parsed, 'paths' | 'uses'>
  /** Null: no use is known yet. */
  defined: ReadonlySet<string> | null
}

/** The text and the partials that it reaches. Each one is before the partials that it uses. */
function inOrderOfUse(text: Reached['parsed'], partial: (name: string) => Reached['parsed']): Map<string, Reached> {
  const found: [name: string, reached: Reached][] = []
  const seen = new Set<string>()
  const visit = (name: string, parsed: Reached['parsed']) => {
    for (const used of parsed.uses.keys()) {
      if (seen.has(used)) continue
      seen.add(used)
      visit(used, partial(used))
    }
    found.push([name, { parsed, defined: null }])
  }
  // No partial has the empty name.
  visit('', text)
  return new Map(found.toReversed())
}

/** The names that a use defines for the partial. */
function definedBy({ defined, isolated }: Use, around: ReadonlySet<string>): ReadonlySet<string> {
  return isolated ? defined : defined.union(around)
}

/**
 * The names that a text and its partials read from the message. A name counts if at least one use of the partial does
 * not define it. Takes linear time: each partial is visited once. `partial` returns the parsed partial with a name, and
 * `check` throws if the time for all of them is over.
 */
export function pathsThroughPartials(text: Parsed, partial: (name: string) => Parsed, check: () => void): NamePath[] {
  if (text.uses.size === 0) return text.paths
  const reached = inOrderOfUse(text, (name) => {
    check()
    return partial(name)
  })
  const paths: NamePath[] = []
  for (const { parsed, defined } of reached.values()) {
    const around = defined ?? new Set<string>()
    for (const path of parsed.paths) if (!around.has(path[0]!)) paths.push(path)
    for (const [name, use] of parsed.uses) {
      check()
      const used = reached.get(name)!
      const byUse = definedBy(use, around)
      used.defined = used.defined?.intersection(byUse) ?? byUse
    }
  }
  return paths
}
