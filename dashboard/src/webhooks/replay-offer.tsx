import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { eventsText, OF_ENDPOINT, OF_REPLAY, useStats } from './endpoint.ts'
import type { Stats, WebhookEndpoint, Window } from './endpoint.ts'
import { CancelReplay, isUnderWay, useCancelReplay, useReplays } from './replays.tsx'
import type { Replay } from './replays.tsx'

/** The statistics are read again within this time after the end of a replay, ms. */
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

/** How far the replay is. `pending`: also of events that were sent again by hand. */
function Progress({ endpoint, replay, pending }: { endpoint: WebhookEndpoint; replay: Replay; pending: number }) {
  const cancel = useCancelReplay()
  const { done, total } = replay
  return (
    <Notice>
      <p>
        <strong>{isUnderWay(replay) ? 'The replay runs:' : 'Waiting for your receiver:'}</strong>{' '}
        {done.toLocaleString()} of {eventsText(total)} sent again
        {pending > 0 && `, ${pending.toLocaleString()} not delivered yet`}.
      </p>
      {isUnderWay(replay) && (
        <div className="row">
          <CancelReplay {...{ endpoint, replay, cancel }} />
        </div>
      )}
      <ErrorNotice error={cancel.error} />
    </Notice>
  )
}

/**
 * The newest replay from the moment at which this page has seen it under way, or has started it (`watch`), until no event is
 * missing after it (`onEnd`), or its results are counted. Null: there is none.
 */
function useWatchedReplay(endpoint: WebhookEndpoint, missing: Missing | undefined, onEnd: () => void) {
  const [newest] = useReplays(endpoint).rows
  const [watchedId, setWatchedId] = useState<number | null>(null)
  if (newest !== undefined && isUnderWay(newest) && newest.id !== watchedId) setWatchedId(newest.id)
  const watched = newest !== undefined && newest.id === watchedId ? newest : null
  const hasEnded = watched !== null && !isUnderWay(watched)
  const isDelivered = missing?.events === 0 && missing.pending === 0
  const isOver = hasEnded && (watched.status === 'canceled' || isDelivered)
  const end = useEffectEvent(() => {
    setWatchedId(null)
    showToast(`The replay has ended: ${eventsText(watched!.done)} sent again`)
    onEnd()
  })
  useEffect(() => {
    if (isOver) end()
    const timer = hasEnded && !isOver ? setTimeout(() => setWatchedId(null), SETTLING_MS) : undefined
    return () => clearTimeout(timer)
  }, [hasEnded, isOver])
  return { watched: isOver ? null : watched, watch: setWatchedId }
}

interface OfferProps {
  endpoint: WebhookEndpoint
  missing: Missing
  onReplay: (replayId: number) => void
  onDismiss: () => void
}

function Offer({ endpoint: { id }, missing, onReplay, onDismiss }: OfferProps) {
  const whyNot = useWhyNot('change')
  const path = { id }
  const replay = useChange('POST /api/v1/webhook_endpoints/{id}/replay', {
    changes: OF_REPLAY,
    onSuccess: ({ replay_id: replayId }) => onReplay(replayId),
  })
  const dismissal = useChange('POST /api/v1/webhook_endpoints/{id}/dismiss_missing', {
    changes: OF_ENDPOINT,
    onSuccess: onDismiss,
  })
  // By default, a replay has the failed and the skipped events.
  const body = { since: missing.since }
  return (
    <>
      <div className="row">
        <Button
          tone="primary"
          icon="play"
          whyNot={whyNot}
          // Until the started replay is read, and shown instead.
          busy={replay.isPending || replay.isSuccess}
          onClick={() => replay.mutate({ path, body })}
        >
          Replay the missing events
        </Button>
        <ButtonLink to="/webhooks/events?state=failed">Failed events</ButtonLink>
        <ButtonLink to="/webhooks/events?state=skipped">Skipped events</ButtonLink>
        <Button whyNot={whyNot} busy={dismissal.isPending} onClick={() => dismissal.mutate({ path })}>
          Dismiss
        </Button>
      </div>
      <ErrorNotice error={replay.error ?? dismissal.error} />
    </>
  )
}

interface MissedProps {
  endpoint: WebhookEndpoint
  /** Of the statistics. They have the missing events of any age. */
  window: Window | null
  isAsked: boolean
  onReplay: () => void
  onClose: () => void
}

/**
 * Offers to replay the events that the endpoint missed, until they are delivered or a member dismisses them, and shows the
 * progress of a replay. All members see the same. `isAsked`: it also says that no event is missing, and takes the focus.
 */
export function ReplayOffer({ endpoint, window, isAsked, onReplay, onClose }: MissedProps) {
  const ref = useRef<HTMLDivElement>(null)
  const read = useStats(endpoint.id, window)
  const missing = read.data?.stats.missing
  const isReady = missing !== undefined
  // The button with the focus is gone.
  useEffect(() => {
    if (isReady && isAsked) ref.current?.focus()
  }, [isReady, isAsked])
  const { watched, watch } = useWatchedReplay(endpoint, missing, onClose)
  if (!isReady) return isAsked && <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
  if (!isAsked && watched === null && missing.events === 0) return null
  const start = (replayId: number) => {
    watch(replayId)
    onReplay()
  }
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Missed events">
      {watched !== null ? (
        <Progress endpoint={endpoint} replay={watched} pending={missing.pending} />
      ) : (
        <Notice tone={missing.events === 0 ? 'good' : 'warn'} live>
          <Told {...missing} />
          {missing.events > 0 ? (
            <Offer {...{ endpoint, missing }} onReplay={start} onDismiss={onClose} />
          ) : (
            <div className="row">
              <Button onClick={onClose}>Close</Button>
            </div>
          )}
        </Notice>
      )}
    </div>
  )
}
