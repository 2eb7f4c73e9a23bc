import { createEngine } from './engine.ts'
import type { Names } from './names.ts'

const engine = createEngine('none')

/** Of a list or a text; they are no names of anybody's own. */
const PROPERTIES = new Set<unknown>(['size', 'first', 'last'])

/** Names that are shown at the most. */
const SHOWN_MAX = 100

/**
 * The names that the texts use and nobody defines, dotted, each once: they render empty. A name within a list
 * (`item.price`) is not looked into, nor what a template computes (`order[key]`). The texts parse.
 */
export function unknownNames(texts: readonly string[], names: Names): string[] {
  const unknown = new Set<string>()
  for (const text of texts)
    for (const path of engine.globalVariableSegmentsSync(text)) {
      const computedAt = path.findIndex((segment) => Array.isArray(segment))
      const segments = computedAt < 0 ? path : path.slice(0, computedAt)
      if (!isKnown(names, segments)) unknown.add(segments.join('.'))
      if (unknown.size === SHOWN_MAX) return [...unknown]
    }
  return [...unknown]
}

/** The names that the texts use, defined or not, dotted, each once. The texts parse. */
export function usedNames(texts: readonly string[]): string[] {
  return unknownNames(texts, {})
}

function isKnown(names: Names, path: readonly unknown[]): boolean {
  let value: unknown = names
  for (const segment of path) {
    if (Array.isArray(value) || typeof value === 'string') return PROPERTIES.has(segment) || typeof segment === 'number'
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, String(segment))) return false
    value = (value as Record<string, unknown>)[String(segment)]
  }
  return true
}
