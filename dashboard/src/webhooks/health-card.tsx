import { useState } from 'react'
import { percentText } from '../analytics/outcomes.ts'
import { Link } from '../router.ts'
import { useBarLabels } from '../ui/chart-labels.ts'
import { BarChart } from '../ui/chart.tsx'
import { Choices } from '../ui/choices.tsx'
import { Figures, Meter } from '../ui/meter.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { useTimeFormat } from '../ui/time-habit.ts'
import { useAttempts } from './attempts-card.tsx'
import { resultText, useStats } from './endpoint.ts'
import type { Stats, WebhookAttempt, WebhookEndpoint, Window } from './endpoint.ts'

const WINDOWS: readonly { value: Window; label: string }[] = [
  { value: '1h', label: '1 hour' },
  { value: '24h', label: '24 hours' },
  { value: '7d', label: '7 days' },
]

/** The lengths of the windows but the longest, ms. */
const LENGTHS_MS: readonly [window: Window, ms: number][] = [
  ['1h', 3_600_000],
  ['24h', 86_400_000],
]

/** The shortest window that has the attempt. */
function shortestWith(newest: WebhookAttempt | undefined): Window {
  if (newest === undefined) return '24h'
  const ageMs = Date.now() - Date.parse(newest.created_at)
  return LENGTHS_MS.find(([, ms]) => ageMs < ms)?.[0] ?? '7d'
}

const RESULTS_SHOWN_MAX = 6
const HALF = 0.5

/** A missing number is shown as a dash. */
function milliseconds(value: number | null): string {
  return value === null ? '–' : `${value.toLocaleString()} ms`
}

const SECOND_MS = 1000

/** Short, for the axis of a chart. */
const durationText = (ms: number) => (ms < SECOND_MS ? milliseconds(ms) : `${(ms / SECOND_MS).toLocaleString()} s`)

function successText({ total, succeeded }: Stats['attempts']): string {
  if (total === 0) return '–'
  // Rounded down: if one attempt has failed, it is not 100 %.
  return percentText(Math.floor((succeeded / total) * 1000) / 1000)
}

function Results({ results, total }: { results: Stats['attempts']['results']; total: number }) {
  return (
    <div className="stack tight">
      <h3>Results of the attempts</h3>
      {results.slice(0, RESULTS_SHOWN_MAX).map(({ result, count }) => (
        <Meter
          key={result}
          label={resultText(result)}
          value={count}
          max={total}
          text={count.toLocaleString()}
          tone={/^2\d\d$/.test(result) ? 'good' : 'bad'}
        />
      ))}
      {total === 0 && <p className="muted">None in this period.</p>}
    </div>
  )
}

/** A retry that is due is about to start: it has no time in the past. */
function NextRetry({ at }: { at: string }) {
  return Date.parse(at) <= Date.now() ? 'now' : <Time at={at} />
}

/** A number of events that leads to them. */
function Of({ state, count }: { state: 'failed' | 'skipped'; count: number }) {
  return count === 0 ? '0' : <Link to={`/webhooks/events?state=${state}`}>{count.toLocaleString()}</Link>
}

const SERIES = [
  { name: 'Succeeded', tone: 'good' },
  { name: 'Failed', tone: 'bad' },
] as const

/** A strip of one part has no length. */
const MINUTE_MS = 60_000
const MOMENT = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const

/** The results of the attempts over time, oldest on the left. */
function Strip({ attempts: { periods, total, failed } }: { attempts: Stats['attempts'] }) {
  const [first, second] = periods
  const labelOf = useBarLabels(second === undefined ? MINUTE_MS : Date.parse(second.start) - Date.parse(first!.start))
  const moment = useTimeFormat(MOMENT)
  return (
    <BarChart
      summary={`Results of ${total.toLocaleString()} attempts over time: ${failed.toLocaleString()} failed`}
      name="Attempts by time and result"
      series={SERIES}
      line={{
        name: 'Response time, p95',
        textOf: durationText,
        values: periods.map(({ response_time_p95_ms: p95 }) => p95),
      }}
      bars={periods.map(({ start, succeeded, failed: bad, response_time_p95_ms: p95 }) => ({
        ...labelOf(Date.parse(start)),
        title: `${moment.format(Date.parse(start))}: ${succeeded.toLocaleString()} succeeded, ${bad.toLocaleString()} failed${
          p95 === null ? '' : `, p95 ${milliseconds(p95)}`
        }`,
        values: [succeeded, bad],
      }))}
    />
  )
}

function Health({ stats }: { stats: Stats }) {
  const { events, attempts, response_time_ms: times, failure_budget: budget } = stats
  const used = budget.used / budget.limit
  return (
    <>
      <Figures
        figures={[
          { name: 'Events delivered', value: events.delivered.toLocaleString() },
          {
            name: 'Failed now',
            value: <Of state="failed" count={events.failed_now} />,
            tone: events.failed_now > 0 ? 'bad' : undefined,
          },
          { name: 'Missed, delivered later', value: events.recovered.toLocaleString() },
          { name: 'Pending', value: events.pending.toLocaleString() },
          {
            name: 'Skipped now',
            value: <Of state="skipped" count={events.skipped_now} />,
            tone: events.skipped_now > 0 ? 'bad' : undefined,
          },
          { name: 'Successful attempts', value: successText(attempts) },
        ]}
      />
      {attempts.total > 0 && <Strip attempts={attempts} />}
      <div className="columns">
        <Results results={attempts.results} total={attempts.total} />
        <div className="stack">
          <Meter
            label="Failure budget"
            value={budget.used}
            max={budget.limit}
            text={`${budget.used} of ${budget.limit} consecutive failed events`}
            tone={used >= 1 ? 'bad' : used >= HALF ? 'warn' : 'good'}
          />
          <Facts
            rows={[
              ['Response time, median', milliseconds(times.p50)],
              ['Response time, p95', milliseconds(times.p95)],
              ['Response time, p99', milliseconds(times.p99)],
              ['Oldest pending event', <Time key="oldest" at={stats.oldest_pending_event?.created_at ?? null} />],
              stats.next_retry_at !== null && ['Next retry', <NextRetry key="next" at={stats.next_retry_at} />],
            ]}
          />
        </div>
      </div>
    </>
  )
}

/** The window of the statistics, at first the shortest that has attempts. Null: the attempts are not read yet. */
export function useWindow(endpoint: WebhookEndpoint): [Window | null, (window: Window) => void] {
  const [chosen, setChosen] = useState<Window | null>(null)
  const { data, isPending } = useAttempts(endpoint)
  if (chosen === null && !isPending) setChosen(shortestWith(data?.attempts[0]))
  return [chosen, setChosen]
}

/** The health of the endpoint: results of events and attempts, response times, and the failure budget. */
export function HealthCard({
  endpoint: { id },
  window,
  onWindow,
}: {
  endpoint: WebhookEndpoint
  window: Window | null
  onWindow: (window: Window) => void
}) {
  const read = useStats(id, window)
  return (
    <Card
      title="Health"
      actions={window !== null && <Choices label="In the last" choices={WINDOWS} value={window} onChange={onWindow} />}
    >
      <Loaded of={read}>{({ stats }) => <Health stats={stats} />}</Loaded>
    </Card>
  )
}
