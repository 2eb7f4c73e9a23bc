import { useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call, ApiFailure } from '../api/call.ts'
import type { Input } from '../api/call.ts'
import { hasFailed } from '../deliveries/delivery-status.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { ErrorNotice, Loading } from '../ui/notice.tsx'
import { Meter } from '../ui/meter.tsx'

const SEND_AGAIN = 'POST /api/v1/messages/{id}/send_again'

/** The filters of the list of deliveries. */
type Filters = NonNullable<Input<'GET /api/v1/deliveries'>['query']>

/** Messages sent by one click. */
const MESSAGES_MAX = 100
/** Pages read to find them. A page with the filter may have few rows. */
const PAGES_MAX = 20

interface Found {
  /** The messages, newest first. */
  ids: number[]
  /** Where older ones begin. Null: there are none. */
  next: string | null
}

/** The newest messages with a failed or bounced delivery of the filters, without repetitions, behind a cursor. */
async function findMessages(wanted: Filters, from: string | null, signal: AbortSignal): Promise<Found> {
  const found = new Set<number>()
  let next = from
  for (let pages = 0; pages < PAGES_MAX && found.size < MESSAGES_MAX; pages++) {
    const filters = { ...wanted, expand: undefined, limit: MESSAGES_MAX - found.size }
    const query = next === null ? filters : { ...filters, cursor: next }
    const page = await call('GET /api/v1/deliveries', { query }, signal)
    for (const { message_id: id, status } of page.deliveries) if (hasFailed(status)) found.add(id)
    next = page.next_cursor
    if (next === null) break
  }
  return { ids: [...found], next }
}

/**
 * Sends a message again, at most once: the key is the same for every member and every click, as long as the service
 * keeps it. False: it was sent again before.
 */
async function sendAgain(id: number, signal: AbortSignal): Promise<boolean> {
  let isNew = true
  const repetition = { key: `send-again-${id}`, onReplayed: () => (isNew = false) }
  try {
    await call(SEND_AGAIN, { path: { id }, body: { channels: 'failed' } }, signal, repetition)
    return isNew
  } catch (failure) {
    // Another member has sent it again.
    if (failure instanceof ApiFailure && failure.code === 'idempotency_key_reused') return false
    throw failure
  }
}

interface Progress {
  done: number
  repeated: number
  error: Error | null
  isRunning: boolean
}

const NOT_BEGUN: Progress = { done: 0, repeated: 0, error: null, isRunning: false }

/** Runs the sends one after another. `stop` ends it after the present one. */
function useSends(ids: readonly number[]) {
  const [progress, setProgress] = useState(NOT_BEGUN)
  const stopping = useRef<AbortController | null>(null)
  const client = useQueryClient()
  useEffect(() => () => stopping.current?.abort(), [])

  async function start(): Promise<void> {
    const controller = new AbortController()
    stopping.current = controller
    // After a stop or a failure it goes on behind the last sent message.
    let { done, repeated } = progress
    let error: Error | null = null
    setProgress({ done, repeated, error, isRunning: true })
    try {
      for (const id of ids.slice(done)) {
        if (controller.signal.aborted) break
        if (!(await sendAgain(id, controller.signal))) repeated += 1
        done += 1
        setProgress({ done, repeated, error, isRunning: true })
      }
    } catch (failure) {
      if (!controller.signal.aborted) error = failure as Error
    }
    setProgress({ done, repeated, error, isRunning: false })
    void client.invalidateQueries()
  }

  return { progress, start, stop: () => stopping.current?.abort(), reset: () => setProgress(NOT_BEGUN) }
}

/** The messages of the filters behind a cursor. `found` null: still searching. */
function useFound(filters: Filters, from: string | null) {
  const text = JSON.stringify(filters)
  const [found, setFound] = useState<Found | null>(null)
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    setFound(null)
    findMessages(JSON.parse(text) as Filters, from, controller.signal).then(setFound, (failure: Error) => {
      if (!controller.signal.aborted) setError(failure)
    })
    return () => controller.abort()
  }, [text, from])
  return { found, error }
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count.toLocaleString()} messages`)

function Question({ count, hasOlder }: { count: number; hasOlder: boolean }) {
  if (count === 0) return <p>No message found among the newest deliveries.</p>
  return (
    <p>
      The service creates {messages(count)} again, from the current texts of the templates, only on the channels on
      which they failed. {hasOlder && 'These are the newest: older ones follow in the next step. '}
      If you repeat this within a day, no message is sent twice.
    </p>
  )
}

/** Asks first, then sends the messages of the failed deliveries again, one by one. */
export function SendTheseAgain({
  filters,
  name = null,
  onClose,
}: {
  filters: Filters
  name?: string | null
  onClose: () => void
}) {
  const [from, setFrom] = useState<string | null>(null)
  const { found, error } = useFound(filters, from)
  const { progress, start, stop, reset } = useSends(found?.ids ?? [])
  const { done, repeated, isRunning } = progress
  const count = found?.ids.length ?? 0
  const isOver = !isRunning && done > 0
  const next = found?.next ?? null
  return (
    <Dialog title="Send these again" onClose={onClose}>
      <div className="stack">
        {name !== null && <p className="muted">{name}</p>}
        {found === null && error === null && <Loading label="Searching the messages" />}
        {found !== null && <Question count={count} hasOlder={next !== null} />}
        {done + Number(isRunning) > 0 && (
          <Meter label="Sent again" value={done} max={count} text={`${done} of ${count}`} tone="accent" />
        )}
        <p role="status">
          {isOver &&
            `${messages(done - repeated)} sent again${repeated === 0 ? '' : `, ${repeated} had been sent again before`}.`}
        </p>
        <ErrorNotice error={error ?? progress.error} />
        <DialogActions>
          {isRunning ? <Button onClick={stop}>Stop</Button> : <Button onClick={onClose}>Close</Button>}
          {isOver && done === count && next !== null && (
            <Button
              onClick={() => {
                reset()
                setFrom(next)
              }}
            >
              Older ones
            </Button>
          )}
          {done < count && (
            <Button tone="primary" busy={isRunning} onClick={() => void start()}>
              {isOver ? 'Continue' : `Send ${messages(count)} again`}
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}
