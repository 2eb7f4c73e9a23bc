/**
 * Live updates as server-sent events (WHATWG HTML, section 9.2), read from the event feed. A stream names the changed
 * deliveries only. Other routes return their details.
 */
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { isoTime } from '../../platform/clock.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AccountPool } from '../../platform/db/pool.ts'
import { logFailure } from '../../platform/db/servers/outages.ts'
import { ApiError } from '../../platform/errors.ts'
import { FairGate } from '../../platform/admission/fair-gate.ts'
import { LIMITS } from '../../platform/admission/limits.ts'
import type { Logger } from '../../platform/log.ts'
import type { FeedPosition } from './feed-position.ts'
import { encodePosition, feedEnd, readEntries } from './feed.ts'
import type { FeedEntry } from './feed.ts'

/** The time between two reads of the feed per stream, ms. */
const LOOK_INTERVAL_MS = 500
/** After this long without events a comment is sent, so that proxies keep the connection open, ms. */
const HEARTBEAT_MS = 15_000
/** The lifetime of a stream, ms. The reader then reconnects. */
const LIFETIME_MS = 60_000
/** The time between two looks at the key or session of a stream, ms. A stream ends within 10 s of its credential. */
const CREDENTIAL_INTERVAL_MS = 5_000
/** The wait before the reader reconnects, ms. */
const RETRY_MS = 1000
/** The largest number of events in one message of a stream. */
const EVENTS_MAX = 200
export interface LiveReader {
  pool: AccountPool
  account: { bucket: number; accountId: number }
  gone: AbortSignal
  authenticateAgain(): Promise<void>
}

export interface LiveStreams {
  /**
   * Opens a stream of the account's events after a position, or from now on. It ends when the reader disconnects, or if
   * `authenticateAgain` rejects. Null: too many streams are open.
   */
  open(reader: LiveReader, after: FeedPosition | null): Readable | null
  /** Ends all streams. */
  close(): void
}

export function createLiveStreams({ clock, log }: { clock: Clock; log: Logger }): LiveStreams {
  const ending = new AbortController()
  const streams = new FairGate<number>({ placesMax: LIMITS.feeds.max, ofKeyMax: LIMITS.feedsOfAccount.max })
  return {
    open(reader, after) {
      const { account } = reader
      const leave = streams.enterNow(account.accountId)
      if (leave === null) return null
      const signal = AbortSignal.any([ending.signal, reader.gone])
      const stream = Readable.from(messages(reader, { clock, log }, after, signal))
      stream.once('close', leave)
      return stream
    },
    close: () => ending.abort(),
  }
}

/** The messages of a stream. If the database fails, the stream ends cleanly and the reader reconnects. */
async function* messages(
  { pool, account, authenticateAgain }: LiveReader,
  { clock, log }: { clock: Clock; log: Logger },
  after: FeedPosition | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const endsAt = clock.monotonic() + LIFETIME_MS
  let quietSince = clock.monotonic()
  let authenticatedAt = clock.monotonic()
  try {
    let position = after ?? (await feedEnd(pool, clock.now()))
    yield `retry: ${RETRY_MS}\nid: ${encodePosition(position)}\n\n`
    while (!signal.aborted && clock.monotonic() < endsAt) {
      if (clock.monotonic() - authenticatedAt >= CREDENTIAL_INTERVAL_MS) {
        await authenticateAgain()
        authenticatedAt = clock.monotonic()
      }
      const { entries, next, more } = await readEntries(pool, { ...account, after: position, limit: EVENTS_MAX })
      position = next
      if (entries.length > 0) yield messageOf(entries, position)
      else if (clock.monotonic() - quietSince >= HEARTBEAT_MS) yield ':\n\n'
      else {
        await wait(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {})
        continue
      }
      quietSince = clock.monotonic()
      if (!more) await wait(LOOK_INTERVAL_MS, undefined, { signal }).catch(() => {})
    }
  } catch (error) {
    if (error instanceof ApiError) return
    logFailure(log, 'requests', { event: 'live.failed', account_id: account.accountId }, error)
  }
}

function messageOf(entries: readonly FeedEntry[], position: FeedPosition): string {
  const events = entries.map(({ id, type, deliveryId, createdAt }) => {
    return { id, type, delivery_id: deliveryId, created_at: isoTime(createdAt) }
  })
  return `id: ${encodePosition(position)}\nevent: events\ndata: ${JSON.stringify({ events })}\n\n`
}
