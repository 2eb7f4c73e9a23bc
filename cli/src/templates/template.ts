/** A template as text: independent of ids, so that one file fits to several accounts. */

/** Further texts of a channel, by the names of the API. */
export type PartTexts = Record<string, string | { name: string; value: string }[]>

/** Absent: none. */
export interface Parts {
  /** Of a channel of type email. */
  email?: PartTexts
  /** Of a channel of type push. */
  push?: PartTexts
}

/** The parts of a channel, without other fields. */
export const partsOf = ({ email, push }: { email?: object; push?: object }): Parts =>
  ({ ...(email === undefined ? {} : { email }), ...(push === undefined ? {} : { push }) }) as Parts

/** A channel of a template, by its name. Null texts: the template's. */
export interface TemplateChannel extends Parts {
  channel: string
  subject: string | null
  body: string | null
  /** The link in the inbox. */
  url: string | null
}

/** The texts in another language. Null texts fall back. */
export interface TemplateLocale {
  locale: string
  subject: string | null
  body: string | null
  channels: TemplateChannel[]
}

export const BODY_FORMATS = ['html', 'text'] as const
/** The default is the first. */
export const PRIORITIES = ['normal', 'high', 'low'] as const

export interface Template {
  name: string
  subject: string
  body_format: (typeof BODY_FORMATS)[number]
  /** Whether HTML mails have a pixel that reports when they are opened. */
  track_opens: boolean
  /** Of its messages, unless they give another. */
  priority: (typeof PRIORITIES)[number]
  channels: TemplateChannel[]
  locales: TemplateLocale[]
  body: string
}

/** A mistake in a file. `line`: from 1; null if it is about the whole file. */
export interface FileMistake {
  path: string
  line: number | null
  sentence: string
}

/** Texts with the name of their place in the API: `channels.0.`, `locales.1.channels.0.`. Empty: the template. */
export interface PlacedTexts extends Parts {
  prefix: string
  subject: string | null
  body: string | null
  url: string | null
}

const ofChannels = (prefix: string, channels: readonly TemplateChannel[]): PlacedTexts[] =>
  channels.map(({ subject, body, url, ...parts }, index) => {
    return { prefix: `${prefix}channels.${index}.`, subject, body, url, ...partsOf(parts) }
  })

/** All texts of a template: its own first, then those of its channels and locales. */
export function placedTexts({ subject, body, channels, locales }: Template): PlacedTexts[] {
  const ofLocales = locales.flatMap((texts, index) => {
    const prefix = `locales.${index}.`
    return [{ prefix, subject: texts.subject, body: texts.body, url: null }, ...ofChannels(prefix, texts.channels)]
  })
  return [{ prefix: '', subject, body, url: null }, ...ofChannels('', channels), ...ofLocales]
}

/** The channels of a template and of its locales, with their places. */
export function placedChannels({ channels, locales }: Template): { place: string; channel: string }[] {
  const placed = (prefix: string, of: readonly TemplateChannel[]) =>
    of.map(({ channel }, index) => ({ place: `${prefix}channels.${index}`, channel }))
  return [...placed('', channels), ...locales.flatMap((texts, index) => placed(`locales.${index}.`, texts.channels))]
}

export function mistakeLine({ path, line, sentence }: FileMistake): string {
  return line === null ? `${path}: ${sentence}` : `${path}:${line}: ${sentence}`
}
