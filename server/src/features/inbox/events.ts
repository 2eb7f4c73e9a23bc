/** The events of streams, as text. */
import { isoTime } from '../../platform/clock.ts'
import { encodePosition } from './changes.ts'
import type { ChangeRow, Position } from './changes.ts'
import { inboxMessageView } from './inbox-message.ts'
import type { Counts } from './inbox-message.ts'
import type { InboxMessageRow } from './queries.ts'
import type { StreamEvent } from './stream.ts'

function text(name: string, id: string | null, data: object): Buffer {
  const line = id === null ? '' : `id: ${id}\n`
  return Buffer.from(`event: ${name}\n${line}data: ${JSON.stringify(data)}\n\n`)
}

const STATE_OF = { seen_all: 'seen_at', read_all: 'read_at', archived_all: 'archived_at' } as const

/** The event of a change, or null if its message is gone. `message`: its current state. */
export function changeEvent(
  database: string,
  row: ChangeRow,
  message: InboxMessageRow | undefined,
): StreamEvent | null {
  const { tx, id, kind, at, messageId } = row
  const cursor = encodePosition(database, { tx, id, atMs: at })
  if (kind === 'message' || kind === 'change')
    return message === undefined ? null : { text: text(kind, cursor, inboxMessageView(message)), after: { tx, id } }
  const data = { [STATE_OF[kind]]: isoTime(at), up_to: messageId }
  return { text: text('change_all', cursor, data), after: { tx, id } }
}

/** The counts come after every change. They have no place of their own. */
export function countsEvent({ unseen, unread }: Counts): StreamEvent {
  return { text: text('counts', null, { unseen, unread }), after: null }
}

/** The begin of a stream: the wait before the reader reconnects (ms), its position and the counts. */
export function firstEvent(
  database: string,
  { position, counts, retryMs }: { position: Position; counts: Counts; retryMs: number },
): StreamEvent {
  const head = `retry: ${retryMs}\nid: ${encodePosition(database, position)}\n`
  return { text: Buffer.concat([Buffer.from(head), countsEvent(counts).text]), after: null }
}

/** The reader's cursor is too old, so it reads the list anew. */
export function resetEvent(database: string, position: Position): StreamEvent {
  return { text: text('reset', encodePosition(database, position), {}), after: null }
}
