/** The room for the messages of one batch in its response. */
import type { LoadedTemplate } from '../rendering/find-templates.ts'
import type { RequestTime } from '../rendering/rendering.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'

/** JSON of the response and of the channels' texts, both in memory: 1,000 messages of 16 KB. */
const BYTES_MAX = 16 * 1024 * 1024

export interface Room {
  /** True if all further messages are refused, so they need not be rendered. */
  isFull(): boolean
  /** Reserves room for the message. Returns false if there is not enough. */
  take(message: Message): boolean
}

/** Shared by the messages of one request. */
export interface RequestShare extends RequestTime {
  room: Room
  /** Templates already read for the request, by the id or name that refers to them. */
  templates: Map<string, Promise<LoadedTemplate | null>>
}

export function createRoom(): Room {
  let bytes = 0
  return {
    isFull: () => bytes > BYTES_MAX,
    take(message) {
      if (bytes > BYTES_MAX) return false
      // Counted as sent. Escaped control characters take six times their length.
      bytes += Buffer.byteLength(JSON.stringify(messageObject(message)))
      if (message.channelTexts !== null) bytes += Buffer.byteLength(JSON.stringify(message.channelTexts))
      return bytes <= BYTES_MAX
    },
  }
}
