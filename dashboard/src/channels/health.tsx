/** The health of a channel: the failures of 24 hours, the last error, and since when most deliveries fail. */
import { shareText } from '../analytics/outcomes.ts'
import type { DeliveryCounts } from '../analytics/outcomes.ts'
import { placeIn, sentenceOf } from '../deliveries/cause.ts'
import { Link } from '../router.ts'
import { Badge } from '../ui/notice.tsx'
import { ListTime, Time } from '../ui/time.tsx'
import type { Channel } from './settings.ts'

export type ChannelCounts = DeliveryCounts['groups'][number]
/** Undefined: the channel had no deliveries, and its provider is not known to take nothing. */
type Health = ChannelCounts['health']

export const OF_CHANNELS = { query: { period: '24h', group_by: 'channel', expand: 'health' } } as const

/** The health of its deliveries. If the provider takes nothing, the channel says so before a delivery is counted. */
export function healthOf({ health: { since, cause, error_message: message } }: Channel, counted: Health): Health {
  if (since === null || cause === null) return counted
  const provider_failure = { since, cause, error_message: message ?? cause }
  return { failure_rate: null, failing_since: since, newest_failure: null, ...counted, provider_failure }
}

/** In red while most deliveries fail. */
export function FailureRate({ health }: { health: Health }) {
  const { failure_rate: bad = null, failing_since: since = null } = health ?? {}
  // Its provider takes nothing, and the sends are repeated.
  if (bad === null && since !== null) return <Badge tone="bad">failing</Badge>
  if (bad === null) return <span className="muted">–</span>
  if (bad === 0) return <Badge tone="good">no failures</Badge>
  return <Badge tone={since === null ? 'warn' : 'bad'}>{shareText(bad)} failed</Badge>
}

/** The server that could not be reached. Nothing if the error is of another kind. */
export function Place({ error }: { error: string | null }) {
  const place = placeIn(error)
  return place === null ? null : <code className="mono small">({place})</code>
}

/** While the provider takes nothing, its cause. Otherwise the newest failure. Null: there is none. */
function errorOf(health: Health) {
  const { provider_failure: provider = null, newest_failure: failure = null } = health ?? {}
  if (provider === null || (failure !== null && failure.at >= provider.since)) return failure
  return { ...provider, at: provider.since, delivery_id: null }
}

/** The last error as a sentence. Null: there is none. */
const lastErrorText = (health: Health): string | null => sentenceOf(errorOf(health)?.cause ?? null)

/** The last error, the server, and the time. A failure leads to its delivery. `inTable`: in two lines. */
export function LastError({ health, inTable = false }: { health: Health; inTable?: boolean }) {
  const error = errorOf(health)
  if (error === null) return inTable ? <span className="muted">–</span> : null
  const { delivery_id: id, error_message: message, at } = error
  const sentence = lastErrorText(health)
  const line = inTable ? 'line' : undefined
  return (
    <>
      <span className={line} title={message ?? undefined}>
        {id === null ? sentence : <Link to={`/deliveries/${id}`}>{sentence}</Link>}
      </span>{' '}
      <span className={line} title={message ?? undefined}>
        <Place error={message} />{' '}
        <span className="muted small">
          <Time at={at} />
        </span>
      </span>
    </>
  )
}

/** The last error in a row of a list. A phone shows its sentence. */
export function ListedError({ health }: { health: Health }) {
  return (
    <>
      <span className="of-phone">{lastErrorText(health)}</span>
      <div className="of-screen">
        <LastError health={health} inTable />
      </div>
    </>
  )
}

/** Since when the channel fails. */
export function FailingSince({ health }: { health: Health }) {
  const since = health?.failing_since ?? null
  return since === null ? <span className="muted">–</span> : <ListTime at={since} />
}
