import { useRead } from '../api/queries.ts'
import { useSearch } from '../router.ts'
import { Choices } from '../ui/choices.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card, Page } from '../ui/page.tsx'
import { CausesCard } from './causes-card.tsx'
import { GROUPINGS, GroupsCard } from './groups-card.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { totalOf } from './outcomes.ts'
import { PERIODS, READ_EVERY_MS } from './period.ts'
import type { Period } from './period.ts'
import { RateFigures } from './rates.tsx'

/** The choice with a value of the URL, or the first one. */
function chosen<Value extends string>(choices: readonly { value: Value }[], text: string | null): Value {
  return choices.find(({ value }) => value === text)?.value ?? choices[0]!.value
}

function Outcomes({ period }: { period: Period }) {
  const read = useRead('GET /api/v1/delivery_counts', { query: { period } }, { everyMs: READ_EVERY_MS })
  return (
    <Card title="Outcomes">
      <Loaded of={read}>
        {(counts) =>
          totalOf(counts.totals.counts) + totalOf(counts.before.counts) === 0 ? (
            <Empty title="No deliveries in this period">Choose a longer period, or send a message.</Empty>
          ) : (
            <>
              <RateFigures counts={counts} />
              <OutcomeChart counts={counts} />
              <p className="muted small">
                Each delivery counts once, at its creation. Rates are shares of the deliveries that were sent or failed,
                compared with the {PERIODS.find(({ value }) => value === period)!.label} before. Days begin at midnight
                UTC.
              </p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** The outcomes of deliveries over time, by channel, template and cause. The URL has the period and the grouping. */
export default function Numbers() {
  const [search, change] = useSearch()
  const period = chosen(PERIODS, search.get('period'))
  return (
    <Page
      title="Numbers"
      actions={
        <Choices label="Period" choices={PERIODS} value={period} onChange={(value) => change({ period: value })} />
      }
    >
      <Outcomes period={period} />
      <CausesCard period={period} />
      <GroupsCard period={period} grouping={chosen(GROUPINGS, search.get('by'))} onGroup={(by) => change({ by })} />
    </Page>
  )
}
