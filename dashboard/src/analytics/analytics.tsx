import { useRead } from '../api/queries.ts'
import { useSearch } from '../router.ts'
import { Choices } from '../ui/choices.tsx'
import { Filters } from '../ui/field.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card, Page } from '../ui/page.tsx'
import { TimeField } from '../ui/time-field.tsx'
import { timeHabit } from '../ui/time-habit.ts'
import { CausesCard } from './causes-card.tsx'
import { GROUPINGS, GroupsCard } from './groups-card.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { totalOf } from './outcomes.ts'
import { periodOf, PERIODS, problemOf, READ_EVERY_MS } from './period.ts'
import type { Period } from './period.ts'
import { OF_RATES, RateFigures } from './rates.tsx'

/** The choice with a value of the URL, or the first one. */
function chosen<Value extends string>(choices: readonly { value: Value }[], text: string | null): Value {
  return choices.find(({ value }) => value === text)?.value ?? choices[0]!.value
}

function Outcomes({ period }: { period: Period }) {
  const query = { ...period, group_by: 'channel' } as const
  const read = useRead('GET /api/v1/delivery_counts', { query }, { everyMs: READ_EVERY_MS })
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
              <p className="muted small">{OF_RATES} The changes are against the period of the same length before.</p>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

/** The outcomes of deliveries over time, by channel, template and cause. The URL has the period and the grouping. */
export default function Analytics() {
  const [search, change] = useSearch()
  const zone = timeHabit.use().zone ?? undefined
  const name = chosen(PERIODS, search.get('period'))
  const [after, before] = [search.get('after') ?? '', search.get('before') ?? '']
  const period = periodOf(name, zone, after, before)
  const problem = problemOf(period)
  return (
    <Page
      title="Analytics"
      actions={
        <Choices
          label="Period"
          choices={PERIODS}
          value={name}
          onChange={(value) => change({ period: value, after: null, before: null })}
        />
      }
    >
      {name === 'own' && (
        <Filters label="Period">
          <div className="period">
            <TimeField
              label="From"
              help="Empty: 24 hours before the end"
              value={after}
              onChange={(time) => change({ after: time })}
            />
            <TimeField
              label="Until"
              help="Empty: until now"
              problems={problem === null ? undefined : [problem]}
              value={before}
              onChange={(time) => change({ before: time })}
            />
          </div>
        </Filters>
      )}
      {problem === null && (
        <>
          <Outcomes period={period} />
          <GroupsCard period={period} grouping={chosen(GROUPINGS, search.get('by'))} onGroup={(by) => change({ by })} />
          <CausesCard period={period} />
        </>
      )}
    </Page>
  )
}
