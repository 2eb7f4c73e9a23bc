import { useReadPages } from '../api/queries.ts'
import { Copyable } from '../ui/copy.tsx'
import { List } from '../ui/list.tsx'
import { Empty } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Time } from '../ui/time.tsx'

/** Every recipient, newest first. */
export default function Recipients() {
  const pages = useReadPages('GET /api/v1/notification_users', {}, (answer) => answer.notification_users)
  return (
    <Page title="Recipients">
      <List
        label="Recipients"
        pages={pages}
        keyOf={({ id }) => id}
        columns={[
          { title: 'Recipient', cell: ({ id }) => <Copyable text={String(id)} label="recipient id" /> },
          { title: 'External id', cell: ({ external_user_id: id }) => id ?? '–' },
          { title: 'Name', cell: (row) => [row.first_name, row.last_name].filter(Boolean).join(' ') || '–' },
          { title: 'Email', cell: ({ email }) => email ?? '–' },
          { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
        ]}
        empty={<Empty title="No recipients yet">A recipient is somebody whom messages go to.</Empty>}
      />
    </Page>
  )
}
