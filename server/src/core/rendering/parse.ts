/** Parses a text and checks its limits. */
import { Parser, Tokenizer, TypeGuards } from 'liquidjs'
import type { Liquid, Template } from 'liquidjs'
import { createEngine } from './engine.ts'
import { walkTemplate } from './names-used.ts'
import type { TextNames } from './names-used.ts'

/** Length of a text. */
export const TEMPLATE_CHARACTERS_MAX = 256 * 1024
/** Characters inside the tags and outputs of a text. Parsing them takes up to 6 ms of the event loop. */
export const MARKUP_CHARACTERS_MAX = 16_000
/** The shortest tag or output. */
const MARKUP_CHARACTERS_MIN = '{{}}'.length

export type BodyFormat = 'html' | 'text'

/** The partials are not parsed with it. */
export interface Parsed extends TextNames {
  templates: Template[]
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
  const tooMuch = () => limit(`has too many characters inside tags and outputs (maximum is ${MARKUP_CHARACTERS_MAX})`)
  if (text.length > TEMPLATE_CHARACTERS_MAX)
    return limit(`is too long (maximum is ${TEMPLATE_CHARACTERS_MAX} characters)`)
  // Dividing a text into tags takes long if it has very many, so they are counted before.
  const begun = text.match(/\{\{|\{%/g)?.length ?? 0
  if (begun * MARKUP_CHARACTERS_MIN > MARKUP_CHARACTERS_MAX) return tooMuch()
  try {
    const engine = ENGINES[format]
    const tokens = new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options)
    let characters = 0
    for (const token of tokens) if (!TypeGuards.isHTMLToken(token)) characters += token.end - token.begin
    if (characters > MARKUP_CHARACTERS_MAX) return tooMuch()
    const templates = new Parser(engine).parseTokens(tokens)
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
