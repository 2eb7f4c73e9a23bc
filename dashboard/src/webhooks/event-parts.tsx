/** The parts of an event, for its page and for its dialog. */
import type { ReactNode } from 'react'
import { useChange } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { Badge, ErrorNotice } from '../ui/notice.tsx'
import { Facts } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { deliveryOf, OF_RESEND, outcomeOf, reasonText, toneOfState } from './endpoint.ts'
import type { EventAttempt, WebhookEvent } from './endpoint.ts'

const INDENT = 2

/** Formatted JSON. The exact text of the POST has no spaces. */
export function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, INDENT)
}

/** `more`: further rows. */
export function EventFacts({
  event,
  more = [],
}: {
  event: WebhookEvent
  more?: readonly ([name: string, value: ReactNode] | false)[]
}) {
  const delivery = deliveryOf(event)
  return (
    <Facts
      rows={[
        ['Event', <Copyable key="id" text={event.id} label="event id" />],
        ['Type', event.type],
        [
          'State',
          <Badge key="state" tone={toneOfState(event.state)}>
            {event.state}
          </Badge>,
        ],
        event.state_reason !== null && ['Reason', reasonText(event.state_reason)],
        delivery !== null && [
          'Delivery',
          <Link key="delivery" to={`/deliveries/${delivery.id}`}>
            {`#${delivery.id} on ${delivery.notification_channel.name}`}
          </Link>,
        ],
        ...more,
        ['Emitted', <Time key="at" at={event.created_at} full />],
        event.next_attempt_at !== null && ['Next attempt', <Time key="next" at={event.next_attempt_at} />],
      ]}
    />
  )
}

/** The attempts of an event, newest first. `actionOf`: the button or link of a row. */
export function EventAttempts({
  event,
  actionOf,
}: {
  event: WebhookEvent
  actionOf?: ((attempt: EventAttempt) => ReactNode) | undefined
}) {
  if (event.attempts.length === 0) return <p className="muted">No attempts yet.</p>
  return (
    <Table
      label="Attempts of the event"
      rows={event.attempts}
      keyOf={({ attempt_number: number }) => number}
      columns={[
        { title: 'Attempt', width: 6, kind: 'number', cell: ({ attempt_number: number }) => number },
        { title: 'When', width: 13, phone: 'name', cell: ({ created_at: at }) => <Time at={at} full /> },
        {
          title: 'Result',
          kind: 'whole',
          phone: 'below',
          cell: (attempt) => <Badge tone={attempt.succeeded ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>,
        },
        {
          title: 'Duration',
          width: 7,
          kind: 'number',
          phone: 'text',
          cell: ({ duration_ms: ms }) => `${ms.toLocaleString()} ms`,
        },
        ...(actionOf === undefined
          ? []
          : [{ title: 'Show', width: 8, kind: 'actions' as const, phone: 'state' as const, cell: actionOf }]),
      ]}
    />
  )
}

/** Sends a finished event again. */
export function SendAgain({ event }: { event: WebhookEvent }) {
  const whyNot = useWhyNot('change')
  const resend = useChange('POST /api/v1/webhook_events/{id}/resend', { changes: OF_RESEND })
  return (
    <>
      <Button
        tone="primary"
        icon="refresh"
        busy={resend.isPending}
        whyNot={whyNot ?? (event.state === 'pending' ? 'It is still pending' : null)}
        onClick={() => resend.mutate({ path: { id: event.id } })}
      >
        Send again
      </Button>
      <ErrorNotice error={resend.error} />
    </>
  )
}
