/** The outcomes of deliveries: how they are drawn, their rates, and the way to their deliveries. */
import type { Operations } from '../api/call.ts'
import { middleOf } from '../ui/chart-labels.ts'
import type { BarLabel } from '../ui/chart-labels.ts'
import type { Bar } from '../ui/chart.tsx'

export type DeliveryCounts = Operations['GET /api/v1/delivery_counts']['answer']
type Counts = DeliveryCounts['totals']['counts']
export type Rates = DeliveryCounts['totals']['rates']
type Outcome = keyof Counts

const DAY_SECONDS = 86_400
const PER_MILLE = 1000

/**
 * The parts of a bar, from bottom to top. A delivery is in one of them. `outcomes`: the first is the filter of the list.
 * `phone`: the place in a row of two lines, see `Column`.
 */
export const DRAWN = [
  { name: 'Opened', tone: 'opened', outcomes: ['opened'], phone: 'figure' },
  { name: 'Delivered', tone: 'good', outcomes: ['delivered'], phone: 'figure' },
  { name: 'Sent', tone: 'accent', outcomes: ['sent'], phone: 'figure' },
  { name: 'On the way', tone: 'neutral', outcomes: ['queued', 'scheduled'], phone: undefined },
  { name: 'Canceled', tone: 'canceled', outcomes: ['canceled'], phone: undefined },
  { name: 'Bounced', tone: 'bounced', outcomes: ['bounced'], phone: 'figure' },
  { name: 'Failed', tone: 'bad', outcomes: ['failed'], phone: 'state' },
] as const satisfies readonly {
  name: string
  tone: string
  outcomes: readonly Outcome[]
  phone: 'figure' | 'state' | undefined
}[]

/** The number of deliveries in each part. */
export function partsOf(counts: Counts): number[] {
  return DRAWN.map(({ outcomes }) => outcomes.reduce((sum, outcome: Outcome) => sum + counts[outcome], 0))
}

/** The number of all deliveries. */
export const totalOf = (counts: Counts): number => partsOf(counts).reduce((sum, part) => sum + part, 0)

const HOUR_OF_DAY = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const
const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const

/** Formats the time of a bucket (`timeOf`), in the member's zone. */
export function formatOfBucket(bucketSeconds: number): Intl.DateTimeFormatOptions {
  return bucketSeconds >= DAY_SECONDS ? DAY : HOUR_OF_DAY
}

/** The time that names a bucket, ms since the epoch. */
export const timeOf = (start: string, bucketSeconds: number): number =>
  middleOf(Date.parse(start), bucketSeconds * 1000)

/** True if the buckets are days in UTC. */
export const hasUtcDays = ({ bucket_seconds: seconds, buckets }: DeliveryCounts): boolean =>
  seconds === DAY_SECONDS && buckets.every(({ start }) => Date.parse(start) % (DAY_SECONDS * 1000) === 0)

/** One bar per bucket. `format`: of its time in the tooltip. `labelOf`: its label, by its start. */
export function barsOf(
  { buckets, bucket_seconds: seconds }: DeliveryCounts,
  format: Intl.DateTimeFormat,
  labelOf: (startMs: number) => BarLabel,
): Bar[] {
  return buckets.map(({ start, counts }) => {
    const values = partsOf(counts)
    const told = DRAWN.flatMap(({ name }, place) =>
      values[place] === 0 ? [] : [`${values[place]!.toLocaleString()} ${name.toLowerCase()}`],
    )
    return {
      ...labelOf(Date.parse(start)),
      title: `${format.format(timeOf(start, seconds))}: ${told.join(', ') || 'no deliveries'}`,
      values,
    }
  })
}

/** A share with one decimal, in the notation of the language. */
export const percentText = (share: number): string => PERCENT.format(share)

const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', minimumFractionDigits: 1 })

/** A share as text, rounded to tenths of a percent. Not all is not 100.0%, and not none is not 0.0%. */
export function shareText(share: number | null): string {
  if (share === null) return '–'
  const tenths = Math.round(share * PER_MILLE)
  const shown = share < 1 && tenths === PER_MILLE ? PER_MILLE - 1 : share > 0 && tenths === 0 ? 1 : tenths
  return percentText(shown / PER_MILLE)
}

/** Tenths of a percent. A smaller change is noise. */
const CHANGE_MIN = 10

/** The change of a share in points of percent. `isWorth`: it is more than noise. Null: there is nothing to compare. */
export function changeOf(share: number | null, before: number | null): { text: string; isWorth: boolean } | null {
  if (share === null || before === null) return null
  const tenths = Math.round((share - before) * PER_MILLE)
  if (tenths === 0) return { text: 'unchanged', isWorth: false }
  const points = (Math.abs(tenths) / 10).toLocaleString(undefined, { minimumFractionDigits: 1 })
  return { text: `${tenths > 0 ? '+' : '−'}${points} points`, isWorth: Math.abs(tenths) >= CHANGE_MIN }
}

/** The rates of the deliveries on channels that report, and the names of the others. `groups`: the channels. */
export function ratesOfReporting({ totals, groups }: Pick<DeliveryCounts, 'totals' | 'groups'>) {
  const silent = groups.filter(({ counts, rates }) => counts.sent > 0 && rates.delivered === null)
  if (silent.length === 0) return { rates: totals.rates, silent: [] }
  const left = (outcome: Outcome) => silent.reduce((sum, { counts }) => sum - counts[outcome], totals.counts[outcome])
  const [delivered, opened, bounced] = [left('delivered'), left('opened'), left('bounced')]
  const ended = left('sent') + delivered + opened + bounced + left('failed')
  const share = (part: number) => (ended === 0 ? null : part / ended)
  const rates: Rates = {
    delivered: share(delivered + opened),
    opened: share(opened),
    bounced: share(bounced),
    // A refused send is known without a report.
    failed: totals.rates.failed,
  }
  return { rates, silent: silent.map(({ name }) => name ?? 'others') }
}

/** The end of the period, exclusive, ms since the epoch. */
export function endOf({
  buckets,
  bucket_seconds: seconds,
}: Pick<DeliveryCounts, 'buckets' | 'bucket_seconds'>): number {
  return Date.parse(buckets.at(-1)!.start) + seconds * 1000
}

/** The list of the deliveries created from `from` (inclusive) to `to` (exclusive), ms since the epoch. */
export function listOf(filters: Record<string, string | number>, from: number, to: number | null = null): string {
  const bounds = { period: 'own', after: new Date(from).toISOString() }
  const until = to === null ? {} : { before: new Date(to).toISOString() }
  const search = new URLSearchParams({ ...bounds, ...until })
  for (const [name, value] of Object.entries(filters)) search.set(name, String(value))
  return `/deliveries?${search}`
}
