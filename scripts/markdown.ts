/** The parts of Markdown that the tests of the pages need: blocks of code, links and the anchors of headings. */

export interface CodeBlock {
  language: string
  /** The words behind the language: ```` ```sh vendor ````. */
  marks: readonly string[]
  /** Of the fence, from 1. */
  line: number
  text: string
}

export interface Link {
  /** As it is written, with its `#anchor`. */
  target: string
  line: number
}

export interface MarkdownPage {
  blocks: readonly CodeBlock[]
  links: readonly Link[]
  anchors: ReadonlySet<string>
}

const FENCE = /^ *(```+|~~~+)\s*(.*)$/
const LINK = /!?\[(?:[^[\]]|\[[^\]]*\])*\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)?)\)/g
const HEADING = /^#{1,6}\s+(.*?)(?:\s+#+)?$/

/** The anchor that GitHub gives a heading; `taken` counts the equal ones before it. */
function anchorOf(heading: string, taken: Map<string, number>): string {
  const text = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  const plain = text.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-')
  const before = taken.get(plain) ?? 0
  taken.set(plain, before + 1)
  return before === 0 ? plain : `${plain}-${before}`
}

/** Reads a page; throws if a fence is not closed. */
export function readMarkdown(text: string): MarkdownPage {
  const blocks: CodeBlock[] = []
  /** Without code, at the same lines. */
  const prose: string[] = []
  const anchors = new Set<string>()
  const taken = new Map<string, number>()
  let open: { fence: string; language: string; marks: string[]; line: number; lines: string[] } | null = null
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    const [, fence = '', info = ''] = FENCE.exec(content) ?? []
    if (open !== null) {
      if (fence.startsWith(open.fence) && info === '') {
        blocks.push({ ...open, text: open.lines.join('\n') })
        open = null
      } else open.lines.push(content)
      prose.push('')
      continue
    }
    prose.push(fence === '' ? content : '')
    if (fence !== '') {
      const [language = '', ...marks] = info.split(/\s+/).filter((word) => word !== '')
      open = { fence, language, marks, line, lines: [] }
      continue
    }
    const heading = HEADING.exec(content)?.[1]
    if (heading !== undefined) anchors.add(anchorOf(heading, taken))
  }
  if (open !== null) throw new Error(`The fence of line ${open.line} is not closed`)
  return { blocks, links: linksOf(prose.join('\n')), anchors }
}

/** The text of a link may be broken over lines; what stands in backquotes is no link. */
function linksOf(prose: string): Link[] {
  const text = prose.replace(/`[^`]*`/g, (code) => code.replace(/[^\n]/g, ' '))
  return [...text.matchAll(LINK)].map(({ 1: target, index }) => {
    return { target: target!, line: text.slice(0, index).split('\n').length }
  })
}
