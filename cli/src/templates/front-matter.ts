/** The file of a template: its settings as YAML between two lines `---`, then the body. */
import { isCollection, isMap, isScalar, isSeq, LineCounter, parseDocument, Scalar, stringify } from 'yaml'
import type { Document, Node } from 'yaml'
import { NAME_PATTERN } from '../name-rules.ts'
import { nearest } from '../nearest.ts'
import { BODY_FORMATS, PRIORITIES } from './template.ts'
import type { Parts, PartTexts, Template, TemplateChannel, TemplateLocale } from './template.ts'

/** The lines of the texts in the file, by the field names of the API: `body`, `channels.0.subject`. */
export type TextLines = ReadonlyMap<string, number>

export type ParsedFile =
  | { ok: true; template: Template; lines: TextLines }
  | { ok: false; mistakes: { line: number; sentence: string }[] }

const FIELDS = ['name', 'subject', 'body_format', 'track_opens', 'priority', 'channels', 'locales']
const CHANNEL_FIELDS = ['channel', 'subject', 'body', 'url', 'email', 'push']
/** The fields of a part, and its list of names with values. */
const PARTS = {
  email: { fields: ['reply_to', 'cc', 'bcc', 'preheader'], list: 'headers' },
  push: {
    fields: [
      ...['url', 'image_url', 'badge', 'sound', 'category', 'thread_id', 'collapse_key', 'ttl_seconds'],
      'interruption_level',
    ],
    list: 'data',
  },
} as const
const LOCALE_FIELDS = ['locale', 'subject', 'body', 'channels']
const CHANGES_MAX = 3

/** Limits of the API (docs/openapi.json, MessageTemplateInput). */
const NAME_CHARACTERS_MAX = 255
const CHANNELS_MAX = 50
const LOCALES_MAX = 30
const PART_ITEMS_MAX = 20

const NAME = new RegExp(NAME_PATTERN)

/** The library writes texts of several lines as blocks, and loses blanks of a line with nothing else. */
function written(text: string): Scalar {
  const scalar = new Scalar(text)
  if (/^[ \t]+$/m.test(text)) scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

/** The texts that are not null. */
const writtenTexts = ({
  subject,
  body,
  url = null,
}: {
  subject: string | null
  body: string | null
  url?: string | null
}) => ({
  ...(subject === null ? {} : { subject }),
  ...(body === null ? {} : { body: written(body) }),
  ...(url === null ? {} : { url }),
})

/** The parts with their fields in one order. */
function writtenParts(parts: Parts): Parts {
  const written = Object.entries(PARTS).flatMap(([name, { fields, list }]) => {
    const part = parts[name as keyof Parts]
    if (part === undefined) return []
    const items = ((part[list] ?? []) as { name: string; value: string }[]).map(({ name: of, value }) => {
      return { name: of, value }
    })
    const texts = fields.flatMap((field) => (part[field] === undefined ? [] : [[field, part[field]] as const]))
    return [[name, Object.fromEntries(items.length === 0 ? texts : [...texts, [list, items]])] as const]
  })
  return Object.fromEntries(written) as Parts
}

const writtenChannels = (channels: readonly TemplateChannel[]) =>
  channels.map(({ channel, subject, body, url, ...parts }) => {
    return { channel, ...writtenTexts({ subject, body, url }), ...writtenParts(parts) }
  })

function writtenLocale({ locale, subject, body, channels }: TemplateLocale) {
  const own = channels.length === 0 ? {} : { channels: writtenChannels(channels) }
  return { locale, ...writtenTexts({ subject, body }), ...own }
}

/** The text of the file. One line feed at its end belongs to the file, not to the body. */
export function writeFrontMatter(template: Template): string {
  const { name, subject, body_format, track_opens, priority, channels, locales, body } = template
  // Most templates have the defaults, and their files do not name them.
  const unusual = { ...(track_opens ? {} : { track_opens }), ...(priority === 'normal' ? {} : { priority }) }
  const translated = locales.length === 0 ? {} : { locales: locales.map(writtenLocale) }
  const settings = stringify(
    { name, subject, body_format, ...unusual, channels: writtenChannels(channels), ...translated },
    { lineWidth: 0, blockQuote: 'literal', doubleQuotedMinMultiLineLength: Infinity, aliasDuplicateObjects: false },
  )
  return `---\n${settings}---\n${body}\n`
}

/** Splits a file. Null if it has no settings. A file with CRLF after the first line was converted, for example by Git. */
function split(text: string): { settings: string; body: string; bodyLine: number } | null {
  const plain = text.startsWith('---\r\n') ? text.replaceAll('\r\n', '\n') : text
  if (!plain.startsWith('---\n')) return null
  const end = plain.indexOf('\n---', 3)
  const after = end < 0 ? '' : plain.slice(end + 4, end + 5)
  if (end < 0 || (after !== '' && after !== '\n')) return null
  const settings = plain.slice(4, end + 1)
  return { settings, body: plain.slice(end + 5).replace(/\n$/, ''), bodyLine: settings.split('\n').length + 2 }
}

/** Reads the file of a template, and reports all mistakes at once. */
export function parseFrontMatter(text: string): ParsedFile {
  const parts = split(text)
  if (parts === null)
    return { ok: false, mistakes: [{ line: 1, sentence: 'The file must begin with settings between two lines `---`' }] }
  const counter = new LineCounter()
  // The first line of the file is `---`.
  const lineAt = (offset: number): number => counter.linePos(offset).line + 1
  let document: Document.Parsed
  try {
    document = parseDocument(parts.settings, { lineCounter: counter, prettyErrors: false })
  } catch {
    // Thousands of nested lists overflow the stack of the parser.
    return { ok: false, mistakes: [{ line: 2, sentence: 'The settings are not valid YAML' }] }
  }
  const mistakes = document.errors.map(({ pos, message }) => {
    const [first = ''] = message.split('\n')
    return { line: lineAt(pos[0]), sentence: `${first} (put a text with {{, : or # in quotes)` }
  })
  if (mistakes.length > 0) return { ok: false, mistakes }
  return readSettings(document.contents, parts, lineAt)
}

/** Collects the mistakes of one file. */
class Reader {
  readonly mistakes: { line: number; sentence: string }[] = []
  readonly lines = new Map<string, number>()
  readonly #lineAt: (offset: number) => number

  constructor(lineAt: (offset: number) => number) {
    this.#lineAt = lineAt
  }

  lineOf(node: unknown): number {
    return this.#lineAt((node as Node | null)?.range?.[0] ?? 0)
  }

  add(node: unknown, sentence: string): void {
    this.mistakes.push({ line: this.lineOf(node), sentence })
  }

  /** The fields of a map. Unknown ones are mistakes. */
  fields(node: unknown, known: readonly string[]): Map<string, unknown> {
    const fields = new Map<string, unknown>()
    if (!isMap(node)) {
      this.add(node, `must have the fields ${known.join(', ')}`)
      return fields
    }
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : ''
      const near = nearest(name, known, CHANGES_MAX)
      if (known.includes(name)) fields.set(name, value)
      else this.add(key, `${name} is not a field${near === null ? '' : `: did you mean ${near}?`}`)
    }
    return fields
  }

  /** A text, or null if it is absent. `place`: the name of the field in errors of the API. */
  text(node: unknown, name: string, place = name): string | null {
    if (node === undefined || node === null || (isScalar(node) && node.value === null)) return null
    if (!isScalar(node) || typeof node.value !== 'string') {
      this.add(node, `${name} must be a text: put it in quotes`)
      return null
    }
    const isBlock = node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED'
    this.lines.set(place, this.lineOf(node) + (isBlock ? 1 : 0))
    return node.value
  }
}

/** True or false, or `byDefault` if it is absent. */
function readBoolean(reader: Reader, node: unknown, name: string, byDefault: boolean): boolean {
  if (node === undefined || node === null || (isScalar(node) && node.value === null)) return byDefault
  if (isScalar(node) && typeof node.value === 'boolean') return node.value
  reader.add(node, `${name} must be true or false`)
  return byDefault
}

/** One of some words, or the first of them if it is absent or wrong. */
function readChoice<Word extends string>(reader: Reader, node: unknown, name: string, words: readonly Word[]): Word {
  const given = reader.text(node, name) ?? words[0]!
  const found = words.find((word) => word === given)
  if (found === undefined) reader.add(node, `${name} must be ${words.join(' or ')}`)
  return found ?? words[0]!
}

/** The items of a list. `name`: the field, for errors. */
function readList(reader: Reader, node: unknown, name: string, itemsMax: number): unknown[] {
  if (node === undefined || node === null || (isScalar(node) && node.value === null)) return []
  if (!isSeq(node)) {
    reader.add(node, `${name} must be a list`)
    return []
  }
  if (node.items.length > itemsMax) reader.add(node, `${name} must have at most ${itemsMax} items`)
  return node.items.slice(0, itemsMax)
}

/** Refuses a name that is twice in a list. */
function refuseTwice(reader: Reader, list: string, items: readonly unknown[], names: readonly string[]): void {
  names.forEach((name, index) => {
    if (names.indexOf(name) < index) reader.add(items[index], `${list} has ${JSON.stringify(name)} twice`)
  })
}

function readChannel(reader: Reader, node: unknown, place: string): TemplateChannel {
  const fields = reader.fields(node, CHANNEL_FIELDS)
  const channel = reader.text(fields.get('channel'), 'channel') ?? ''
  if (isMap(node) && channel === '') reader.add(node, 'channel must be the name of a channel')
  // The API takes an empty text as absent.
  const text = (name: string) => reader.text(fields.get(name), name, `${place}.${name}`) || null
  const parts = Object.entries(PARTS).flatMap(([name, known]) => {
    const part = fields.has(name) ? readPart(reader, fields.get(name), `${place}.${name}`, known) : null
    return part === null ? [] : [[name, part] as const]
  })
  return {
    channel,
    subject: text('subject'),
    body: text('body'),
    url: text('url'),
    ...(Object.fromEntries(parts) as Parts),
  }
}

/** A part of a channel. Null: all its texts are empty. */
function readPart(
  reader: Reader,
  node: unknown,
  place: string,
  { fields: names, list }: { fields: readonly string[]; list: string },
): PartTexts | null {
  if (isScalar(node) && node.value === null) return null
  const fields = reader.fields(node, [...names, list])
  const texts = names.flatMap((name) => {
    const text = reader.text(asTextNode(fields.get(name)), name, `${place}.${name}`) || null
    return text === null ? [] : [[name, text] as const]
  })
  const items = readList(reader, fields.get(list), list, PART_ITEMS_MAX).map((item, index) => {
    const of = reader.fields(item, ['name', 'value'])
    const value = reader.text(of.get('value'), 'value', `${place}.${list}.${index}.value`) ?? ''
    return { name: reader.text(of.get('name'), 'name') ?? '', value }
  })
  const part = Object.fromEntries(items.length === 0 ? texts : [...texts, [list, items]]) as PartTexts
  return Object.keys(part).length === 0 ? null : part
}

/** A number without quotes is the same as in quotes. */
function asTextNode(node: unknown): unknown {
  if (isScalar(node) && typeof node.value === 'number') node.value = node.source ?? String(node.value)
  return node
}

/** `prefix`: the place of the list in the API. */
function readChannels(reader: Reader, node: unknown, prefix = ''): TemplateChannel[] {
  const items = readList(reader, node, 'channels', CHANNELS_MAX)
  const channels = items.map((item, index) => {
    const place = `${prefix}channels.${index}`
    reader.lines.set(place, reader.lineOf(item))
    return readChannel(reader, item, place)
  })
  const names = channels.map(({ channel }) => channel)
  refuseTwice(reader, 'channels', items, names)
  return channels
}

function readLocale(reader: Reader, node: unknown, index: number): TemplateLocale {
  const fields = reader.fields(node, LOCALE_FIELDS)
  const prefix = `locales.${index}.`
  const locale = reader.text(fields.get('locale'), 'locale') ?? ''
  if (isMap(node) && locale === '') reader.add(node, 'locale must be a locale like pt-BR')
  const text = (name: string) => reader.text(fields.get(name), name, `${prefix}${name}`) || null
  const texts = { locale, subject: text('subject'), body: text('body') }
  return { ...texts, channels: readChannels(reader, fields.get('channels'), prefix) }
}

function readLocales(reader: Reader, node: unknown): TemplateLocale[] {
  const items = readList(reader, node, 'locales', LOCALES_MAX)
  const locales = items.map((item, index) => readLocale(reader, item, index))
  const names = locales.map(({ locale }) => locale)
  refuseTwice(reader, 'locales', items, names)
  return locales
}

function readSettings(
  contents: unknown,
  { body, bodyLine }: { body: string; bodyLine: number },
  lineAt: (offset: number) => number,
): ParsedFile {
  const reader = new Reader(lineAt)
  const fields = reader.fields(isCollection(contents) ? contents : null, FIELDS)
  const name = reader.text(fields.get('name'), 'name') ?? ''
  if (!NAME.test(name) || name.length > NAME_CHARACTERS_MAX)
    reader.add(
      fields.get('name'),
      `name must be one line of at most ${NAME_CHARACTERS_MAX} characters without control characters, and not blank`,
    )
  const body_format = readChoice(reader, fields.get('body_format'), 'body_format', BODY_FORMATS)
  const priority = readChoice(reader, fields.get('priority'), 'priority', PRIORITIES)
  const track_opens = readBoolean(reader, fields.get('track_opens'), 'track_opens', true)
  const subject = reader.text(fields.get('subject'), 'subject') ?? ''
  const channels = readChannels(reader, fields.get('channels'))
  const locales = readLocales(reader, fields.get('locales'))
  reader.lines.set('body', bodyLine)
  if (reader.mistakes.length > 0) return { ok: false, mistakes: reader.mistakes.toSorted((a, b) => a.line - b.line) }
  return {
    ok: true,
    template: { name, subject, body_format, track_opens, priority, channels, locales, body },
    lines: reader.lines,
  }
}
