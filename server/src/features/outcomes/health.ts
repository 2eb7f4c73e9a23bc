/** The health of channels: since when their provider takes nothing or most deliveries fail, and the newest failure. */
import { failureCause } from '../../core/deliveries/cause.ts'
import { isOfRecipient } from '../../core/deliveries/another-send.ts'
import { causeWord } from '../../core/providers/causes.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Connection, RowOf } from '../../platform/db/sql.ts'
import { findChannelTimes, findFailures, listFirst, listNewest, listOfChannels } from './queries.ts'
import { hasReports } from './period.ts'
import type { OutcomeCounts } from './period.ts'

const DAY_MS = 86_400_000
/** Failures before this time are not looked at. */
const WATCHED_DAYS = 7
/** Rows read to find the start of failures: the hours of a day for 100 channels, about 70 pages of the database. */
export const ROWS_MAX = 2400
/** Deliveries read to find the first failure of all channels that fail: about 50 pages of the database. */
const FIRST_ROWS_MAX = 1500
/** The newest deliveries of the account are read to find channels that work again: about 10 pages of the database. */
const NEWEST_ROWS_MAX = 200
/**
 * A channel works again if so many of its newest deliveries in a row went well. If half of the deliveries fail, they do so by
 * chance in 3 % of the cases.
 */
const WELL_IN_A_ROW = 5
/** Each span is searched in one index. */
const FIRST_SPANS_MAX = 4
/** Fewer failures say nothing about a channel. */
const FAILURES_MIN = 3

/** `unreachable`: deliveries that failed because of their recipients. */
type Counted = Readonly<OutcomeCounts> & { unreachable: number }
/** `newestFailure`: the id of a delivery. */
type Span = Counted & { start: number; newestFailure: number | null }

/** Times in ms since the epoch. `failure`: a delivery that failed in it. Null: none is known. */
interface FailingSpan {
  from: number
  to: number
  failure: number | null
}

const badOf = ({ failed, bounced, unreachable }: Counted) =>
  Math.max(0, Math.max(0, failed) + Math.max(0, bounced) - Math.max(0, unreachable))
const goodOf = ({ sent, delivered, opened }: Counted) =>
  Math.max(0, sent) + Math.max(0, delivered) + Math.max(0, opened)

/**
 * The first span of the present failures, ms since the epoch: in each span from there on, most deliveries that ended have
 * failed. Null: the channel works, or too few deliveries say that it does not. `spans`: the newest first. Pure.
 */
export function firstFailing(spans: readonly Span[], untilMs: number): FailingSpan | null {
  let first: FailingSpan | null = null
  let failures = 0
  let to = untilMs
  for (const span of spans) {
    const bad = badOf(span)
    if (bad < goodOf(span)) break
    if (bad > 0) first = { from: span.start, to, failure: span.newestFailure }
    failures += bad
    to = span.start
  }
  return failures < FAILURES_MIN ? null : first
}

const WENT_WELL: ReadonlySet<string> = new Set(['sent', 'delivered', 'opened'])

type FirstDelivery = Omit<RowOf<'delivery_counts.list_first'>, 'channelId'>
type NewDelivery = Omit<FirstDelivery, 'createdAt'>

function isFailure({ status, errorMessage, limitFeatureKey }: NewDelivery): boolean {
  return ['failed', 'bounced'].includes(status) && !isOfRecipient(failureCause(errorMessage, limitFeatureKey !== null))
}

/**
 * When the first delivery was created that failed after the last success of a span, ms since the epoch. If none failed after it,
 * the first failure. Null: none failed. `deliveries`: the oldest first. Pure.
 */
export function firstFailure(deliveries: readonly FirstDelivery[]): number | null {
  const success = deliveries.findLastIndex(({ status }) => WENT_WELL.has(status))
  const first = deliveries.slice(success + 1).find(isFailure) ?? deliveries.find(isFailure)
  return first?.createdAt ?? null
}

/**
 * True if the newest deliveries that ended went well. `deliveries`: of one channel, the newest first. `isReporting`: its provider
 * reports what became of a sent one, so that it has not ended. Pure.
 */
export function worksAgain(deliveries: readonly NewDelivery[], isReporting: boolean): boolean {
  const isWell = ({ status }: NewDelivery) => WENT_WELL.has(status) && !(isReporting && status === 'sent')
  const ended = deliveries.filter((one) => isWell(one) || isFailure(one)).slice(0, WELL_IN_A_ROW)
  return ended.length === WELL_IN_A_ROW && ended.every(isWell)
}

/**
 * The channels that work again, if the newest deliveries of the account say so. `failure`: the newest failure of all channels.
 * `isReporting`: whether the provider of a channel reports.
 */
async function repairedOf(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  { failure, untilMs, isReporting }: { failure: number; untilMs: number; isReporting: (channelId: number) => boolean },
): Promise<Set<number>> {
  const rows = await listNewest(connection, bucket, accountId, isoTime(untilMs), failure, NEWEST_ROWS_MAX)
  const byChannel = Map.groupBy(rows, ({ channelId }) => channelId)
  return new Set([...byChannel].flatMap(([id, deliveries]) => (worksAgain(deliveries, isReporting(id)) ? id : [])))
}

/**
 * Since when each of the channels fails: its first failure, or the start of the hours in which it began. Channels with the same
 * hours share a reading, and the oldest of many different hours are not read.
 */
async function sinceOf(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  spans: readonly { channelId: number; since: number; until: number; failure: number | null }[],
): Promise<Map<number, number>> {
  const newest = spans.filter(({ failure }) => failure !== null).toSorted((one, other) => other.since - one.since)
  const bySpan = [...Map.groupBy(newest, (span) => `${span.since} ${span.until}`).values()].slice(0, FIRST_SPANS_MAX)
  const read = bySpan.flat()
  const rowsMax = Math.floor(FIRST_ROWS_MAX / bySpan.length)
  const [ids, starts, ends, failures] = [
    read.map(({ channelId }) => channelId),
    read.map(({ since }) => isoTime(since)),
    read.map(({ until }) => isoTime(until)),
    read.map(({ failure }) => failure!),
  ]
  const rows =
    ids.length === 0 ? [] : await listFirst(connection, bucket, accountId, ids, starts, ends, failures, rowsMax)
  const first = Map.groupBy(rows, ({ channelId }) => channelId)
  return new Map(spans.map(({ channelId, since }) => [channelId, firstFailure(first.get(channelId) ?? []) ?? since]))
}

const earlier = (one: number | null, other: number | null) =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

/** The share of the ended deliveries that failed because of the channel. Null: none has ended. */
export function failureRate(counts: Counted): number | null {
  const ended = badOf(counts) + goodOf(counts)
  return ended === 0 ? null : badOf(counts) / ended
}

/** The health of the channels, by id. Only the newest failure of each is looked up, by its key. */
export async function readHealth(
  connection: Connection,
  { bucket, accountId }: { bucket: number; accountId: number },
  channelIds: readonly string[],
  untilMs: number,
) {
  const range = [isoTime(untilMs - WATCHED_DAYS * DAY_MS), isoTime(untilMs)] as const
  const rows = await listOfChannels(connection, bucket, accountId, channelIds, ...range, ROWS_MAX)
  const byChannel = Map.groupBy(rows, ({ value }) => value)
  const ids = [...byChannel.values()].flatMap(
    (spans) => spans.find((span) => span.newestFailure !== null)?.newestFailure ?? [],
  )
  const failures = ids.length === 0 ? [] : await findFailures(connection, bucket, accountId, ids)
  const channels = await findChannelTimes(connection, bucket, accountId, channelIds.map(Number))
  const counted = channels.flatMap(({ id, createdAt }) => {
    const span = firstFailing(byChannel.get(String(id)) ?? [], untilMs)
    return span === null
      ? []
      : { channelId: id, since: Math.max(span.from, createdAt), until: span.to, failure: span.failure }
  })
  const isReporting = (id: number) => (byChannel.get(String(id)) ?? []).some(hasReports)
  const repaired =
    counted.length === 0 || ids.length === 0
      ? new Set()
      : await repairedOf(connection, { bucket, accountId }, { failure: Math.max(...ids), untilMs, isReporting })
  const failing = counted.filter(({ channelId }) => !repaired.has(channelId))
  const since = await sinceOf(connection, { bucket, accountId }, failing)
  return new Map(
    channelIds.map((id) => {
      const failure = failures.find(({ channelId }) => String(channelId) === id)
      const channel = channels.find((one) => String(one.id) === id)
      const refusesSince = channel?.failingSince ?? null
      const health = {
        failing_since: isoTime(earlier(refusesSince, since.get(Number(id)) ?? null)),
        provider_failure:
          channel === undefined || channel.failingCause === null || refusesSince === null
            ? null
            : {
                since: isoTime(refusesSince),
                cause: causeWord(channel.failingCause),
                error_message: channel.failingCause,
              },
        newest_failure:
          failure === undefined
            ? null
            : {
                delivery_id: failure.id,
                at: isoTime(failure.updatedAt),
                cause: failureCause(failure.errorMessage, failure.limitFeatureKey !== null),
                error_message: failure.errorMessage,
              },
      }
      return [id, health]
    }),
  )
}
