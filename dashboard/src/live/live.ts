/**
 * The live stream of the page. A browser allows six connections per service for all tabs together, so the stream is
 * open only while the page is visible and a component uses it.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { addressOf } from '../api/call.ts'
import { onBack, whenBack } from '../api/connection.ts'
import type { OperationName } from '../api/call.ts'
import { livePosition, setLivePosition } from './live-position.ts'

/** `lost`: the page polls instead. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'paused'

const ADDRESS = '/api/v1/live'
/** The wait after a refused stream, ms. */
const AGAIN_MS = 10_000
/** The shortest time between two reads of the same data, ms. */
const READ_AGAIN_MS = 1000
/** The time between reads while there is no stream, ms. */
const READ_WITHOUT_STREAM_MS = 15_000
/** A browser reconnects an ended stream at once. After two failures the stream counts as lost. */
const FAILURES_MAX = 2

let source: EventSource | null = null
let state: LiveState = 'connecting'
let isPaused = false
let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined

const followers = new Set<() => void>()
const stateListeners = new Set<() => void>()

function setState(next: LiveState): void {
  if (state === next) return
  state = next
  for (const listener of stateListeners) listener()
}

function tellAll(): void {
  for (const follower of followers) follower()
}

function close(): void {
  clearTimeout(timer)
  source?.close()
  source = null
}

function open(): void {
  close()
  const stream = new EventSource(addressOf(ADDRESS, { query: { after: livePosition() } }))
  source = stream
  stream.addEventListener('open', () => {
    failures = 0
    setState('live')
    // Without a cursor, a new stream does not report earlier changes.
    if (livePosition() === '') tellAll()
  })
  stream.addEventListener('events', (message: MessageEvent<string>) => {
    setLivePosition(message.lastEventId)
    tellAll()
  })
  stream.addEventListener('error', () => {
    failures += 1
    void whenBack()
    if (failures >= FAILURES_MAX) setState('lost')
    // After a refusal the browser does not reconnect. The cursor may be the reason of the refusal.
    if (stream.readyState !== EventSource.CLOSED) return
    setState('lost')
    setLivePosition('')
    timer = setTimeout(update, AGAIN_MS)
  })
}

/** Opens the stream if it is needed, and closes it if not. */
function update(): void {
  const isWanted = followers.size > 0 && !isPaused && document.visibilityState === 'visible'
  if (isPaused) setState('paused')
  if (!isWanted) close()
  else if (source === null || source.readyState === EventSource.CLOSED) {
    setState('connecting')
    open()
  }
}

document.addEventListener('visibilitychange', update)
onBack(() => {
  close()
  update()
})

function follow(follower: () => void): () => void {
  followers.add(follower)
  update()
  return () => {
    followers.delete(follower)
    update()
  }
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}

/** The state of the stream, and a function to pause or resume it. */
export function useLiveState(): [LiveState, (paused: boolean) => void] {
  const current = useSyncExternalStore(subscribe, () => state)
  return [
    current,
    (paused) => {
      isPaused = paused
      update()
      // The changes during the pause.
      if (!paused) tellAll()
    },
  ]
}

/**
 * While the component is mounted, the responses of these operations are read again after each event of
 * the account. Returns the time between reads without a stream, ms, or undefined. `names` must not change.
 */
export function useLive(names: readonly OperationName[]): number | undefined {
  const client = useQueryClient()
  const key = names.join()
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined
    let readAt = -Infinity
    const read = () => {
      waiting = undefined
      if (isPaused) return
      const queries = key.split(',').map((name) => ({ queryKey: [name] }))
      // A read on its way may have begun before the event.
      if (queries.some((query) => client.isFetching(query) > 0)) {
        waiting = setTimeout(read, READ_AGAIN_MS)
        return
      }
      readAt = performance.now()
      for (const query of queries) void client.invalidateQueries(query, { cancelRefetch: false })
    }
    const stop = follow(() => {
      waiting ??= setTimeout(read, Math.max(0, readAt + READ_AGAIN_MS - performance.now()))
    })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [client, key])
  const [current] = useLiveState()
  return current === 'lost' ? READ_WITHOUT_STREAM_MS : undefined
}
