/** The shapes of the inbox in the API, below `/api/v1/inbox`. Times are in ISO 8601. */

export interface InboxMessage {
  message_id: number
  delivery_id: number
  /** Text, never HTML. */
  title: string
  /** Text, never HTML. */
  body: string
  url: string | null
  /** The name of a topic. */
  topic: string | null
  created_at: string
  seen_at: string | null
  read_at: string | null
  archived_at: string | null
}

/** Messages without the archived ones. The service counts up to 1,000, so 1,000 means "1,000 or more". */
export interface Counts {
  unseen: number
  unread: number
}

/** `active`: not archived. */
export type Filter = 'active' | 'unseen' | 'unread' | 'archived'

/** A read message is seen too. */
export interface Change {
  seen?: true
  read?: boolean
  archived?: boolean
}

/** A change of all messages of the inbox. */
export type ChangeOfAll = { seen: true } | { read: true } | { archived: true }

/** One choice of the person: messages of a topic on channels of a type. */
export interface Preference {
  topic: string
  channel_type: string
  enabled: boolean
}

/** The times are `HH:MM` in the time zone of the person. */
export interface QuietHours {
  from: string
  until: string
}

export interface Preferences {
  preferences: (Preference & { label: string; required: boolean })[]
  paused: boolean
  quiet_hours: QuietHours | null
  time_zone: string | null
  /** The address of the service's page for changing preferences, or null. */
  preferences_url: string | null
}

/** Absent fields and choices stay as they are. */
export interface PreferenceChanges {
  preferences?: Preference[]
  paused?: boolean
  quiet_hours?: QuietHours | null
}

type Fields = Record<string, unknown>

const TEXTS = ['title', 'body', 'created_at']
const TEXTS_OR_NULL = ['url', 'topic', 'seen_at', 'read_at', 'archived_at']

/** The value as a message, or null if a field has another type. A proxy or a later version may send anything. */
export function messageOf(value: unknown): InboxMessage | null {
  const fields = (value ?? {}) as Fields
  const isText = (name: string): boolean => typeof fields[name] === 'string'
  const hasTexts = TEXTS.every(isText) && TEXTS_OR_NULL.every((name) => fields[name] === null || isText(name))
  return hasTexts && Number.isSafeInteger(fields['message_id']) ? (value as InboxMessage) : null
}

/** The value as counts, or null. */
export function countsOf(value: unknown): Counts | null {
  const { unseen, unread } = (value ?? {}) as Fields
  return Number.isSafeInteger(unseen) && Number.isSafeInteger(unread) ? (value as Counts) : null
}

/** The address if a page may open it: an absolute one with http or https. Else null. */
export function safeUrl(url: string | null): string | null {
  try {
    const { href } = new URL(url ?? '')
    return /^https?:/.test(href) ? href : null
  } catch {
    return null
  }
}
