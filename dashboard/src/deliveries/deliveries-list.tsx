import type { ReactNode } from 'react'
import type { Operations } from '../api/call.ts'
import type { Pages } from '../api/queries.ts'
import { ChannelIcon, ChannelName } from '../channels/channel-type.tsx'
import { nameOf } from '../recipients/recipient.ts'
import { Link } from '../router.ts'
import { List } from '../ui/list.tsx'
import { Line } from '../ui/table.tsx'
import type { Column } from '../ui/table.tsx'
import { Time } from '../ui/time.tsx'
import { causeOf } from './cause.ts'
import { DeliveryStatus } from './delivery-status.tsx'

export type ListedDelivery = Operations['GET /api/v1/deliveries']['answer']['deliveries'][number]

const RECIPIENT: Column<ListedDelivery> = {
  title: 'Recipient',
  width: 9.5,
  cell: ({ message }) =>
    message && (
      <Link to={`/recipients/${message.notification_user.id}`}>
        <Line text={nameOf(message.notification_user)} />
      </Link>
    ),
}

const CAUSE: Column<ListedDelivery> = { title: 'Cause', cell: (row) => causeOf(row) ?? '' }

/** A table of deliveries, newest first. `ofOne`: all go to one recipient, and there is less space. */
export function DeliveriesList({
  pages,
  empty,
  ofOne = false,
}: {
  pages: Pages<ListedDelivery>
  empty: ReactNode
  ofOne?: boolean
}) {
  return (
    <List
      label="Deliveries"
      pages={pages}
      keyOf={({ id }) => id}
      columns={[
        { title: 'Delivery', width: 10, cell: ({ id }) => <Link to={`/deliveries/${id}`}>{`#${id}`}</Link> },
        { title: 'Status', width: 7.5, cell: ({ status }) => <DeliveryStatus status={status} /> },
        ...(ofOne ? [] : [RECIPIENT]),
        {
          title: 'Subject',
          cell: (row) => (
            <Link to={`/messages/${row.message_id}`}>
              <Line text={row.message?.rendered_subject || `#${row.message_id}`} />
            </Link>
          ),
        },
        {
          title: 'Channel',
          width: ofOne ? 5 : 10,
          cell: ({ notification_channel: channel }) =>
            ofOne ? <ChannelIcon channel={channel} /> : <ChannelName channel={channel} />,
        },
        { title: 'Created', width: 6.5, cell: ({ created_at: at }) => <Time at={at} /> },
        // Without a failure, the other columns get its space.
        ...(pages.rows.some((row) => causeOf(row) !== null) ? [CAUSE] : []),
      ]}
      empty={empty}
    />
  )
}
