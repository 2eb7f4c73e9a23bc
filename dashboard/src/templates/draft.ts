/** A template as it is being written: texts that are empty are none. */
import type { Answer } from '../api/call.ts'

export type MessageTemplate = Answer<'GET /api/v1/message_templates/{id}'>['message_template']
export type Version = Answer<'GET /api/v1/message_templates/{id}/versions'>['versions'][number]

export interface Texts {
  subject: string
  body: string
}

export interface ChannelTexts extends Texts {
  notification_channel_id: number
}

export interface Draft extends Texts {
  name: string
  body_format: MessageTemplate['body_format']
  /** Those that are attached, in their order; a text that is empty is the template's. */
  channels: ChannelTexts[]
}

export const EMPTY_DRAFT: Draft = { name: '', subject: '', body: '', body_format: 'html', channels: [] }

/** `of`: the texts, as the template or one of its versions has them. */
export function draftOf(name: string, of: Omit<Version, 'created_at'>): Draft {
  const channels = of.channels.map(({ notification_channel_id, subject, body }) => {
    return { notification_channel_id, subject: subject ?? '', body: body ?? '' }
  })
  return { name, subject: of.subject, body: of.body, body_format: of.body_format, channels }
}

export function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** What is said on a channel (null: on those without texts of their own). */
export function textsOn(draft: Draft, channelId: number | null): Texts {
  const own = draft.channels.find((channel) => channel.notification_channel_id === channelId)
  return { subject: own?.subject || draft.subject, body: own?.body || draft.body }
}

/** The draft without the channels that are not there any more. */
export function withKnownChannels(draft: Draft, known: readonly { id: number }[]): Draft {
  const ids = new Set(known.map(({ id }) => id))
  return { ...draft, channels: draft.channels.filter((channel) => ids.has(channel.notification_channel_id)) }
}
