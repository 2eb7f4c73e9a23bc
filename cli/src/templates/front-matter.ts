/** The file of a template: its settings as YAML between two lines `---`, then the body. */
import { isCollection, isMap, isScalar, isSeq, LineCounter, parseDocument, Scalar, stringify } from 'yaml'
import type { Document, Node } from 'yaml'
import { nearest } from '../nearest.ts'
import { BODY_FORMATS } from './template.ts'
import type { Template, TemplateChannel } from './template.ts'

/** The lines of the texts in the file, by the field names of the API: `body`, `channels.0.subject`. */
export type TextLines = ReadonlyMap<string, number>

export type ParsedFile =
  | { ok: true; template: Template; lines: TextLines }
  | { ok: false; mistakes: { line: number; sentence: string }[] }

const FIELDS = ['name', 'subject', 'body_format', 'channels']
const CHANNEL_FIELDS = ['channel', 'subject', 'body']
const CHANGES_MAX = 3

/** Limits of the API (docs/openapi.json, MessageTemplateInput). */
const NAME_CHARACTERS_MAX = 255
const CHANNELS_MAX = 50

/** A name is one line, and not blank. */
// oxlint-disable-next-line eslint/no-control-regex
const NAME = /^[^\u0000-\u001f\u007f]*[^\u0000-\u0020\u007f][^\u0000-\u001f\u007f]*$/

/** The library writes texts of several lines as blocks, and loses blanks of a line with nothing else. */
function written(text: string): Scalar {
  const scalar = new Scalar(text)
  if (/^[ \t]+$/m.test(text)) scalar.type = Scalar.QUOTE_DOUBLE
  return scalar
}

/** The text of the file. One line feed at its end belongs to the file, not to the body. */
export function writeFrontMatter({ name, subject, body_format, channels, body }: Template): string {
  const shown = channels.map(({ channel, subject, body }) => {
    return { channel, ...(subject === null ? {} : { subject }), ...(body === null ? {} : { body: written(body) }) }
  })
  const settings = stringify(
    { name, subject, body_format, channels: shown },
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

function readChannel(reader: Reader, node: unknown, index: number): TemplateChannel {
  const fields = reader.fields(node, CHANNEL_FIELDS)
  const channel = reader.text(fields.get('channel'), 'channel') ?? ''
  if (isMap(node) && channel === '') reader.add(node, 'channel must be the name of a channel')
  return {
    channel,
    // The API takes an empty text as absent.
    subject: reader.text(fields.get('subject'), 'subject', `channels.${index}.subject`) || null,
    body: reader.text(fields.get('body'), 'body', `channels.${index}.body`) || null,
  }
}

function readChannels(reader: Reader, node: unknown): TemplateChannel[] {
  if (node === undefined || node === null || (isScalar(node) && node.value === null)) return []
  if (!isSeq(node)) {
    reader.add(node, 'channels must be a list')
    return []
  }
  if (node.items.length > CHANNELS_MAX) reader.add(node, `channels must have at most ${CHANNELS_MAX} items`)
  const channels = node.items.slice(0, CHANNELS_MAX).map((item, index) => readChannel(reader, item, index))
  channels.forEach(({ channel }, index) => {
    const isTwice = channels.findIndex((other) => other.channel === channel) < index
    if (isTwice) reader.add(node.items[index], `channels has ${JSON.stringify(channel)} twice`)
    reader.lines.set(`channels.${index}`, reader.lineOf(node.items[index]))
  })
  return channels
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
    reader.add(fields.get('name'), `name must be one line of at most ${NAME_CHARACTERS_MAX} characters, and not blank`)
  const given = reader.text(fields.get('body_format'), 'body_format') ?? 'html'
  const format = BODY_FORMATS.find((known) => known === given)
  if (format === undefined) reader.add(fields.get('body_format'), `body_format must be ${BODY_FORMATS.join(' or ')}`)
  const subject = reader.text(fields.get('subject'), 'subject') ?? ''
  const channels = readChannels(reader, fields.get('channels'))
  reader.lines.set('body', bodyLine)
  if (reader.mistakes.length > 0) return { ok: false, mistakes: reader.mistakes.toSorted((a, b) => a.line - b.line) }
  return { ok: true, template: { name, subject, body_format: format ?? 'html', channels, body }, lines: reader.lines }
}
