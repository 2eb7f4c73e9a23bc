/** Parses a text and checks its limits. */
import type { Liquid, Template } from 'liquidjs'
import { createEngine, TEMPLATE_CHARACTERS_MAX, TEMPLATE_TOKENS_MAX } from './engine.ts'
import { walkTemplate } from './names-used.ts'
import type { NamePath, Uses } from './names-used.ts'

export type BodyFormat = 'html' | 'text'

export interface Parsed {
  templates: Template[]
  /** Names that the text uses and does not define itself. */
  paths: NamePath[]
  /** The partials that it uses itself. They are not parsed with it. */
  uses: Uses
}

/**
 * `isLimit`: the text exceeds a limit. Otherwise it has a mistake. The sentence has no subject ("is not valid Liquid: ...").
 */
export type ParseResult = { ok: true; parsed: Parsed } | { ok: false; isLimit: boolean; sentence: string }

export const ENGINES: Record<BodyFormat, Liquid> = { html: createEngine('html'), text: createEngine('none') }

const TOO_DEEP = 'depth limit exceeded'
const CAUSE_CHARACTERS_MAX = 200

/** Parses a text in linear time. */
export function parse(text: string, format: BodyFormat = 'text'): ParseResult {
  const limit = (sentence: string): ParseResult => ({ ok: false, isLimit: true, sentence })
  if (text.length > TEMPLATE_CHARACTERS_MAX)
    return limit(`is too long (maximum is ${TEMPLATE_CHARACTERS_MAX} characters)`)
  if (countTokens(text) > TEMPLATE_TOKENS_MAX) return limit(`has too many tags (maximum is ${TEMPLATE_TOKENS_MAX})`)
  try {
    const templates = ENGINES[format].parse(text)
    const walked = walkTemplate(templates, format === 'html')
    if (!walked.ok) return limit(walked.sentence)
    return { ok: true, parsed: { templates, paths: walked.paths, uses: walked.uses } }
  } catch (error) {
    // Thousands of nested blocks overflow the parser's stack.
    if (rootCause(error) === TOO_DEEP) return limit('is not valid Liquid: it is nested too deeply')
    if (!(error instanceof Error)) throw error
    return { ok: false, isLimit: false, sentence: mistake(error) }
  }
}

/** A text with the name of its field. */
export interface FieldText {
  field: string
  text: string
}

/** A partial that the text of a field uses, with the place of its first use. */
export interface UsedPartial {
  field: string
  name: string
  at: number
}

export interface Checked {
  /** Mistakes by field. Fields without mistakes are absent. */
  mistakes: Record<string, string>
  uses: UsedPartial[]
}

/** Parses texts. It does not check if their partials exist. */
export function checkTexts(texts: readonly FieldText[]): Checked {
  const checked: Checked = { mistakes: {}, uses: [] }
  for (const { field, text } of texts) {
    const result = parse(text)
    if (!result.ok) checked.mistakes[field] = result.sentence
    else for (const [name, { at }] of result.parsed.uses) checked.uses.push({ field, name, at })
  }
  return checked
}

/** A place in a text, as in the engine's messages. */
export function placeIn(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  return `(line ${lines.length}, column ${lines.at(-1)!.length + 1})`
}

function mistake({ message }: Error): string {
  const place = /^(.*), line:(\d+), col:(\d+)$/s.exec(message)
  if (!place) return `is not valid Liquid: ${shorten(message)}`
  return `is not valid Liquid: ${shorten(place[1]!)} (line ${place[2]}, column ${place[3]})`
}

/** Counts tags and outputs. Inside `liquid`, each line is a tag. */
function countTokens(text: string): number {
  const pattern = /\{%-?\s*liquid/.test(text) ? /\{\{|\{%|\n/g : /\{\{|\{%/g
  return text.match(pattern)?.length ?? 0
}

/**
 * A lower bound of the characters inside tags and outputs, found without parsing. The time of parsing grows with them.
 * The text after a `raw` counts completely, because it may contain anything.
 */
export function markupCharacters(text: string): number {
  const raw = /\{%-?\s*raw/.exec(text)?.index ?? text.length
  let characters = text.length - raw
  for (let at = text.indexOf('{'); at >= 0 && at < raw; at = text.indexOf('{', at)) {
    const next = text[at + 1]
    const end = next === '{' ? endOfOutput(text, at + 2) : next === '%' ? endOfTag(text, at + 1) : at + 1
    if (end > at + 1) characters += end - at
    at = end
  }
  return characters
}

function endOfTag(text: string, from: number): number {
  const end = text.indexOf('%}', from)
  return end < 0 ? text.length : end + 2
}

/** An output ends at the first `}}` outside of quotes. */
function endOfOutput(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const character = text[at]!
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '}' && text[at + 1] === '}') return at + 2
  }
  return text.length
}

/** Cuts a cause, because it may quote a text of any length. */
export function shorten(text: string): string {
  return text.length > CAUSE_CHARACTERS_MAX ? `${text.slice(0, CAUSE_CHARACTERS_MAX)}…` : text
}

/** The message of the innermost wrapped error. */
export function rootCause(error: unknown): string {
  let cause = error
  while (cause instanceof Error && 'originalError' in cause && cause.originalError instanceof Error)
    cause = cause.originalError
  if (cause instanceof RangeError && /call stack/.test(cause.message)) return TOO_DEEP
  return cause instanceof Error ? cause.message : String(cause)
}
