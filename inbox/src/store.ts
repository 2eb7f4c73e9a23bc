/**
 * The messages of this page, as pure functions. The truth of the service (`Stored`) changes by its events. Edits
 * of this page lie on top until the service has confirmed or refused them, so a refused edit leaves no trace.
 */
import type { Change, Counts, Filter, InboxMessage } from './message.ts'

export interface Stored {
  filter: Filter
  /** Newest first, each once. */
  messages: readonly InboxMessage[]
  counts: Counts
  /** The cursor of the next page. Null: all are here. */
  next: string | null
}

/** A change of one message (`id`), or of all outside of the archive, up to a message or to the newest. */
export interface Edit {
  change: Change
  at: string
  id: number | null
  upTo: number | null
}

export type StoreEvent =
  | { kind: 'message' | 'change'; message: InboxMessage }
  | { kind: 'edit'; edit: Edit }
  | { kind: 'counts'; counts: Counts }
  /** The first page, instead of all messages. `next` is the cursor of the next page. */
  | { kind: 'first'; messages: readonly InboxMessage[]; next: string | null }
  /** The first page again. Older messages stay if no gap can be between. */
  | { kind: 'newest'; messages: readonly InboxMessage[]; next: string | null }
  /** A further page. */
  | { kind: 'older'; messages: readonly InboxMessage[]; next: string | null }

export const EMPTY_STORE: Stored = { filter: 'active', messages: [], counts: { unseen: 0, unread: 0 }, next: null }

/** The order of the service's lists: by time, then by id, newest first. */
export function newestFirst(one: InboxMessage, other: InboxMessage): number {
  return Date.parse(other.created_at) - Date.parse(one.created_at) || other.message_id - one.message_id
}

function matches(filter: Filter, { seen_at, read_at, archived_at }: InboxMessage): boolean {
  if (filter === 'archived') return archived_at !== null
  if (archived_at !== null) return false
  return filter === 'active' || (filter === 'unseen' ? seen_at : read_at) === null
}

const unseen = (message: InboxMessage): number => Number(matches('unseen', message))
const unread = (message: InboxMessage): number => Number(matches('unread', message))

/** The message after a change. If a time is set, it stays. */
export function changed(message: InboxMessage, { seen, read, archived }: Change, at: string): InboxMessage {
  const { seen_at, read_at, archived_at } = message
  return {
    ...message,
    seen_at: seen === true || read === true ? (seen_at ?? at) : seen_at,
    read_at: read === undefined ? read_at : read ? (read_at ?? at) : null,
    archived_at: archived === undefined ? archived_at : archived ? (archived_at ?? at) : null,
  }
}

/** Returns whether an edit means a message. `upTo` is a place in the order of the list. */
function meaning({ id, upTo }: Edit, messages: readonly InboxMessage[]): (message: InboxMessage) => boolean {
  const last = messages.find(({ message_id }) => message_id === upTo)
  return (message) => {
    if (id !== null) return message.message_id === id
    if (message.archived_at !== null) return false
    return upTo === null || (last === undefined ? message.message_id <= upTo : newestFirst(last, message) <= 0)
  }
}

function merge(messages: readonly InboxMessage[], filter: Filter): InboxMessage[] {
  const known = new Map(messages.map((message) => [message.message_id, message]))
  return [...known.values()].filter((message) => matches(filter, message)).toSorted(newestFirst)
}

function upsert(stored: Stored, message: InboxMessage): Stored {
  const { filter, messages, counts, next } = stored
  const before = messages.find(({ message_id }) => message_id === message.message_id)
  const last = messages.at(-1)
  // If further pages exist, an older message comes with them.
  const isInside = before !== undefined || next === null || last === undefined || newestFirst(message, last) < 0
  // The counts of the service follow a new message.
  const difference = (count: (one: InboxMessage) => number): number => count(message) - count(before ?? message)
  return {
    ...stored,
    messages: isInside ? merge([...messages, message], filter) : messages,
    counts: {
      unseen: Math.max(0, counts.unseen + difference(unseen)),
      unread: Math.max(0, counts.unread + difference(unread)),
    },
  }
}

function sum(messages: readonly InboxMessage[], count: (one: InboxMessage) => number): number {
  return messages.reduce((total, message) => total + count(message), 0)
}

function edited(stored: Stored, edit: Edit): Stored {
  const { filter, messages, counts } = stored
  const isMeant = meaning(edit, messages)
  const after = messages.map((message) => (isMeant(message) ? changed(message, edit.change, edit.at) : message))
  // After a change of all, only messages above `upTo` count. They are loaded, because they are newer.
  const countAfter = (name: keyof Counts, count: (one: InboxMessage) => number, endsAll: boolean): number =>
    endsAll ? sum(after, count) : Math.max(0, counts[name] + sum(after, count) - sum(messages, count))
  const isAll = edit.id === null
  return {
    ...stored,
    messages: after.filter((message) => matches(filter, message)),
    counts: {
      unseen: countAfter('unseen', unseen, isAll),
      unread: countAfter('unread', unread, isAll && edit.change.seen !== true),
    },
  }
}

function withNewest({ filter, messages }: Stored, newest: readonly InboxMessage[], next: string | null) {
  const older = next === null ? [] : messages.filter((one) => newestFirst(newest.at(-1) ?? one, one) < 0)
  const fitting = newest.filter((message) => matches(filter, message))
  // A message that leaves the list now would meet it no second time.
  const meets = fitting.some(({ message_id }) => messages.some((one) => one.message_id === message_id))
  return { messages: merge(meets ? [...fitting, ...older] : fitting, filter), keepsNext: meets && older.length > 0 }
}

/** The truth of the service after an event. Every event may come twice. */
export function reduce(stored: Stored, event: StoreEvent): Stored {
  switch (event.kind) {
    case 'message':
    case 'change':
      return upsert(stored, event.message)
    case 'edit':
      return edited(stored, event.edit)
    case 'counts':
      return { ...stored, counts: event.counts }
    case 'first':
      return { ...stored, messages: merge(event.messages, stored.filter), next: event.next }
    case 'older':
      return { ...stored, messages: merge([...stored.messages, ...event.messages], stored.filter), next: event.next }
    case 'newest': {
      const { messages, keepsNext } = withNewest(stored, event.messages, event.next)
      return { ...stored, messages, next: keepsNext ? stored.next : event.next }
    }
  }
}

/** The store as a person sees it: with the edits on their way to the service. */
export function withEdits(stored: Stored, edits: readonly Edit[]): Stored {
  return edits.reduce(edited, stored)
}
