/** Finds messages new to this page, so that each is reported once. */
import type { InboxMessage } from './message.ts'
import { newestFirst } from './store.ts'

/** Ids in memory. */
const KNOWN_MAX = 2000

export interface News {
  /** New messages of a list: unknown and newer than all before. The first list has none. Oldest first. */
  inList(messages: readonly InboxMessage[]): InboxMessage[]
  /** Whether a message of the stream was never reported. */
  isNew(message: InboxMessage): boolean
}

export function createNews(): News {
  const known = new Set<number>()
  let newest: InboxMessage | null = null
  let hasList = false

  function learn(message: InboxMessage): void {
    known.add(message.message_id)
    if (newest === null || newestFirst(message, newest) < 0) newest = message
    // A set keeps the order of insertion.
    for (const id of known) {
      if (known.size <= KNOWN_MAX) break
      known.delete(id)
    }
  }

  return {
    inList(messages) {
      const before = newest
      const isNewer = (message: InboxMessage): boolean => before === null || newestFirst(message, before) < 0
      const fresh = hasList ? messages.filter((one) => !known.has(one.message_id) && isNewer(one)) : []
      for (const message of messages) learn(message)
      hasList = true
      return fresh.toReversed()
    },
    isNew(message) {
      const isNew = !known.has(message.message_id)
      learn(message)
      return isNew
    },
  }
}
