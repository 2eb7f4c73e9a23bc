/** Elements with content that is not shown. */
const SILENT_ELEMENTS = new Set(['head', 'script', 'style', 'template', 'title'])

/** Elements that start and end a line. */
const LINE_ELEMENTS = new Set(
  'address article blockquote br dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
const PARAGRAPH_ELEMENTS = new Set('blockquote h1 h2 h3 h4 h5 h6 ol p table ul'.split(' '))

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  euro: '€',
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g, (entity, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name as string] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
    return code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })
}

function hrefOf(tag: string): string | null {
  const match = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag)
  const href = match ? decodeEntities(match[1] ?? match[2] ?? match[3] ?? '').trim() : ''
  return /^(https?|mailto|tel):/i.test(href) ? href : null
}

/**
 * The plain text of an HTML body. Tags are removed, block elements become lines, and a link is followed by its URL in
 * parentheses. Takes one pass over any input.
 */
export function htmlToText(html: string): string {
  // Has the same length as the text; `toLowerCase` would change the length for some letters.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const parts: string[] = []
  let link: { href: string; partsBefore: number } | null = null
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    parts.push(decodeEntities(html.slice(at, open).replace(/\s+/g, ' ')))
    if (html.startsWith('<!--', open)) {
      at = after(lower, '-->', open)
      continue
    }
    const name = /^\/?([a-z][a-z0-9]{0,20})/.exec(lower.slice(open + 1, open + 23))
    if (!name) {
      const isMarkup = /[!?/]/.test(html[open + 1] ?? '')
      if (!isMarkup) parts.push('<')
      at = isMarkup ? after(lower, '>', open) : open + 1
      continue
    }
    at = after(lower, '>', open)
    const element = name[1]!
    const isEnd = html[open + 1] === '/'
    if (SILENT_ELEMENTS.has(element) && !isEnd) at = after(lower, '>', after(lower, `</${element}`, at) - 1)
    else if (PARAGRAPH_ELEMENTS.has(element)) parts.push('\n\n')
    else if (LINE_ELEMENTS.has(element)) parts.push(element === 'li' && !isEnd ? '\n- ' : '\n')
    else if (element === 'td' || element === 'th') parts.push(' ')
    else if (element === 'a' && !isEnd) {
      const href = hrefOf(html.slice(open, at))
      link = href === null ? null : { href, partsBefore: parts.length }
    } else if (element === 'a' && link !== null) {
      const { href } = link
      if (parts.slice(link.partsBefore).join('').trim() !== href) parts.push(` (${href})`)
      link = null
    }
  }
  if (at < html.length) parts.push(decodeEntities(html.slice(at).replace(/\s+/g, ' ')))
  return parts
    .join('')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** The index after the next `text`, or the end of the input if there is none. So an unclosed tag hides the rest. */
function after(lower: string, text: string, from: number): number {
  const found = lower.indexOf(text, from)
  return found < 0 ? lower.length : found + text.length
}
