import { Context } from 'liquidjs'
import type { Liquid, Template } from 'liquidjs'
import {
  createEngine,
  RENDER_TIME_MAX_MS,
  TEMPLATE_CHARACTERS_MAX,
  TEMPLATE_TOKENS_MAX,
  WORK_UNITS_MAX,
} from './engine.ts'
import type { Names } from './names.ts'
import { createParsedCache } from './parsed-cache.ts'

export type BodyFormat = 'html' | 'text'

export interface RenderInput {
  accountId: number
  templateId: number
  version: number
  subject: string
  body: string
  bodyFormat: BodyFormat
  /** A text that is null is the template's. */
  channels: readonly { channelId: number; subject: string | null; body: string | null }[]
  /** See `templateNames`. */
  names: Names
}

export interface RenderedText {
  subject: string
  body: string
}

export type RenderResult =
  | {
      ok: true
      subject: string
      body: string
      /** By channel id, of the channels with a text of their own; every other has the message's. */
      channels: Map<number, RenderedText>
    }
  | { ok: false; code: 'template_limit' | 'invalid'; sentence: string }

export interface Renderer {
  render(input: RenderInput): RenderResult
}

/** Text of parsed templates kept in memory, in characters; what they take is a small multiple of it. */
const CACHE_CHARACTERS_MAX = 8 * 1024 * 1024

/** Renders of one message when the time ran out: an innocent template whose process was halted gets a second chance. */
const RENDERS_MAX = 2

/** What the template engine says; what it stopped by its limits ends in the same words. */
const TIME_EXCEEDED = 'template render limit exceeded'
const TOO_DEEP = 'depth limit exceeded'
const CAUSE_CHARACTERS_MAX = 200

const ENGINES: Record<BodyFormat, Liquid> = { html: createEngine('html'), text: createEngine('none') }

/** Whether a text is a template: tells the mistake and where it is ("does not parse: ..."). */
export function parse(text: string): { ok: true } | { ok: false; sentence: string } {
  if (text.length > TEMPLATE_CHARACTERS_MAX)
    return { ok: false, sentence: `is too long (maximum is ${TEMPLATE_CHARACTERS_MAX} characters)` }
  if (countTokens(text) > TEMPLATE_TOKENS_MAX)
    return { ok: false, sentence: `has too many tags (maximum is ${TEMPLATE_TOKENS_MAX})` }
  try {
    ENGINES.text.parse(text)
    return { ok: true }
  } catch (error) {
    // Blocks within blocks by the thousand end the parser's stack.
    if (rootCause(error) === TOO_DEEP) return { ok: false, sentence: 'does not parse: it is nested too deeply' }
    if (!(error instanceof Error)) throw error
    const place = /^(.*), line:(\d+), col:(\d+)$/s.exec(error.message)
    if (!place) return { ok: false, sentence: `does not parse: ${shorten(error.message)}` }
    return { ok: false, sentence: `does not parse: ${shorten(place[1]!)} (line ${place[2]}, column ${place[3]})` }
  }
}

/** Tags and outputs; within `liquid` every line is a tag. */
function countTokens(text: string): number {
  const pattern = /\{%-?\s*liquid/.test(text) ? /\{\{|\{%|\n/g : /\{\{|\{%/g
  return text.match(pattern)?.length ?? 0
}

/** The parser quotes what it stumbled over, whatever its length. */
function shorten(text: string): string {
  return text.length > CAUSE_CHARACTERS_MAX ? `${text.slice(0, CAUSE_CHARACTERS_MAX)}…` : text
}

/** The message of the error that all the others wrap. */
function rootCause(error: unknown): string {
  let cause = error
  while (cause instanceof Error && 'originalError' in cause && cause.originalError instanceof Error)
    cause = cause.originalError
  if (cause instanceof RangeError && /call stack/.test(cause.message)) return TOO_DEEP
  return cause instanceof Error ? cause.message : String(cause)
}

/** No line break: a subject becomes a header. No NUL, no half of a surrogate pair: PostgreSQL stores neither. */
function cleanSubject(text: string): string {
  return cleanBody(text)
    .replace(/[\r\n\u0085\u2028\u2029]+/g, ' ')
    .trim()
}

function cleanBody(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** A renderer with a cache of parsed templates; rendering is synchronous, and bounded in time and memory per message. */
export function createRenderer(cacheCharactersMax = CACHE_CHARACTERS_MAX): Renderer {
  const cache = createParsedCache(cacheCharactersMax)

  function renderOnce(input: RenderInput): RenderResult {
    // The first context makes the limits, all the others share them.
    let limits: Pick<Context, 'memoryLimit' | 'renderLimit'> | null = null
    const renderPart = (part: string, text: string, engine: Liquid): string => {
      // Most subjects, and many texts of a push, have nothing to render.
      if (!text.includes('{{') && !text.includes('{%')) return text
      const key = `${input.accountId}/${input.templateId}/${input.version}/${part}`
      const parsed: Template[] = cache.get(key) ?? cache.set(key, text.length, engine.parse(text))
      const context: Context = new Context(
        input.names,
        engine.options,
        { sync: true, memoryLimit: WORK_UNITS_MAX, renderLimit: RENDER_TIME_MAX_MS },
        { ...limits, liquid: engine },
      )
      limits = context
      return engine.renderSync(parsed, context) as string
    }
    const subject = (part: string, text: string) => cleanSubject(renderPart(`${part}subject`, text, ENGINES.text))
    const body = (part: string, text: string) => cleanBody(renderPart(`${part}body`, text, ENGINES[input.bodyFormat]))

    const rendered = { subject: subject('', input.subject), body: body('', input.body) }
    const channels = new Map<number, RenderedText>()
    for (const channel of input.channels) {
      if (channel.subject === null && channel.body === null) continue
      channels.set(channel.channelId, {
        subject: channel.subject === null ? rendered.subject : subject(`${channel.channelId}/`, channel.subject),
        body: channel.body === null ? rendered.body : body(`${channel.channelId}/`, channel.body),
      })
    }
    return { ok: true, ...rendered, channels }
  }

  return {
    render(input) {
      for (let renders = 1; ; renders++) {
        try {
          return renderOnce(input)
        } catch (error) {
          const cause = rootCause(error)
          if (cause === TIME_EXCEEDED && renders < RENDERS_MAX) continue
          if (cause.endsWith('limit exceeded'))
            return { ok: false, code: 'template_limit', sentence: 'exceeds a limit while rendering' }
          return { ok: false, code: 'invalid', sentence: `does not render: ${shorten(cause)}` }
        }
      }
    },
  }
}
