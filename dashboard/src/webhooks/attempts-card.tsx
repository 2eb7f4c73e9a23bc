import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { Link } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { BarChart } from '../ui/chart.tsx'
import { Badge, Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { useTimeFormat } from '../ui/time-habit.ts'
import { outcomeOf } from './endpoint.ts'
import type { WebhookAttempt, WebhookEndpoint } from './endpoint.ts'

const READ_EVERY_MS = 3000
const SHOWN_AT_FIRST = 5

const SERIES = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
] as const

const CLOCK = { timeStyle: 'short' } as const

/** The duration and result of each attempt, oldest on the left. */
function AttemptsChart({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  const clock = useTimeFormat(CLOCK)
  const oldestFirst = attempts.toReversed()
  const failed = attempts.filter(({ succeeded }) => !succeeded).length
  const slowest = Math.max(...attempts.map((attempt) => attempt.duration_ms))
  return (
    <BarChart
      summary={`Response times of the last ${attempts.length} attempts: ${failed} failed, the slowest took ${slowest} ms`}
      unit=" ms"
      series={SERIES}
      bars={oldestFirst.map((attempt) => ({
        label: clock.format(Date.parse(attempt.created_at)),
        title: `${outcomeOf(attempt)}, ${attempt.duration_ms} ms`,
        values: attempt.succeeded ? [attempt.duration_ms, 0] : [0, attempt.duration_ms],
      }))}
    />
  )
}

function AttemptsTable({ attempts }: { attempts: readonly WebhookAttempt[] }) {
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  return (
    <Table
      label="Recent attempts"
      rows={attempts.slice(0, shown)}
      keyOf={({ event_id: id, attempt_number: number }) => `${id} ${number}`}
      more={{ hasMore: shown < attempts.length, isLoadingMore: false, loadMore: () => setShown(attempts.length) }}
      columns={[
        { title: 'When', width: 8, cell: ({ created_at: at }) => <Time at={at} /> },
        {
          title: 'Event',
          cell: ({ event_id: id, event_type: type, attempt_number: number }) => (
            <Link to={`/webhooks/events/${id}?attempt=${number}`}>{type}</Link>
          ),
        },
        { title: 'Attempt', width: 6.5, kind: 'number', cell: ({ attempt_number: number }) => number },
        {
          title: 'Result',
          cell: (attempt) => <Badge tone={attempt.succeeded ? 'good' : 'bad'}>{outcomeOf(attempt)}</Badge>,
        },
        { title: 'Duration', width: 7.5, kind: 'number', cell: ({ duration_ms: ms }) => `${ms.toLocaleString()} ms` },
      ]}
    />
  )
}

/** The 50 newest attempts, live. */
export function AttemptsCard({ endpoint }: { endpoint: WebhookEndpoint }) {
  const input = { path: { id: endpoint.id } }
  const read = useRead('GET /api/v1/webhook_endpoints/{id}/attempts', input, { everyMs: READ_EVERY_MS })
  return (
    <Card title="Recent attempts" actions={<ButtonLink to="/webhooks/events">All events</ButtonLink>}>
      <Loaded of={read}>
        {({ attempts }) =>
          attempts.length === 0 ? (
            <Empty title="No attempts yet">Send a test event or a message: every POST is listed here.</Empty>
          ) : (
            <>
              <AttemptsChart attempts={attempts} />
              <AttemptsTable attempts={attempts} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
