import { useRead } from '../api/queries.ts'
import { Link } from '../router.ts'
import { Button } from '../ui/button.tsx'
import { Choices } from '../ui/choices.tsx'
import { saveCsv } from '../ui/download-csv.tsx'
import type { CsvColumn } from '../ui/download-csv.tsx'
import { Empty, Loaded } from '../ui/notice.tsx'
import { Card, PageActions } from '../ui/page.tsx'
import { Line, Table } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import './rates.css'
import { endOf, listOf, shareText, totalOf } from './outcomes.ts'
import type { DeliveryCounts, Rates } from './outcomes.ts'
import { READ_EVERY_MS } from './period.ts'
import type { Period } from './period.ts'

type Group = DeliveryCounts['groups'][number]

export const GROUPINGS = [
  { value: 'channel', label: 'Channel' },
  { value: 'template', label: 'Template' },
  { value: 'template_channel', label: 'Template by channel' },
] as const
type Grouping = (typeof GROUPINGS)[number]['value']

type Counted = keyof Group['counts']

/** A rate, its title, and the filter of its deliveries. */
const RATES: readonly [rate: keyof Rates, title: string, outcomes: readonly Counted[]][] = [
  ['delivered', 'Delivered', ['delivered', 'opened']],
  ['opened', 'Opened', ['opened']],
  ['bounced', 'Bounced', ['bounced']],
  ['failed', 'Failed', ['failed']],
]

/** A rate with the number behind it, which leads to the deliveries. */
function Rate({ group, of: [rate, , outcomes], to }: { group: Group; of: (typeof RATES)[number]; to: string | null }) {
  const share = group.rates[rate]
  if (share === null)
    return (
      // Failures are known without reports.
      <span className="muted" title={group.rates.failed === null ? 'None has ended' : 'No reports'}>
        –
      </span>
    )
  const count = outcomes.reduce((sum, outcome) => sum + group.counts[outcome], 0)
  const text = (
    <>
      {shareText(share)}
      <span className="count"> ({count.toLocaleString()})</span>
    </>
  )
  return count === 0 || to === null ? text : <Link to={to}>{text}</Link>
}

const nameOfChannel = ({ channel }: Group) => channel?.name ?? ''

/** The filters of the list of a group's deliveries. */
function filtersOf(grouping: Grouping, { id, channel }: Group): Record<string, number> {
  const filters = { [grouping === 'channel' ? 'channel' : 'template']: id! }
  return channel === null ? filters : { ...filters, channel: channel.id }
}

function GroupTable({ grouping, counts }: { grouping: Grouping; counts: DeliveryCounts }) {
  const [from, end] = [Date.parse(counts.groups_since), endOf(counts)]
  const listOfRate = (group: Group, status: string) =>
    group.id === null ? null : listOf({ ...filtersOf(grouping, group), status }, from, end)
  return (
    <Table
      label={`Deliveries by ${grouping.replace('_', ' and ')}`}
      rows={counts.groups}
      keyOf={({ id, channel }) => (id === null ? 'others' : `${id}/${channel?.id}`)}
      columns={[
        {
          title: grouping === 'channel' ? 'Channel' : 'Template',
          phone: 'name',
          sort: ({ name }) => name ?? '',
          cell: (group) =>
            group.id === null || group.name === null ? (
              'All others'
            ) : (
              <Link to={listOf(filtersOf(grouping, group), from, end)}>
                <span className="line" title={group.name}>
                  <bdi>
                    {group.name}
                    {grouping === 'template_channel' && (
                      <span className="of-phone muted"> · {nameOfChannel(group)}</span>
                    )}
                  </bdi>
                </span>
              </Link>
            ),
        },
        ...(grouping === 'template_channel'
          ? [{ title: 'Channel', sort: nameOfChannel, cell: (group: Group) => <Line text={nameOfChannel(group)} /> }]
          : []),
        {
          title: 'Deliveries',
          width: 7,
          kind: 'number',
          phone: 'state',
          sort: (group) => totalOf(group.counts),
          cell: (group) => totalOf(group.counts).toLocaleString(),
        },
        ...RATES.map((of) => ({
          title: of[1],
          width: 8.75,
          kind: 'number' as const,
          phone: 'figure' as const,
          sort: ({ rates }: Group) => rates[of[0]],
          cell: (group: Group) => <Rate group={group} of={of} to={listOfRate(group, of[2].join(','))} />,
        })),
      ]}
    />
  )
}

const OUTCOMES = ['opened', 'delivered', 'sent', 'bounced', 'failed', 'canceled'] as const

const RATE_DIGITS = 4
const inCapital = (word: string) => word[0]!.toUpperCase() + word.slice(1)

/** A `#` keeps the digits of an id in spreadsheets. */
const csvColumns = (grouping: Grouping): readonly CsvColumn<Group>[] => [
  ['Id', ({ id }) => id && `#${id}`],
  ['Name', ({ name }) => name ?? 'All others'],
  ...(grouping === 'template_channel' ? [['Channel', ({ channel }) => channel?.name] satisfies CsvColumn<Group>] : []),
  ['Deliveries', ({ counts }) => totalOf(counts)],
  ...OUTCOMES.map((outcome): CsvColumn<Group> => [inCapital(outcome), ({ counts }) => counts[outcome]]),
  ...RATES.map(([rate, title]): CsvColumn<Group> => [
    `${title} rate`,
    ({ rates }) => rates[rate]?.toFixed(RATE_DIGITS),
  ]),
]

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
  const query = { ...period, group_by: grouping }
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
              <PageActions>
                <Button onClick={() => saveCsv(`deliveries-by-${grouping}`, counts.groups, csvColumns(grouping))}>
                  Download CSV
                </Button>
              </PageActions>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
