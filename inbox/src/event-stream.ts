/** Parses a stream of server-sent events (WHATWG HTML, section 9.2.6). */

export interface StreamEvent {
  /** `message` if the stream names none. */
  type: string
  data: string
}

export interface EventParser {
  /** The events with their end in this part of the stream. Throws if an event is too long. */
  feed(text: string): StreamEvent[]
  /** The `id` of the last complete block, or empty. */
  readonly lastId: string
  /** The last `retry` of the stream, ms. */
  readonly retryMs: number | null
}

/** The service sends at most some kilobytes. A longer event is not from it. */
const EVENT_CHARACTERS_MAX = 1_000_000

/** Parses parts of a stream in their order. `lastId` is the id to begin with. The cost is linear in the characters. */
export function createEventParser(lastId = ''): EventParser {
  /** The line without an end so far, in parts. */
  let open: string[] = []
  let characters = 0
  let isAfterReturn = false
  let type = ''
  let id = lastId
  let data: string[] = []
  let retryMs: number | null = null

  function readField(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line)!
    if (name === 'event') type = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) id = value
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) retryMs = Number(value)
  }

  function endBlock(events: StreamEvent[]): void {
    lastId = id
    if (data.length > 0) events.push({ type: type || 'message', data: data.join('\n') })
    type = ''
    data = []
    characters = 0
  }

  return {
    get lastId() {
      return lastId
    },
    get retryMs() {
      return retryMs
    },
    feed(text) {
      const events: StreamEvent[] = []
      // A line may end in \r\n, and the two may come in two parts.
      const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text
      if (text !== '') isAfterReturn = text.endsWith('\r')
      const lines = rest.split(/\r\n|\n|\r/)
      for (const [index, line] of lines.entries()) {
        characters += line.length
        if (characters > EVENT_CHARACTERS_MAX) throw new RangeError('Too long')
        open.push(line)
        if (index === lines.length - 1) break
        const whole = open.join('')
        open = []
        if (whole === '') endBlock(events)
        else readField(whole)
      }
      return events
    },
  }
}
