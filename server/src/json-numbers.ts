/**
 * JSON whose numbers keep the digits that they were written with. `12345678901234567890` and `1.10` are no numbers of the
 * language: `JSON.parse` makes others of them. Those that it would change become values of `JSON.rawJSON` instead, which
 * `JSON.stringify` writes as they were. (A reviver gets the source of each number too, and takes ten times as long.)
 */

/** A number as it was written; frozen, without a prototype. */
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
  /** The deepest nesting of brackets outside strings. */
  depth: number
  /** The places of the numbers that the language would write in another way: begin and end of each, in turn. */
  rawNumbers: number[]
  /** A number is beyond those of the language, which would make an infinity or zero of it. */
  hasExtreme: boolean
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const POINT = 0x2e
/** `e`, and the bit in which `E` differs. */
const EXPONENT = 0x65
const LETTER_BIT = 0x20
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d
/** The bit in which `[` and `{`, and `]` and `}`, differ. */
const BRACE_BIT = 0x20
/** Integers of as many digits are numbers of the language. */
const EXACT_DIGITS_MAX = 15
/** With more decimals a small number is written with an exponent. */
const PLAIN_DECIMALS_MAX = 6
const EXPONENT_OF = /[eE]([+-]?\d+)$/
/** The numbers of the language end there. The database writes a number out: `1e-16000` as 16,000 digits. */
const EXPONENT_MAX = 330
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** Raw numbers of one text at the most: as many as a batch has attributes. Each takes a microsecond, and 100 bytes. */
export const RAW_NUMBERS_MAX = 100_000

/** Precedes a raw number while it is parsed as a text. No text that is stored holds it. */
const MARK = '\0'
const MARK_ESCAPED = '\\u0000'

const isDigit = (code: number) => code >= ZERO && code <= NINE

/**
 * Looks through JSON before it is parsed. The text may be no JSON: then what is found means nothing. It takes time in
 * proportion to the text.
 */
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

/** The index of the quote that ends the string which begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === BACKSLASH) before -= 1
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}

/** Where the number that begins at `start` ends. */
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

/** Where a number ends that is short enough for its digits alone to tell that it stays as it is; null for another one. */
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
 * The value of JSON that `scanJson` has looked through. Its texts hold no NUL.
 * @throws {SyntaxError} if it is no JSON
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

/** The value of JSON of our own or of one that was looked through: as `parseScanned`, with as deep a nesting as comes. */
export function parseWithDigits(text: string): unknown {
  return parseScanned(text, scanJson(text))
}

/** Replaces each text that begins with the mark, in place. */
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
