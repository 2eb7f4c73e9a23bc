import { useRead } from '../api/queries.ts'
import { causeOf, sentenceOf } from '../deliveries/cause.ts'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { nameOf } from '../recipients/recipient.ts'
import { Link } from '../router.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import './recent-failures.css'

const READ_EVERY_MS = 5000
const SHOWN_MAX = 5

/** The name of the recipient, or the id of the delivery. */
const whoOf = ({
  id,
  message,
}: {
  id: number
  message?: { notification_user: Parameters<typeof nameOf>[0] } | undefined
}) => (message === undefined ? `#${id}` : nameOf(message.notification_user))

const causeTextOf = (failure: Parameters<typeof causeOf>[0]) => causeOf(failure) ?? sentenceOf('unknown')

/** The latest failures, and their causes. */
export function RecentFailures() {
  const read = useRead('GET /api/v1/recent_failures', {}, { everyMs: READ_EVERY_MS })
  return (
    <Card
      title="Recent failures"
      actions={<ButtonLink to="/deliveries?status=failed,bounced">All failures</ButtonLink>}
    >
      <Loaded of={read}>
        {({ recent_failures: failures }) =>
          failures.length === 0 ? (
            <p className="muted">No delivery has failed or bounced recently.</p>
          ) : (
            <ul className="failures">
              {failures.slice(0, SHOWN_MAX).map((failure) => (
                <li key={failure.id}>
                  <Link to={`/deliveries/${failure.id}`} title={`${whoOf(failure)}: ${causeTextOf(failure)}`}>
                    <bdi>{whoOf(failure)}</bdi>
                  </Link>
                  <span>
                    <DeliveryStatus status={failure.status} />
                  </span>
                  <Time at={failure.updated_at} />
                  <p className="cause muted">{causeTextOf(failure)}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
