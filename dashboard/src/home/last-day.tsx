import { useRead } from '../api/queries.ts'
import { OutcomeChart } from '../analytics/outcome-chart.tsx'
import { isFailing, shareText, totalOf } from '../analytics/outcomes.ts'
import type { DeliveryCounts } from '../analytics/outcomes.ts'
import { READ_EVERY_MS } from '../analytics/period.ts'
import { RateFigures } from '../analytics/rates.tsx'
import { Link } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Loaded, Notice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'

/** Channels on which most deliveries fail, said first. */
function FailingChannels({ counts }: { counts: DeliveryCounts }) {
  const failing = counts.groups.filter(({ id, counts: own }) => id !== null && isFailing(own))
  if (failing.length === 0) return null
  return (
    <Notice tone="bad">
      {failing.map(({ id, name, counts: own, rates }) => (
        <p key={id}>
          <strong>{name} fails:</strong> {own.failed.toLocaleString()} deliveries ({shareText(rates.failed)}) in 24
          hours. <Link to={`/channels/${id}`}>Open the channel</Link>{' '}
          <Link to={`/deliveries?channel=${id}&status=failed`}>Failed deliveries</Link>
        </p>
      ))}
    </Notice>
  )
}

/** The outcomes of the last 24 hours, each delivery once. */
export function LastDay() {
  const read = useRead(
    'GET /api/v1/delivery_counts',
    { query: { period: '24h', group_by: 'channel' } },
    { everyMs: READ_EVERY_MS },
  )
  return (
    <Card title="Last 24 hours" actions={<ButtonLink to="/analytics">Analytics</ButtonLink>}>
      <Loaded of={read}>
        {(counts) =>
          totalOf(counts.totals.counts) + totalOf(counts.before.counts) === 0 ? (
            <Empty title="No deliveries yet">This chart counts each delivery once, by its outcome.</Empty>
          ) : (
            <>
              <FailingChannels counts={counts} />
              <RateFigures counts={counts} />
              <OutcomeChart counts={counts} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
