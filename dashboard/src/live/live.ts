/**
 * The page's one stream of what changes. A browser allows a service six connections of all its tabs, so there is a
 * stream only while something that follows it is looked at.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { addressOf } from '../api/call.ts'
import type { OperationName } from '../api/call.ts'

/** `lost`: what is shown is read again now and then instead. */
export type LiveState = 'connecting' | 'live' | 'lost' | 'paused'

const ADDRESS = '/api/v1/live'
/** After a refusal the stream is asked for again, ms. */
const AGAIN_MS = 10_000
/** What is shown is read again at most so often, ms. */
const READ_AGAIN_MS = 1000
/** While there is no stream, what is shown is read again so often, ms. */
const READ_WITHOUT_STREAM_MS = 15_000
/** A stream that ends comes back by itself at once; not coming back twice, it is lost. */
const FAILURES_MAX = 2

let source: EventSource | null = null
let state: LiveState = 'connecting'
let isPaused = false
let lastId = ''
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
  const stream = new EventSource(addressOf(ADDRESS, { query: { after: lastId } }))
  source = stream
  stream.addEventListener('open', () => {
    failures = 0
    setState('live')
    // A stream without a place to go on from tells nothing of what happened before it.
    if (lastId === '') tellAll()
  })
  stream.addEventListener('events', (message: MessageEvent<string>) => {
    lastId = message.lastEventId
    tellAll()
  })
  stream.addEventListener('error', () => {
    failures += 1
    if (failures >= FAILURES_MAX) setState('lost')
    // Refused: then a browser does not come back by itself. The place may be what was refused.
    if (stream.readyState !== EventSource.CLOSED) return
    setState('lost')
    lastId = ''
    timer = setTimeout(update, AGAIN_MS)
  })
}

/** Has a stream if one is wanted, and none if not. */
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

/** How the stream is doing, and a function that pauses it or goes on. */
export function useLiveState(): [LiveState, (paused: boolean) => void] {
  const current = useSyncExternalStore(subscribe, () => state)
  return [
    current,
    (paused) => {
      isPaused = paused
      update()
      // What came while the page was held still.
      if (!paused) tellAll()
    },
  ]
}

/**
 * As long as the component is shown, what was read by these operations is read again when something has happened in
 * the account. Answers how often to read without it, ms; undefined: not at all. `names` must not change.
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
      readAt = performance.now()
      for (const name of key.split(',')) void client.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false })
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
