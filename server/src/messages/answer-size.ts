/** What the messages of one batch may take, by what they add to its answer. */
import type { LoadedTemplate } from '../templates/find-templates.ts'
import type { RequestTime } from '../templates/rendering/rendering.ts'
import { messageObject } from './message.ts'
import type { Message } from './message.ts'

/** JSON of the answer, and of the texts of channels, which are held as long: 1,000 messages of 16 KB. */
const BYTES_MAX = 16 * 1024 * 1024

/** What is left of it. */
export interface Room {
  /** What comes next is refused: it need not be rendered. */
  isFull(): boolean
  /** Whether there is room for the message, which then takes it. */
  take(message: Message): boolean
}

/** What the messages of one request share. */
export interface RequestShare extends RequestTime {
  room: Room
  /** The templates that have been read for it, by what names them. */
  templates: Map<string, Promise<LoadedTemplate | null>>
}

export function createRoom(): Room {
  let bytes = 0
  return {
    isFull: () => bytes > BYTES_MAX,
    take(message) {
      if (bytes > BYTES_MAX) return false
      // As it is sent: a text of control characters is six times as long as its characters.
      bytes += Buffer.byteLength(JSON.stringify(messageObject(message)))
      if (message.channelTexts !== null) bytes += Buffer.byteLength(JSON.stringify(message.channelTexts))
      return bytes <= BYTES_MAX
    },
  }
}
