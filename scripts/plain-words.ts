/**
 * Counts the words that make prose hard for readers with English as a second language: indefinite words, and the pronouns
 * that open a relative clause. `npx node scripts/plain-words.ts [PATH...]` prints the count of each file. `npm run check`
 * limits the counts of all comments and of all pages (STYLE.md, "The language").
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Folders without text of ours, and generated, measured or log pages. */
const IGNORED = /(^|[\\/])(node_modules|\.cache|data|dist|coverage|RESULTS\.md|EXPERIMENTS\.md|CHANGELOG\.md)([\\/]|$)/
const IS_PRINTED = /^.*\n?.*Printed by `?/

export interface Prose {
  /** Below the repository, with `/`. */
  path: string
  text: string
}

export interface WordCount {
  /** All words. */
  words: number
  /** The hard words, in lower case, in their order. */
  found: string[]
}

const ALWAYS = /^(what|whatever|whoever|whichever|wherever|such|nobody|anybody|everybody|somebody|else)$/
const RELATIVE = /^(who|whom|whose|which)$/
const ONE = /^ones?$/

/**
 * After these words, "that" opens no relative clause: it points ("of that row"), or opens the object of a verb ("says
 * that").
 */
const NO_RELATIVE_AFTER = new RegExp(
  `^(${[
    'so|now|and|or|but|if|than|as|because|when|while|where|how|why|until|since',
    'of|in|on|at|to|for|with|from|by|before|after|about|without|within|into|over|under|like',
    'is|are|was|be|has|have|do|does|did|not|only|just|even|also|then|it|them|this|these',
    'says?|said|saying|shows?|showed|shown|knows?|known|means?|meant|tells?|told|sees?|seen|finds?|found|learns?|notes?',
    'proves?|proved|checks?|checked|ensures?|requires?|demands?|promises?|guarantees?|assumes?|believes?|decides?',
    'expects?|reports?|states?|sure|true|false|likely|possible|clear|certain|fact|rule|reason',
  ].join('|')})$`,
)

/** Counts `text`, prose without code. The end of a sentence or a cell separates words. */
export function countHardWords(text: string): WordCount {
  const tokens = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[.,:;!?|()]|\n\n/gu) ?? []
  const found: string[] = []
  let words = 0
  for (const [index, token] of tokens.entries()) {
    if (!/[\p{L}\p{N}]/u.test(token)) continue
    words += 1
    const before = tokens[index - 1] ?? '.'
    const after = tokens[index + 1] ?? '.'
    const isRelativeThat = token === 'that' && /^[\p{L}\p{N}]/u.test(before) && !NO_RELATIVE_AFTER.test(before)
    const isOne = ONE.test(token) && /^(that|which|who|whose|whom)$/.test(after)
    if (ALWAYS.test(token) || RELATIVE.test(token) || isRelativeThat || isOne) found.push(token)
  }
  return { words, found }
}

/** The comments of a source file. `marker` opens a comment to the end of the line. Quotes show the strings. */
export function commentsOf(source: string, marker: '//' | '--' | '#'): string {
  const comments: string[] = []
  let isInBlock = false
  for (const line of source.split('\n')) {
    if (isInBlock || /^\s*\/\*/.test(line)) {
      const [inside = ''] = line.split('*/')
      comments.push(inside.replace(/^\s*\/?\*+/, ''))
      isInBlock = !line.includes('*/')
      continue
    }
    const at = marker === '//' ? line.search(/(^|\s)\/\/ /) : line.search(new RegExp(`(^|\\s)${marker} `))
    if (at === -1 || /^[^'"`]*(['"`])(?:(?!\1).)*$/.test(line.slice(0, at))) {
      // The end of a comment's paragraph, so that two comments do not read as one sentence.
      if (comments.at(-1) !== '') comments.push('')
      continue
    }
    comments.push(line.slice(at).trim().slice(marker.length))
  }
  return plain(comments.join('\n'))
}

/** The prose of a Markdown page. */
export function proseOf(markdown: string): string {
  let fence: string | null = null
  const lines = markdown.split('\n').map((line) => {
    const [, marks] = /^\s*(```+|~~~+)/.exec(line) ?? []
    if (fence !== null) {
      if (marks?.startsWith(fence) === true) fence = null
      return ''
    }
    if (marks === undefined) return line
    fence = marks
    return ''
  })
  return plain(lines.join('\n').replace(/<!--[\s\S]*?-->/g, ''))
}

/** Without code and without the targets of links. */
function plain(text: string): string {
  return text
    .replace(/`[^`]*`/g, ' x ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\bhttps?:\S+/g, ' x ')
}

function read(patterns: string[]): Prose[] {
  return globSync(patterns, { cwd: ROOT, exclude: (path) => IGNORED.test(path) })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ text }) => !IS_PRINTED.test(text.slice(0, 200)))
}

/** The comments of all source files. */
export function readComments(): Prose[] {
  const languages = [
    ['//', '{server,sdk,cli,mcp,inbox,scripts,dashboard}/**/*.{ts,tsx,js,mjs,css}'],
    ['--', 'server/**/*.sql'],
  ] as const
  return languages.flatMap(([marker, pattern]) =>
    read([pattern]).map(({ path, text }) => ({ path, text: commentsOf(text, marker) })),
  )
}

/** The prose of all pages. */
export function readPages(): Prose[] {
  return read(['**/*.md']).map(({ path, text }) => ({ path, text: proseOf(text) }))
}

/** Hard words per 1,000 words of all texts together. */
export function hardWordsPerThousand(texts: readonly Prose[]): number {
  const counts = texts.map(({ text }) => countHardWords(text))
  const words = counts.reduce((sum, count) => sum + count.words, 0)
  return (counts.reduce((sum, count) => sum + count.found.length, 0) / words) * 1_000
}

function print(title: string, texts: readonly Prose[]): void {
  const rows = texts
    .map(({ path, text }) => ({ path, ...countHardWords(text) }))
    .filter(({ words }) => words > 0)
    .toSorted((a, b) => b.found.length - a.found.length)
  for (const { path, words, found } of rows.slice(0, 60)) {
    const rate = ((found.length / words) * 1_000).toFixed(0)
    console.log(`${rate.padStart(5)}  ${String(found.length).padStart(4)} of ${String(words).padStart(5)}  ${path}`)
  }
  const words = rows.reduce((sum, row) => sum + row.words, 0)
  console.log(`${title}: ${hardWordsPerThousand(texts).toFixed(1)} per 1,000 of ${words} words\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const paths = process.argv.slice(2).map((path) => path.replace(/^\.\//, '').replace(/\/$/, ''))
  const isAsked = ({ path }: Prose) =>
    paths.length === 0 || paths.some((asked) => path === asked || path.startsWith(`${asked}/`))
  for (const [title, texts] of [
    ['Comments', readComments()],
    ['Pages', readPages()],
  ] as const) {
    const asked = texts.filter(isAsked)
    if (asked.length > 0) print(title, asked)
  }
}
