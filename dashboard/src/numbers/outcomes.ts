/** The outcomes of deliveries: how they are drawn, their rates, and the way to their deliveries. */
import type { Operations } from '../api/call.ts'
import type { Bar } from '../ui/chart.tsx'

export type DeliveryCounts = Operations['GET /api/v1/delivery_counts']['answer']
type Counts = DeliveryCounts['totals']['counts']
export type Rates = DeliveryCounts['totals']['rates']
type Outcome = keyof Counts

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const PER_MILLE = 1000

/** The parts of a bar, from bottom to top. A delivery is in one of them. `outcomes`: the first is the filter of the list. */
export const DRAWN = [
  { name: 'Opened', tone: 'opened', outcomes: ['opened'] },
  { name: 'Delivered', tone: 'good', outcomes: ['delivered'] },
  { name: 'Sent', tone: 'accent', outcomes: ['sent'] },
  { name: 'On the way', tone: 'neutral', outcomes: ['queued', 'scheduled'] },
  { name: 'Canceled', tone: 'canceled', outcomes: ['canceled'] },
  { name: 'Bounced', tone: 'bounced', outcomes: ['bounced'] },
  { name: 'Failed', tone: 'bad', outcomes: ['failed'] },
] as const satisfies readonly { name: string; tone: string; outcomes: readonly Outcome[] }[]

/** The number of deliveries in each part. */
export function partsOf(counts: Counts): number[] {
  return DRAWN.map(({ outcomes }) => outcomes.reduce((sum, outcome: Outcome) => sum + counts[outcome], 0))
}

/** The number of all deliveries. */
export const totalOf = (counts: Counts): number => partsOf(counts).reduce((sum, part) => sum + part, 0)

const HOUR = { hour: '2-digit', minute: '2-digit' } as const
const HOUR_OF_DAY = { weekday: 'short', ...HOUR } as const
/** Buckets of days begin at midnight UTC. */
const DAY = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/** Formats the start of a bucket, in the member's zone. Days are those of UTC. */
export function formatOfBucket(bucketSeconds: number): Intl.DateTimeFormatOptions {
  if (bucketSeconds >= DAY_SECONDS) return DAY
  return bucketSeconds > HOUR_SECONDS ? HOUR_OF_DAY : HOUR
}

/** One bar per bucket. `format`: of its start. */
export function barsOf({ buckets }: DeliveryCounts, format: Intl.DateTimeFormat): Bar[] {
  return buckets.map(({ start, counts }) => {
    const label = format.format(Date.parse(start))
    const values = partsOf(counts)
    const told = DRAWN.flatMap(({ name }, place) =>
      values[place] === 0 ? [] : [`${values[place]!.toLocaleString()} ${name.toLowerCase()}`],
    )
    return { label, title: `From ${label}: ${told.join(', ') || 'no deliveries'}`, values }
  })
}

/** A share as text, rounded to tenths of a percent. Not all is not 100 %, and not none is not 0 %. */
export function shareText(share: number | null): string {
  if (share === null) return '–'
  const tenths = Math.round(share * PER_MILLE)
  const shown = share < 1 && tenths === PER_MILLE ? PER_MILLE - 1 : share > 0 && tenths === 0 ? 1 : tenths
  return `${(shown / 10).toLocaleString()} %`
}

/** The change of a share in points of percent, with its sign. Null: there is nothing to compare. */
export function changeText(share: number | null, before: number | null): string | null {
  if (share === null || before === null) return null
  const tenths = Math.round((share - before) * PER_MILLE)
  if (tenths === 0) return 'unchanged'
  return `${tenths > 0 ? '+' : '−'}${(Math.abs(tenths) / 10).toLocaleString()} points`
}

/** The list of the deliveries created from `from` (inclusive) to `to` (exclusive), ms since the epoch. */
export function listOf(filters: Record<string, string | number>, from: number, to: number | null = null): string {
  // The filter of the list leaves its bound out.
  const bounds = { period: 'own', after: new Date(from - 1).toISOString() }
  const until = to === null ? {} : { before: new Date(to).toISOString() }
  const search = new URLSearchParams({ ...bounds, ...until })
  for (const [name, value] of Object.entries(filters)) search.set(name, String(value))
  return `/deliveries?${search}`
}
