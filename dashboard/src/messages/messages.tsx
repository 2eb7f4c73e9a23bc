import { useReadPages } from '../api/queries.ts'
import { DeliveryStatus } from '../deliveries/delivery-status.tsx'
import { Copyable } from '../ui/copy.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

/** Every message, newest first. */
export default function Messages() {
  const pages = useReadPages('GET /api/v1/messages', {}, ({ messages }) => messages)
  return (
    <Page title="Messages">
      <List
        label="Messages"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Message', cell: ({ id }) => <Copyable text={String(id)} label="message id" /> },
          { title: 'Subject', cell: ({ rendered_subject: subject }) => subject },
          {
            title: 'Deliveries',
            cell: ({ deliveries }) => (
              <span className="row">
                {deliveries.map(({ id, status }) => (
                  <DeliveryStatus key={id} status={status} />
                ))}
              </span>
            ),
          },
          { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
        ]}
        empty={<Empty title="No messages yet">They come by POST /api/v1/messages.</Empty>}
      />
    </Page>
  )
}
