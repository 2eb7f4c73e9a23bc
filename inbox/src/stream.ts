/** One stream of the inbox, from its beginning to its end. */
import { createEventParser } from './event-stream.ts'
import type { StreamEvent } from './event-stream.ts'
import type { Requests } from './requests.ts'

/** The service sends counts at once. If they do not come, a proxy holds the stream back, ms. */
const FIRST_EVENT_MS = 8000
/** The service sends a heartbeat every 20 s. Two missing ones mean a dead connection, ms. */
const SILENCE_MS = 45_000
/** `failed`: no event came. `lost`: the service does not know the id. */
export type StreamEnd = 'ended' | 'failed' | 'unauthorized' | 'lost'

/** Where a stream ended, and the wait by `retry`, ms. */
export interface StreamResult {
  end: StreamEnd
  lastId: string
  retryMs: number | null
}

export interface StreamHandlers {
  /** Before the first event. */
  onBegin(): void
  onEvent(event: StreamEvent): void
  /** Time until the token should be replaced, ms. The stream ends then. */
  tokenMsLeft(): number
}

/** Follows the stream from a cursor, or from now if `lastId` is empty. Never rejects. */
export async function followStream(
  requests: Requests,
  lastId: string,
  ending: AbortController,
  { onBegin, onEvent, tokenMsLeft }: StreamHandlers,
): Promise<StreamResult> {
  const end = (): void => ending.abort()
  const parser = createEventParser(lastId)
  const result = (end: StreamEnd): StreamResult => ({ end, lastId: parser.lastId, retryMs: parser.retryMs })
  let silence = setTimeout(end, FIRST_EVENT_MS)
  let replacing: ReturnType<typeof setTimeout> | undefined
  let hasBegun = false
  try {
    const query = lastId === '' ? '' : `?last_event_id=${encodeURIComponent(lastId)}`
    const response = await requests.open(`/stream${query}`, { signal: ending.signal })
    if (response === null || response.status === 401) return result('unauthorized')
    if (lastId !== '' && response.status === 422) return result('lost')
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !type.startsWith('text/event-stream')) return result('failed')
    replacing = setTimeout(end, tokenMsLeft())
    const reader = response.body!.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done || ending.signal.aborted) return result(hasBegun ? 'ended' : 'failed')
      const events = parser.feed(decoder.decode(value, { stream: true }))
      if (!hasBegun && events.length > 0) {
        hasBegun = true
        onBegin()
      }
      for (const event of events) onEvent(event)
      if (hasBegun) {
        clearTimeout(silence)
        silence = setTimeout(end, SILENCE_MS)
      }
    }
  } catch {
    return result(hasBegun ? 'ended' : 'failed')
  } finally {
    clearTimeout(silence)
    clearTimeout(replacing)
    end()
  }
}
