/**
 * Parses JSON and keeps numbers exactly as written. `JSON.parse` would change `12345678901234567890` and `1.10`. Such
 * numbers become values of `JSON.rawJSON`, and `JSON.stringify` writes them unchanged. (A reviver could do it too, but
 * takes ten times as long.)
 */

/** A number as written. Frozen, without a prototype. */
export interface RawNumber {
  readonly rawJSON: string
}

declare global {
  interface JSON {
    rawJSON(text: string): RawNumber
    isRawJSON(value: unknown): value is RawNumber
  }
}

export interface ScannedJson {
  /** The deepest nesting of brackets outside of strings. */
  depth: number
  /** Places of numbers that JavaScript would write differently: start and end of each, in turn. */
  rawNumbers: number[]
  /** Whether a number is too large or too small for JavaScript: it would become infinite or zero. */
  hasExtreme: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const POINT = 0x2e
/** `e`, and the bit that differs in `E`. */
const EXPONENT = 0x65
const LETTER_BIT = 0x20
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
/** The bit that differs between `[` and `{`, and between `]` and `}`. */
const BRACE_BIT = 0x20
/** JavaScript stores integers of this many digits exactly. */
const EXACT_DIGITS_MAX = 15
/** JavaScript writes small numbers with more decimals with an exponent. */
const PLAIN_DECIMALS_MAX = 6
const EXPONENT_OF = /[eE]([+-]?\d+)$/
/** Near the largest exponent in JavaScript. PostgreSQL writes numbers in full: `1e-16000` has 16,000 digits. */
const EXPONENT_MAX = 330
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Raw numbers in one text, as many as a batch may have attributes. Each takes a microsecond and 100 bytes. */
export const RAW_NUMBERS_MAX = 100_000

/** Marks a raw number while it is parsed as a string. Stored texts never contain it. */
const MARK = '\0'
const MARK_ESCAPED = '\\u0000'

const isDigit = (code: number) => code >= ZERO && code <= NINE

/** Scans JSON before it is parsed, in linear time. If the text is not valid JSON, the result has no meaning. */
export function scanJson(text: string): ScannedJson {
  const scanned: ScannedJson = { depth: 0, rawNumbers: [], hasExtreme: false }
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if ((code | BRACE_BIT) === OPENING_BRACE) scanned.depth = Math.max(scanned.depth, ++depth)
    else if ((code | BRACE_BIT) === CLOSING_BRACE) depth -= 1
    else if (isDigit(code) || code === MINUS) at = scanNumber(text, at, scanned) - 1
  }
  return scanned
}

/** The index of the quote that ends the string beginning at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** The end of the number beginning at `start`. */
function scanNumber(text: string, start: number, scanned: ScannedJson): number {
  const plainEnd = endOfPlainNumber(text, start)
  if (plainEnd !== null) return plainEnd
  NUMBER.lastIndex = start
  const written = NUMBER.exec(text)?.[0]
  if (written === undefined) return start + 1
  const value = Number(written)
  const [, exponent = '0'] = EXPONENT_OF.exec(written) ?? []
  if (!Number.isFinite(value) || Math.abs(Number(exponent)) > EXPONENT_MAX) scanned.hasExtreme = true
  if (String(value) !== written) scanned.rawNumbers.push(start, start + written.length)
  return start + written.length
}

/** The end of a short number, if its digits alone prove that JavaScript keeps it unchanged. Otherwise null. */
function endOfPlainNumber(text: string, start: number): number | null {
  const isNegative = text.charCodeAt(start) === MINUS
  const digitsAt = isNegative ? start + 1 : start
  const pointAt = endOfDigits(text, digitsAt)
  const hasPoint = text.charCodeAt(pointAt) === POINT
  const end = hasPoint ? endOfDigits(text, pointAt + 1) : pointAt
  if ((text.charCodeAt(end) | LETTER_BIT) === EXPONENT) return null
  if (!hasPoint) {
    const isNegativeZero = isNegative && text.charCodeAt(digitsAt) === ZERO
    return end === digitsAt || end - digitsAt > EXACT_DIGITS_MAX || isNegativeZero ? null : end
  }
  const decimals = end - pointAt - 1
  const endsInZero = text.charCodeAt(end - 1) === ZERO
  const isShort = pointAt - digitsAt <= EXACT_DIGITS_MAX - PLAIN_DECIMALS_MAX && decimals <= PLAIN_DECIMALS_MAX
  return isShort && decimals > 0 && !endsInZero ? end : null
}

function endOfDigits(text: string, start: number): number {
  let at = start
  while (isDigit(text.charCodeAt(at))) at += 1
  return at
}

/**
 * Parses JSON after `scanJson`. The text must not contain NUL characters.
 * @throws {SyntaxError} if it is not JSON
 */
export function parseScanned(text: string, { rawNumbers }: Pick<ScannedJson, 'rawNumbers'>): unknown {
  if (rawNumbers.length === 0) return JSON.parse(text)
  let marked = ''
  let from = 0
  for (let index = 0; index < rawNumbers.length; index += 2) {
    const [start, end] = [rawNumbers[index]!, rawNumbers[index + 1]!]
    marked += `${text.slice(from, start)}"${MARK_ESCAPED}${text.slice(start, end)}"`
    from = end
  }
  return withRawNumbers(JSON.parse(marked + text.slice(from)))
}

/** Scans and parses JSON. Does not limit the nesting, so use it for our own JSON or after a check. */
export function parseWithDigits(text: string): unknown {
  return parseScanned(text, scanJson(text))
}

/** Replaces marked texts by raw numbers, in place. */
function withRawNumbers(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? JSON.rawJSON(value.slice(MARK.length)) : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) value[index] = withRawNumbers(value[index])
    return value
  }
  const fields = value as Record<string, unknown>
  for (const name in fields) fields[name] = withRawNumbers(fields[name])
  return value
}
