/** The health of channels: since when their provider takes nothing or most deliveries fail, and the newest failure. */
import { failureCause } from '../../core/deliveries/cause.ts'
import { isoTime } from '../../platform/clock.ts'
import type { Connection } from '../../platform/db/sql.ts'
import { findFailing, findFailures, listOfChannels } from './queries.ts'
import type { OutcomeCounts } from './period.ts'

const DAY_MS = 86_400_000
/** Failures before this time are not looked at. */
const WATCHED_DAYS = 7
/** Rows read to find the start of failures: about 120 pages of the database. */
export const ROWS_MAX = 4000
/** Fewer failures say nothing about a channel. */
const FAILURES_MIN = 3

/** `unreachable`: deliveries that failed because of their recipients. */
type Counted = Readonly<OutcomeCounts> & { unreachable: number }
type Span = Counted & { start: number }

const badOf = ({ failed, bounced, unreachable }: Counted) =>
  Math.max(0, Math.max(0, failed) + Math.max(0, bounced) - Math.max(0, unreachable))
const goodOf = ({ sent, delivered, opened }: Counted) =>
  Math.max(0, sent) + Math.max(0, delivered) + Math.max(0, opened)

/**
 * The start of the first span of the present failures, ms since the epoch: in each span from there on, most deliveries that
 * ended have failed. Null: the channel works, or too few deliveries say that it does not. `spans`: the newest first. Pure.
 */
export function failingSince(spans: readonly Span[]): number | null {
  let since: number | null = null
  let failures = 0
  for (const span of spans) {
    const bad = badOf(span)
    if (bad < goodOf(span)) break
    if (bad === 0) continue
    since = span.start
    failures += bad
  }
  return failures < FAILURES_MIN ? null : since
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
  const failing = await findFailing(connection, bucket, accountId, channelIds.map(Number))
  const down = new Map(failing.map((row) => [String(row.id), row.failingSince]))
  return new Map(
    channelIds.map((id) => {
      const failure = failures.find(({ channelId }) => String(channelId) === id)
      const health = {
        failing_since: isoTime(earlier(down.get(id) ?? null, failingSince(byChannel.get(id) ?? []))),
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
