/**
 * The tags that use partials: `render`, `layout` and `block`. They are those of LiquidJS, with static names and without
 * files. A text keeps only the names. The engine of a render finds their texts (`withPartials`), so a parsed text stays
 * valid if a partial changes.
 */
import { BlockTag, LayoutTag, RenderTag } from 'liquidjs'
import type { Context, Liquid, Parser, TagToken, Template, TopLevelToken } from 'liquidjs'
import type { Emitter } from './render-limits.ts'

type Rendered = Generator<unknown, void, unknown>

/** Characters of the name of a partial. */
export const PARTIAL_NAME_CHARACTERS_MAX = 100
/** SQL and JSON schemas use the same pattern. */
export const PARTIAL_NAME = '[a-z0-9][a-z0-9_-]*'

const STATIC_NAME = new RegExp(`^\\s*(["'])(${PARTIAL_NAME})\\1`)

/** Refuses computed names and `none`: each text must tell which partials it uses. */
function requireName({ name, args }: TagToken): void {
  const [, , partial = ''] = STATIC_NAME.exec(args) ?? []
  if (partial === '' || partial.length > PARTIAL_NAME_CHARACTERS_MAX)
    throw new Error(
      `${name} needs the name of a partial in quotes: lower-case letters, digits, - and _, for example {% ${name} 'footer' %}`,
    )
}

/** The tag with the engine of the render instead of the engine that parsed it. */
function inEngineOf<Tag extends object>(tag: Tag, context: Context): Tag {
  return Object.create(tag, { liquid: { value: context.liquid } }) as Tag
}

class RenderPartial extends RenderTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    requireName(token)
    super(token, remaining, liquid, parser)
    const { file, forBinding } = this as unknown as { file: string; forBinding?: { alias?: string } }
    // As Shopify does: without `as`, the item has the name of the partial. LiquidJS forgets it.
    if (forBinding !== undefined) forBinding.alias ??= file
  }
  override *render(context: Context, emitter: Emitter): Rendered {
    yield* super.render.call(inEngineOf(this, context), context, emitter)
  }
}

class Layout extends LayoutTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    requireName(token)
    super(token, remaining, liquid, parser)
  }
  override *render(context: Context, emitter: Emitter): Rendered {
    yield* super.render.call(inEngineOf(this, context), context, emitter) as Rendered
  }
}

class Block extends BlockTag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid, parser)
    // LiquidJS keeps the blocks in a plain object.
    if (this.block in {}) throw new Error(`a block cannot have the name ${this.block}`)
  }
  /** `block.super` does not exist: it would collect its output without limits (`BoundedContext`). */
  override blockScope(): Iterable<string> {
    return []
  }
}

export const PARTIAL_TAGS = { render: RenderPartial, layout: Layout, block: Block }

/** The engine for a render. `partial` returns the parsed partial with a name, or throws. */
export function withPartials(engine: Liquid, partial: (name: string) => Template[]): Liquid {
  // oxlint-disable-next-line require-yield
  function* find(name: string): Generator<unknown, Template[], string | Template[]> {
    return partial(name)
  }
  return Object.assign(Object.create(engine) as Liquid, { _parsePartialFile: find, _parseLayoutFile: find })
}

/** Blanks of Liquid: those of regular expressions, and one more. */
const MENTION = new RegExp(`(?:render|layout)[\\s\\u180e]*(["'])(${PARTIAL_NAME})\\1`, 'g')

/**
 * The names of partials that a text uses or only mentions, for example in a comment. It takes linear time and does not
 * parse the text.
 */
export function mentionedPartials(text: string): Set<string> {
  const names = new Set<string>()
  for (const [, , name] of text.matchAll(MENTION)) names.add(name!)
  return names
}
