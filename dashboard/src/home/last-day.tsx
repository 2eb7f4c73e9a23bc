import { useRead } from '../api/queries.ts'
import { OutcomeChart } from '../numbers/outcome-chart.tsx'
import { totalOf } from '../numbers/outcomes.ts'
import { READ_EVERY_MS } from '../numbers/period.ts'
import { RateFigures } from '../numbers/rates.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'

/** The outcomes of the last 24 hours, each delivery once. */
export function LastDay() {
  const read = useRead('GET /api/v1/delivery_counts', { query: { period: '24h' } }, { everyMs: READ_EVERY_MS })
  return (
    <Card title="Last 24 hours" actions={<ButtonLink to="/numbers">All numbers</ButtonLink>}>
      <Loaded of={read}>
        {(counts) =>
          totalOf(counts.totals.counts) + totalOf(counts.before.counts) === 0 ? (
            <Empty title="No deliveries yet">This chart counts each delivery once, by its outcome.</Empty>
          ) : (
            <>
              <RateFigures counts={counts} />
              <OutcomeChart counts={counts} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
