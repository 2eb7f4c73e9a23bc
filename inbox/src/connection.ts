/**
 * Follows the inbox: by a stream, or by polling if streams fail. The store has no gap: a stream continues from its last
 * id, and after the beginning of a stream without an id the first page is read again.
 */
import type { StreamEvent } from './event-stream.ts'
import { isOffline } from './requests.ts'
import type { Failure, Requests } from './requests.ts'
import { followStream } from './stream.ts'
import { createPauses, TIMER_MS_MAX, waitAfter } from './waits.ts'
import type { Pauses } from './waits.ts'

/** `polling`: messages come with a delay. `unauthorized`: the app has no valid token. */
export type ConnectionState = 'stopped' | 'connecting' | 'live' | 'polling' | 'offline' | 'unauthorized'

export type ReadResult = 'changed' | 'unchanged' | Failure

export interface Followed {
  onState(state: ConnectionState): void
  onEvent(event: StreamEvent): void
  /** Reads the first page, for a poll with the counts. Never rejects. */
  read(isPoll: boolean): Promise<ReadResult>
  /** Time until the token should be replaced, ms. */
  tokenMsLeft(): number
}

export interface Connection {
  start(): void
  stop(): void
  /** Reads the first page anew, with new tries until it is read. */
  refresh(): void
  /** Tries at once, also after too many refusals. */
  wake(): void
}

/** The wait before the first new try, if the stream names none, ms. */
const RETRY_MS = 1000
/** If more streams in a row fail and the reads between succeed, the page polls. */
const BLOCKED_MAX = 2
/** How long the page polls before it tries a stream again, ms. */
const POLLING_MS = 120_000
const POLL_MS_MIN = 10_000
const POLL_MS_MAX = 60_000
/** After this many refused tokens in a row, the page waits for another token. */
const REFUSALS_MAX = 3
/** A browser may be wrong about being offline, so the page tries after this time, ms. */
const OFFLINE_MS = 60_000

export const isRead = (result: ReadResult | null): boolean => result === 'changed' || result === 'unchanged'

/** Returns a function for reading the first page, with new tries until it is read. The read begins after the call. */
function createRefresh(read: () => Promise<ReadResult>, { pause }: Pauses): (signal: AbortSignal) => Promise<void> {
  let needed = 0
  let isReading = false
  return async (signal) => {
    needed += 1
    if (isReading) return
    isReading = true
    for (let failures = 0, done = 0; done < needed && !signal.aborted;) {
      const reads = needed
      if (isRead(await read())) done = reads
      else await pause(waitAfter(++failures, RETRY_MS, Math.random()))
    }
    isReading = false
    needed = 0
  }
}

/** Polls for `forMs`, at least once. Returns the last result. */
async function poll(followed: Followed, forMs: number, signal: AbortSignal, { pause }: Pauses): Promise<ReadResult> {
  const until = performance.now() + forMs
  for (let wait = POLL_MS_MIN; ;) {
    const result = await followed.read(true)
    if (!isRead(result) || forMs === 0 || signal.aborted) return result
    followed.onState('polling')
    wait = result === 'changed' ? POLL_MS_MIN : Math.min(wait * 1.5, POLL_MS_MAX)
    await pause(wait)
    if (signal.aborted || performance.now() > until) return result
  }
}

export function createConnection(requests: Requests, followed: Followed): Connection {
  const pauses = createPauses()
  const refresh = createRefresh(() => followed.read(false), pauses)
  /** Null: stopped. */
  let run: AbortController | null = null
  let stream = new AbortController()

  async function follow({ signal }: AbortController): Promise<void> {
    let lastId = ''
    for (let failures = 0, refusals = 0, blocked = 0; !signal.aborted;) {
      if (isOffline()) {
        followed.onState('offline')
        await pauses.pause(OFFLINE_MS)
        if (signal.aborted) return
      }
      stream = new AbortController()
      const { end, ...result } = await followStream(requests, lastId, stream, {
        tokenMsLeft: followed.tokenMsLeft,
        onBegin() {
          followed.onState('live')
          if (lastId === '') void refresh(signal)
        },
        onEvent(event) {
          if (event.type === 'reset') void refresh(signal)
          else followed.onEvent(event)
        },
      })
      if (signal.aborted) return
      lastId = end === 'lost' ? '' : result.lastId
      let read: ReadResult | null = end === 'unauthorized' ? end : null
      if (end === 'failed') read = await poll(followed, blocked < BLOCKED_MAX ? 0 : POLLING_MS, signal, pauses)
      if (signal.aborted) return
      const isThere = isRead(read)
      blocked = isThere ? blocked + 1 : 0
      failures = end === 'ended' ? 0 : isThere ? 1 : failures + 1
      refusals = read === 'unauthorized' ? refusals + 1 : 0
      if (refusals >= REFUSALS_MAX) {
        followed.onState('unauthorized')
        await pauses.pause(TIMER_MS_MAX)
        refusals = 0
      } else if (!isOffline()) {
        if (end !== 'ended') followed.onState('connecting')
        await pauses.pause(waitAfter(Math.max(1, failures), result.retryMs ?? RETRY_MS, Math.random()))
      }
    }
  }

  return {
    start() {
      if (run !== null) return
      run = new AbortController()
      followed.onState('connecting')
      void follow(run)
    },
    stop() {
      run?.abort()
      run = null
      stream.abort()
      pauses.wake()
      followed.onState('stopped')
    },
    refresh() {
      if (run !== null) void refresh(run.signal)
    },
    wake() {
      if (isOffline()) stream.abort()
      pauses.wake()
    },
  }
}
