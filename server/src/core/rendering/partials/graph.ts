/** The limits of partials within partials. Pure. */

/** Partials by their names, each with the names of the partials that it uses. */
export type PartialGraph = ReadonlyMap<string, readonly string[]>

/** Partials within partials. With the blocks of each one, a render stays far below the limit of the stack. */
export const PARTIAL_LEVELS_MAX = 5

const arrows = (names: readonly string[]) => names.join(' → ')

/**
 * The mistake of partials that use themselves or nest too deeply, without a subject: "is part of a cycle: footer → base →
 * footer". Null: there is none. Looks at the partial `from` first. Unknown partials are skipped.
 */
export function graphMistake(graph: PartialGraph, from: string): string | null {
  /** The longest chain that begins with the partial. */
  const chains = new Map<string, readonly string[]>()
  const open: string[] = []
  let cycle: readonly string[] | null = null

  function chainOf(name: string): readonly string[] {
    const known = chains.get(name)
    if (known !== undefined || cycle !== null) return known ?? []
    const begin = open.indexOf(name)
    if (begin >= 0) {
      cycle = [...open.slice(begin), name]
      return []
    }
    open.push(name)
    let longest: readonly string[] = []
    for (const used of graph.get(name) ?? []) {
      const chain = graph.has(used) ? chainOf(used) : []
      if (chain.length > longest.length) longest = chain
    }
    open.pop()
    const chain = [name, ...longest]
    chains.set(name, chain)
    return chain
  }

  let deepest: readonly string[] = []
  for (const name of [from, ...graph.keys()]) {
    const chain = chainOf(name)
    if (cycle !== null) return `is part of a cycle: ${arrows(cycle)}`
    if (chain.length > deepest.length) deepest = chain
  }
  if (deepest.length <= PARTIAL_LEVELS_MAX) return null
  return `nests partials too deeply (maximum is ${PARTIAL_LEVELS_MAX}): ${arrows(deepest)}`
}
