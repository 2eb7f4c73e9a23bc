/** The longest break between two texts: one empty line. */
const LINE_BREAKS_MAX = 2

/** Characters without a shape of their own. Mails pad their preview with them, and in an SMS they double the price. */
const SHAPELESS = /\u00ad|\u034f|\u200b|\u2060|\ufeff/g
/** A non-joiner means something only between letters. */
const LONE_JOINERS = /\u200c+(?!\S)|(?<!\S)\u200c+/g

/**
 * Collects the lines of a plain text, as the HTML standard collects `innerText` (section "The innerText getter"): blanks
 * collapse, and of breaks that follow each other the longest counts.
 */
export class TextLines {
  readonly #parts: string[] = []
  #isBlank = false
  #breaks = 0
  #marker = ''
  #link: { href: string; text: string } | null = null

  /** Blanks of any number are one, also blanks that may not break: in plain text nothing keeps them together. */
  write(text: string): void {
    const words = text
      .replaceAll(SHAPELESS, '')
      .replaceAll(LONE_JOINERS, ' ')
      .replaceAll(/[ \t\n\f\r\u00a0]+/g, ' ')
    if (words.startsWith(' ')) this.#isBlank = true
    const word = words.trim()
    if (word === '') return
    this.#append(word)
    this.#isBlank = words.endsWith(' ')
  }

  /** Text of an element that keeps its blanks and lines. */
  writeAsIs(text: string): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.newLine()
      if (line !== '') this.#append(line)
    }
  }

  blank(): void {
    this.#isBlank = true
  }

  /** A `<br>`. */
  newLine(): void {
    this.#breaks = Math.min(this.#breaks + 1, LINE_BREAKS_MAX)
    this.#isBlank = false
  }

  /** The edge of a block. `breaks`: 1 for a line, 2 for a paragraph. */
  edge(breaks: number): void {
    this.#breaks = Math.max(this.#breaks, breaks)
    this.#isBlank = false
  }

  /** The text that starts the next line, for example `- `. Without text behind it, it is not written. */
  mark(marker: string): void {
    this.#marker = marker
  }

  openLink(href: string | null): void {
    this.closeLink()
    this.#link = href === null ? null : { href, text: '' }
  }

  /** Writes the URL of the link behind its text, unless the text is the URL. */
  closeLink(): void {
    const link = this.#link
    this.#link = null
    if (link === null) return
    if (link.text === '') this.write(`(${link.href})`)
    else if (!isSame(link.text, link.href)) this.#parts.push(` (${link.href})`)
  }

  toString(): string {
    this.closeLink()
    return this.#parts
      .join('')
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim()
  }

  #append(text: string): void {
    const isStart = this.#parts.length === 0
    const between = this.#breaks > 0 ? '\n'.repeat(this.#breaks) : this.#isBlank ? ' ' : ''
    const whole = `${this.#marker}${text}`
    this.#parts.push(isStart ? whole : `${between}${whole}`)
    if (this.#link !== null) this.#link.text += `${this.#link.text === '' ? '' : between}${text}`
    this.#breaks = 0
    this.#marker = ''
    this.#isBlank = false
  }
}

/** True if the link's text already shows its URL, an email address or a phone number. */
function isSame(text: string, href: string): boolean {
  const [, scheme = '', address = ''] = /^(mailto|tel):([^?]*)/i.exec(href) ?? []
  if (scheme === '') return text === href
  return address === (scheme.toLowerCase() === 'tel' ? text.replaceAll(/[\s().-]/g, '') : text)
}
