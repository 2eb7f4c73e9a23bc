/** Suggestions for a Liquid text: names, filters and tags at the caret. Pure. */
import { liquidOf } from './content.ts'
import type { Draft } from './draft.ts'
import { tokenize } from './liquid.ts'
import { nameOf, RECIPIENT_NAMES } from './samples.ts'
import type { Samples } from './samples.ts'

export interface Suggestion {
  text: string
  /** Its use in a few words. May be empty. */
  hint: string
}

export interface Suggested {
  /** The word at the caret that a suggestion replaces. */
  from: number
  to: number
  suggestions: Suggestion[]
  /** Written after the suggestion, for example ` }}`. */
  close: string
}

const SHOWN_MAX = 50
/** A tag or output that begins earlier is not looked for. */
const LOOKED_BACK_CHARACTERS = 2_000

/** The filters of the service, with a hint for the usual ones. */
const FILTERS: Record<string, string> = {
  abs: '',
  append: 'adds text at the end',
  at_least: '',
  at_most: '',
  base64_decode: '',
  base64_encode: '',
  capitalize: 'first letter large',
  ceil: '',
  compact: '',
  concat: 'joins two lists',
  date: 'date: "long", user.time_zone',
  default: 'default: "friend"',
  divided_by: '',
  downcase: 'small letters',
  escape: '',
  escape_once: '',
  find: '',
  find_index: '',
  first: 'first item',
  floor: '',
  has: '',
  join: 'join: ", "',
  json: '',
  last: 'last item',
  lstrip: '',
  map: 'map: "name"',
  minus: '',
  modulo: '',
  newline_to_br: '',
  number: 'number: "currency", "EUR"',
  plus: '',
  prepend: 'adds text at the start',
  raw: 'does not escape HTML',
  reject: '',
  remove: '',
  remove_first: '',
  remove_last: '',
  replace: 'replace: "old", "new"',
  replace_first: '',
  replace_last: '',
  reverse: '',
  round: 'round: 2',
  rstrip: '',
  size: 'length',
  slice: 'slice: 0, 2',
  sort: 'sort: "name"',
  sort_natural: '',
  split: 'split: ","',
  squish: '',
  strip: 'without blanks at the ends',
  strip_html: '',
  strip_newlines: '',
  sum: 'sum: "price"',
  times: '',
  truncate: 'truncate: 50',
  truncatewords: '',
  uniq: '',
  upcase: 'large letters',
  url_decode: '',
  url_encode: 'for links',
  where: 'where: "paid", true',
}

const TAGS: Record<string, string> = {
  assign: 'assign total = order.total',
  block: 'a part of a layout',
  break: '',
  capture: '',
  case: '',
  comment: '',
  continue: '',
  cycle: '',
  decrement: '',
  echo: '',
  else: '',
  elsif: '',
  endblock: '',
  endcapture: '',
  endcase: '',
  endcomment: '',
  endfor: '',
  endif: '',
  endraw: '',
  endtablerow: '',
  endunless: '',
  for: 'for item in order.items',
  if: 'if user.first_name',
  increment: '',
  layout: "layout 'base'",
  liquid: '',
  raw: '',
  render: "render 'footer'",
  tablerow: '',
  unless: '',
  when: '',
}

const LINKS = new Map([
  ['unsubscribe_url', 'ends the topic'],
  ['preferences_url', 'all preferences'],
])

/** The names that the recipient, the sample values and the texts of the draft have. */
export function knownNames({ subject, body, channels, locales }: Draft, samples: Samples): string[] {
  const texts = [subject, body, ...channels.flatMap(liquidOf)]
  const translated = locales.flatMap((of) => [of.subject, of.body])
  const written = [...texts, ...translated]
    .flatMap(tokenize)
    .flatMap(({ kind, text }) => (kind === 'name' ? [nameOf(text)] : []))
  return [...new Set([...Object.keys(samples), ...RECIPIENT_NAMES, ...LINKS.keys(), ...written])]
}

/** The start of the tag or output at the caret, or null if the caret is in plain text. */
function openedAt(text: string, caret: number): number | null {
  const from = Math.max(0, caret - LOOKED_BACK_CHARACTERS)
  const before = text.slice(from, caret)
  const open = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'))
  const closed = Math.max(before.lastIndexOf('}}'), before.lastIndexOf('%}'))
  return open < 0 || closed > open ? null : from + open
}

/** The start of the name of a partial in quotes, for example in `{% render 'foo`. */
const PARTIAL_START = /^-?\s*(?:render|layout)\s+(["'])([a-z0-9_-]*)$/

/** The partials at the caret, or null if the caret is not in the name of one. */
function partialsAt(inside: string, caret: number, after: string, partials: () => readonly string[]): Suggested | null {
  const [, quote, word] = PARTIAL_START.exec(inside) ?? []
  if (quote === undefined || word === undefined) return null
  const suggestions = matching(
    partials().map((text) => ({ text, hint: 'partial' })),
    word,
  )
  if (suggestions.length === 0) return null
  const isClosed = /^[a-z0-9_-]*["']/.test(after)
  return { from: caret - word.length, to: caret, suggestions, close: isClosed ? '' : `${quote} %}` }
}

const isInQuotes = (inside: string) => /["']/.test(inside.replaceAll(/"[^"]*"|'[^']*'/g, ''))

const hinted = (of: Record<string, string>): Suggestion[] => Object.entries(of).map(([text, hint]) => ({ text, hint }))

/**
 * The suggestions at the caret, or null if there are none. `isAsked`: the member asked for them, so they also come
 * without a letter.
 */
export function suggestionsAt(
  text: string,
  caret: number,
  names: () => readonly string[],
  isAsked: boolean,
  partials: () => readonly string[] = () => [],
): Suggested | null {
  const start = openedAt(text, caret)
  if (start === null) return null
  const inside = text.slice(start + 2, caret)
  const rest = text.slice(caret, caret + LOOKED_BACK_CHARACTERS)
  const inName = partialsAt(inside, caret, rest, partials)
  if (inName !== null) return inName
  if (isInQuotes(inside)) return null
  const [word = ''] = /[\w.-]*$/.exec(inside) ?? []
  const before = inside.slice(0, inside.length - word.length)
  const isTag = text[start + 1] === '%'
  const isTagName = isTag && /^-?\s*$/.test(before)
  const isFilter = /\|\s*$/.test(before)
  // After a comma or an operator, a name is only suggested for its first letters.
  const isStart = isFilter || isTagName || (!isTag && /^-?\s*$/.test(before))
  if (word === '' && !isStart && !isAsked) return null
  if (/^\d/.test(word)) return null
  const all = isFilter
    ? hinted(FILTERS)
    : isTagName
      ? hinted(TAGS)
      : names().map((name) => ({
          text: name,
          hint: LINKS.get(name) ?? (RECIPIENT_NAMES.includes(name) ? 'recipient' : ''),
        }))
  const suggestions = matching(all, word)
  if (suggestions.length === 0) return null
  const isClosed = /^[^{}]*(\}\}|%\})/.test(rest)
  return { from: caret - word.length, to: caret, suggestions, close: isClosed || isFilter || isTag ? '' : ' }}' }
}

/** Those that begin with the word first, then those that have it. Not the word itself alone. */
function matching(all: readonly Suggestion[], word: string): Suggestion[] {
  const lower = word.toLowerCase()
  const found = all
    .map((one) => ({ ...one, at: one.text.toLowerCase().indexOf(lower) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Math.min(a.at, 1) - Math.min(b.at, 1))
    .slice(0, SHOWN_MAX)
    .map(({ text, hint }) => ({ text, hint }))
  return found.length === 1 && found[0]!.text === word ? [] : found
}
