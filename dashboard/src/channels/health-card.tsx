import { useRead } from '../api/queries.ts'
import type { Answer } from '../api/call.ts'
import { causeOf } from '../deliveries/cause.ts'
import { DeliveryStatus, hasFailed, STATUSES } from '../deliveries/delivery-status.tsx'
import { nameOf } from '../recipients/recipient.ts'
import { Link } from '../router.ts'
import { Figures } from '../ui/meter.tsx'
import { Loaded } from '../ui/notice.tsx'
import { Card, Facts } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'
import { ListTime, Time } from '../ui/time.tsx'
import { FailureRate, healthOf, LastError, OF_CHANNELS } from './health.tsx'
import type { Channel } from './settings.ts'

type Delivery = Answer<'GET /api/v1/deliveries'>['deliveries'][number]

/** One page of rows, however many deliveries the account has. */
const COUNTED_MAX = 50
const SHOWN_MAX = 5
const READ_EVERY_MS = 10_000

function Counted({ channel, deliveries }: { channel: Channel; deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p className="muted">No recent deliveries on this channel.</p>
  const counts = STATUSES.map((status) => ({
    status,
    count: deliveries.filter((delivery) => delivery.status === status).length,
  })).filter(({ count }) => count > 0)
  const failed = deliveries.filter(({ status }) => hasFailed(status)).slice(0, SHOWN_MAX)
  return (
    <>
      <p className="muted">
        {deliveries.length === 1
          ? 'The last delivery, by status.'
          : `The last ${deliveries.length} deliveries, by status.`}{' '}
        <Link to={`/deliveries?channel=${channel.id}`}>All deliveries</Link>
      </p>
      <Figures
        figures={counts.map(({ status, count }) => {
          return { name: status, value: count, tone: hasFailed(status) ? ('bad' as const) : undefined }
        })}
      />
      {failed.length > 0 && (
        <Table
          label="Recent failures"
          rows={failed}
          keyOf={({ id }) => id}
          pageOf={({ id }) => `/deliveries/${id}`}
          columns={[
            {
              title: 'Recipient',
              phone: 'name',
              cell: ({ id, message }) => (message === undefined ? `#${id}` : nameOf(message.notification_user)),
            },
            { title: 'Status', width: 8, phone: 'state', cell: ({ status }) => <DeliveryStatus status={status} /> },
            {
              title: 'Cause',
              phone: 'text',
              cell: (delivery) => causeOf(delivery) ?? '–',
            },
            { title: 'Changed', width: 8, phone: 'time', cell: ({ updated_at: at }) => <ListTime at={at} /> },
          ]}
        />
      )}
    </>
  )
}

/** The same as in the list of channels. */
function Recently({ channel }: { channel: Channel }) {
  const { data: counts } = useRead('GET /api/v1/delivery_counts', OF_CHANNELS, { everyMs: READ_EVERY_MS })
  if (counts === undefined) return null
  const health = healthOf(channel, counts.groups.find(({ id }) => id === channel.id)?.health)
  const since = health?.failing_since ?? null
  return (
    <Facts
      rows={[
        ['Failures in 24 hours', <FailureRate key="rate" health={health} />],
        since !== null && ['Failing since', <Time key="since" at={since} full />],
        health?.newest_failure != null && ['Last error', <LastError key="error" health={health} />],
      ]}
    />
  )
}

/** The failures of a channel, and the results of its last deliveries. */
export function HealthCard({ channel }: { channel: Channel }) {
  const input = { query: { notification_channel_id: channel.id, limit: COUNTED_MAX, expand: 'message' as const } }
  const read = useRead('GET /api/v1/deliveries', input, { everyMs: READ_EVERY_MS })
  return (
    <Card title="Health">
      <Recently channel={channel} />
      <Loaded of={read}>{({ deliveries }) => <Counted channel={channel} deliveries={deliveries} />}</Loaded>
    </Card>
  )
}
