/** The events of the inbox's stream, as events of the store. */
import type { StreamEvent } from './event-stream.ts'
import { countsOf, messageOf } from './message.ts'
import type { Edit, StoreEvent } from './store.ts'

/** A change of all messages: `{ "read_at": "...", "up_to": 7 }`. */
function editOf(fields: Record<string, unknown>): Edit | null {
  for (const name of ['seen', 'read', 'archived'] as const) {
    const at = fields[`${name}_at`]
    // A place of another type means no message.
    if (typeof at === 'string')
      return { change: { [name]: true }, at, id: null, upTo: fields['up_to'] as number | null }
  }
  return null
}

/** Null: the event is unknown, or a field has another type. */
export function storeEventOf({ type, data }: StreamEvent): StoreEvent | null {
  try {
    const value = JSON.parse(data) as Record<string, unknown>
    if (type === 'message' || type === 'change') {
      const message = messageOf(value)
      return message && { kind: type, message }
    }
    if (type === 'counts') {
      const counts = countsOf(value)
      return counts && { kind: 'counts', counts }
    }
    const edit = type === 'change_all' ? editOf(value) : null
    return edit && { kind: 'edit', edit }
  } catch {
    return null
  }
}
