import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { eventsText, OF_ENDPOINT, OF_REPLAY, useStats } from './endpoint.ts'
import type { Stats, WebhookEndpoint, Window } from './endpoint.ts'
import { CancelReplay, isUnderWay, useReplays } from './replays.tsx'
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

const PROGRESS: Partial<Record<Replay['status'], string>> = {
  running: 'The replay runs:',
  held: 'The replay waits until the endpoint is active:',
  finished: 'Waiting for your receiver:',
}

/** How far the replay is. `pending`: also of events that were sent again by hand. */
function Progress({ replay: { status, done, total }, pending }: { replay: Replay; pending: number }) {
  return (
    <p>
      <strong>{PROGRESS[status]}</strong> {done.toLocaleString()} of {eventsText(total)} sent again
      {pending > 0 && `, ${pending.toLocaleString()} not delivered yet`}.
    </p>
  )
}

/** The newest replay while it is under way, or while its results are counted. */
function useShownReplay(endpoint: WebhookEndpoint): { newest: Replay | undefined; shown: Replay | undefined } {
  const [newest] = useReplays(endpoint).rows
  const [settledId, setSettledId] = useState(0)
  const endedAt = newest?.status === 'finished' ? Date.parse(newest.finished_at!) : null
  useEffect(() => {
    if (newest === undefined || endedAt === null) return undefined
    const timer = setTimeout(() => setSettledId(newest.id), endedAt + SETTLING_MS - Date.now())
    return () => clearTimeout(timer)
  }, [newest, endedAt])
  if (newest === undefined) return { newest, shown: undefined }
  const isSettling = endedAt !== null && newest.id !== settledId && Date.now() - endedAt < SETTLING_MS
  return { newest, shown: isUnderWay(newest) || isSettling ? newest : undefined }
}

/** Calls `onEnd` when the newest replay, which this page has shown, is canceled, or has ended and no event is missing after it. */
function useEnd(newest: Replay | undefined, isDelivered: boolean, onEnd: () => void): { watch: (id: number) => void } {
  const watchedId = useRef(0)
  const hasEnded = newest?.status === 'canceled' || (newest?.status === 'finished' && isDelivered)
  const follow = useEffectEvent(() => {
    if (newest === undefined) return
    if (isUnderWay(newest)) watchedId.current = newest.id
    if (!hasEnded || watchedId.current !== newest.id) return
    watchedId.current = 0
    showToast(`The replay has ended: ${eventsText(newest.done)} sent again`)
    onEnd()
  })
  useEffect(() => follow(), [newest, hasEnded])
  return { watch: (id) => void (watchedId.current = id) }
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
          busy={replay.isPending}
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
  const isDelivered = missing?.events === 0 && missing.pending === 0
  const { newest, shown } = useShownReplay(endpoint)
  const { watch } = useEnd(newest, isDelivered, onClose)
  if (!isReady) return isAsked && <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
  const waiting = shown !== undefined && (isUnderWay(shown) || !isDelivered) ? shown : null
  if (!isAsked && waiting === null && missing.events === 0) return null
  const start = (replayId: number) => {
    watch(replayId)
    onReplay()
  }
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Missed events">
      {waiting !== null ? (
        <Notice>
          <Progress replay={waiting} pending={missing.pending} />
          {isUnderWay(waiting) && (
            <div className="row">
              <CancelReplay endpoint={endpoint} replay={waiting} />
            </div>
          )}
        </Notice>
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
