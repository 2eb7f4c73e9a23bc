/**
 * The preferences of a recipient: a choice per topic and type of channel, a pause of everything, and quiet hours. They
 * are columns of the recipient's row, because each create and each send reads the row anyway.
 */
import type { ChannelType } from '../../providers/provider.ts'
import { quietEnd } from './quiet-hours.ts'

/** Who made a choice: a caller of the API, or the recipient with a link or in the inbox. */
export const PREFERENCE_SOURCES = ['api', 'link', 'inbox'] as const
export type PreferenceSource = (typeof PREFERENCE_SOURCES)[number]

/** A stored choice. */
export interface StoredChoice {
  topic_id: number
  channel_type: ChannelType
  enabled: boolean
  /** ISO. */
  changed_at: string
  source: PreferenceSource
}

/** The columns of a recipient's row. */
export interface PreferenceColumns {
  preferences: readonly StoredChoice[]
  paused: boolean
  /** Minutes after midnight. Null: no quiet hours. */
  quietFrom: number | null
  quietUntil: number | null
}

/** Of a recipient without choices. */
export const NO_PREFERENCES: PreferenceColumns = { preferences: [], paused: false, quietFrom: null, quietUntil: null }

/** Why a channel of a message gets no delivery. */
export const SKIP_REASONS = ['topic_disabled', 'recipient_paused'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** The sentence for people, as a delivery's `friendly_error_message`. */
export const SKIP_SENTENCES: Readonly<Record<SkipReason, string>> = {
  topic_disabled: 'The recipient does not want messages of this topic on this type of channel',
  recipient_paused: 'The recipient has paused messages',
}

/** The topic of a message, as far as preferences depend on it. */
export interface JudgedTopic {
  id: number
  required: boolean
}

/** A choice by its topic and type. */
export const choiceName = (topicId: number, channelType: string) => `${topicId}/${channelType}`

/** Returns a function that finds a choice by its topic and type. With it, many lookups take time for each choice once. */
export function choicesOf({ preferences }: Pick<PreferenceColumns, 'preferences'>) {
  const choices = new Map(preferences.map((choice) => [choiceName(choice.topic_id, choice.channel_type), choice]))
  return (topicId: number, channelType: string): StoredChoice | undefined =>
    choices.get(choiceName(topicId, channelType))
}

/** True if the recipient wants messages of the topic on the type of channel of the choice. Without a choice she does. */
export function isEnabled(topic: JudgedTopic, choice: StoredChoice | undefined): boolean {
  return topic.required || (choice?.enabled ?? true)
}

/**
 * The reason why the recipient's preferences stop a message on a type of channel, or null. `topic` null: the message
 * has none, so only the pause stops it. Nothing stops a required topic.
 */
export function skipReason(
  columns: Pick<PreferenceColumns, 'preferences' | 'paused'>,
  topic: JudgedTopic | null,
  channelType: string,
): SkipReason | null {
  if (topic?.required === true) return null
  if (columns.paused) return 'recipient_paused'
  if (topic === null) return null
  const isAbout = (choice: StoredChoice) => choice.topic_id === topic.id && choice.channel_type === channelType
  return isEnabled(topic, columns.preferences.find(isAbout)) ? null : 'topic_disabled'
}

/**
 * When the recipient's quiet hours end, ms since the epoch, if they delay a message now. Otherwise null. Messages of
 * required topics and critical ones are not delayed.
 */
export function delayedUntil(
  { quietFrom: from, quietUntil: until, timeZone }: QuietColumns,
  topic: JudgedTopic | null,
  critical: boolean,
  nowMs: number,
): number | null {
  if (from === null || until === null || critical || topic?.required === true) return null
  return quietEnd({ from, until }, timeZone, nowMs)
}

interface QuietColumns extends Pick<PreferenceColumns, 'quietFrom' | 'quietUntil'> {
  timeZone: string | null
}
