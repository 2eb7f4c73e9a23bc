/** The places of texts in a template: each language has texts for every channel, and for one channel. */
import type { ChannelTexts, Draft, LocaleTexts, Texts } from './draft.ts'

/** `locale` null: the template's own texts. `channelId` null: the texts for every channel. */
export interface Place {
  locale: string | null
  channelId: number | null
}

export const OWN_TEXTS: Place = { locale: null, channelId: null }

export type TextName = 'subject' | 'body' | 'url'
type PlaceTexts = Record<TextName, string>

const NO_TEXTS: PlaceTexts = { subject: '', body: '', url: '' }

const isOf =
  (id: number | null) =>
  ({ notification_channel_id: of }: ChannelTexts): boolean =>
    of === id

/** The texts written at a place. */
export function textsAt(draft: Draft, { locale, channelId }: Place): PlaceTexts {
  const texts = locale === null ? draft : draft.locales.find((one) => one.locale === locale)
  if (texts === undefined) return NO_TEXTS
  if (channelId === null) return { subject: texts.subject, body: texts.body, url: '' }
  return texts.channels.find(isOf(channelId)) ?? NO_TEXTS
}

/** Whether something is written at the place of a channel. */
export function hasTextAt(draft: Draft, { locale, channelId }: Place): boolean {
  const texts = locale === null ? draft : draft.locales.find((one) => one.locale === locale)
  return texts?.channels.some((channel) => isOf(channelId)(channel) && hasText(channel)) === true
}

const hasText = ({ subject, body, url, email, push }: ChannelTexts) =>
  subject !== '' || body !== '' || url !== '' || email !== undefined || push !== undefined

/** Texts to write, and the parts of a channel. Undefined: the channel has the part no longer. */
type Written = Partial<PlaceTexts> & { [Name in 'email' | 'push']?: ChannelTexts[Name] | undefined }

function withLocaleTexts(texts: LocaleTexts, channelId: number | null, written: Written): LocaleTexts {
  if (channelId === null) return { ...texts, ...written }
  const before = texts.channels.find(isOf(channelId)) ?? { notification_channel_id: channelId, ...NO_TEXTS }
  const others = texts.channels.filter((channel) => !isOf(channelId)(channel))
  const channels = [...others, { ...before, ...written }].filter(hasText)
  return { ...texts, channels: channels.toSorted((a, b) => a.notification_channel_id - b.notification_channel_id) }
}

/** The draft with texts written at a place. */
export function withTextsAt(draft: Draft, { locale, channelId }: Place, written: Written): Draft {
  if (locale !== null) {
    const locales = draft.locales.map((texts) =>
      texts.locale === locale ? withLocaleTexts(texts, channelId, written) : texts,
    )
    return { ...draft, locales }
  }
  if (channelId === null) return { ...draft, ...written }
  const isWritten = isOf(channelId)
  const channels = draft.channels.map((one) => (isWritten(one) ? { ...one, ...written } : one))
  return { ...draft, channels }
}

/** The languages of the draft in which a text is looked for: `pt-BR`, `pt`, null. */
export function languagesOf(draft: Draft, locale: string | null): (string | null)[] {
  if (locale === null) return [null]
  const parts = locale.split('-')
  const names = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return [...names.filter((name) => draft.locales.some((texts) => texts.locale === name)), null]
}

/** The place of the used text, as the service chooses it. `isFallback`: without the text of the place itself. */
export function usedPlace(draft: Draft, place: Place, name: TextName, isFallback = false): Place | null {
  const languages = languagesOf(draft, place.locale)
  const ofChannel = languages.map((locale) => ({ locale, channelId: place.channelId }))
  const general = languages.map((locale) => ({ locale, channelId: null }))
  const places = place.channelId === null || name === 'url' ? ofChannel : [...ofChannel, ...general]
  return places.slice(isFallback ? 1 : 0).find((one) => textsAt(draft, one)[name] !== '') ?? null
}

/** The texts that a message in this language has on this channel. */
export function usedTexts(draft: Draft, place: Place): Texts {
  const used = (name: TextName) => {
    const found = usedPlace(draft, place, name)
    return found === null ? '' : textsAt(draft, found)[name]
  }
  return { subject: used('subject'), body: used('body') }
}

/** How many texts of a language come from the template's own texts. */
export function fallingBack(draft: Draft, locale: string): number {
  const names: readonly TextName[] = ['subject', 'body']
  const own = draft.channels.filter(hasText).map((channel) => channel.notification_channel_id)
  const isOwn = (channelId: number | null, name: TextName) =>
    usedPlace(draft, { locale, channelId }, name)?.locale === null
  const isCounted = (channelId: number | null, name: TextName) =>
    channelId === null || textsAt(draft, { locale: null, channelId })[name] !== ''
  return [null, ...own].flatMap((id) => names.filter((name) => isCounted(id, name) && isOwn(id, name))).length
}

/** The start of the names of a place's fields in errors of the service. */
export function fieldPrefix(draft: Draft, { locale, channelId }: Place): string {
  const ofChannel = (channels: readonly ChannelTexts[]) =>
    channelId === null ? '' : `channels.${Math.max(channels.findIndex(isOf(channelId)), 0)}.`
  if (locale === null) return ofChannel(draft.channels)
  const index = draft.locales.findIndex((texts) => texts.locale === locale)
  return index < 0 ? '' : `locales.${index}.${ofChannel(draft.locales[index]!.channels)}`
}

const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language: `Brazilian Portuguese (pt-BR)`. */
export function languageName(locale: string | null): string {
  return locale === null ? 'All other languages' : `${names.of(locale) ?? locale} (${locale})`
}

/** The languages of a text in a list, besides its text for all others. */
export const localesText = (locales: readonly { locale: string }[]) =>
  locales.map(({ locale }) => locale).join(', ') || '–'

/** A language and perhaps a script and a region, as the service accepts it. Null if it is none. */
export function readLocale(text: string): string | null {
  try {
    const [locale = ''] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))
    return /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/.test(locale) ? locale : null
  } catch {
    return null
  }
}

/** The draft with one more language. `isCopy`: it begins with a copy of the template's own texts. */
export function withLocale(draft: Draft, locale: string, isCopy: boolean): Draft {
  const texts = isCopy
    ? { locale, subject: draft.subject, body: draft.body, channels: draft.channels.filter(hasText) }
    : { locale, subject: '', body: '', channels: [] }
  const sorted = texts.channels.toSorted((a, b) => a.notification_channel_id - b.notification_channel_id)
  const locales = [...draft.locales, { ...texts, channels: sorted }]
  return { ...draft, locales: locales.toSorted((a, b) => (a.locale < b.locale ? -1 : 1)) }
}

export function withoutLocale(draft: Draft, locale: string): Draft {
  return { ...draft, locales: draft.locales.filter((texts) => texts.locale !== locale) }
}
