import { useReadPages } from '../api/queries.ts'
import { Copyable } from '../ui/copy.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'
import { DeliveryStatus } from './delivery-status.tsx'

/** Every delivery, newest first. */
export default function Deliveries() {
  const pages = useReadPages('GET /api/v1/deliveries', {}, ({ deliveries }) => deliveries)
  return (
    <Page title="Deliveries">
      <List
        label="Deliveries"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Delivery', cell: ({ id }) => <Copyable text={String(id)} label="delivery id" /> },
          { title: 'Status', cell: ({ status }) => <DeliveryStatus status={status} /> },
          { title: 'Channel', cell: ({ notification_channel: channel }) => channel.name },
          { title: 'Message', cell: ({ message_id: id }) => <Copyable text={String(id)} label="message id" /> },
          { title: 'Changed', cell: ({ updated_at: at }) => <Time at={at} /> },
          { title: 'Cause', cell: (row) => row.friendly_error_message ?? row.error_message ?? '' },
        ]}
        empty={<Empty title="No deliveries yet">A message makes one on each channel of its template.</Empty>}
      />
    </Page>
  )
}
