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

/** The anchor that GitHub gives a heading, the first of its text on a page. */
export function anchorOf(heading: string): string {
  const text = heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-')
}

/** The same for each further one: `taken` counts the equal ones before it. */
function nextAnchorOf(heading: string, taken: Map<string, number>): string {
  const anchor = anchorOf(heading)
  const before = taken.get(anchor) ?? 0
  taken.set(anchor, before + 1)
  return before === 0 ? anchor : `${anchor}-${before}`
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
    if (heading !== undefined) anchors.add(nextAnchorOf(heading, taken))
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

/** The text with its code, in fences and in backquotes, as spaces: everything else is where it was. */
function withoutCode(text: string): string {
  let open: string | null = null
  const lines = text.split('\n').map((line) => {
    const [, fence = '', info = ''] = FENCE.exec(line) ?? []
    const isCode = open !== null || fence !== ''
    if (open === null && fence !== '') open = fence
    else if (open !== null && fence.startsWith(open) && info === '') open = null
    return isCode ? ' '.repeat(line.length) : line
  })
  return lines.join('\n').replace(/`[^`]*`/g, (code) => code.replace(/[^\n]/g, ' '))
}

/** The page with each link or picture as `replace` gives it, which gets its text and its target; null leaves it as it is. */
export function replaceLinks(page: string, replace: (text: string, target: string) => string | null): string {
  let replaced = ''
  let end = 0
  for (const { 0: link, 1: target, index } of withoutCode(page).matchAll(LINK)) {
    const written = page.slice(index, index + link.length)
    const text = written.slice(written.indexOf('[') + 1, written.length - `](${target!})`.length)
    replaced += page.slice(end, index) + (replace(text, target!) ?? written)
    end = index + link.length
  }
  return replaced + page.slice(end)
}
