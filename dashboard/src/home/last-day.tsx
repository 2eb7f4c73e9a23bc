import { useRead } from '../api/queries.ts'
import { OutcomeChart } from '../analytics/outcome-chart.tsx'
import { totalOf } from '../analytics/outcomes.ts'
import type { DeliveryCounts } from '../analytics/outcomes.ts'
import { LastError, OF_CHANNELS } from '../channels/health.tsx'
import type { ChannelCounts } from '../channels/health.tsx'
import { READ_EVERY_MS } from '../analytics/period.ts'
import { OF_RATES, RateFigures } from '../analytics/rates.tsx'
import { Link } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded, Notice } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

const failingSinceOf = ({ health }: ChannelCounts) => health?.failing_since ?? null
const badOf = ({ counts }: ChannelCounts) => counts.failed + counts.bounced

/** While the service still repeats the sends, nothing has failed yet. */
function extentOf(channel: ChannelCounts): string {
  const total = totalOf(channel.counts).toLocaleString()
  const bad = badOf(channel)
  return bad === 0
    ? 'Its provider takes nothing.'
    : `In the last 24 hours, ${bad.toLocaleString()} of ${total} deliveries have failed.`
}

/** Channels on which most deliveries fail: since when, and the last error. */
function FailingChannels({ counts }: { counts: DeliveryCounts }) {
  const failing = counts.groups.filter((channel) => failingSinceOf(channel) !== null)
  if (failing.length === 0) return null
  return (
    <Notice tone="bad">
      {failing.map((channel) => (
        <p key={channel.id}>
          <strong>
            <bdi>{channel.name}</bdi> fails
          </strong>{' '}
          since <Time at={failingSinceOf(channel)} full />: <LastError health={channel.health} />. {extentOf(channel)}{' '}
          <Link to={`/channels/${channel.id}`}>Open the channel</Link>
          {' · '}
          {badOf(channel) > 0 ? (
            <Link to={`/deliveries?channel=${channel.id}&status=failed,bounced`}>Failed deliveries</Link>
          ) : (
            <Link to={`/deliveries?channel=${channel.id}&status=retrying`}>Waiting deliveries</Link>
          )}
        </p>
      ))}
    </Notice>
  )
}

/** The outcomes of the last 24 hours, each delivery once. */
export function LastDay() {
  const read = useRead('GET /api/v1/delivery_counts', OF_CHANNELS, { everyMs: READ_EVERY_MS })
  return (
    <Card title="Last 24 hours" actions={<ButtonLink to="/analytics">Analytics</ButtonLink>}>
      <Loaded of={read}>
        {(counts) =>
          totalOf(counts.totals.counts) + totalOf(counts.before.counts) === 0 ? (
            <p className="muted">No deliveries yet. This chart counts each delivery once, by its outcome.</p>
          ) : (
            <>
              <FailingChannels counts={counts} />
              <RateFigures counts={counts} />
              <OutcomeChart counts={counts} />
              <p className="muted small">{OF_RATES}</p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
