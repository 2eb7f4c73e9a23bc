import { useRead } from '../api/queries.ts'
import type { Operations } from '../api/call.ts'
import { BarChart } from '../ui/chart.tsx'
import type { Bar } from '../ui/chart.tsx'
import { Figures } from '../ui/meter.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'

type Count = Operations['GET /api/v1/event_counts']['answer']['event_counts'][number]

const READ_EVERY_MS = 3000
const HOUR_MS = 3_600_000
const HOURS = 24

/** The status changes in the chart, from bottom to top. */
const DRAWN = [
  { type: 'delivery.sent', name: 'Sent', tone: 'accent' },
  { type: 'delivery.delivered', name: 'Delivered', tone: 'good' },
  { type: 'delivery.opened', name: 'Opened', tone: 'neutral' },
  { type: 'delivery.bounced', name: 'Bounced', tone: 'warn' },
  { type: 'delivery.failed', name: 'Failed', tone: 'bad' },
] as const

const BAD: ReadonlySet<string> = new Set(['delivery.bounced', 'delivery.failed'])

const hourOf = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })

function totalOf(counts: readonly Count[], wanted: string): number {
  return counts.reduce((sum, { type, events }) => (type === wanted ? sum + events : sum), 0)
}

/** One bar per hour since a time, with its values. */
function barsOf(since: string, counts: readonly Count[]): Bar[] {
  const byHour = new Map(counts.map(({ hour, type, events }) => [`${Date.parse(hour)} ${type}`, events]))
  return Array.from({ length: HOURS }, (_, index) => {
    const hour = Date.parse(since) + index * HOUR_MS
    const values = DRAWN.map(({ type }) => byHour.get(`${hour} ${type}`) ?? 0)
    const label = hourOf.format(hour)
    const told = DRAWN.map(({ name }, place) => `${values[place]!.toLocaleString()} ${name.toLowerCase()}`)
    return { label, title: `From ${label}: ${told.join(', ')}`, values }
  })
}

/** The status changes of the last 24 hours. A delivery counts in every hour with a change of its status. */
export function LastDay() {
  const read = useRead('GET /api/v1/event_counts', { query: { hours: HOURS } }, { everyMs: READ_EVERY_MS })
  return (
    <Card title="Last 24 hours">
      <Loaded of={read}>
        {({ since, event_counts: counts }) => {
          const figures = DRAWN.map(({ type, name }) => {
            const total = totalOf(counts, type)
            const tone = BAD.has(type) && total > 0 ? ('bad' as const) : undefined
            return { name, value: total.toLocaleString(), tone }
          })
          const summary = `Changes of status by hour: ${figures.map(({ name, value }) => `${value} ${name}`).join(', ')}`
          return counts.length === 0 ? (
            <Empty title="No events yet">This chart counts the status changes of deliveries by hour.</Empty>
          ) : (
            <>
              <Figures figures={figures} />
              <BarChart summary={summary} series={DRAWN} bars={barsOf(since, counts)} />
            </>
          )
        }}
      </Loaded>
    </Card>
  )
}
