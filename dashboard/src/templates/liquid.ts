/** The tokens of a Liquid template, for the editor's colours. It also colours invalid templates, as far as possible. */

export type TokenKind = 'text' | 'mark' | 'tag' | 'filter' | 'name' | 'string' | 'number' | 'comment'

export interface Token {
  kind: TokenKind
  text: string
}

/** Longer texts are not coloured, because every key stroke would cost too much. */
const HIGHLIGHTED_CHARACTERS_MAX = 50_000

/** Outputs, tags, and the text between them. The content of a comment or raw block is one token. */
const PIECE =
  /\{%-?\s*comment\s*-?%\}[\s\S]*?(?:\{%-?\s*endcomment\s*-?%\}|$)|\{\{[\s\S]*?(?:\}\}|$)|\{%[\s\S]*?(?:%\}|$)|[^{]+|\{/g

const WORD = /"[^"]*"?|'[^']*'?|\d+(?:\.\d+)?|[A-Za-z_][\w-]*(?:\.[\w-]+)*|\|\s*|\s+|[^\s\w"'|]+/g

const OPERATORS = new Set(['and', 'or', 'contains', 'in', 'by', 'with', 'limit', 'offset', 'reversed'])
const LITERALS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])

function kindOf(word: string, isTagName: boolean, isFilter: boolean): TokenKind {
  if (/^["']/.test(word)) return 'string'
  if (/^\d/.test(word) || LITERALS.has(word)) return 'number'
  if (!/^[A-Za-z_]/.test(word)) return 'text'
  if (isTagName || OPERATORS.has(word)) return 'tag'
  return isFilter ? 'filter' : 'name'
}

function insideOf(text: string, isTag: boolean): Token[] {
  let isTagName = isTag
  let isFilter = false
  return [...text.matchAll(WORD)].map(([word]) => {
    if (word.trim() === '') return { kind: 'text', text: word }
    if (word.startsWith('|')) {
      isFilter = true
      return { kind: 'mark', text: word }
    }
    const kind = kindOf(word, isTagName, isFilter)
    isTagName = false
    isFilter = false
    return { kind, text: word }
  })
}

function tokensOf(piece: string): Token[] {
  const [, open = '', inside = '', close = ''] = /^(\{[{%]-?)([\s\S]*?)(-?[}%]\}|)$/.exec(piece) ?? []
  if (open === '') return [{ kind: 'text', text: piece }]
  if (/^\{%-?\s*comment\b/.test(piece)) return [{ kind: 'comment', text: piece }]
  const marks = (text: string): Token[] => (text === '' ? [] : [{ kind: 'mark', text }])
  return [...marks(open), ...insideOf(inside, open.startsWith('{%')), ...marks(close)]
}

/** The tokens of each line. A token never has a line break. */
export function linesOf(tokens: readonly Token[]): Token[][] {
  const lines: Token[][] = [[]]
  for (const { kind, text } of tokens) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      if (part !== '') lines.at(-1)!.push({ kind, text: part })
    }
  }
  return lines
}

/** The tokens of a text. Joined, they give the text again. */
export function tokenize(text: string): Token[] {
  if (text.length > HIGHLIGHTED_CHARACTERS_MAX) return [{ kind: 'text', text }]
  return [...text.matchAll(PIECE)].flatMap(([piece]) => tokensOf(piece))
}
