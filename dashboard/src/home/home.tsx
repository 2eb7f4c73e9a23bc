import { useReadPages } from '../api/queries.ts'
import { DeliveriesList } from '../deliveries/deliveries-list.tsx'
import { LiveSwitch } from '../live/live-switch.tsx'
import { useLive } from '../live/live.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card, Page } from '../ui/page.tsx'
import './home.css'
import { LastDay } from './last-day.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RecentFailures } from './recent-failures.tsx'
import { WebhookHealth } from './webhook-health.tsx'

const LIVE = ['GET /api/v1/deliveries'] as const
const NEWEST_MAX = 5

function Newest() {
  const everyMs = useLive(LIVE)
  const query = { expand: 'message' as const, limit: NEWEST_MAX }
  const pages = useReadPages('GET /api/v1/deliveries', { query }, ({ deliveries }) => deliveries, { everyMs })
  return (
    <Card title="Newest deliveries" actions={<ButtonLink to="/deliveries">All deliveries</ButtonLink>}>
      <DeliveriesList
        pages={{ ...pages, hasMore: false }}
        empty={
          <p className="muted">No deliveries yet. Each message creates one delivery per channel of its template.</p>
        }
      />
    </Card>
  )
}

/** The overview. On a new account it starts with the first steps. */
export default function Home() {
  return (
    <Page title="Home" actions={<LiveSwitch />}>
      <FirstSteps />
      <LastDay />
      <div className="now">
        <WebhookHealth />
        <RecentFailures />
      </div>
      <Newest />
    </Page>
  )
}
