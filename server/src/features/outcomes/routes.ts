import Type from 'typebox'
import { FAILURE_CAUSE_WORDS } from '../../core/deliveries/cause.ts'
import { CAUSE_WORDS, FAILURE_CAUSES } from '../../core/providers/causes.ts'
import type { FailureCause } from '../../core/deliveries/cause.ts'
import { isoTime } from '../../platform/clock.ts'
import type { RouteContext } from '../../platform/context.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { snapshot } from '../../platform/db/transaction.ts'
import type { App, Caller } from '../../platform/http/route.ts'
import { invalid } from '../../platform/errors.ts'
import { Choice, Id, Nullable, parseOptionalTime, Time, TimeInput } from '../../platform/http/schemas.ts'
import { failureRate, readHealth } from './health.ts'
import { bucketsOf, groupsOf, OUTCOMES, OWN_DAYS_MAX, ownSpan, PERIOD_NAMES } from './period.ts'
import { ratesOf, spanOf, sumOf } from './period.ts'
import type { Group, OutcomeCounts, Period, PeriodSpan } from './period.ts'
import { findChannelNames, findTemplateNames, listTotals, sumGroups } from './queries.ts'

const GROUPS_MAX = 50
/** Rows read for the groups of one period: about 360 pages of the database. The totals take about 120. */
export const GROUP_ROWS_MAX = 8_500

const GROUPINGS = ['none', 'channel', 'template', 'template_channel', 'cause'] as const
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
const Health = Type.Object(
  {
    failure_rate: {
      ...Ratio,
      description:
        'The share of the ended deliveries that failed or bounced, without those whose recipients cannot be reached',
    },
    failing_since: {
      ...Nullable(Time),
      description:
        'When the first delivery was created that failed or bounced since the last success: from its hour on, most deliveries of the channel failed. ' +
        'If the account creates very many deliveries, the start of this hour, or when the channel was created. Of days before yesterday, of 6 hours. ' +
        'Or from then on its provider took nothing, see `health` of the channel, if that is earlier. Null: the channel works, or fewer than 3 have failed, or the ' +
        'newest five of its deliveries that ended, among the newest 200 of the account, went well. At most 7 days ago.',
    },
    provider_failure: Nullable(
      Type.Object(
        { since: Time, cause: Choice(CAUSE_WORDS), error_message: Type.String() },
        { description: 'Why the provider takes nothing, as in `health` of the channel. null: it works' },
      ),
    ),
    newest_failure: Nullable(
      Type.Object({
        delivery_id: Id,
        at: Time,
        cause: Choice(FAILURE_CAUSE_WORDS),
        error_message: Nullable(Type.String()),
      }),
    ),
  },
  { description: 'Only with `group_by=channel` and `expand=health`' },
)
const GroupOutput = Type.Object({
  id: Nullable(Id),
  cause: Nullable(Choice(FAILURE_CAUSE_WORDS)),
  name: Nullable(
    Type.String({
      description: 'The name of the channel or template, or the sentence of the cause. Null: all other groups',
    }),
  ),
  channel: {
    ...Nullable(Type.Object({ id: Id, name: Type.String() })),
    description: 'The channel of a group of `template_channel`. `id` and `name` are of its template',
  },
  counts: Counts,
  rates: {
    ...Rates,
    description:
      'As those of the totals. `delivered`, `opened` and `bounced` leave out the deliveries on channels whose provider reports nothing: ' +
      'in the period, deliveries were sent, and none is delivered, opened or bounced. Null if only these are left.',
  },
  health: Type.Optional(Health),
})

const totalsOf = (counts: OutcomeCounts, reported = counts) => ({ counts, rates: ratesOf(counts, reported) })

type Names = ReadonlyMap<string, string>

/** A group with the names of templates and channels by their id. */
function namedGroup(
  grouping: Grouping,
  { value, counts, reported }: Group,
  { templates, channels }: { templates: Names; channels: Names },
) {
  const totals = totalsOf(counts, reported)
  if (grouping === 'cause') {
    const cause = value as FailureCause
    return { id: null, cause, name: FAILURE_CAUSES[cause], channel: null, ...totals }
  }
  const [id, channelId] = value.split('/') as [string, string?]
  const name = (grouping === 'channel' ? channels : templates).get(id) ?? `#${id}`
  const channel =
    channelId === undefined ? null : { id: Number(channelId), name: channels.get(channelId) ?? `#${channelId}` }
  return { id: Number(id), cause: null, name, channel, ...totals }
}

/** All groups beyond the largest are one group at the end. */
function restOf(groups: readonly Group[]) {
  const totals = totalsOf(sumOf(groups.map(({ counts }) => counts)), sumOf(groups.map(({ reported }) => reported)))
  return groups.length === 0 ? [] : [{ id: null, cause: null, name: null, channel: null, ...totals }]
}

/** The names of the groups' templates and channels, by id. */
async function readNames(
  connection: Connection,
  { bucket, accountId }: Caller,
  grouping: Grouping,
  groups: readonly Group[],
) {
  const parts = groups.map(({ value }) => value.split('/') as [string, string?])
  const firsts = parts.map(([first]) => first)
  const ids = {
    templates: grouping === 'template' || grouping === 'template_channel' ? firsts : [],
    channels: grouping === 'channel' ? firsts : parts.flatMap(([, second]) => second ?? []),
  }
  const read = async (find: typeof findChannelNames, wanted: readonly string[]) => {
    const named = wanted.length === 0 ? [] : await find(connection, bucket, accountId, [...new Set(wanted.map(Number))])
    return new Map(named.map(({ id, name }) => [String(id), name]))
  }
  return {
    templates: await read(findTemplateNames, ids.templates),
    channels: await read(findChannelNames, ids.channels),
  }
}

async function readGroups(
  connection: Connection,
  caller: Caller,
  { grouping, withHealth }: { grouping: Grouping; withHealth: boolean },
  { sinceMs, untilMs }: PeriodSpan,
) {
  if (grouping === 'none') return { groups: [], groups_since: isoTime(sinceMs) }
  const range = [isoTime(sinceMs), isoTime(untilMs)] as const
  const { bucket, accountId } = caller
  // The rates of a template need the channels of its deliveries.
  const stored = grouping === 'template' ? 'template_channel' : grouping
  const rows = await sumGroups(connection, bucket, accountId, stored, ...range, GROUP_ROWS_MAX)
  const all = groupsOf(rows, (value) => (grouping === 'template' ? value.split('/')[0]! : value))
  const shown = all.slice(0, GROUPS_MAX)
  const names = await readNames(connection, caller, grouping, shown)
  const ids = shown.map(({ value }) => value)
  const health = withHealth ? await readHealth(connection, caller, ids, untilMs) : null
  const groups = shown.map((group) => {
    const named = namedGroup(grouping, group, names)
    if (health === null) return named
    const rate = failureRate({ ...group.counts, unreachable: group.unreachable })
    return { ...named, health: { failure_rate: rate, ...health.get(group.value)! } }
  })
  const [first] = rows
  const isCut = first !== undefined && first.rows === GROUP_ROWS_MAX
  const since = isoTime(isCut ? first.oldest : sinceMs)
  return { groups: [...groups, ...restOf(all.slice(GROUPS_MAX))], groups_since: since }
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
          expand: Type.Optional(
            Choice(['health'], { description: 'With `group_by=channel`: adds the health of each channel' }),
          ),
        }),
        response: {
          200: Type.Object({
            since: Time,
            bucket_seconds: Type.Integer(),
            buckets: Type.Array(Type.Object({ start: Time, counts: Counts })),
            totals: Totals,
            before: Totals,
            groups: Type.Array(GroupOutput),
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
      const grouping = query.group_by ?? 'none'
      const withHealth = query.expand === 'health'
      if (withHealth && grouping !== 'channel') throw invalid({ expand: ['needs group_by=channel'] })
      const { bucket, accountId } = caller
      const { rows, groups, groups_since } = await snapshot(pool, async (connection) => {
        const rows = await listTotals(connection, bucket, accountId, isoTime(span.beforeMs), isoTime(span.untilMs))
        return { rows, ...(await readGroups(connection, caller, { grouping, withHealth }, span)) }
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
