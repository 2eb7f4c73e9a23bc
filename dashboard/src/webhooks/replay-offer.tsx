import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { eventsText, OF_ENDPOINT, OF_REPLAY, useStats } from './endpoint.ts'
import type { Stats, WebhookEndpoint, Window } from './endpoint.ts'

type Started = Answer<'POST /api/v1/webhook_endpoints/{id}/replay'>
type Progressing = Pick<
  Answer<'GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}'>['replay'],
  'status' | 'done' | 'total'
>

const READ_EVERY_MS = 3000
/** The statistics are read again within this time after the end of the replay, ms. */
const SETTLING_MS = 15_000

type Missing = Stats['missing']

function Told({ events, pending }: Missing) {
  if (events === 0)
    return <p>No event is missing.{pending > 0 && ` ${eventsText(pending)} sent again, and not delivered yet.`}</p>
  return (
    <p>
      <strong>{eventsText(events)} missing:</strong> failed or skipped, and not delivered since. A replay sends them
      again, oldest first, with the same ids.
    </p>
  )
}

/** How far the replay is. `missing`: of all events of the endpoint, also of others than those of the replay. */
function Progress({
  replay: { status, done, total },
  missing: { events, pending },
  isSettled,
}: {
  replay: Progressing
  missing: Missing
  isSettled: boolean
}) {
  const sent = `${done.toLocaleString()} of ${eventsText(total)} sent again`
  if (status === 'canceled' || (status === 'finished' && isSettled))
    return (
      <p>
        <strong>The replay has ended:</strong> {sent}. {eventsText(events)} missing: failed again, or newer than the
        replay.
      </p>
    )
  const waiting = pending > 0 && `, ${pending.toLocaleString()} not delivered yet`
  if (status === 'finished')
    return (
      <p>
        <strong>Waiting for your receiver:</strong> {sent}
        {waiting}.
      </p>
    )
  return (
    <p>
      <strong>{status === 'held' ? 'The replay waits until the endpoint is active:' : 'The replay runs:'}</strong>{' '}
      {sent}
      {waiting}.
    </p>
  )
}

/** The progress of a replay that this page has started. `onEnd`: called if it is canceled, or no event is missing after it. */
function useProgress(
  { id }: WebhookEndpoint,
  started: Started | undefined,
  { missing, onEnd }: { missing: Missing | undefined; onEnd: () => void },
): { replay: Progressing; isSettled: boolean } {
  const path = { id, replay_id: started?.replay_id ?? 0 }
  const options = { everyMs: READ_EVERY_MS, enabled: started !== undefined }
  const read = useRead('GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}', { path }, options)
  const atFirst = { status: 'running' as const, done: 0, total: started?.count ?? 0 }
  // The response of the replay before stays until the first one of this replay.
  const replay = (started !== undefined && !read.isPlaceholderData && read.data?.replay) || atFirst
  const hasEnded =
    replay.status === 'canceled' || (replay.status === 'finished' && missing?.events === 0 && missing.pending === 0)
  const end = useEffectEvent(() => {
    showToast(`The replay has ended: ${eventsText(replay.done)} sent again`)
    onEnd()
  })
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    setSettled(false)
    const timer = replay.status === 'finished' ? setTimeout(() => setSettled(true), SETTLING_MS) : undefined
    return () => clearTimeout(timer)
  }, [replay.status])
  return { replay, isSettled: isSettled && missing?.pending === 0 }
}

interface OfferProps {
  endpoint: WebhookEndpoint
  /** Of the statistics. They have the missing events of any age. */
  window: Window | null
  isAsked: boolean
  onReplay: () => void
  onClose: () => void
}

/**
 * Offers to replay the events that the endpoint missed, until they are delivered or a member dismisses them. All members see
 * the same. `isAsked`: it also says that no event is missing, and takes the focus.
 */
export function ReplayOffer({ endpoint, window, isAsked, onReplay, onClose }: OfferProps) {
  const ref = useRef<HTMLDivElement>(null)
  const whyNot = useWhyNot('change')
  const path = { id: endpoint.id }
  const replay = useChange('POST /api/v1/webhook_endpoints/{id}/replay', { changes: OF_REPLAY, onSuccess: onReplay })
  const dismissal = useChange('POST /api/v1/webhook_endpoints/{id}/dismiss_missing', {
    changes: OF_ENDPOINT,
    onSuccess: onClose,
  })
  const read = useStats(endpoint.id, window)
  const missing = read.data?.stats.missing
  const started = replay.data
  const isReady = missing !== undefined
  // The button with the focus is gone.
  useEffect(() => {
    if (isReady && isAsked) ref.current?.focus()
  }, [isReady, isAsked])
  const close = () => {
    replay.reset()
    onClose()
  }
  const progress = useProgress(endpoint, started, { missing, onEnd: close })
  if (!isReady) return isAsked && <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
  if (!isAsked && started === undefined && missing.events === 0) return null
  const { status } = progress.replay
  const isWaiting = started !== undefined && (status === 'running' || (status === 'finished' && !progress.isSettled))
  const isGood = missing.events === 0 || isWaiting
  // By default, a replay has the failed and the skipped events.
  const body = { since: missing.since }
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Missed events">
      <Notice tone={isGood ? 'good' : 'warn'} live={started === undefined}>
        {started === undefined ? <Told {...missing} /> : <Progress {...progress} missing={missing} />}
        <div className="row">
          {started === undefined && missing.events > 0 ? (
            <>
              <Button
                tone="primary"
                icon="play"
                whyNot={whyNot}
                busy={replay.isPending}
                onClick={() => replay.mutate({ path, body })}
              >
                Replay the missing events
              </Button>
              <ButtonLink to="/webhooks/events?state=failed">Failed events</ButtonLink>
              <Button whyNot={whyNot} busy={dismissal.isPending} onClick={() => dismissal.mutate({ path })}>
                Dismiss
              </Button>
            </>
          ) : (
            <Button onClick={close}>Close</Button>
          )}
        </div>
        <ErrorNotice error={replay.error ?? dismissal.error} />
      </Notice>
    </div>
  )
}
