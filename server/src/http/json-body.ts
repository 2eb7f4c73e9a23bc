import { decodeUtf8, isStorable } from './text.ts'

/** Objects and lists within one another at the most, as in Rails. */
export const JSON_DEPTH_MAX = 100

export type ParsedJson = { ok: true; value: unknown } | { ok: false; sentence: string }

/**
 * Parses a JSON body. The depth is bounded before it is parsed, since a few megabytes of `[` become gigabytes of
 * objects. Text that the database cannot store (NUL, lone surrogates) is refused wherever it stands.
 */
export function parseJson(bytes: Uint8Array): ParsedJson {
  const text = decodeUtf8(bytes)
  if (text === null) return { ok: false, sentence: 'The body is not UTF-8' }
  if (depthOf(bytes) > JSON_DEPTH_MAX) {
    return { ok: false, sentence: `The body is nested more than ${JSON_DEPTH_MAX} deep` }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { ok: false, sentence: 'The body is not valid JSON' }
  }
  // Decoded UTF-8 has no lone surrogate, and a raw NUL is no JSON: only an escape can bring either.
  if (text.includes('\\u') && !allStorable(value)) {
    return { ok: false, sentence: 'The body contains a NUL character or half a surrogate pair' }
  }
  return { ok: true, value }
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** The deepest nesting of brackets outside strings. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (inString) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) inString = false
    } else if (byte === QUOTE) inString = true
    // [ and { differ from ] and } by 2, and from each other by 32.
    else if ((byte | 0x20) === 0x7b) deepest = Math.max(deepest, ++depth)
    else if ((byte | 0x20) === 0x7d) depth -= 1
  }
  return deepest
}

/** Recursion is bounded by `JSON_DEPTH_MAX`. */
function allStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(allStorable)
  return Object.entries(value).every(([key, item]) => isStorable(key) && allStorable(item))
}
