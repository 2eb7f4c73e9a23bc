import { useEffect } from 'react'
import { useCache, useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { ErrorNotice, Loaded, Notice } from '../ui/notice.tsx'
import { Facts } from '../ui/page.tsx'
import { Copyable } from '../ui/copy.tsx'
import { Time } from '../ui/time.tsx'
import { OF_ENDPOINT, outcomeOf } from './endpoint.ts'
import type { WebhookEndpoint, WebhookEvent } from './endpoint.ts'

/** The time between reads until the receiver has responded, ms. */
const LOOK_EVERY_MS = 700

function Result({ event }: { event: WebhookEvent }) {
  const [attempt] = event.attempts
  if (attempt === undefined) {
    return (
      <Notice>
        <p>Waiting for your receiver …</p>
      </Notice>
    )
  }
  return (
    <>
      <Notice tone={attempt.succeeded ? 'good' : 'bad'}>
        <p>
          <strong>
            {attempt.succeeded ? 'Your receiver confirmed the event.' : 'Your receiver did not confirm the event.'}
          </strong>{' '}
          {outcomeOf(attempt)}, after {attempt.duration_ms} ms.
          {event.next_attempt_at !== null && (
            <>
              {' '}
              Next attempt <Time at={event.next_attempt_at} />.
            </>
          )}
        </p>
      </Notice>
      {attempt.response_head !== null && attempt.response_head !== '' && (
        <Facts rows={[['Response', <code key="head">{attempt.response_head}</code>]]} />
      )}
    </>
  )
}

function ResultDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const read = useRead('GET /api/v1/webhook_events/{id}', { path: { id: eventId } }, { everyMs: LOOK_EVERY_MS })
  const { readAgain } = useCache()
  const attempts = read.data?.webhook_event.attempts.length ?? 0
  // Whether the endpoint fails is known from the attempt on.
  useEffect(() => {
    if (attempts > 0) for (const name of OF_ENDPOINT) readAgain(name)
  }, [attempts])
  return (
    <Dialog title="Test event" onClose={onClose}>
      <Facts rows={[['Event', <Copyable key="id" text={eventId} label="event id" />]]} />
      <div role="status" className="stack">
        <Loaded of={read}>{({ webhook_event: event }) => <Result event={event} />}</Loaded>
      </div>
      <DialogActions>
        <ButtonLink to={`/webhooks/events/${eventId}`}>Request and response</ButtonLink>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Sends a ping like every other event, and shows the response of the receiver. */
export function TestEvent({ endpoint }: { endpoint: WebhookEndpoint }) {
  const whyNot = useWhyNot('change')
  const test = useChange('POST /api/v1/webhook_endpoints/{id}/test', { changes: OF_ENDPOINT })
  return (
    <>
      <Button
        icon="delivery"
        whyNot={whyNot ?? (endpoint.status === 'active' ? null : `The endpoint is ${endpoint.status}`)}
        busy={test.isPending}
        onClick={() => test.mutate({ path: { id: endpoint.id } })}
      >
        Send a test event
      </Button>
      <ErrorNotice error={test.error} />
      {test.data !== undefined && <ResultDialog eventId={test.data.event_id} onClose={() => test.reset()} />}
    </>
  )
}
