import { useEffect, useRef } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link, usePath } from '../router.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { eventsText, OF_ENDPOINT, OF_REPLAY, STATS } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

/** Missing events are delivered one after another, so the number changes. */
const READ_EVERY_MS = 5000

function Told({ started, missing }: { started: number | undefined; missing: number }) {
  const path = usePath()
  if (started !== undefined)
    return (
      <p>
        The replay of {eventsText(started)} has begun.{' '}
        {path === '/webhooks' ? (
          'The card Replay below shows its progress.'
        ) : (
          <Link to="/webhooks">Show its progress</Link>
        )}
      </p>
    )
  if (missing === 0) return <p>No event is missing.</p>
  return (
    <p>
      <strong>{eventsText(missing)} missing:</strong> failed or skipped, and not delivered since. A replay sends them
      again, oldest first, with the same ids.
    </p>
  )
}

/**
 * Offers to replay the events that the endpoint missed, until they are delivered or a member dismisses them. All members see
 * the same. `isAsked`: it also says that no event is missing, and takes the focus.
 */
export function ReplayOffer({
  endpoint,
  isAsked,
  onReplay,
  onClose,
}: {
  endpoint: WebhookEndpoint
  isAsked: boolean
  onReplay: () => void
  onClose: () => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  const whyNot = useWhyNot('change')
  const path = { id: endpoint.id }
  const replay = useChange('POST /api/v1/webhook_endpoints/{id}/replay', { changes: OF_REPLAY, onSuccess: onReplay })
  const dismissal = useChange('POST /api/v1/webhook_endpoints/{id}/dismiss_missing', {
    changes: OF_ENDPOINT,
    onSuccess: onClose,
  })
  const read = useRead(STATS, { path, query: { window: '24h' } }, { everyMs: READ_EVERY_MS })
  const missing = read.data?.stats.missing
  const started = replay.data?.count
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
      <Notice tone={started !== undefined || missing.events === 0 ? 'good' : 'warn'} live>
        <Told started={started} missing={missing.events} />
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
