/** Says within minutes that the receiver fails, long before the endpoint is disabled. */
import { useRead } from '../api/queries.ts'
import { Link } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Badge, Notice } from '../ui/notice.tsx'
import { Time } from '../ui/time.tsx'
import { placeOf, resultText, toneOfStatus } from './endpoint.ts'
import type { Stats, WebhookEndpoint } from './endpoint.ts'

/** How the receiver is now, of the health or of the statistics. */
type Now = Pick<Stats, 'failing_since' | 'recent' | 'newest_failure' | 'failure_budget'>

interface Watched {
  endpoint: WebhookEndpoint
  /** Absent while it is read. */
  now: Now | undefined
}

const READ_EVERY_MS = 5000

export function useHealth({ id }: WebhookEndpoint) {
  return useRead('GET /api/v1/webhook_endpoints/{id}/health', { path: { id } }, { everyMs: READ_EVERY_MS })
}

/** Since when an active endpoint fails. Null: it works, or gets no events. */
const failingSince = ({ endpoint, now }: Watched): string | null =>
  endpoint.status === 'active' ? (now?.failing_since ?? null) : null

/** The status of the endpoint. A failing one is not green. */
export function EndpointStatus(watched: Watched) {
  const { status } = watched.endpoint
  const isFailing = failingSince(watched) !== null
  return (
    <span role="status" className="row">
      {isFailing && <Badge tone="bad">failing</Badge>}
      <Badge tone={isFailing ? 'neutral' : toneOfStatus(status)}>{status}</Badge>
    </span>
  )
}

/** The events that the service has given up, one after another. */
function GivenUp({ used, limit }: { used: number; limit: number }) {
  if (used === 0) return null
  return (
    <p>
      {used === 1 ? 'The service has given up the newest event.' : `The service has given up the last ${used} events.`}{' '}
      After {limit} the endpoint is disabled.
    </p>
  )
}

/** How many of the recent attempts failed. If there were more than the counted ones, their time is not known. */
function recentText({ attempts, failed, is_complete: isComplete }: Stats['recent']): string {
  const [some, all] = [failed.toLocaleString(), attempts.toLocaleString()]
  return isComplete
    ? `${some} of ${all} attempts in the last 10 minutes failed`
    : `${some} of the newest ${all} attempts failed`
}

/** Since when the receiver fails, how often, and its last error. Nothing of a receiver that works. */
export function Failing({ endpoint, now }: Watched) {
  const since = failingSince({ endpoint, now })
  const used = endpoint.consecutive_failures
  if (now === undefined || endpoint.status !== 'active' || (since === null && used === 0)) return null
  const { recent, newest_failure: failure, failure_budget: budget } = now
  return (
    <Notice tone="bad">
      {since !== null && (
        <p>
          <strong>Your receiver fails</strong> since <Time at={since} full />
          {recent.attempts > 0 && `: ${recentText(recent)}`}.
        </p>
      )}
      {failure !== null && (
        <p>
          Last error:{' '}
          <Link to={`/webhooks/events/${failure.event_id}`}>
            {resultText(failure.error_message ?? String(failure.response_code))}
          </Link>{' '}
          {failure.response_code === null && <code className="mono small">({placeOf(endpoint)})</code>}{' '}
          <span className="muted small">
            <Time at={failure.at} />
          </span>
        </p>
      )}
      <GivenUp used={used} limit={budget.limit} />
      <div className="row">
        <ButtonLink to={`/webhooks/events?state=${used > 0 ? 'failed' : 'pending'}`}>
          {used > 0 ? 'Failed events' : 'Waiting events'}
        </ButtonLink>
      </div>
    </Notice>
  )
}
