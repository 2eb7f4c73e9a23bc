/** The health of a channel: the failures of 24 hours, the last error, and since when most deliveries fail. */
import type { ReactNode } from 'react'
import { shareText } from '../analytics/outcomes.ts'
import type { DeliveryCounts } from '../analytics/outcomes.ts'
import { sentenceOf } from '../deliveries/cause.ts'
import { Link } from '../router.ts'
import { Badge } from '../ui/notice.tsx'
import { ListTime, Time } from '../ui/time.tsx'

export type ChannelCounts = DeliveryCounts['groups'][number]

export const OF_CHANNELS = { query: { period: '24h', group_by: 'channel', expand: 'health' } } as const

export const failingSinceOf = (channel: ChannelCounts): string | null => channel.health?.failing_since ?? null

/** In red while most deliveries fail. */
export function FailureRate({ channel }: { channel: ChannelCounts | undefined }) {
  const bad = channel?.health?.failure_rate ?? null
  // Its provider takes nothing, and the sends are repeated.
  if (channel !== undefined && bad === null && failingSinceOf(channel) !== null)
    return <Badge tone="bad">failing</Badge>
  if (channel === undefined || bad === null) return <span className="muted">–</span>
  if (bad === 0) return <Badge tone="good">no failures</Badge>
  return <Badge tone={failingSinceOf(channel) === null ? 'warn' : 'bad'}>{shareText(bad)} failed</Badge>
}

/** The newest failure, which leads to its delivery. `fallback`: if there is none. */
export function LastError({ channel, fallback = null }: { channel: ChannelCounts | undefined; fallback?: ReactNode }) {
  const failure = channel?.health?.newest_failure ?? null
  if (failure === null) return fallback
  return (
    <span className="line" title={failure.error_message ?? undefined}>
      <Link to={`/deliveries/${failure.delivery_id}`}>{sentenceOf(failure.cause)}</Link>{' '}
      <span className="muted small">
        <Time at={failure.at} />
      </span>
    </span>
  )
}

/** Since when the channel fails. */
export function FailingSince({ channel }: { channel: ChannelCounts | undefined }) {
  const since = channel === undefined ? null : failingSinceOf(channel)
  return since === null ? <span className="muted">–</span> : <ListTime at={since} />
}
