/** Walks over a parsed template once: collects its names, and checks that its expressions stay within limits. */
import { Output, TypeGuards, Value } from 'liquidjs'
import type { PartialScope, Template, ValueToken } from 'liquidjs'
import type { Names } from './names.ts'

/** A name in a template: `order.items[0]` is `['order', 'items', '0']`. */
export type NamePath = readonly string[]

/** The use of a partial in a text. */
export interface Use {
  /** The place of the first use in the text. */
  at: number
  /** Names that every use defines: arguments, and for a layout the names of the text. */
  defined: ReadonlySet<string>
  /** Whether each use hides the names of the text around it, as `render` does. */
  isolated: boolean
}

/** By the names of the partials. */
export type Uses = ReadonlyMap<string, Use>

/** The names that a text reads and does not define itself, and the partials that it uses. */
export interface TextNames {
  paths: NamePath[]
  uses: Uses
}

export type Walked = ({ ok: true } & TextNames) | { ok: false; sentence: string }

/** Operators (`or`, `==`, ...) and filters of one expression. */
export const OPERATORS_MAX = 50
export const FILTERS_MAX = 30
/** Nested blocks. */
export const DEPTH_MAX = 100

class BoundExceeded extends Error {}

type Expression = Pick<Value, 'initial'> & {
  filters: readonly { args: readonly (ValueToken | [string?, ValueToken?])[] }[]
}

class Walk {
  readonly paths = new Map<string, NamePath>()
  readonly uses = new Map<string, Use>()
  /** Names that the template defines itself, with the number of open blocks for each. */
  readonly #own = new Map<string, number>()
  readonly #escapes: boolean

  constructor(escapes: boolean) {
    this.#escapes = escapes
  }

  templates(templates: readonly Template[], depth: number): void {
    if (depth > DEPTH_MAX) throw new BoundExceeded(`is nested too deeply (maximum is ${DEPTH_MAX} blocks)`)
    for (const template of templates) {
      // The engine adds an escape filter to each output.
      const filtersMax = this.#escapes && template instanceof Output ? FILTERS_MAX + 1 : FILTERS_MAX
      for (const value of template.arguments?.() ?? []) {
        if (value instanceof Value) this.#expression(value, filtersMax)
        else this.#token(value)
      }
      for (const { content } of template.localScope?.() ?? []) this.#count(content, 1)
      const scope = template.partialScope?.()
      if (scope !== undefined) this.#use(scope, template.token.begin)
      if (template.children === undefined) continue
      const block = [...(template.blockScope?.() ?? [])]
      for (const name of block) this.#count(name, 1)
      const children = template.children(false, true).next()
      if (children.done) this.templates(children.value, depth + 1)
      for (const name of block) this.#count(name, -1)
    }
  }

  #use({ name, isolated, scope }: PartialScope, at: number): void {
    const defined = new Set(Array.from(scope, (one) => (typeof one === 'string' ? one : one[0])))
    if (isolated) defined.add('forloop')
    else for (const [own, blocks] of this.#own) if (blocks > 0) defined.add(own)
    const before = this.uses.get(name)
    this.uses.set(name, {
      at: before?.at ?? at,
      defined: before?.defined.intersection(defined) ?? defined,
      isolated: isolated || before?.isolated === true,
    })
  }

  #count(name: string, by: 1 | -1): void {
    this.#own.set(name, (this.#own.get(name) ?? 0) + by)
  }

  #expression({ initial, filters }: Expression, filtersMax = FILTERS_MAX): void {
    const operators = initial.postfix.filter(TypeGuards.isOperatorToken).length
    if (operators > OPERATORS_MAX)
      throw new BoundExceeded(
        `has an expression with too many operators (maximum is ${OPERATORS_MAX}): split it into several tags`,
      )
    if (filters.length > filtersMax)
      throw new BoundExceeded(
        `has an expression with too many filters (maximum is ${FILTERS_MAX}): split it with assign`,
      )
    for (const token of initial.postfix) if (!TypeGuards.isOperatorToken(token)) this.#token(token as ValueToken)
    for (const { args } of filters)
      for (const argument of args) {
        const value = Array.isArray(argument) ? argument[1] : argument
        if (value !== undefined) this.#token(value)
      }
  }

  #token(token: ValueToken): void {
    if (TypeGuards.isNumberToken(token) && Math.abs(token.content) > Number.MAX_SAFE_INTEGER)
      throw new BoundExceeded(
        `has a number that would lose digits (maximum is ${Number.MAX_SAFE_INTEGER}): write it in quotes`,
      )
    if (TypeGuards.isRangeToken(token)) {
      this.#token(token.lhs)
      this.#token(token.rhs)
    } else if (TypeGuards.isFilteredValueToken(token)) this.#expression(token)
    else if (TypeGuards.isPropertyAccessToken(token)) {
      if (token.variable !== undefined) this.#token(token.variable)
      this.#path(token.props, token.variable === undefined)
    }
  }

  /** A computed property (`order[key]`) ends the path. Its own names are collected separately. */
  #path(properties: readonly ValueToken[], isName: boolean): void {
    const path: string[] = []
    let isComputed = false
    for (const property of properties) {
      if (TypeGuards.isPropertyAccessToken(property)) isComputed = true
      if (isComputed) this.#token(property)
      else {
        const { content } = property as { content?: string | number }
        path.push(content === undefined ? '' : String(content))
      }
    }
    const [root] = path
    if (isName && root !== undefined && !this.#own.get(root)) this.paths.set(path.join('.'), path)
  }
}

/** `escapes`: whether the engine escapes outputs. */
export function walkTemplate(templates: readonly Template[], escapes: boolean): Walked {
  const walk = new Walk(escapes)
  try {
    walk.templates(templates, 1)
    return { ok: true, paths: [...walk.paths.values()], uses: walk.uses }
  } catch (error) {
    if (error instanceof BoundExceeded) return { ok: false, sentence: error.message }
    throw error
  }
}

/** A parsed text or partial with the names that all its uses define. */
interface Reached {
  parsed: TextNames
  /** Null: no use is known yet. */
  defined: ReadonlySet<string> | null
}

/** The text and the partials that it reaches. Each one is before the partials that it uses. */
function inOrderOfUse(text: TextNames, partial: (name: string) => TextNames): Map<string, Reached> {
  const found: [name: string, reached: Reached][] = []
  const seen = new Set<string>()
  const visit = (name: string, parsed: TextNames) => {
    for (const used of parsed.uses.keys()) {
      if (seen.has(used)) continue
      seen.add(used)
      visit(used, partial(used))
    }
    found.push([name, { parsed, defined: null }])
  }
  // No partial has the empty name.
  visit('', text)
  return new Map(found.toReversed())
}

/** The names that a use defines for the partial. */
function definedBy({ defined, isolated }: Use, around: ReadonlySet<string>): ReadonlySet<string> {
  return isolated ? defined : defined.union(around)
}

/**
 * The names that a text and its partials read from the message. A name counts if at least one use of the partial does
 * not define it. Takes linear time: each partial is visited once. `partial` returns the parsed partial with a name, and
 * `check` throws if the time for all of them is over.
 */
export function pathsThroughPartials(
  text: TextNames,
  partial: (name: string) => TextNames,
  check: () => void,
): NamePath[] {
  if (text.uses.size === 0) return text.paths
  const reached = inOrderOfUse(text, (name) => {
    check()
    return partial(name)
  })
  const paths: NamePath[] = []
  for (const { parsed, defined } of reached.values()) {
    const around = defined ?? new Set<string>()
    for (const path of parsed.paths) if (!around.has(path[0]!)) paths.push(path)
    for (const [name, use] of parsed.uses) {
      check()
      const used = reached.get(name)!
      const byUse = definedBy(use, around)
      used.defined = used.defined?.intersection(byUse) ?? byUse
    }
  }
  return paths
}

/** Properties of lists and texts. */
const PROPERTIES = new Set(['size', 'first', 'last'])

/** Names in one response. */
export const NAMES_SHOWN_MAX = 100

/**
 * Undefined names in dotted form, at most `NAMES_SHOWN_MAX`, without repetition. They render empty. Names inside a
 * list's items (`item.price`) and computed properties (`order[key]`) are not checked.
 */
export function unknownNames(paths: readonly NamePath[], names: Names): string[] {
  const unknown = new Set<string>()
  for (const path of paths) {
    if (!isKnown(names, path)) unknown.add(path.join('.'))
    if (unknown.size === NAMES_SHOWN_MAX) break
  }
  return [...unknown]
}

/** All names, defined or not, in dotted form, at most `NAMES_SHOWN_MAX`, without repetition. */
export function usedNames(paths: readonly NamePath[]): string[] {
  return unknownNames(paths, {})
}

function isKnown(names: Names, path: NamePath): boolean {
  let value: unknown = names
  for (const segment of path) {
    if (Array.isArray(value) || typeof value === 'string') return PROPERTIES.has(segment) || /^-?\d+$/.test(segment)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return false
    value = (value as Record<string, unknown>)[segment]
  }
  return true
}
