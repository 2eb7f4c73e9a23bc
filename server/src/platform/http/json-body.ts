import { parseScanned, RAW_NUMBERS_MAX, scanJson } from '../json-numbers.ts'
import { decodeUtf8, isStorable } from './text.ts'

/** Nesting depth of objects and lists, as in Rails. */
export const JSON_DEPTH_MAX = 100

export type ParsedJson = { ok: true; value: unknown } | { ok: false; sentence: string }

/**
 * Parses a JSON body. The depth is checked before parsing, because a few megabytes of `[` become gigabytes of objects.
 * Text that PostgreSQL cannot store (NUL, lone surrogates) is refused, and so are numbers that would become infinite.
 * Numbers keep their digits: see `json-numbers`.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const text = decodeUtf8(bytes)
  if (text === null) return refused('The body is not UTF-8')
  const scanned = scanJson(text)
  if (scanned.depth > JSON_DEPTH_MAX) return refused(`The body is nested more than ${JSON_DEPTH_MAX} levels deep`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refused('The body is not valid JSON')
  }
  // Only an escape can contain these: decoded UTF-8 has no lone surrogate, and a raw NUL is not valid JSON.
  if (text.includes('\\u') && !allStorable(value))
    return refused('The body contains a NUL character or half a surrogate pair')
  if (scanned.rawNumbers.length === 0) return { ok: true, value }
  if (scanned.hasExtreme)
    return refused('The body contains a number beyond 1.8e308, or with an exponent below -330: send it as a string')
  if (scanned.rawNumbers.length > 2 * RAW_NUMBERS_MAX)
    return refused(`The body contains more than ${RAW_NUMBERS_MAX} numbers like 1.0 or 1e5: send some as strings`)
  return { ok: true, value: parseScanned(text, scanned) }
}

const refused = (sentence: string): ParsedJson => ({ ok: false, sentence })

/** `JSON_DEPTH_MAX` limits the recursion. */
function allStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(allStorable)
  return Object.entries(value).every(([key, item]) => isStorable(key) && allStorable(item))
}
