import { Liquid, defaultOperators } from 'liquidjs'
import type { CaseTag, Context } from 'liquidjs'
import { monotonicMs, threadProcessorMs } from '../clock.ts'

type Emitter = NonNullable<Parameters<Liquid['renderer']['renderTemplates']>[2]>
type FilterImplementation = Extract<Liquid['filters'][string], (...values: never[]) => unknown>

/** Longest template text, in characters. */
export const TEMPLATE_CHARACTERS_MAX = 256 * 1024

/** Tags and outputs in one text: the parser takes time that grows with their square. */
export const TEMPLATE_TOKENS_MAX = 5_000

/** Longest rendered text, in characters. */
export const OUTPUT_CHARACTERS_MAX = 1024 * 1024

/** What one render may take, for all texts of its message together. */
export interface RenderLimits {
  /** Time of the thread's processor, ms; looked at before each tag, output, filter and operator. */
  processorMs: number
  /**
   * Work, for what happens between two looks at the time: a character that a filter or the output handles is one unit,
   * an item of a list `ITEM_UNITS`. The costliest filters take a microsecond an item.
   */
  workUnits: number
  /** Characters within tags and outputs of a text that is not parsed yet: parsing 16,000 takes up to 6 ms. */
  markupCharactersMax: number
  /** Renders, if the time runs out: code that runs for the first time is slow. */
  triesMax: number
}

/** On the event loop: what needs more goes to a thread. */
export const LOOP_LIMITS: RenderLimits = {
  processorMs: 10,
  workUnits: 250_000,
  markupCharactersMax: 16_000,
  triesMax: 1,
}
/** In a thread: what needs more is refused. The second try is one with code that has run before. */
export const THREAD_LIMITS: RenderLimits = {
  processorMs: 50,
  workUnits: 2_500_000,
  markupCharactersMax: Infinity,
  triesMax: 2,
}
const ITEM_UNITS = 20
/** Each call of a filter or an operator, whatever it is given. */
const CALL_UNITS = 20
/** Each date, and each field of its format: names of days, months and zones are looked up in tables of the language. */
const DATE_UNITS = 500
const DATE_FORMAT_CHARACTERS_MAX = 200

/**
 * What template authors expect of Liquid, and nothing that can hang the process: filters that evaluate an expression
 * per item, or that put a list into itself (its text then doubles at every step), are not among them.
 */
const FILTERS = new Set(
  `abs append at_least at_most base64_decode base64_encode capitalize ceil compact concat date default divided_by
  downcase escape escape_once find find_index first floor has join json last lstrip map minus modulo newline_to_br plus
  prepend raw reject remove remove_first remove_last replace replace_first replace_last reverse round rstrip size slice
  sort sort_natural split squish strip strip_html strip_newlines sum times truncate truncatewords uniq upcase url_decode
  url_encode where`.split(/\s+/),
)

/** These look at the ends of a list alone. */
const FILTERS_WITHOUT_CHARGE = new Set(['default', 'first', 'last', 'raw', 'size'])

/** Tags that read other templates: there are none to read. */
const TAGS_REMOVED = ['include', 'render', 'layout', 'block']

/** What the template engine says; what it stopped by its limits ends in the same words. */
export const TIME_EXCEEDED = 'template render limit exceeded'
export const WORK_EXCEEDED = 'memory alloc limit exceeded'
export const OUTPUT_EXCEEDED = 'output limit exceeded'

/** A `case` over a list compares it item by item with every `when`; longer lists are refused. */
const CASE_ITEMS_MAX = 100

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

/** The end of the time of a render: by the thread's processor, since the time of a machine that does other work says nothing. */
export class ProcessorLimit {
  readonly #limitMs: number
  readonly #startedAt = threadProcessorMs()
  #lookAt: number
  constructor(limitMs: number) {
    this.#limitMs = limitMs
    this.#lookAt = monotonicMs() + limitMs
  }
  /** `now`: monotonic ms. A processor never works for longer than time passes. */
  check(now: number): void {
    if (now <= this.#lookAt) return
    const leftMs = this.#limitMs - (threadProcessorMs() - this.#startedAt)
    if (leftMs <= 0) throw new Error(TIME_EXCEEDED)
    this.#lookAt = now + leftMs
  }
}

/** A call of a filter or an operator: a chain of them within one output may not outrun the limits. */
function chargeCall(context: Context, units: number): void {
  context.memoryLimit.use(units)
  context.renderLimit.check(monotonicMs())
}

function charge(context: Context, value: unknown): void {
  if (typeof value === 'string') context.memoryLimit.use(value.length)
  else if (Array.isArray(value)) {
    context.memoryLimit.use(value.length * ITEM_UNITS)
    for (const item of value) charge(context, item)
  }
}

/** The text of a value, charged: a list is its items in a row, an object its JSON. */
function textOf(context: Context, value: unknown): string {
  if (typeof value === 'string') {
    context.memoryLimit.use(value.length)
    return value
  }
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) {
    context.memoryLimit.use(value.length * ITEM_UNITS)
    let text = ''
    for (const item of value) text += textOf(context, item)
    return text
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return ''
  return JSON.stringify(value, (_name, part: unknown) => {
    context.memoryLimit.use(typeof part === 'string' ? part.length : 1)
    return part
  })
}

/** Collects the output of a render or of a `capture`; refuses what is too long while it is being made. */
class BoundedEmitter implements Emitter {
  buffer = ''
  readonly #context: Context
  constructor(context: Context) {
    this.#context = context
  }
  write(value: unknown): void {
    this.buffer += textOf(this.#context, value)
    if (this.buffer.length > OUTPUT_CHARACTERS_MAX) throw new Error(OUTPUT_EXCEEDED)
  }
}

function escapeHtml(this: { context: Context }, value: unknown): string {
  return textOf(this.context, value).replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

function chargedOperators(): typeof defaultOperators {
  const operators: typeof defaultOperators = {}
  for (const [name, operator] of Object.entries(defaultOperators)) {
    operators[name] =
      name === 'not'
        ? operator
        : (left: unknown, right: unknown, context: Context) => {
            chargeCall(context, CALL_UNITS)
            charge(context, left)
            charge(context, right)
            return (operator as (...values: unknown[]) => boolean)(left, right, context)
          }
  }
  return operators
}

function dateUnits(format: unknown): number {
  const text = typeof format === 'string' ? format : ''
  if (text.length > DATE_FORMAT_CHARACTERS_MAX) throw new Error('date format limit exceeded')
  return DATE_UNITS * text.split('%').length
}

function restrictFilters(liquid: Liquid): void {
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!FILTERS.has(name)) liquid.unregisterFilter(name)
    else if (!FILTERS_WITHOUT_CHARGE.has(name) && typeof filter === 'function') {
      const original: FilterImplementation = filter
      liquid.registerFilter(name, function (value: unknown, ...values: unknown[]): unknown {
        chargeCall(this.context, name === 'date' ? dateUnits(values[0]) : CALL_UNITS)
        charge(this.context, value)
        charge(this.context, values)
        return original.call(this, value, ...values)
      })
    }
  }
}

function restrictTags(liquid: Liquid): void {
  for (const name of TAGS_REMOVED) delete liquid.tags[name]
  const Case = liquid.tags['case'] as unknown as typeof CaseTag
  liquid.registerTag(
    'case',
    class extends Case {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
        const value = yield this.value.value(context, true)
        if (Array.isArray(value) && value.length > CASE_ITEMS_MAX) throw new Error('case limit exceeded')
        yield* super.render(context, emitter)
      }
    },
  )
}

/**
 * Liquid for texts of strangers: own properties only, nothing read from anywhere, unknown filters and tags refused
 * when parsed, every list, text and output bounded. `html`: outputs are escaped unless their last filter is `raw`.
 */
export function createEngine(escape: 'html' | 'none'): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    parseLimit: TEMPLATE_CHARACTERS_MAX,
    operators: chargedOperators(),
    // The same text on every machine: dates are UTC unless the template names a zone.
    timezoneOffset: 0,
    locale: 'en-US',
    ...(escape === 'html' ? { outputEscape: escapeHtml } : {}),
  })
  restrictFilters(liquid)
  restrictTags(liquid)
  const renderTemplates = liquid.renderer.renderTemplates.bind(liquid.renderer)
  liquid.renderer.renderTemplates = (templates, context, emitter) =>
    renderTemplates(templates, context, emitter ?? new BoundedEmitter(context))
  return liquid
}
