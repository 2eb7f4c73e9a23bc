import type { NamePath } from './names-used.ts'
import type { Names } from './names.ts'

/** Of a list or a text; they are no names of anybody's own. */
const PROPERTIES = new Set(['size', 'first', 'last'])

/** Names that are shown at the most. */
export const NAMES_SHOWN_MAX = 100

/**
 * The names that nothing defines, dotted, each once, at most `NAMES_SHOWN_MAX`: they render empty. A name within a list
 * (`item.price`) is not looked into, nor what a template computes (`order[key]`).
 */
export function unknownNames(paths: readonly NamePath[], names: Names): string[] {
  const unknown = new Set<string>()
  for (const path of paths) {
    if (!isKnown(names, path)) unknown.add(path.join('.'))
    if (unknown.size === NAMES_SHOWN_MAX) break
  }
  return [...unknown]
}

/** The names that are used, defined or not, dotted, each once, at most `NAMES_SHOWN_MAX`. */
export function usedNames(paths: readonly NamePath[]): string[] {
  return unknownNames(paths, {})
}

function isKnown(names: Names, path: NamePath): boolean {
  let value: unknown = names
  for (const segment of path) {
    if (Array.isArray(value) || typeof value === 'string') return PROPERTIES.has(segment) || /^-?\d+$/.test(segment)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return false
    value = (value as Record<string, unknown>)[segment]
  }
  return true
}
