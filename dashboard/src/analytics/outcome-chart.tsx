import { Link, navigate } from '../router.ts'
import { useBarLabels } from '../ui/chart-labels.ts'
import { BarChart } from '../ui/chart.tsx'
import { Table } from '../ui/table.tsx'
import { useTimeFormat } from '../ui/time-habit.ts'
import { barsOf, DRAWN, formatOfBucket, hasUtcDays, listOf, partsOf, timeOf, totalOf } from './outcomes.ts'
import type { DeliveryCounts } from './outcomes.ts'

type Bucket = DeliveryCounts['buckets'][number]

/** The deliveries of a bucket, or of a part of it. */
function listOfPart({ start }: Bucket, bucketSeconds: number, part: number | null): string {
  const from = Date.parse(start)
  const filters = part === null ? {} : { status: DRAWN[part]!.outcomes.join(',') }
  return listOf(filters, from, from + bucketSeconds * 1000)
}

/** The chart as a table, for screen readers and the keyboard. Each number leads to its deliveries. */
function OutcomeTable({ counts }: { counts: DeliveryCounts }) {
  const seconds = counts.bucket_seconds
  const format = useTimeFormat(formatOfBucket(seconds))
  const rows = counts.buckets.filter((bucket) => totalOf(bucket.counts) > 0).toReversed()
  return (
    <Table
      label="Deliveries by outcome over time"
      rows={rows}
      keyOf={({ start }) => start}
      columns={[
        { title: 'From', width: 11, phone: 'name', cell: ({ start }) => format.format(timeOf(start, seconds)) },
        ...DRAWN.map(({ name, phone }, part) => ({
          title: name,
          width: 6.5,
          kind: 'number' as const,
          phone,
          cell: (bucket: Bucket) => {
            const value = partsOf(bucket.counts)[part]!
            const text = value.toLocaleString()
            return value === 0 ? text : <Link to={listOfPart(bucket, seconds, part)}>{text}</Link>
          },
        })),
      ]}
    />
  )
}

/** The outcomes of deliveries over time, each delivery once. A bar opens its deliveries, and a part of it those with its outcome. */
export function OutcomeChart({ counts }: { counts: DeliveryCounts }) {
  const format = useTimeFormat(formatOfBucket(counts.bucket_seconds))
  const labelOf = useBarLabels(counts.bucket_seconds * 1000)
  const totals = partsOf(counts.totals.counts)
  const summary = DRAWN.map(({ name }, part) => `${totals[part]!.toLocaleString()} ${name.toLowerCase()}`).join(', ')
  return (
    <div className="stack">
      <BarChart
        summary={`Deliveries by the time of their creation: ${summary}. The table below has the same numbers`}
        name="Deliveries by time and outcome. Enter opens those of a bar"
        series={DRAWN}
        bars={barsOf(counts, format, labelOf)}
        onPick={(bar, part) => navigate(listOfPart(counts.buckets[bar]!, counts.bucket_seconds, part))}
      />
      {hasUtcDays(counts) && <p className="muted small">The days are days in UTC.</p>}
      <details>
        <summary>Show as a table</summary>
        <OutcomeTable counts={counts} />
      </details>
    </div>
  )
}
