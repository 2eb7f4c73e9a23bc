import { useChange, useRead } from '../api/queries.ts'
import { useWhyNot } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Copyable } from '../ui/copy.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Badge, ErrorNotice, Loaded } from '../ui/notice.tsx'
import { Code, Facts } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { OF_ENDPOINT, outcomeOf, reasonText, toneOfState } from './endpoint.ts'
import type { WebhookEvent } from './endpoint.ts'

const READ_EVERY_MS = 2000
const INDENT = 2

/** Formatted JSON. The exact text of the POST has no spaces. */
function readable(body: string): string {
  return JSON.stringify(JSON.parse(body), null, INDENT)
}

function Attempts({ event }: { event: WebhookEvent }) {
  if (event.attempts.length === 0) return <p className="muted">No attempts yet.</p>
  return (
    <Table
      label="Attempts of the event"
      rows={event.attempts}
      keyOf={({ attempt_number: number }) => number}
      columns={[
        { title: 'Attempt', width: 6, kind: 'number', cell: ({ attempt_number: number }) => number },
        { title: 'When', width: 13, cell: ({ created_at: at }) => <Time at={at} full /> },
        {
          title: 'Result',
          kind: 'whole',
          cell: (attempt) => (
            <>
              <Badge tone={attempt.succeeded ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>
              {attempt.posted_again && (
                <span className="muted small"> POSTed twice: the receiver had closed the reused connection</span>
              )}
            </>
          ),
        },
        { title: 'Duration', width: 7, kind: 'number', cell: ({ duration_ms: ms }) => `${ms.toLocaleString()} ms` },
        {
          title: 'Response',
          kind: 'whole',
          cell: ({ response_head: head }) => (head === null ? '' : <code>{head}</code>),
        },
      ]}
    />
  )
}

/** An event with the exact body and every attempt. A finished event can be sent again. */
export function EventDialog({ eventId, onClose }: { eventId: string; onClose: () => void }) {
  const whyNot = useWhyNot('change')
  const read = useRead('GET /api/v1/webhook_events/{id}', { path: { id: eventId } }, { everyMs: READ_EVERY_MS })
  const resend = useChange('POST /api/v1/webhook_events/{id}/resend', {
    changes: [...OF_ENDPOINT, 'GET /api/v1/webhook_events/{id}'],
  })
  return (
    <Dialog title="Webhook event" wide onClose={onClose}>
      <Loaded of={read}>
        {({ webhook_event: event }) => (
          <>
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
                ['Emitted', <Time key="at" at={event.created_at} full />],
                event.next_attempt_at !== null && ['Next attempt', <Time key="next" at={event.next_attempt_at} />],
              ]}
            />
            <Attempts event={event} />
            <Code text={readable(event.body)} label="body of the request" />
            <ErrorNotice error={resend.error} />
            <DialogActions>
              <Button onClick={onClose}>Close</Button>
              <Button
                tone="primary"
                busy={resend.isPending}
                whyNot={whyNot ?? (event.state === 'pending' ? 'It is still pending' : null)}
                onClick={() => resend.mutate({ path: { id: event.id } })}
              >
                Send again
              </Button>
            </DialogActions>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}
