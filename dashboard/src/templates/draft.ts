/** A template in the editor. An empty text counts as absent. */
import type { Operations } from '../../../sdk/src/types.ts'

export type MessageTemplate = Operations['GET /api/v1/message_templates/{id}']['answer']['message_template']
export type Version = Operations['GET /api/v1/message_templates/{id}/versions']['answer']['versions'][number]

export interface Texts {
  subject: string
  body: string
}

export interface ChannelTexts extends Texts {
  notification_channel_id: number
  /** The link in the inbox, of a channel of type in_app. */
  url: string
  /** Absent: none. Only texts that are not empty. */
  email?: Content['email']
  push?: Content['push']
}

type Content = Pick<Version['channels'][number], 'email' | 'push'>

/** The texts in another language. Only channels with a text are in the list. */
export interface LocaleTexts extends Texts {
  locale: string
  channels: ChannelTexts[]
}

export const PRIORITIES = ['high', 'normal', 'low'] as const
export type Priority = (typeof PRIORITIES)[number]

export interface Draft extends Texts {
  name: string
  body_format: MessageTemplate['body_format']
  track_opens: boolean
  priority: Priority
  /** The name of the topic. null: none. */
  topic: string | null
  /** The attached channels, in order. If a text is empty, the channel uses the text of the template. */
  channels: ChannelTexts[]
  /** By their names. */
  locales: LocaleTexts[]
}

export const EMPTY_DRAFT: Draft = {
  name: '',
  subject: '',
  body: '',
  body_format: 'html',
  track_opens: true,
  priority: 'normal',
  topic: null,
  channels: [],
  locales: [],
}

function channelsOf(channels: Version['channels']): ChannelTexts[] {
  return channels.map(({ subject, body, url, ...rest }) => {
    return { ...rest, subject: subject ?? '', body: body ?? '', url: url ?? '' }
  })
}

/** `of`: the template, a version of it, or its shared draft. Name and topic do not depend on the version. */
export function draftOf(
  { name, topic }: Pick<MessageTemplate, 'name' | 'topic'>,
  of: Omit<Version, 'created_at' | 'version'>,
): Draft {
  const locales = of.locales.map(({ locale, subject, body, channels }) => {
    return { locale, subject: subject ?? '', body: body ?? '', channels: channelsOf(channels) }
  })
  const { subject, body, body_format, track_opens, priority = 'normal' } = of
  const channels = channelsOf(of.channels)
  return { name, subject, body, body_format, track_opens, priority, topic, channels, locales }
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The value of a field as the service names it: `subject`, `channels.0.body`. */
function valueAt(draft: Draft, field: string): unknown {
  return field
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], draft)
}

/** The problems of a refused draft without the fields that have changed since. */
export function problemsLeft(
  problems: Record<string, string[]>,
  refused: Draft | null,
  draft: Draft,
): Record<string, string[]> {
  if (refused === null) return {}
  const isSameField = (field: string) =>
    JSON.stringify(valueAt(draft, field)) === JSON.stringify(valueAt(refused, field))
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isSameField(field)))
}

/** The draft without texts of channels that are not in `ids`. */
function withChannelIds(draft: Draft, ids: ReadonlySet<number>): Draft {
  const kept = (channels: readonly ChannelTexts[]) =>
    channels.filter((channel) => ids.has(channel.notification_channel_id))
  const locales = draft.locales.map((texts) => ({ ...texts, channels: kept(texts.channels) }))
  return { ...draft, channels: kept(draft.channels), locales }
}

/** The draft without deleted channels. */
export function withKnownChannels(draft: Draft, known: readonly { id: number }[]): Draft {
  return withChannelIds(draft, new Set(known.map(({ id }) => id)))
}

/** The draft with these channels. Channels already in the draft keep their texts and order. */
export function withChannels(draft: Draft, ids: readonly number[]): Draft {
  const kept = withChannelIds(draft, new Set(ids))
  const added = ids.filter((id) => !kept.channels.some((channel) => channel.notification_channel_id === id))
  const empty = added.map((id) => ({ notification_channel_id: id, subject: '', body: '', url: '' }))
  return { ...kept, channels: [...kept.channels, ...empty] }
}
