import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { RecipientName } from '../recipients/recipient-name.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Badge, Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { ListTime } from '../ui/time.tsx'
import { outcomeOf, sentenceOfType } from './endpoint.ts'
import type { WebhookAttempt, WebhookEndpoint } from './endpoint.ts'

const READ_EVERY_MS = 3000
const SHOWN_AT_FIRST = 5

function AttemptsTable({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  return (
    <Table
      label="Recent attempts"
      rows={attempts.slice(0, shown)}
      keyOf={({ event_id: id, attempt_number: number }) => `${id} ${number}`}
      pageOf={({ event_id: id, attempt_number: number }) => `/webhooks/events/${id}?attempt=${number}`}
      more={{ hasMore: shown < attempts.length, isLoadingMore: false, loadMore: () => setShown(attempts.length) }}
      columns={[
        {
          title: 'Recipient',
          phone: 'name',
          cell: ({ notification_user: recipient, event_type: type }) =>
            recipient == null ? (
              type === 'ping' ? (
                'Test event'
              ) : (
                'no recipient'
              )
            ) : (
              <RecipientName recipient={recipient} />
            ),
        },
        { title: 'Event', phone: 'text', cell: ({ event_type: type }) => sentenceOfType(type) },
        { title: 'Attempt', width: 6.5, kind: 'number', cell: ({ attempt_number: number }) => number },
        {
          title: 'Result',
          phone: 'state',
          cell: (attempt) => <Badge tone={attempt.succeeded ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>,
        },
        { title: 'Duration', width: 7.5, kind: 'number', cell: ({ duration_ms: ms }) => `${ms.toLocaleString()} ms` },
        { title: 'When', width: 8, phone: 'time', cell: ({ created_at: at }) => <ListTime at={at} /> },
      ]}
    />
  )
}

/** The 50 newest attempts, live. */
export function useAttempts({ id }: WebhookEndpoint) {
  const input = { path: { id }, query: { expand: 'notification_user' } } as const
  return useRead('GET /api/v1/webhook_endpoints/{id}/attempts', input, { everyMs: READ_EVERY_MS })
}

export function AttemptsCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const read = useAttempts(endpoint)
  return (
    <Card title="Recent attempts" actions={<ButtonLink to="/webhooks/events">All events</ButtonLink>}>
      <Loaded of={read}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <Empty title="No attempts yet">Send a test event or a message: every POST is listed here.</Empty>
          ) : (
            <AttemptsTable attempts={attempts} />
          )
        }
      </Loaded>
    </Card>
  )
}
