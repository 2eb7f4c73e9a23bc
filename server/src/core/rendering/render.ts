import type { Context } from 'liquidjs'
import { BoundedMap } from '../../platform/admission/bounded-map.ts'
import { monotonicMs } from '../../platform/clock.ts'
import { unknownPartial } from './engine.ts'
import {
  BoundedContext,
  OUTPUT_CHARACTERS_MAX,
  OUTPUT_EXCEEDED,
  ProcessorLimit,
  RENDER_LIMITS,
  TIME_EXCEEDED,
  WORK_EXCEEDED,
} from './render-limits.ts'
import { pathsThroughPartials } from './names-used.ts'
import type { NamePath } from './names-used.ts'
import type { Names } from './names.ts'
import { ENGINES, parse, rootCause, shorten } from './parse.ts'
import type { BodyFormat, Parsed } from './parse.ts'
import { withPartials } from './partial-tags.ts'
import type { OwnContent } from './content.ts'
import { renderedContent, renderedUrl, WrongContent } from './render-content.ts'
import type { RenderedContent } from '../providers/content.ts'

/** The locale of texts that are not the template's own. */
export interface Localized {
  /** The locale of the template. */
  locale: string
  /** The locale of dates and numbers, for example `de-AT` with the texts of `de`. */
  formats: string
}

/** The version of a partial in force. */
export interface LoadedPartial {
  id: number
  name: string
  version: number
  text: string
  /** The locale of `text`. Absent: it is the partial's own text. */
  locale?: string
}

/** With the texts in other languages. */
export interface LocalizablePartial extends LoadedPartial {
  locales: readonly { locale: string; text: string }[]
}

export interface RenderInput {
  accountId: number
  templateId: number
  version: number
  subject: string
  body: string
  bodyFormat: BodyFormat
  /** Null: the template's text. */
  channels: readonly ({
    channelId: number
    subject: string | null
    body: string | null
    url: string | null
  } & OwnContent)[]
  /** Null: the template's own texts, with the formats of `FORMATS_DEFAULT`. */
  localized: Localized | null
  /** The partials that the texts may use, with the partials of these, by their ids. */
  partials: readonly LoadedPartial[]
  /** See `templateNames`. */
  names: Names
}

export interface RenderedText extends RenderedContent {
  subject: string
  body: string
  /** The link in the inbox. Absent: the channel has none. */
  url?: string | null
}

export interface Rendered extends RenderedText {
  ok: true
  /** By channel id, only for channels with their own texts. The other channels use the message's texts. */
  channels: Map<number, RenderedText>
}

export interface NotRendered {
  ok: false
  code: 'template_limit' | 'invalid'
  /** Without a subject: "cannot be rendered: ...". */
  sentence: string
  /** The time was used up. Garbage collection, or code that ran for the first time, may have taken it. */
  isTime: boolean
}

export type RenderResult = Rendered | NotRendered

export interface Renderer {
  /** Renders synchronously within the limits. `onPaths` is called with the names in each text and its partials. */
  render(input: RenderInput, onPaths?: (paths: readonly NamePath[]) => void): RenderResult
}

const NO_TEXT: RenderedText = { subject: '', body: '' }

const TOO_MUCH = 'takes too long to render: use fewer loops and filters, or pass shorter lists and texts'
const SENTENCES: Record<string, string> = {
  [TIME_EXCEEDED]: TOO_MUCH,
  [WORK_EXCEEDED]: TOO_MUCH,
  [OUTPUT_EXCEEDED]: `renders to more than ${OUTPUT_CHARACTERS_MAX} characters: shorten the template or its values`,
}

/** A stored text that does not parse, because it was saved under other rules. */
class Unparsable extends Error {
  readonly result: NotRendered
  constructor(isLimit: boolean, sentence: string) {
    super(sentence)
    this.result = isLimit
      ? { ok: false, code: 'template_limit', sentence: `${sentence}; change the template`, isTime: false }
      : { ok: false, code: 'invalid', sentence: `cannot be rendered: ${sentence}`, isTime: false }
  }
}

/** Spaces replace them in a subject, because it becomes a mail header. */
const LINE_BREAKS = /[\r\n\u0085\u2028\u2029]+/g

/**
 * Removes control characters and lone surrogates. PostgreSQL cannot store NUL and lone surrogates. JSON writes the
 * others with six characters each, and the stored length must tell the response's length.
 */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]+/g, '').toWellFormed()
}

function failure(error: unknown): RenderResult {
  if (error instanceof Unparsable || error instanceof WrongContent) return error.result
  const cause = rootCause(error)
  if (!cause.endsWith('limit exceeded'))
    return { ok: false, code: 'invalid', sentence: `cannot be rendered: ${shorten(cause)}`, isTime: false }
  const sentence = SENTENCES[cause] ?? `exceeded a limit when it was rendered: ${shorten(cause)}`
  return { ok: false, code: 'template_limit', sentence, isTime: cause === TIME_EXCEEDED }
}

type ParsedOf = (key: string, text: string, format: BodyFormat) => Parsed

/** Added to the characters of each text in memory, because many tiny entries take memory too. */
export const ENTRY_CHARACTERS = 200

/** Parses texts. A cache keeps the parsed ones by their keys, up to this number of characters of text. */
function createParser(cacheCharactersMax: number): ParsedOf {
  const cache = new BoundedMap<string, Parsed>(cacheCharactersMax)
  return (key, text, format) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const result = parse(text, format)
    if (!result.ok) throw new Unparsable(result.isLimit, result.sentence)
    cache.set(key, result.parsed, text.length + ENTRY_CHARACTERS)
    return result.parsed
  }
}

/** Finds the parsed partials of a render. Each is parsed at most once per render, even if the cache is too small. */
function partialsOf({ accountId, partials }: RenderInput, parsedOf: ParsedOf) {
  const versions = new Map(partials.map((partial) => [partial.name, partial]))
  const found = new Map<string, Parsed>()
  return (format: BodyFormat, name: string): Parsed => {
    const partial = versions.get(name)
    if (partial === undefined) throw new Error(unknownPartial(name))
    const { id, version, text, locale } = partial
    const key = `${accountId}/partial/${name}/${id}/${version}/${locale ?? ''}/${format}`
    const parsed = found.get(key) ?? parsedOf(key, text, format)
    found.set(key, parsed)
    return parsed
  }
}

/** A renderer with a cache of parsed templates, limited by the characters of their texts. */
export function createRenderer(cacheCharactersMax: number, limits = RENDER_LIMITS): Renderer {
  const parsedOf = createParser(cacheCharactersMax)

  return {
    render(input, onPaths) {
      const options = { sync: true, memoryLimit: limits.workUnits, globals: input.names }
      const renderLimit = new ProcessorLimit(limits.processorMs) as unknown as Context['renderLimit']
      const { localized } = input
      const texts = `${input.accountId}/${input.templateId}/${input.version}/${localized?.locale ?? ''}`
      const partialOf = partialsOf(input, parsedOf)
      // The first context creates the limit of work. The others share it.
      let memoryLimit: Pick<Context, 'memoryLimit'> | null = null

      function renderText(part: string, text: string, format: BodyFormat): string {
        // Most subjects and many push texts have nothing to render.
        if (!text.includes('{{') && !text.includes('{%')) return text
        const parsed = parsedOf(`${texts}/${part}`, text, format)
        onPaths?.(
          pathsThroughPartials(
            parsed,
            (name) => partialOf(format, name),
            () => renderLimit.check(monotonicMs()),
          ),
        )
        // Most texts use no partial, and the engine itself finds none.
        const liquid =
          parsed.uses.size === 0
            ? ENGINES[format]
            : withPartials(ENGINES[format], (name) => partialOf(format, name).templates)
        const formats = localized === null ? liquid.options : { ...liquid.options, locale: localized.formats }
        const own = { ...memoryLimit, renderLimit, liquid }
        const context = new BoundedContext(input.names, formats, options, own)
        memoryLimit = context
        return liquid.renderSync(parsed.templates, context) as string
      }

      const line = (part: string, text: string) =>
        clean(renderText(part, text, 'text'))
          .replace(LINE_BREAKS, ' ')
          .trim()

      /** The texts of a part. Null: the text of the message. */
      function renderPart(part: string, subject: string | null, body: string | null, message: RenderedText) {
        return {
          subject: subject === null ? message.subject : line(`${part}subject`, subject),
          body: body === null ? message.body : clean(renderText(`${part}body`, body, input.bodyFormat)),
        }
      }

      try {
        const rendered = renderPart('', input.subject, input.body, NO_TEXT)
        const channels = new Map<number, RenderedText>()
        for (const { channelId, subject, body, url, content } of input.channels) {
          if (subject === null && body === null && url === null && content === null) continue
          const part = `${channelId}/`
          channels.set(channelId, {
            ...renderPart(part, subject, body, rendered),
            ...(url === null ? {} : { url: renderedUrl(line(`${part}url`, url)) }),
            ...(content === null ? {} : renderedContent(content, (field, text) => line(part + field, text))),
          })
        }
        return { ok: true, ...rendered, channels }
      } catch (error) {
        return failure(error)
      }
    },
  }
}
