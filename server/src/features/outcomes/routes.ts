import Type from 'typebox'
import { FAILURE_CAUSE_WORDS, FAILURE_CAUSES } from '../../core/deliveries/cause.ts'
import type { FailureCause } from '../../core/deliveries/cause.ts'
import { OUTCOMES } from '../../core/deliveries/delivery.ts'
import type { OutcomeCounts } from '../../core/deliveries/delivery.ts'
import { isoTime } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { invalid } from '../../platform/errors.ts'
import { Choice, Id, Nullable, parseOptionalTime, Time, TimeInput } from '../../platform/http/schemas.ts'
import { bucketsOf, OWN_DAYS_MAX, ownSpan, PERIOD_NAMES, ratesOf, spanOf, sumOf } from './period.ts'
import type { Period, PeriodSpan } from './period.ts'
import { findChannelNames, findTemplateNames, listTotals, sumGroups } from './queries.ts'

const GROUPS_MAX = 50
/** Rows read for the groups of one period: about 300 pages of the database. The totals take about 120. */
export const GROUP_ROWS_MAX = 10_000

const GROUPINGS = ['none', 'channel', 'template', 'cause'] as const
type Grouping = (typeof GROUPINGS)[number]

const Counts = Type.Object(
  Object.fromEntries(OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
    keyof OutcomeCounts,
    Type.TInteger
  >,
  { description: 'The number of deliveries with each status. A retrying delivery counts as queued.' },
)
const Ratio = Nullable(Type.Number())
const Rates = Type.Object(
  { delivered: Ratio, opened: Ratio, bounced: Ratio, failed: Ratio },
  {
    description:
      'The shares of the deliveries that were sent, delivered, opened, bounced or failed, from 0 to 1. An opened delivery ' +
      'counts as delivered too. Null if there is none.',
  },
)
const Totals = Type.Object({ counts: Counts, rates: Rates })
const Group = Type.Object({
  id: Nullable(Id),
  cause: Nullable(Choice(FAILURE_CAUSE_WORDS)),
  name: Nullable(
    Type.String({
      description: 'The name of the channel or template, or the sentence of the cause. Null: all other groups',
    }),
  ),
  counts: Counts,
  rates: Rates,
})

const totalsOf = (counts: OutcomeCounts) => ({ counts, rates: ratesOf(counts) })

interface Row extends OutcomeCounts {
  value: string
  oldest: number
  rows: number
}

/** The groups of the rows, with the names of channels or templates by their id. The rest is one group at the end. */
function groupsOf(grouping: Grouping, rows: readonly Row[], names: ReadonlyMap<string, string>) {
  const shown = rows.slice(0, GROUPS_MAX).map((row) => {
    const ofCause = grouping === 'cause'
    return {
      id: ofCause ? null : Number(row.value),
      cause: ofCause ? (row.value as FailureCause) : null,
      name: ofCause ? FAILURE_CAUSES[row.value as FailureCause] : (names.get(row.value) ?? `#${row.value}`),
      ...totalsOf(sumOf([row])),
    }
  })
  const others = rows.slice(GROUPS_MAX)
  const rest = { id: null, cause: null, name: null, ...totalsOf(sumOf(others)) }
  return others.length === 0 ? shown : [...shown, rest]
}

async function readGroups(
  connection: Connection,
  { bucket, accountId }: Caller,
  grouping: Grouping,
  { sinceMs, untilMs }: PeriodSpan,
) {
  if (grouping === 'none') return { groups: [], groups_since: isoTime(sinceMs) }
  const range = [isoTime(sinceMs), isoTime(untilMs)] as const
  const rows = await sumGroups(connection, bucket, accountId, grouping, ...range, GROUP_ROWS_MAX)
  const ids = rows.slice(0, GROUPS_MAX).map(({ value }) => value)
  const read = grouping === 'channel' ? findChannelNames : findTemplateNames
  const named = grouping === 'cause' || ids.length === 0 ? [] : await read(connection, bucket, accountId, ids)
  const names = new Map(named.map(({ id, name }) => [String(id), name]))
  const [first] = rows
  const isCut = first !== undefined && first.rows === GROUP_ROWS_MAX
  return { groups: groupsOf(grouping, rows, names), groups_since: isoTime(isCut ? first.oldest : sinceMs) }
}

const DESCRIPTION = `Counts each delivery once, by its present status, at the time of its creation. The period ends now, and its last
bucket is still filling. \`before\` has the totals of the period of the same length before it. Buckets are hours of 24 hours, 6 hours
of 7 days, otherwise days in UTC. With \`since\`, the period is from its hour to \`until\` or now, at most ${OWN_DAYS_MAX} days. Older
counts are of 6 hours or days in UTC, so the edges of an own period may be of that length. Changes are counted within seconds. Groups are the ${GROUPS_MAX} largest, and one of all others.`

/** The period by its name, or between `since` and `until`. */
function spanAsked(
  { period = '24h', since, until }: { period?: Period; since?: string; until?: string },
  nowMs: number,
) {
  const [sinceMs, untilMs] = [parseOptionalTime(since), parseOptionalTime(until)]
  if (sinceMs === null) return spanOf(period, nowMs)
  const span = ownSpan(sinceMs, untilMs ?? nowMs)
  if (span === null) throw invalid({ until: [`must be after since, by at most ${OWN_DAYS_MAX} days`] })
  return span
}

/** Serves the counts of deliveries by outcome. */
export function outcomeRoutes(app: App, { clock }: Pick<RouteContext, 'clock'>): void {
  app.get(
    '/api/v1/delivery_counts',
    {
      schema: {
        tags: ['Deliveries'],
        summary: 'Count the deliveries by outcome over time',
        description: DESCRIPTION,
        querystring: Type.Object({
          period: Type.Optional(Choice(PERIOD_NAMES, { description: 'Default: 24h' })),
          since: Type.Optional(TimeInput),
          until: Type.Optional(TimeInput),
          group_by: Type.Optional(
            Choice(GROUPINGS, { description: 'Default: none. `cause` counts failed and bounced deliveries' }),
          ),
        }),
        response: {
          200: Type.Object({
            since: Time,
            bucket_seconds: Type.Integer(),
            buckets: Type.Array(Type.Object({ start: Time, counts: Counts })),
            totals: Totals,
            before: Totals,
            groups: Type.Array(Group),
            groups_since: Type.Unsafe<string>({
              ...Time,
              description: 'Later than `since` if there are too many groups to count all',
            }),
          }),
        },
      },
    },
    async ({ pool, caller, query }) => {
      const span = spanAsked(query, clock.now())
      const { bucket, accountId } = caller
      const { rows, groups, groups_since } = await snapshot(pool, async (connection) => {
        const rows = await listTotals(connection, bucket, accountId, isoTime(span.beforeMs), isoTime(span.untilMs))
        return { rows, ...(await readGroups(connection, caller, query.group_by ?? 'none', span)) }
      })
      const current = rows.filter(({ start }) => start >= span.sinceMs)
      return {
        since: isoTime(span.sinceMs),
        bucket_seconds: span.bucketMs / 1000,
        buckets: bucketsOf(span, current).map(({ start, counts }) => ({ start: isoTime(start), counts })),
        totals: totalsOf(sumOf(current)),
        before: totalsOf(sumOf(rows.filter(({ start }) => start < span.sinceMs))),
        groups,
        groups_since,
      }
    },
  )
}
