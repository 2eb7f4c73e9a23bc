import { Liquid, defaultOperators } from 'liquidjs'
import type { CaseTag, Context } from 'liquidjs'
import { escapeHtml } from '../../platform/http/text.ts'
import { charge, chargeFilter, chargeOperator } from './charges.ts'
import { FORMATS_DEFAULT, localDateFilter, localNumber } from './locale-filters.ts'
import { boundOutput, textOf } from './render-limits.ts'
import type { Emitter } from './render-limits.ts'
import { PARTIAL_TAGS, withPartials } from './partial-tags.ts'
import { plainNumber } from './names.ts'

/**
 * The usual Liquid filters, except dangerous ones. Missing are filters that evaluate an expression per item, and
 * filters that put a list into itself, because its text doubles with each use.
 */
const FILTERS = new Set(
  `abs append at_least at_most base64_decode base64_encode capitalize ceil compact concat date default divided_by
  downcase escape escape_once find find_index first floor has join json last lstrip map minus modulo newline_to_br number
  plus prepend raw reject remove remove_first remove_last replace replace_first replace_last reverse round rstrip size slice
  sort sort_natural split squish strip strip_html strip_newlines sum times truncate truncatewords uniq upcase url_decode
  url_encode where`.split(/\s+/),
)

/** These only read the ends of a list, so they cost nothing. */
const FILTERS_WITHOUT_CHARGE = new Set(['default', 'first', 'last', 'raw', 'size'])

/** The mistake of a text without one of its partials. */
export const unknownPartial = (name: string) => `the partial ${name} does not exist`

function escapeOutput(this: { context: Context }, value: unknown): string {
  return escapeHtml(textOf(this.context, value))
}

function chargedOperators(): typeof defaultOperators {
  const operators: typeof defaultOperators = {}
  for (const [name, operator] of Object.entries(defaultOperators)) {
    operators[name] =
      name === 'not'
        ? operator
        : (left: unknown, right: unknown, context: Context) => {
            chargeOperator(context, name, left, right)
            return (operator as (...values: unknown[]) => boolean)(left, right, context)
          }
  }
  return operators
}

function restrictFilters(liquid: Liquid): void {
  liquid.registerFilter('number', function (value: unknown, ...values: unknown[]): unknown {
    return localNumber(this.context.opts.locale, value, values)
  })
  liquid.registerFilter('date', function (value: unknown, format: unknown, zone: unknown): unknown {
    return localDateFilter(this.context, plainNumber(value), format, zone)
  })
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!FILTERS.has(name)) liquid.unregisterFilter(name)
    else if (!FILTERS_WITHOUT_CHARGE.has(name) && typeof filter === 'function') {
      liquid.registerFilter(name, function (value: unknown, ...values: unknown[]): unknown {
        chargeFilter(this.context, name, value, values)
        const result = filter.call(this, value, ...values)
        // Division by zero renders empty, like an unknown name. So no mail contains Infinity or NaN.
        return typeof result === 'number' && !Number.isFinite(result) ? null : result
      })
    }
  }
}

function restrictTags(liquid: Liquid): void {
  // Its text would share all names with the text around it. `render` does the same with names of its own.
  delete liquid.tags['include']
  for (const [name, tag] of Object.entries(PARTIAL_TAGS)) liquid.registerTag(name, tag)
  const Case = liquid.tags['case'] as unknown as typeof CaseTag
  liquid.registerTag(
    'case',
    class extends Case {
      override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
        const value = yield this.value.value(context, true)
        // The value is compared with each `when`, a list item by item.
        for (const { values } of this.branches) for (const _ of values) charge(context, value)
        yield* super.render(context, emitter)
      }
    },
  )
}

/**
 * Creates a Liquid engine for untrusted templates. It reads own properties only, and no files or partials. The parser refuses
 * unknown filters and tags. Lists, texts and outputs have limits. `html`: outputs are escaped unless their last filter
 * is `raw`.
 */
export function createEngine(escape: 'html' | 'none'): Liquid {
  const liquid = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    templates: {},
    operators: chargedOperators(),
    locale: FORMATS_DEFAULT,
    ...(escape === 'html' ? { outputEscape: escapeOutput } : {}),
  })
  restrictFilters(liquid)
  restrictTags(liquid)
  boundOutput(liquid.renderer)
  return withPartials(liquid, (name) => {
    throw new Error(unknownPartial(name))
  })
}
