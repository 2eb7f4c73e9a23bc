import { useEffect, useEffectEvent, useRef } from 'react'
import type { Answer } from '../api/call.ts'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { showToast } from '../ui/toast.tsx'
import { eventsText, OF_ENDPOINT, OF_REPLAY, useStats } from './endpoint.ts'
import type { WebhookEndpoint, Window } from './endpoint.ts'

type Started = Answer<'POST /api/v1/webhook_endpoints/{id}/replay'>

const READ_EVERY_MS = 3000

function Told({ missing }: { missing: number }) {
  if (missing === 0) return <p>No event is missing.</p>
  return (
    <p>
      <strong>{eventsText(missing)} missing:</strong> failed or skipped, and not delivered since. A replay sends them
      again, oldest first, with the same ids.
    </p>
  )
}

/** How far the replay is. It ends when all of its events are sent, and none is missing any more. */
function Progress({
  endpoint: { id },
  started: { replay_id: replayId, count },
  missing,
  onEnd,
}: {
  endpoint: WebhookEndpoint
  started: Started
  missing: number
  onEnd: () => void
}) {
  const path = { id, replay_id: replayId }
  const read = useRead('GET /api/v1/webhook_endpoints/{id}/replays/{replay_id}', { path }, { everyMs: READ_EVERY_MS })
  const { status, done = 0, total = count } = read.data?.replay ?? {}
  const hasEnded = status === 'canceled' || (status === 'finished' && missing === 0)
  const end = useEffectEvent(() => {
    showToast(`The replay has ended: ${eventsText(done)} sent again`)
    onEnd()
  })
  useEffect(() => {
    if (hasEnded) end()
  }, [hasEnded])
  return (
    <p>
      <strong>The replay runs:</strong> {done.toLocaleString()} of {eventsText(total)} sent again
      {missing > 0 && `, ${missing.toLocaleString()} not delivered yet`}.
    </p>
  )
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
  if (!isReady) return isAsked && <ErrorNotice error={read.error} onRetry={() => void read.refetch()} />
  if (!isAsked && started === undefined && missing.events === 0) return null
  const close = () => {
    replay.reset()
    onClose()
  }
  // By default, a replay has the failed and the skipped events.
  const body = { since: missing.since }
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Missed events">
      <Notice tone={started !== undefined || missing.events === 0 ? 'good' : 'warn'} live={started === undefined}>
        {started === undefined ? (
          <Told missing={missing.events} />
        ) : (
          <Progress {...{ endpoint, started }} missing={missing.events} onEnd={close} />
        )}
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
