import { useEffect, useRef } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link } from '../router.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { eventsText, OF_REPLAY } from './endpoint.ts'
import type { WebhookEndpoint } from './endpoint.ts'

/** Events that the endpoint was waiting for when it was activated end one after another, so the number changes. */
const COUNT_EVERY_MS = 5000

function Told({ started, count, since }: { started: number | undefined; count: number; since: string }) {
  if (started !== undefined)
    return (
      <p>
        The replay of {eventsText(started)} has begun. The card Replay of the page <Link to="/webhooks">Webhooks</Link>{' '}
        shows its progress.
      </p>
    )
  if (count === 0)
    return (
      <p>
        No event is missing since <Time at={since} full />.
      </p>
    )
  return (
    <p>
      <strong>{eventsText(count)} missing:</strong> failed, or skipped since <Time at={since} full />. A replay sends
      them again, oldest first, with the same ids.
    </p>
  )
}

/** Offers to replay the events that the endpoint missed `since` a time. They are counted first. */
export function ReplayOffer({
  endpoint,
  since,
  isQuiet = false,
  busy,
  onClose,
  onDismiss,
}: {
  endpoint: WebhookEndpoint
  since: string
  /** It says nothing if no event is missing, and leaves the focus. */
  isQuiet?: boolean
  busy: boolean
  onClose: () => void
  /** The events are no longer told. */
  onDismiss: () => void
}) {
  const ref = useRef<HTMLDivElement>(null)
  const whyNot = useWhyNot('change')
  // By default, these are the failed and the skipped events.
  const input = { path: { id: endpoint.id }, body: { since } }
  const replay = useChange('POST /api/v1/webhook_endpoints/{id}/replay', { changes: OF_REPLAY })
  // It reads, although it is a POST.
  const counted = useRead('POST /api/v1/webhook_endpoints/{id}/replay_count', input, {
    everyMs: COUNT_EVERY_MS,
    enabled: replay.data === undefined,
  })
  const count = counted.data?.count
  const isReady = count !== undefined
  // The button with the focus is gone.
  useEffect(() => {
    if (isReady && !isQuiet) ref.current?.focus()
  }, [isReady, isQuiet])
  if (isQuiet && replay.data === undefined && (counted.data?.count ?? 0) === 0) return null
  if (!isReady) return <ErrorNotice error={counted.error} onRetry={() => void counted.refetch()} />
  const started = replay.data?.count
  return (
    <div ref={ref} tabIndex={-1} role="group" aria-label="Missed events">
      <Notice tone={started !== undefined || count === 0 ? 'good' : 'warn'} live>
        <Told started={started} count={count} since={since} />
        <div className="row">
          {started === undefined && count > 0 && (
            <Button
              tone="primary"
              icon="play"
              whyNot={whyNot}
              busy={replay.isPending}
              onClick={() => replay.mutate(input)}
            >
              Replay the missing events
            </Button>
          )}
          {started === undefined && count > 0 ? (
            <>
              <ButtonLink to="/webhooks/events?state=failed">Failed events</ButtonLink>
              <Button whyNot={whyNot} busy={busy} onClick={onDismiss}>
                Dismiss
              </Button>
            </>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
        </div>
        <ErrorNotice error={replay.error} />
      </Notice>
    </div>
  )
}
