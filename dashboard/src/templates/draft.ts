/** A template in the editor. An empty text counts as absent. */
import type { Answer } from '../api/call.ts'

export type MessageTemplate = Answer<'GET /api/v1/message_templates/{id}'>['message_template']
export type Version = Answer<'GET /api/v1/message_templates/{id}/versions'>['versions'][number]

export interface Texts {
  subject: string
  body: string
}

export interface ChannelTexts extends Texts {
  notification_channel_id: number
  /** The link in the inbox, of a channel of type in_app. */
  url: string
}

export interface Draft extends Texts {
  name: string
  body_format: MessageTemplate['body_format']
  /** The name of the topic. null: none. */
  topic: string | null
  /** The attached channels, in order. If a text is empty, the channel uses the text of the template. */
  channels: ChannelTexts[]
}

export const EMPTY_DRAFT: Draft = { name: '', subject: '', body: '', body_format: 'html', topic: null, channels: [] }

/** `of`: the template, or a version of it. Name and topic do not depend on the version. */
export function draftOf(
  { name, topic }: Pick<MessageTemplate, 'name' | 'topic'>,
  of: Omit<Version, 'created_at'>,
): Draft {
  const channels = of.channels.map(({ notification_channel_id, subject, body, url }) => {
    return { notification_channel_id, subject: subject ?? '', body: body ?? '', url: url ?? '' }
  })
  return { name, subject: of.subject, body: of.body, body_format: of.body_format, topic, channels }
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

/** The texts of a channel (null: of channels without their own texts). */
export function textsOn(draft: Draft, channelId: number | null): Texts {
  const own = draft.channels.find((channel) => channel.notification_channel_id === channelId)
  return { subject: own?.subject || draft.subject, body: own?.body || draft.body }
}

/** The draft without deleted channels. */
export function withKnownChannels(draft: Draft, known: readonly { id: number }[]): Draft {
  const ids = new Set(known.map(({ id }) => id))
  return { ...draft, channels: draft.channels.filter((channel) => ids.has(channel.notification_channel_id)) }
}
