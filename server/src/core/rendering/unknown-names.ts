import type { NamePath } from './names-used.ts'
import type { Names } from './names.ts'

/** Properties of lists and texts. */
const PROPERTIES = new Set(['size', 'first', 'last'])

/** Names in one response. */
export const NAMES_SHOWN_MAX = 100

/**
 * Undefined names in dotted form, at most `NAMES_SHOWN_MAX`, without repetition. They render empty. Names inside a
 * list's items (`item.price`) and computed properties (`order[key]`) are not checked.
 */
export function unknownNames(paths: readonly NamePath[], names: Names): string[] {
  const unknown = new Set<string>()
  for (const path of paths) {
    if (!isKnown(names, path)) unknown.add(path.join('.'))
    if (unknown.size === NAMES_SHOWN_MAX) break
  }
  return [...unknown]
}

/** All names, defined or not, in dotted form, at most `NAMES_SHOWN_MAX`, without repetition. */
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
