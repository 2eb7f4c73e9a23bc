/** What the text of a channel has beside subject and body: the addresses of a mail, and the options of a push. Pure. */
import type { ChannelTexts, Draft, Texts } from './draft.ts'
import { languagesOf, withTextsAt } from './places.ts'
import type { Place } from './places.ts'

export type Content = Pick<ChannelTexts, 'email' | 'push'>
/** The part of a type of channel. */
export type PartName = keyof Content
export type Row = { name: string; value: string }
/** Texts by their names, and the names with values of `headers` or `data`. */
export type Part = { [name: string]: string | Row[] }

export interface PartField {
  name: string
  label: string
  help?: string
}

export const PARTS: Record<PartName, { fields: readonly PartField[]; rows: PartField & { row: string } }> = {
  email: {
    fields: [
      {
        name: 'reply_to',
        label: 'Reply to',
        help: 'One address. Without it, replies go to the address of the channel.',
      },
      {
        name: 'cc',
        label: 'Copies (Cc)',
        help: 'Addresses with a comma between them, at most 10 with the blind copies.',
      },
      { name: 'bcc', label: 'Blind copies (Bcc)' },
      {
        name: 'preheader',
        label: 'Preheader',
        help: 'The text that mailboxes show behind the subject. Only for HTML.',
      },
    ],
    rows: {
      name: 'headers',
      label: 'Header fields',
      row: 'header field',
      help: 'X-…, Feedback-ID, References or In-Reply-To.',
    },
  },
  push: {
    fields: [
      { name: 'url', label: 'Link', help: 'What a tap opens: a URL of the web or of your app.' },
      { name: 'image_url', label: 'Image', help: 'An https URL.' },
      { name: 'badge', label: 'Badge', help: 'The number on the icon of the app. 0 removes it.' },
      { name: 'sound', label: 'Sound', help: 'The name of a sound of your app. none: no sound.' },
      { name: 'category', label: 'Category', help: 'The actions of the notification (iOS).' },
      { name: 'thread_id', label: 'Thread', help: 'Groups notifications (iOS).' },
      { name: 'collapse_key', label: 'Collapse key', help: 'A later push with the same key replaces this one.' },
      { name: 'ttl_seconds', label: 'Time to live, seconds', help: 'How long a push waits for an offline device.' },
      {
        name: 'interruption_level',
        label: 'Interruption level',
        help: 'passive, active, time-sensitive or critical (iOS).',
      },
    ],
    rows: { name: 'data', label: 'Data for your app', row: 'value' },
  },
}

/** The part that channels of a type have. */
export const partOfType = (type: string | null): PartName | null => (type === 'email' || type === 'push' ? type : null)

/** What is written at a place. */
export function partAt(draft: Draft, { locale, channelId }: Place, name: PartName): Part {
  const texts: Pick<Draft, 'channels'> | undefined =
    locale === null ? draft : draft.locales.find((one) => one.locale === locale)
  const channel = texts?.channels.find(({ notification_channel_id: id }) => id === channelId)
  return channel?.[name] ?? {}
}

/** The draft with a text or a list of a part. Empty ones are absent, as in the answers of the service. */
export function withPartAt(draft: Draft, place: Place, name: PartName, field: string, value: string | Row[]): Draft {
  const { fields, rows } = PARTS[name]
  const written: Part = { ...partAt(draft, place, name), [field]: value }
  const filled = [...fields, rows].flatMap(({ name: one }) => {
    const of = written[one] ?? ''
    return of.length === 0 ? [] : [[one, of] as const]
  })
  const part = filled.length === 0 ? undefined : (Object.fromEntries(filled) as ChannelTexts[PartName])
  return withTextsAt(draft, place, { [name]: part })
}

/** The part that a message in this language has: each field in the first language that has it. */
export function usedPart(draft: Draft, place: Place, name: PartName): Part {
  const languages = languagesOf(draft, place.locale).toReversed()
  return Object.assign({}, ...languages.map((locale) => partAt(draft, { ...place, locale }, name))) as Part
}

/** The parts of the texts that a channel has, for people: their names and their texts. */
export function textsOfParts(content: Content): [label: string, text: string][] {
  return (['email', 'push'] as const).flatMap((name) => {
    const part = (content[name] ?? {}) as Part
    const { fields, rows } = PARTS[name]
    const list = (part[rows.name] ?? []) as Row[]
    const text = list.map((row) => `${row.name}: ${row.value}`).join('\n')
    return [
      ...fields.map((field): [string, string] => [field.label, (part[field.name] as string | undefined) ?? '']),
      [rows.label, text] as [string, string],
    ]
  })
}

/** All Liquid texts of a channel. */
export const liquidOf = ({ subject, body, ...content }: Texts & Content): string[] => [
  subject,
  body,
  ...textsOfParts(content).map(([, text]) => text),
]
