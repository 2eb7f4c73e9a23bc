import { useRead } from '../api/queries.ts'
import { Link } from '../router.ts'
import { Choices } from '../ui/choices.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Line, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { listOf, shareText, totalOf } from './outcomes.ts'
import type { DeliveryCounts, Rates } from './outcomes.ts'
import { READ_EVERY_MS } from './period.ts'
import type { Period } from './period.ts'

type Group = DeliveryCounts['groups'][number]

export const GROUPINGS = [
  { value: 'channel', label: 'Channel' },
  { value: 'template', label: 'Template' },
] as const
type Grouping = (typeof GROUPINGS)[number]['value']

const RATES: readonly [rate: keyof Rates, title: string][] = [
  ['delivered', 'Delivered'],
  ['opened', 'Opened'],
  ['bounced', 'Bounced'],
  ['failed', 'Failed'],
]

function GroupTable({ grouping, counts }: { grouping: Grouping; counts: DeliveryCounts }) {
  const from = Date.parse(counts.groups_since)
  const share = (rate: keyof Rates, title: string) => ({
    title,
    width: 6.5,
    kind: 'number' as const,
    cell: ({ rates }: Group) => shareText(rates[rate]),
  })
  return (
    <Table
      label={`Deliveries by ${grouping}`}
      rows={counts.groups}
      keyOf={({ id }) => id ?? 'others'}
      columns={[
        {
          title: grouping === 'channel' ? 'Channel' : 'Template',
          cell: ({ id, name }) =>
            id === null || name === null ? (
              'All others'
            ) : (
              <Link to={listOf({ [grouping]: id }, from)}>
                <Line text={name} />
              </Link>
            ),
        },
        { title: 'Deliveries', width: 7, kind: 'number', cell: (group) => totalOf(group.counts).toLocaleString() },
        ...RATES.map(([rate, title]) => share(rate, title)),
      ]}
    />
  )
}

/** The deliveries by channel or template, with their rates. */
export function GroupsCard({
  period,
  grouping,
  onGroup,
}: {
  period: Period
  grouping: Grouping
  onGroup: (grouping: Grouping) => void
}) {
  const query = { period, group_by: grouping }
  const read = useRead('GET /api/v1/delivery_counts', { query }, { everyMs: READ_EVERY_MS })
  return (
    <Card
      title="By channel and template"
      actions={<Choices label="Group by" choices={GROUPINGS} value={grouping} onChange={onGroup} />}
    >
      <Loaded of={read}>
        {(counts) =>
          counts.groups.length === 0 ? (
            <Empty title="No deliveries in this period" />
          ) : (
            <>
              {counts.groups_since !== counts.since && (
                <p className="muted">
                  There are very many groups: counted since <Time at={counts.groups_since} full />.
                </p>
              )}
              <GroupTable grouping={grouping} counts={counts} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
