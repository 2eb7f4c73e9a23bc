/**
 * The plain text of HTML: SMS, pushes, the inbox, and the text alternative of a mail. parse5 reads tags, attributes and
 * character references by the HTML standard. Its tokens are enough: a tree of hostile HTML costs more than its length.
 */
import { createRequire } from 'node:module'
import type * as Parse5 from 'parse5'
import { TextLines } from './text-lines.ts'

/** Loading parse5 takes 30 ms, so a process does it at its first HTML, and not at its start. */
const load = createRequire(import.meta.url)

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements that start and end a line (HTML standard, section "Flow content" of "Rendering"). */
const BLOCKS = setOf(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2
h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p plaintext pre search section summary table
tbody tfoot thead tr ul xmp`.replaceAll('\n', ' '),
)
/** Of these, elements with an empty line around them. */
const PARAGRAPHS = setOf('blockquote dl figure h1 h2 h3 h4 h5 h6 hr menu ol p pre table ul')
/** Elements without an end tag. */
const VOID = setOf('area base br col embed hr img input link meta param source track wbr')
/** Elements with content that is not shown. */
const SILENT = setOf('datalist iframe noembed noframes script style svg template title')
/** Elements that end at the next element of a kind, because their end tag may be omitted (section "Optional tags"). */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', setOf('li')],
  ['dd', setOf('dd dt')],
  ['dt', setOf('dd dt')],
  ['td', setOf('td th tr tbody tfoot thead')],
  ['th', setOf('td th tr tbody tfoot thead')],
  ['tr', setOf('tr tbody tfoot thead')],
  ['p', BLOCKS],
])
/** An end tag inside these ends no element outside of them. */
const CELLS = setOf('caption table td th')
const TABLE_PARTS = setOf('caption table tbody td tfoot th thead tr')

/** Elements that are deeper count as content of the element around them. This bounds the cost of a tag. */
const DEPTH_MAX = 64

interface OpenElement {
  name: string
  isBlock: boolean
  isCell: boolean
  endedBy: ReadonlySet<string> | undefined
  isHidden: boolean
  keepsBlanks: boolean
  /** The number of the next item of an `<ol>`. Null: items have a dash. */
  item: number | null
}

type Attributes = ReadonlyMap<string, string>
const NO_ATTRIBUTES: Attributes = new Map()

function isHidden(name: string, attributes: Attributes): boolean {
  if (SILENT.has(name) || attributes.has('hidden')) return true
  const style = attributes.get('style')?.toLowerCase()
  if (style === undefined) return false
  const declared = new Map(
    style.split(';').map((declaration) => {
      const [property = '', value = ''] = declaration.split(':', 2)
      return [property.trim(), value.replace('!important', '').trim()]
    }),
  )
  const isZero = (property: string) => /^0+(\.0*)?(px|em|%)?$/.test(declared.get(property) ?? '')
  const isClipped = declared.get('overflow') === 'hidden' && (isZero('max-height') || isZero('height'))
  return declared.get('display') === 'none' || declared.get('visibility') === 'hidden' || isZero('opacity') || isClipped
}

function hrefOf(attributes: Attributes): string | null {
  const href = (attributes.get('href') ?? '').replaceAll(/[\t\n\r]/g, '').trim()
  return /^(https?|mailto|tel):/i.test(href) ? href : null
}

/** Follows the tags of a text: which elements are open, and what they mean for lines. */
class ElementReader {
  readonly #lines = new TextLines()
  readonly #open: OpenElement[] = []
  #text = ''

  start(name: string, attributes: Attributes): void {
    this.#writeText()
    this.#endOmitted(name)
    const around = this.#open.at(-1)
    const hidden = around?.isHidden === true || isHidden(name, attributes)
    if (!hidden) this.#startShown(name, attributes, around)
    if (VOID.has(name) || this.#open.length >= DEPTH_MAX) return
    const first = Number.parseInt(attributes.get('start') ?? '1', 10)
    this.#open.push({
      name,
      isBlock: BLOCKS.has(name),
      isCell: CELLS.has(name),
      endedBy: ENDED_BY.get(name),
      isHidden: hidden,
      keepsBlanks: around?.keepsBlanks === true || name === 'pre' || name === 'listing',
      item: name !== 'ol' ? null : Number.isSafeInteger(first) ? first : 1,
    })
  }

  end(name: string): void {
    this.#writeText()
    const at = this.#find(name)
    if (at !== null) this.#close(at)
    else if (name === 'a') this.#lines.closeLink()
    // A `</p>` without a start is an empty paragraph, and a `</br>` is a `<br>`.
    else if (name === 'p') this.#lines.edge(2)
    else if (name === 'br') this.#lines.newLine()
  }

  /** The characters between two tags come in pieces. */
  text(characters: string): void {
    if (this.#open.at(-1)?.isHidden !== true) this.#text += characters
  }

  /** The text of all that was read. */
  toString(): string {
    this.#writeText()
    return this.#lines.toString()
  }

  #writeText(): void {
    const text = this.#text
    if (text === '') return
    this.#text = ''
    if (this.#open.at(-1)?.keepsBlanks === true) this.#lines.writeAsIs(text)
    else this.#lines.write(text)
  }

  #startShown(name: string, attributes: Attributes, around: OpenElement | undefined): void {
    const lines = this.#lines
    if (name === 'br') lines.newLine()
    else if (name === 'td' || name === 'th') lines.blank()
    else if (name === 'img') lines.write(attributes.get('alt') ?? '')
    else if (name === 'a') lines.openLink(hrefOf(attributes))
    else if (BLOCKS.has(name)) lines.edge(PARAGRAPHS.has(name) ? 2 : 1)
    if (name !== 'li') return
    lines.mark(around?.item == null ? '- ' : `${around.item}. `)
    if (around?.item != null) around.item++
  }

  /** Ends the elements whose end tag was omitted before an element `name`. */
  #endOmitted(name: string): void {
    if (!BLOCKS.has(name) && !CELLS.has(name)) return
    const isTablePart = TABLE_PARTS.has(name) && name !== 'table'
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const open = this.#open[at]!
      if (open.endedBy?.has(name) === true) this.#close(at)
      else if (isTablePart ? open.name === 'table' : open.isBlock || open.isCell) return
    }
  }

  /** The place of the open element that an end tag ends. Null: none, so the tag means nothing. */
  #find(name: string): number | null {
    const [isTablePart, isBlock] = [TABLE_PARTS.has(name), BLOCKS.has(name)]
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const open = this.#open[at]!
      if (open.name === name) return at
      if (isTablePart ? open.name === 'table' : open.isCell) return null
      // Inline elements do not end the blocks inside of them.
      if (!isBlock && open.isBlock) return null
    }
    return null
  }

  #close(at: number): void {
    for (const { name, isBlock, isHidden: hidden } of this.#open.splice(at).toReversed()) {
      if (hidden) continue
      if (name === 'a') this.#lines.closeLink()
      else if (isBlock) this.#lines.edge(PARAGRAPHS.has(name) ? 2 : 1)
    }
  }
}

/**
 * The plain text of HTML. Blocks are lines, list items have a dash or their number, images are their `alt`, and a link is
 * followed by its URL in parentheses. Elements that are hidden, also by their own style, are left out. The cost is linear.
 */
export function htmlToText(html: string): string {
  const { Tokenizer, TokenizerMode } = load('parse5') as typeof Parse5
  // How the content of an element is read, if not as HTML (section "Parsing HTML fragments").
  const modes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
    ['title', TokenizerMode.RCDATA],
    ['textarea', TokenizerMode.RCDATA],
    ['style', TokenizerMode.RAWTEXT],
    ['xmp', TokenizerMode.RAWTEXT],
    ['iframe', TokenizerMode.RAWTEXT],
    ['noembed', TokenizerMode.RAWTEXT],
    ['noframes', TokenizerMode.RAWTEXT],
    ['script', TokenizerMode.SCRIPT_DATA],
    ['plaintext', TokenizerMode.PLAINTEXT],
  ])
  const reader = new ElementReader()
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs, selfClosing }) {
        reader.start(
          tagName,
          attrs.length === 0 ? NO_ATTRIBUTES : new Map(attrs.map(({ name, value }) => [name, value])),
        )
        if (selfClosing && tagName === 'svg') reader.end(tagName)
        tokenizer.state = modes.get(tagName) ?? tokenizer.state
      },
      onEndTag: ({ tagName }) => reader.end(tagName),
      onCharacter: ({ chars }) => reader.text(chars),
      onWhitespaceCharacter: ({ chars }) => reader.text(chars),
      onNullCharacter: () => {},
      onComment: () => {},
      onDoctype: () => {},
      onEof: () => {},
    },
  )
  tokenizer.write(html, true)
  return reader.toString()
}
