import { parseScanned, RAW_NUMBERS_MAX, scanJson } from '../json-numbers.ts'
import { decodeUtf8, isStorable } from './text.ts'

/** Objects and lists within one another at the most, as in Rails. */
export const JSON_DEPTH_MAX = 100

export type ParsedJson = { ok: true; value: unknown } | { ok: false; sentence: string }

/**
 * Parses a JSON body. The depth is bounded before it is parsed, since a few megabytes of `[` become gigabytes of
 * objects. Text that the database cannot store (NUL, lone surrogates) is refused wherever it stands, and so is a number that
 * would become an infinity. Numbers keep the digits that they were written with: see `json-numbers`.
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
  // Decoded UTF-8 has no lone surrogate, and a raw NUL is no JSON: only an escape can bring either.
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

/** Recursion is bounded by `JSON_DEPTH_MAX`. */
function allStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(allStorable)
  return Object.entries(value).every(([key, item]) => isStorable(key) && allStorable(item))
}
